"""LangChain's tool, and langgraph-codeact's `eval_fn`."""

from __future__ import annotations

import asyncio
import time

import pytest
from fastexec import Limits
from fastexec.adapters import langchain
from fastexec.adapters.langchain import NOTHING, async_eval_function, eval_function, python_tool
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langgraph_codeact import create_codeact


async def fetch(x: int) -> int:
    """Fetches."""
    await asyncio.sleep(0.01)
    return x * 2


class TestTool:
    def test_schema(self):
        tool = python_tool(["json"], {"double": lambda x: x * 2})
        assert (tool.name, list(tool.args)) == ("run_python", ["code"])
        assert tool.description == (
            "Runs Python and gives what it prints, or the value of its last line. Variables last from call to call. It can call double. "
            "It can import: collections, datetime, itertools, math, queue, random, re, stat, statistics, time, unicodedata, json."
        )
        assert python_tool(name="py", description="Runs it.").description == "Runs it."

    @pytest.mark.parametrize("way", ["invoke", "ainvoke"])
    def test_runs(self, way):
        tool = python_tool(tools={"double": lambda x: x * 2})

        def ask(code: str) -> str:
            return tool.invoke({"code": code}) if way == "invoke" else asyncio.run(tool.ainvoke({"code": code}))

        assert [ask(code) for code in ("x = double(4)", "print(x)", "x + 1", "None")] == ["8", "8\n", "9", NOTHING]
        assert ask("x = (").startswith("Code parsing failed")
        assert ask("print('a')\n1 / 0").startswith("a\nCode execution failed at line '1 / 0' due to: ZeroDivisionError: division by zero\n")

    def test_wrong_tools(self):
        for wrong, said in (({"a": 3}, "tools\\['a'\\] must be callable, not int"), ([len], "tools must be a dict of functions by their names")):
            with pytest.raises(TypeError, match=said):
                python_tool(tools=wrong)

    def test_async_tools(self):
        tool = python_tool(tools={"fetch": fetch})
        assert asyncio.run(tool.ainvoke({"code": "fetch(2) + fetch(3)"})) == "10"

    def test_cancelled(self):
        async def case() -> None:
            tool = python_tool(limits=Limits(operations=None, while_iterations=None))
            started = time.perf_counter()
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(tool.ainvoke({"code": "while True: pass"}), 0.2)
            assert time.perf_counter() - started < 2
            assert await tool.ainvoke({"code": "1 + 1"}) == "2"

        asyncio.run(case())


class TestEvaluate:
    def test_variables_and_functions_go_on(self):
        evaluate = eval_function(["json"])
        context: dict = {"double": lambda x: x * 2}
        text, new = evaluate("def f(x):\n    return double(x) + 1\nclass A:\n    def __call__(self):\n        return 'called'\na = A()\nx = 1", context)
        assert (text, sorted(new)) == ("1", ["A", "a", "f", "x"])
        context.update(new)
        text, new = evaluate("x = f(4)\ndef g():\n    return f(x)\nprint(a(), isinstance(a, A), g())", context)
        assert (text, sorted(new)) == ("called True 19\n", ["g", "x"])

    def test_conversations_do_not_mix(self):
        evaluate = eval_function()
        one, two = ({**evaluate(f"class A:\n    n = {n}\nx = {n}", {})[1]} for n in (1, 2))
        assert evaluate("print(A.n, x)\ny = 1", one) == ("1 1\n", {"y": 1})
        assert evaluate("print(A.n, x)", two) == ("2 2\n", {})
        assert "The variable `y` is not defined" in evaluate("y", one)[0]

    def test_not_all_are_kept(self, monkeypatch):
        import gc
        import weakref

        monkeypatch.setattr(langchain, "MOST_KEPT", 2)
        evaluate = eval_function()
        made = [weakref.ref(evaluate("class A:\n    pass", {})[1]["A"]) for _ in range(9)]
        gc.collect()
        assert sum(reference() is not None for reference in made) <= 3

    def test_names_of_tools_stay_theirs(self):
        text, new = eval_function()("double = 1", {"double": len})
        assert "Cannot assign to name 'double'" in text and new == {}

    def test_errors_keep_variables(self):
        text, new = eval_function()("x = 1\nprint(x)\n1 / 0", {})
        assert text.startswith("1\nCode execution failed") and new == {"x": 1}

    def test_async(self):
        text, new = asyncio.run(async_eval_function()("x = fetch(2)\nprint(x)", {"fetch": fetch}))
        assert (text, new) == ("4\n", {"x": 4})

    def test_options(self):
        with pytest.raises(TypeError, match="nonsense"):
            eval_function(nonsense=1)
        assert "Reached the max number" in eval_function(limits=Limits(operations=5))("sum(i for i in range(9))", {})[0]


def add(a: int, b: int) -> int:
    """Adds."""
    return a + b


REPLIES = ["```python\nx = add(1, 2)\n```", "```python\nimport os\n```", "```python\nprint(x * 2)\n```", "Six."]
SEEN = ["3", "Import of os is not allowed", "6\n"]


@pytest.mark.parametrize("way", ["sync", "async"])
def test_agent(way):
    model = GenericFakeChatModel(messages=iter(REPLIES))
    question = {"messages": [{"role": "user", "content": "?"}]}
    if way == "sync":
        state = create_codeact(model, [add], eval_function()).compile().invoke(question)
    else:
        state = asyncio.run(create_codeact(model, [add], async_eval_function()).compile().ainvoke(question))
    seen = [message.content for message in state["messages"] if message.type == "human"][1:]
    assert all(wanted in got for wanted, got in zip(SEEN, seen, strict=True)), seen
    assert state["messages"][-1].content == "Six." and state["context"]["x"] == 3
