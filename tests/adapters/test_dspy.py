"""DSPy: the interpreter by itself, and the modules that use one."""

from __future__ import annotations

import asyncio
import contextvars
import functools

import dspy
import pytest
from dspy.primitives.code_interpreter import CodeExecutionError, CodeInterpreter, CodeInterpreterError, FinalOutput
from dspy.utils import DummyLM
from dspy.utils.callback import BaseCallback
from fastexec import Limits
from fastexec.adapters.dspy import FastexecInterpreter


@pytest.fixture
def interpreter() -> FastexecInterpreter:
    return FastexecInterpreter({"double": lambda x: x * 2}, imports=["json"], timeout_seconds=5)


class TestExecute:
    def test_is_one(self, interpreter):
        assert isinstance(interpreter, CodeInterpreter)

    def test_what_it_gives(self, interpreter):
        assert interpreter.execute("print('a')\nprint('b')") == "a\nb"
        assert interpreter.execute("x = double(4)\nx + n", {"n": 1}) == 9
        assert interpreter.execute("x") == 8
        assert interpreter.execute("import json") is None

    @pytest.mark.parametrize(
        ("code", "output"),
        [
            ("SUBMIT(answer=3, why='so')", {"answer": 3, "why": "so"}),
            ("SUBMIT({'answer': 3})", {"answer": 3}),
            ("SUBMIT('text')", "text"),
            ("def f():\n    SUBMIT(answer=3)\nf()\n1 / 0", {"answer": 3}),
            ("try:\n    SUBMIT(answer=3)\nexcept BaseException:\n    pass", {"answer": 3}),
        ],
    )
    def test_submit(self, interpreter, code, output):
        assert interpreter.execute(code) == FinalOutput(output)

    def test_submit_with_fields(self):
        interpreter = FastexecInterpreter(output_fields=[{"name": "answer", "type": "int"}, {"name": "why"}])
        assert interpreter.execute("SUBMIT(3, 'so')") == FinalOutput({"answer": 3, "why": "so"})
        assert interpreter.execute("SUBMIT(3, why='so')") == FinalOutput({"answer": 3, "why": "so"})
        with pytest.raises(CodeExecutionError, match="TypeError: SUBMIT\\(answer, why\\): missing a required argument: 'why'"):
            interpreter.execute("SUBMIT(3)")
        interpreter.output_fields = [{"name": "answer"}]
        assert interpreter.execute("SUBMIT([1])") == FinalOutput({"answer": [1]})

    def test_tools_may_change(self, interpreter):
        interpreter.tools["triple"] = lambda x: x * 3
        assert interpreter.execute("triple(x=3)") == 9

    @pytest.mark.parametrize("code", ["1 / 0", "import os", "while True: pass", "import time\ntime.sleep(9)", "double()"])
    def test_errors_of_the_code(self, code):
        interpreter = FastexecInterpreter({"double": lambda x: x * 2}, timeout_seconds=0.2)
        with pytest.raises(CodeExecutionError):
            interpreter.execute(code)
        assert interpreter.execute("1") == 1

    def test_syntax(self, interpreter):
        with pytest.raises(SyntaxError, match="Code parsing failed on line 1"):
            interpreter.execute("1 +")

    def test_shutdown(self, interpreter):
        interpreter.start()
        interpreter.start()
        interpreter.shutdown()
        interpreter.shutdown()
        for call in (interpreter.start, lambda: interpreter.execute("1")):
            with pytest.raises(CodeInterpreterError, match="this interpreter was shut down"):
                call()

    def test_as_a_context_and_a_function(self):
        with FastexecInterpreter() as interpreter:
            assert interpreter("x = n", {"n": 1}) == 1 and interpreter("x + 1") == 2
        with pytest.raises(CodeInterpreterError):
            interpreter("x")

    def test_names(self):
        for name in ("not-valid", "class", "SUBMIT"):
            with pytest.raises(ValueError, match="invalid names"):
                FastexecInterpreter({name: len})
        interpreter = FastexecInterpreter({"double": lambda x: x * 2})
        for name in ("class", "SUBMIT", "double"):
            with pytest.raises(CodeInterpreterError, match="invalid names"):
                interpreter.execute("1", {name: 1})
        interpreter.tools["a b"] = len
        with pytest.raises(ValueError, match="invalid names"):
            interpreter.execute("1")

    def test_callbacks(self):
        class Told(BaseCallback):
            def __init__(self) -> None:
                self.of: list[tuple[str, object]] = []

            def on_interpreter_execute_start(self, call_id: str, instance: object, inputs: dict[str, object]) -> None:
                self.of.append(("execute", inputs["code"]))

            def on_interpreter_execute_end(self, call_id: str, outputs: object, exception: BaseException | None = None) -> None:
                self.of.append(("gave", outputs))

            def on_interpreter_tool_call_start(self, call_id: str, instance: object, inputs: dict[str, object]) -> None:
                self.of.append(("tool", inputs["tool_name"]))

        told, everywhere = Told(), Told()
        with dspy.context(callbacks=[everywhere]), FastexecInterpreter({"double": lambda x: x * 2}, callbacks=[told]) as interpreter:
            assert interpreter.execute("double(4)") == 8
        assert told.of == everywhere.of == [("execute", "double(4)"), ("tool", "double"), ("gave", 8)]

    def test_async_tools_are_waited_for(self):
        async def add(*, left: int, right: int) -> int:
            """Adds."""
            await asyncio.sleep(0)
            return left + right + extra.get()

        async def on_a_loop() -> object:
            return interpreter.execute("add(left=1, right=2)")

        extra = contextvars.ContextVar("extra", default=0)
        interpreter = FastexecInterpreter({"add": add, "later": functools.partial(add, left=1)}, timeout_seconds=5)
        assert interpreter.execute("add(left=1, right=2)") == 3
        assert interpreter.execute("later(right=5)") == 6
        extra.set(10)
        assert asyncio.run(on_a_loop()) == 13
        with pytest.raises(CodeExecutionError, match="it is called as `add\\(\\*, left: int, right: int\\) -> int`: Adds"):
            interpreter.execute("add(left=1)")

    def test_options(self):
        with pytest.raises(CodeInterpreterError, match="Non-installed authorized modules: no_such"):
            FastexecInterpreter(imports=["no_such"])
        with pytest.raises(CodeExecutionError, match="max number of operations of 5"):
            FastexecInterpreter(limits=Limits(operations=5)).execute("sum(i for i in range(9))")


def rlm(*codes: str, **tools) -> dspy.Prediction:
    model = DummyLM([{"reasoning": "on", "code": f"```python\n{code}\n```"} for code in codes])
    with dspy.context(lm=model, interpreter_factory=FastexecInterpreter):
        return dspy.RLM("text -> answer: int", max_iters=len(codes), tools=list(tools.values()))(text="a b c")


def double(x: int) -> int:
    """Doubles."""
    return x * 2


class TestModules:
    def test_rlm(self):
        assert rlm("n = len(text.split())", "SUBMIT(n)").answer == 3

    def test_rlm_goes_on_after_an_error(self):
        found = rlm("1 / 0", "import os", "SUBMIT(answer=4)")
        assert found.answer == 4
        assert "ZeroDivisionError: division by zero" in found.trajectory[0]["output"]
        assert "Import of os is not allowed" in found.trajectory[1]["output"]

    def test_rlm_with_a_tool(self):
        def count(text: str) -> int:
            """Counts letters."""
            return len(text)

        assert rlm("SUBMIT(count(text=text))", count=count).answer == 5

    def test_program_of_thought(self):
        answers = [{"reasoning": "r", "generated_code": "```python\nSUBMIT({'answer': 6 * 7})\n```"}, {"reasoning": "r", "answer": "42"}]
        with dspy.context(lm=DummyLM(answers), interpreter_factory=FastexecInterpreter):
            assert dspy.ProgramOfThought("question -> answer")(question="6 * 7?").answer == "42"

    def test_code_act(self):
        answers = [{"generated_code": "```python\nprint(double(21))\n```", "finished": "True"}, {"reasoning": "r", "answer": "42"}]
        with dspy.context(lm=DummyLM(answers), interpreter_factory=FastexecInterpreter):
            found = dspy.CodeAct("question -> answer", tools=[double])(question="21 * 2?")
        assert (found.answer, found.trajectory["code_output_0"]) == ("42", '"42"')
