"""The command line: what it prints, what it exits with, and what it makes of bad input."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import fastexec
import pytest
from fastexec import outcome
from fastexec.cli import runs, screen, settings
from fastexec.cli.app import app
from fastexec.cli.repl import is_complete, next_indent
from typer.testing import CliRunner

COMMAND = [sys.executable, "-m", "fastexec"]


def invoke(*arguments: str, stdin: str | bytes | None = None):
    return CliRunner().invoke(app, list(arguments), input=stdin, env={"COLUMNS": "200", "TERM": "dumb", "NO_COLOR": "1"})


def code(text: str, *options: str):
    return invoke("run", "-c", text, *options)


def report(text: str, *options: str) -> dict:
    result = code(text, *options, "--json")
    assert result.stdout.count("\n") == 1 and result.stderr == ""
    found = json.loads(result.stdout)
    assert runs.EXIT_CODES[found["outcome"]] == result.exit_code
    return found


def usage(result) -> str:
    """The message of a wrong command line."""
    assert (result.exit_code, result.stdout) == (2, "")
    return " ".join(line.strip("│ ") for line in result.stderr.splitlines() if line.startswith("│"))


class TestRun:
    def test_log_and_value(self):
        result = code("print('a')\nx = 3\nx + 1")
        assert (result.stdout, result.stderr, result.exit_code) == ("a\n4\n", "", 0)

    @pytest.mark.parametrize(
        ("text", "shown"),
        [("x = 3", ""), ("None", ""), ("print(1)", "1\n"), ("'a'", "'a'\n"), ("final_answer(5)\n1 / 0", "5\n"), ("", ""), ("print(1, end='')\n2", "12\n")],
    )
    def test_values_that_are_shown(self, text, shown):
        result = code(text)
        assert (result.stdout, result.stderr, result.exit_code) == (shown, "", 0)

    def test_file(self, tmp_path):
        (tmp_path / "a.py").write_text("print('é')", encoding="utf-8")
        assert invoke("run", str(tmp_path / "a.py")).stdout == "é\n"

    def test_standard_input(self):
        assert invoke("run", "-", stdin="1 + 1").stdout == "2\n"

    def test_imports(self):
        assert code("import json\njson.dumps([1])", "--allow", "json", "--allow", "string").stdout == "'[1]'\n"

    def test_warns_of_modules_that_hand_over_the_process(self):
        # In a process of its own: each process warns once.
        result = subprocess.run([*COMMAND, "run", "-c", "1", "--allow", "os"], capture_output=True, text=True, timeout=60)
        assert (result.returncode, result.stdout) == (0, "1\n")
        assert result.stderr == (
            "warning: Authorizing 'os' hands the code other programs, which run with the rights of the process."
            " Instead, give the code a tool that does what is needed.\n"
        )

    def test_files(self, tmp_path):
        (tmp_path / "a.csv").write_text("x\n1\n")
        text = f"import pandas as pd\nint(pd.read_csv({str(tmp_path / 'a.csv')!r}).x.sum())"
        assert code(text, "--allow", "pandas", "--read", str(tmp_path)).stdout == "1\n"
        refused = code(text, "--allow", "pandas")
        assert refused.exit_code == 4 and f"Forbidden to read file: {tmp_path / 'a.csv'}\n" in refused.stderr
        at_home = subprocess.run([*COMMAND, "run", "-c", text, "--allow", "pandas", "--read=~"], capture_output=True, text=True, timeout=60, env={**os.environ, "HOME": str(tmp_path)})
        assert (at_home.stdout, at_home.returncode) == ("1\n", 0), "as a shell leaves it"
        written = f"import pandas as pd\npd.DataFrame({{'x': [2]}}).to_csv({str(tmp_path / 'b.csv')!r})"
        assert code(written, "--allow", "pandas", "--write", str(tmp_path)).exit_code == 0
        assert (tmp_path / "b.csv").read_text() == ",x\n0,2\n"


ERRORS = [
    ("print('a')\n1 / 0", 1, "Code execution failed at line '1 / 0' due to: ZeroDivisionError: division by zero\n  line 2: 1 / 0\n          ^^^^^\n"),
    ("temperature = 1\ntemprature", 1, "Code execution failed at line 'temprature' due to: InterpreterError: The variable `temprature` is not defined.\n  line 2: temprature\n          ^^^^^^^^^^\n  hint: did you mean `temperature`?\n"),
    ("raise SystemExit(0)", 1, "Code execution failed at line 'raise SystemExit(0)' due to: SystemExit: 0\n  line 1: raise SystemExit(0)\n          ^^^^^^^^^^^^^^^^^^^\n"),
    ("1 +", 3, "Code parsing failed on line 1 due to: SyntaxError: invalid syntax (<unknown>, line 1)\n1 +\n   ^\n"),
    ("().__class__", 4, "Code execution failed at line '().__class__' due to: InterpreterError: Forbidden access to dunder attribute: __class__\n  line 1: ().__class__\n          ^^^^^^^^^^^^\n  hint: `type(object)`\n  host: no option opens attributes: a tool can do what this one is needed for\n"),
    ("input()", 4, "Code execution failed at line 'input()' due to: InterpreterError: Forbidden function evaluation: 'input' is not among the explicitly allowed tools or defined/imported in the preceding code\n  line 1: input()\n          ^^^^^\n  hint: nobody is there to answer: assign the value in the code, or get it from a tool\n"),
    ("while 1: pass", 5, "Code execution failed at line 'while 1: pass' due to: InterpreterError: Maximum number of 1000000 iterations in While loop exceeded\n  line 1: while 1: pass\n                ^\n  hint: make sure that the condition of the loop becomes false; for more iterations use `for`\n  option: --while-iterations raises this limit\n"),
]  # fmt: skip


class TestErrors:
    @pytest.mark.parametrize(("text", "exit_code", "shown"), ERRORS)
    def test_texts_and_exit_codes(self, text, exit_code, shown):
        result = code(text)
        assert result.exit_code == exit_code
        assert result.stderr == shown
        assert result.stdout == ("a\n" if "print" in text else "")

    def test_what_was_printed_ends_its_line(self):
        assert code("print('a', end='')\n1 / 0").stdout == "a\n"

    def test_aborting_refusals(self):
        caught = "try:\n    import os\nexcept ImportError:\n    pass\n5"
        assert code(caught).stdout == "5\n"
        assert code(caught, "--on-refusal", "abort").exit_code == 4

    def test_internal(self, monkeypatch):
        def broken(self, code, **options):
            raise RuntimeError("of the engine")

        monkeypatch.setattr(fastexec.LocalPythonExecutor, "__call__", broken)
        result = code("1")
        assert (result.stderr, result.exit_code) == ("of the engine\n", 70)
        assert report("1")["error"]["type"] == "RuntimeError"


class TestLimits:
    def test_each_has_an_option(self):
        named = set(re.findall(r"(--[\w-]+)", invoke("run", "--help").stdout))
        for field in dataclasses.fields(fastexec.Limits):
            assert settings.option_of(field.name) in named
        assert [settings.option_of(name) for name in ("seconds", "memory_bytes", "int_bits")] == ["--timeout", "--memory", "--int-bits"]

    @pytest.mark.parametrize(
        ("text", "option", "value"),
        [
            ("import time\ntime.sleep(9)", "--timeout", "0.1"),
            ("sum(i for i in range(99))", "--operations", "10"),
            ("while True: pass", "--while-iterations", "5"),
            ("x = [0] * 10 ** 8", "--memory", "16m"),
            ("def f():\n    f()\nf()", "--recursion", "20"),
            ("x = 1", "--source-bytes", "3"),
            ("x = " + "[" * 30 + "]" * 30, "--nesting", "20"),
            ("2 ** 5000", "--int-bits", "1_000"),
        ],
    )
    def test_each_holds(self, text, option, value):
        assert code(text, option, value).exit_code == 5

    @pytest.mark.skipif(sys.platform != "linux", reason="the thread's clock is read on Linux")
    def test_processor_time(self):
        assert code("while True: pass", "--cpu-seconds", "0.1", "--while-iterations", "none").exit_code == 5

    def test_output(self):
        assert code("print('x' * 100)", "--output-chars", "10").stdout == "xxxxx\n..._This content has been truncated to stay below 10 characters_...\nxxxx\n"

    def test_none_lifts(self):
        assert code("n = 0\nwhile n < 1_000_001: n += 1\nn", "--while-iterations", "none", "--operations", "None").stdout == "1000001\n"

    @pytest.mark.parametrize(("text", "size"), [("5", 5), ("2k", 2048), ("3M", 3 << 20), ("1.5g", 3 << 29), ("1GiB", 1 << 30), ("10mb", 10 << 20), ("1t", 1 << 40), ("none", None)])
    def test_sizes(self, text, size):
        assert settings.sizes.size(text).value == size

    @pytest.mark.parametrize(
        ("option", "value", "message"),
        [
            ("--memory", "lots", "Invalid value for '--memory': 'lots' is not a size such as 500000, 512k, 64m or 2g, or 'none'."),
            ("--memory", "-5m", "Invalid value for '--memory': '-5m' is not a size such as 500000, 512k, 64m or 2g, or 'none'."),
            ("--operations", "1.5", "Invalid value for '--operations': '1.5' is not a whole number or 'none'."),
            ("--operations", "-1", "Invalid value for '--operations': -1 is negative."),
            ("--isolation", "vm", "Invalid value for '--isolation': 'vm' is not one of 'none', 'process'."),
            ("--on-refusal", "warn", "Invalid value for '--on-refusal': 'warn' is not one of 'raise', 'abort'."),
            ("--timeout", "soon", "Invalid value for '--timeout': 'soon' is not a number of seconds or 'none'."),
            ("--timeout", "nan", "Invalid value for '--timeout': 'nan' is not a number of seconds or 'none'."),
            ("--nesting", "9" * 12, f"Invalid value: limit nesting must be {2 ** 32 - 1} at most, or None, but is {'9' * 12}"),
        ],
    )  # fmt: skip
    def test_wrong_values(self, option, value, message):
        assert usage(code("1", option, value)) == message


class TestUsage:
    def test_missing_file(self):
        assert usage(invoke("run", "no_such.py")) == "Invalid value for FILE: 'no_such.py' cannot be read: No such file or directory."

    def test_directory(self, tmp_path):
        assert "is a directory." in usage(invoke("run", str(tmp_path)))

    def test_nothing_to_run(self):
        assert usage(invoke("run")) == "Invalid value: give a FILE, -c CODE, or - for standard input."
        assert usage(invoke("run", "a.py", "-c", "1")) == "Invalid value: give either FILE or -c CODE."

    def test_module_that_is_not_there(self):
        assert usage(code("1", "--allow", "no_such_module")) == (
            "Invalid value: Non-installed authorized modules: no_such_module. Please install these modules or remove them from the authorized imports list."
        )

    @pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")
    def test_isolation(self):
        for given in ("none", "process"):
            assert report("import json\nprint('hi')\njson.dumps([1])", "--allow", "json", "--isolation", given)["output"]["value"] == "[1]"

    def test_strict(self):
        assert usage(code("1", "--allow", "os", "--strict")).endswith("(--strict allows no such module.)")

    def test_errors_name_the_options(self):
        assert usage(code("1", "--read", "")) == "Invalid value: --read must not hold an empty path"
        assert usage(code("1", "--allow", "json,csv")).endswith("(--allow is given once for each module.)")

    @pytest.mark.parametrize("arguments", [["nonsense"], ["run", "--nonsense"], ["run", "-c", "1", "--on-refusal", "ignore"], ["run", "-c", "1", "--read", ""]])
    def test_others(self, arguments):
        assert usage(invoke(*arguments))

    def test_help(self):
        text = " ".join(invoke("run", "--help").stdout.replace("│", " ").split())
        assert "Exit codes: 0 fine, 1 an error left the code, 2 wrong command line, 3 syntax error, 4 refused, 5 limit or timeout, 70 internal error, 74 output not written, 130 Ctrl-C." in text
        assert set(runs.EXIT_CODES.values()) == {0, 1, 3, 4, 5, 70, 130}
        assert set(runs.EXIT_CODES) == {outcome.OK, outcome.RAISED, outcome.SYNTAX, outcome.REFUSED, outcome.LIMIT, outcome.INTERNAL, "interrupted"}
        commands = re.findall(r"^│ (\w+)  ", invoke("--help").stdout, re.M)
        assert commands == ["run", "profile", "check", "repl", "serve", "doctor"]

    def test_version(self):
        assert invoke("--version").stdout == f"fastexec {fastexec.__version__}\n"


class TestCheck:
    @pytest.mark.parametrize(
        ("text", "exit_code", "shown"),
        [
            ("import math\nmath.pi", 0, ""),
            ("1 +", 3, "Code parsing failed on line 1 due to: SyntaxError: invalid syntax (<unknown>, line 1)\n1 +\n   ^\n"),
            ("print(x.__globals__)\nx = 1", 4, None),
            ("print(nothing)", 1, "InterpreterError: The variable `nothing` is not defined.\n  line 1: print(nothing)\n                ^^^^^^^\n"),
            ("def f():\n    return nothing", 0, None),
            ("while True:\n    pass", 5, None),
            ("final_answer(1)\nnothing", 0, None),
        ],
    )
    def test_outcomes(self, text, exit_code, shown):
        result = invoke("check", "-c", text)
        assert (result.exit_code, result.stderr) == (exit_code, "")
        assert shown is None or result.stdout == shown
        found = json.loads(invoke("check", "-c", text, "--json").stdout)
        assert runs.EXIT_CODES[found["outcome"]] == exit_code and found["error"] is None
        assert bool(found["findings"]) == bool(found["text"]) == bool(result.stdout)

    def test_nothing_runs_and_options_count(self, tmp_path):
        written = tmp_path / "written"
        program = tmp_path / "program.py"
        program.write_text(f"import json\nopen({str(written)!r}, 'w').write('x')\n")
        result = invoke("check", str(program), "--allow", "json", "--write", str(tmp_path))
        assert (result.exit_code, result.output) == (0, "") and not written.exists()
        assert "option: --allow json allows it" in invoke("check", str(program)).stdout

    def test_files_that_are_no_text(self, tmp_path):
        program = tmp_path / "program.py"
        program.write_bytes(b"x = '\xff'")
        result = invoke("check", str(program))
        assert (result.exit_code, result.stdout) == (3, "") and result.stderr.endswith("is not utf-8: byte 0xff in line 1\n")
        assert usage(invoke("check", str(tmp_path / "none"))).endswith("cannot be read: No such file or directory.")


class TestServe:
    """What it serves is tried in tests/adapters/test_monty.py, with its clients."""

    def test_what_to_serve(self):
        assert usage(invoke("serve")) == "Invalid value: say what to serve: --monty"
        assert invoke("serve", "--monty", "nonsense").exit_code == 2

    def test_without_the_extra(self, monkeypatch):
        for name in [name for name in sys.modules if name.startswith("fastexec.adapters.monty")]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.setitem(sys.modules, "google", None)
        monkeypatch.setitem(sys.modules, "google.protobuf", None)
        for arguments in (["serve", "--monty"], ["subprocess"]):
            said = usage(invoke(*arguments, "--isolation", "none"))
            assert said == "Invalid value for --monty: this needs protobuf; install it with: pip install fastexec[monty]"


class TestSource:
    """Files in other encodings, as CPython reads them."""

    def run(self, tmp_path, data: bytes, *options: str):
        (tmp_path / "a.py").write_bytes(data)
        return invoke("run", str(tmp_path / "a.py"), *options)

    @pytest.mark.parametrize("data", [b"# coding: latin-1\n'\xe9'", b"#!x\n# -*- coding: cp1252 -*-\n'\xe9'", "\ufeff'é'".encode(), "'é'\r\n".encode(), "'é'".encode()])
    def test_decoded(self, tmp_path, data):
        assert self.run(tmp_path, data).stdout == "'é'\n"

    @pytest.mark.parametrize(
        ("data", "message"),
        [
            (b"'\xe9'", "{} is not utf-8: byte 0xe9 in line 1"),
            (b"x = 1\ny = 2\nz = '\xe9'", "{} is not utf-8: byte 0xe9 in line 3"),
            (b"# coding: ascii\n'\xe9'", "{} is not ascii: byte 0xe9 in line 2"),
            (b"# coding: no-such\n1", "{}: unknown encoding: no-such"),
            (b"\xff\xfe1\0", "{} is not utf-8: byte 0xff in line 1"),
        ],
    )
    def test_not_decoded(self, tmp_path, data, message):
        result = self.run(tmp_path, data)
        assert (result.stderr, result.exit_code) == (f"SyntaxError: {message.format(tmp_path / 'a.py')}\n", 3)

    def test_null_bytes(self, tmp_path):
        assert self.run(tmp_path, b"x = '\0'").exit_code == 3

    def test_too_long(self, tmp_path):
        result = self.run(tmp_path, b"x" * 200, "--source-bytes", "100")
        assert (result.stderr, result.exit_code) == ("InterpreterError: The code is longer than 100 bytes. --source-bytes raises this limit.\n", 5)

    @pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no such device")
    def test_without_an_end(self):
        assert invoke("run", "/dev/zero").exit_code == 5


class TestJson:
    def test_fine(self):
        found = report("print('a')\n[1, 'é', None, {'k': 2.5}]")
        assert found.pop("seconds") >= 0
        assert found == {
            "outcome": "ok",
            "output": {"repr": "[1, 'é', None, {'k': 2.5}]", "type": "list", "value": [1, "é", None, {"k": 2.5}]},
            "is_final_answer": False, "logs": "a\n", "error": None, "refusals": [], "operations": found["operations"],
        }  # fmt: skip

    @pytest.mark.parametrize("text", ["(1,)", "{1: 2}", "float('nan')", "1 << 100_000", "object()", "x = []\nx.append(x)\nx", "'a' * 10 + chr(0xd800)", "[0] * 200_000", "True", "b''"])
    def test_values(self, text):
        output = report(text)["output"]
        said = {"True": True, "'a' * 10 + chr(0xd800)": "a" * 10 + "\ud800"}
        assert ("value" in output) == (text in said)
        assert output.get("value") == said.get(text)
        assert len(output["repr"]) < 100_000

    def test_error(self):
        found = report("try:\n    import os\nexcept ImportError:\n    pass\nprint('a')\n{}['k']")
        assert (found["outcome"], found["output"], found["logs"]) == ("raised", None, "a\n")
        assert found["refusals"] == [f"Import of os is not allowed. Authorized imports are: {fastexec.BASE_BUILTIN_MODULES}"]
        error = found["error"]
        assert (error["type"], error["line"], error["limit"], error["statement"]) == ("InterpreterError", 6, None, "{}['k']")
        assert error["message"] == "Could not index {} with 'k': KeyError: 'k'"

    @pytest.mark.parametrize(("text", "kind"), [("1 +", "syntax"), ("import os", "refused"), ("while True: pass", "limit")])
    def test_outcomes(self, text, kind):
        assert report(text)["outcome"] == kind

    def test_limit(self):
        found = report("import time\ntime.sleep(9)", "--timeout", "0.1")
        assert (found["error"]["type"], found["error"]["limit"], found["error"]["line"]) == ("ExecutionTimeoutError", "seconds", 2)

    def test_final_answer(self):
        found = report("final_answer([1])")
        assert (found["is_final_answer"], found["output"]["value"]) == (True, [1])

    def test_bad_file(self, tmp_path):
        (tmp_path / "a.py").write_bytes(b"\xe9")
        result = invoke("run", str(tmp_path / "a.py"), "--json")
        assert (json.loads(result.stdout)["error"]["type"], result.exit_code) == ("SyntaxError", 3)


class TestProfile:
    def test_table(self):
        result = invoke("profile", "-c", "total = 0\nfor n in range(1000):\n    total += n * n\nprint(total)")
        lines = result.stdout.splitlines()
        assert lines[0] == "332833500" and re.fullmatch(r"[\d,]+ operations, [\d.]+ ms", lines[1])
        assert [line.split("  ")[-1].strip() for line in lines[3:]] == ["total = 0", "for n in range(1000):", "total += n * n", "print(total)"]

    def test_error(self):
        result = invoke("profile", "-c", "x = 1\n1 / 0")
        assert result.exit_code == 1 and "ZeroDivisionError" in result.stderr and "ended by InterpreterError" in result.stdout

    def test_json(self):
        found = json.loads(invoke("profile", "-c", "x = 1\nx + 1", "--json").stdout)
        assert [line["text"] for line in found["lines"]] == ["x = 1", "x + 1"]
        assert sum(line["operations"] for line in found["lines"]) == found["operations"]
        assert found["functions"][0]["text"] == "<module>"

    def test_syntax(self):
        assert invoke("profile", "-c", "1 +").exit_code == 3


class TestDoctor:
    def test_text(self):
        result = invoke("doctor")
        assert result.exit_code == 0
        found = dict(re.findall(r"^([^:]+): +(.*)$", result.stdout, re.M))
        assert found["fastexec"] == fastexec.__version__
        assert found["engine"] == found["without fast paths"] == found["limits"] == "ok"
        assert "typer " in found["packages"]

    def test_json(self):
        assert json.loads(invoke("doctor", "--json").stdout)["engine"] == "ok"

    def test_a_broken_engine(self, monkeypatch):
        monkeypatch.setattr("fastexec.cli.doctor._EXPECTED", [0])
        result = invoke("doctor")
        assert result.exit_code == 70 and re.search(r"^engine: +failed: .* instead of \[0\]$", result.stdout, re.M)

    def test_isolation(self, monkeypatch):
        import types

        module = types.ModuleType("fastexec.isolation.doctor")
        module.report = lambda: "kernel    6\nseccomp   stands"
        monkeypatch.setitem(sys.modules, "fastexec.isolation", types.ModuleType("fastexec.isolation"))
        monkeypatch.setitem(sys.modules, "fastexec.isolation.doctor", module)
        assert invoke("doctor").stdout.endswith("\nisolation:\n  kernel    6\n  seccomp   stands\n")
        module.report = lambda: 1 / 0
        assert re.search("^isolation: +failed: division by zero$", invoke("doctor").stdout, re.M)


def process(*arguments: str, **options) -> subprocess.CompletedProcess:
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, encoding="utf-8", timeout=120, **options)


class TestProcess:
    def test_module(self):
        run = process("run", "-c", "print('é')\n1 / 0")
        assert (run.returncode, run.stdout) == (1, "é\n") and run.stderr.startswith("Code execution failed")

    def test_script(self):
        (point,) = (point for point in __import__("importlib.metadata", fromlist=["x"]).entry_points(group="console_scripts") if point.name == "fastexec")
        assert point.value == "fastexec.cli:main"

    def test_without_the_extra(self):
        script = "import sys; sys.modules['typer'] = None; from fastexec.cli import main; sys.exit(main(['--version']))"
        run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
        assert (run.returncode, run.stdout) == (2, "")
        assert run.stderr == "fastexec: the command line needs typer; install it with: pip install fastexec[cli]\n"

    def test_letters_that_the_stream_has_not(self):
        run = process("run", "-c", "print('é', chr(0xd800))", env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
        assert (run.returncode, run.stdout) == (0, "\\xe9 \\ud800\n")

    @pytest.mark.skipif(os.name == "nt", reason="pipes are otherwise there")
    def test_a_reader_that_leaves(self):
        run = subprocess.Popen([*COMMAND, "run", "-c", "print('x' * 10_000_000)", "--output-chars", "none"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert run.stdout.read(10) == b"x" * 10
        run.stdout.close()
        assert (run.stderr.read(), run.wait(60)) == (b"", 0)
        run.stderr.close()

    @pytest.mark.skipif(os.name == "nt", reason="a shell of POSIX")
    @pytest.mark.parametrize(("closed", "exit_code"), [(">&-", 0), (">&- 2>&-", 0), ("<&-", 0)])
    def test_closed_streams(self, closed, exit_code):
        run = subprocess.run(f"exec {sys.executable} -m fastexec run -c 'print(1)' {closed}", shell=True, capture_output=True, timeout=60)
        assert (run.returncode, run.stderr) == (exit_code, b"")
        assert process("run", "-", stdin=subprocess.DEVNULL).returncode == 0

    @pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a disk that is full")
    @pytest.mark.parametrize("arguments", [["run", "-c", "print(1)"], ["run", "-c", "1", "--json"], ["check", "-c", "x"], ["profile", "-c", "1"], ["--help"], ["run", "--help"]])
    def test_a_full_disk(self, arguments):
        with open("/dev/full", "w") as full:
            run = subprocess.run([*COMMAND, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
        assert (run.returncode, run.stderr) == (74, "fastexec: standard output could not be written: No space left on device\n")

    @pytest.mark.parametrize("arguments", [["--help"], ["profile", "--help"], ["doctor"]])
    def test_a_reader_that_has_left(self, arguments):
        read, write = os.pipe()
        os.close(read)
        run = subprocess.run([*COMMAND, *arguments], stdout=write, stderr=subprocess.PIPE, text=True, timeout=120)
        os.close(write)
        assert (run.returncode, run.stderr) == (0, "")

    def test_a_hundred_megabytes(self):
        run = subprocess.Popen([*COMMAND, "run", "-c", "for i in range(100):\n    print('x' * 999_999)", "--output-chars", "none"], stdout=subprocess.PIPE)
        size = sum(len(block) for block in iter(lambda: run.stdout.read(1 << 20), b""))
        run.stdout.close()
        assert (size, run.wait(60)) == (100_000_000, 0)
        short = process("run", "-c", "for i in range(100):\n    print('x' * 999_999)")
        assert len(short.stdout) < 51_000 and "truncated to stay below 50000 characters" in short.stdout

    @pytest.mark.skipif(os.name == "nt", reason="no SIGINT for a child alone")
    @pytest.mark.parametrize("options", [[], ["--json"]])
    def test_ctrl_c(self, options, tmp_path):
        mark = tmp_path / "running.zip"
        text = f"import zipfile\nzipfile.ZipFile({str(mark)!r}, 'w').close()\nprint('started')\nwhile True: pass"
        command = [*COMMAND, "run", "-c", text, "--allow", "zipfile", "--write", str(tmp_path), "--while-iterations", "none", "--operations", "none"]
        run = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while not mark.exists():
            assert run.poll() is None, run.communicate()
            time.sleep(0.05)
        time.sleep(0.2)
        run.send_signal(signal.SIGINT)
        out, error = run.communicate(timeout=60)
        assert run.returncode == 130
        assert (json.loads(out)["outcome"] == "interrupted") if options else (out, error) == ("started\n", "KeyboardInterrupt\n")


class TestComplete:
    @pytest.mark.parametrize(
        ("text", "complete"),
        [
            ("1", True), ("if 1:", False), ("if 1:\n    x", False), ("if 1:\n    x\n    ", True), ("x = 1\ny = 2", True), ("x = 1\nif y:", False),
            ("1 +", True), ("'''a", False), ("f(1,", False), ("await x", True), ("@d", False), (")", True), ("if 1:\n    x\nelse:", False), ("x = 1 \\", False),
        ],
    )  # fmt: skip
    def test_is_complete(self, text, complete):
        assert is_complete(text) == complete

    @pytest.mark.parametrize(("line", "indent"), [("x", ""), ("if x:  # why", "    "), ("    y", "    "), ("    return y", ""), ("    pass", "")])
    def test_next_indent(self, line, indent):
        assert next_indent(line) == indent


class TestPipedRepl:
    def test_statements(self):
        result = invoke("repl", stdin="x = 2\nx + 1\ndef f(n):\n    return n * x\n\nf(4)\nprint('a')\n")
        assert (result.stdout, result.stderr, result.exit_code) == ("3\n8\na\n", "", 0)

    def test_errors_do_not_end_it(self):
        result = invoke("repl", stdin="1 / 0\nimport os\n1 +\n5\n")
        assert (result.stdout, result.exit_code) == ("5\n", 0)
        assert [line[:22] for line in result.stderr.splitlines() if line.startswith("Code")] == ["Code execution failed ", "Code execution failed ", "Code parsing failed on"]

    def test_exit(self):
        assert invoke("repl", stdin="1\nexit()\n2\n").stdout == "1\n"

    def test_incomplete_at_the_end(self):
        assert invoke("repl", stdin="if True:\n    3").stdout == ""
        assert invoke("repl", stdin="(1 +\n2)").stdout == "3\n"


@pytest.fixture
def terminal(tmp_path) -> Iterator[Terminal]:
    opened = Terminal(tmp_path)
    try:
        opened.wait(">>>")
        yield opened
    finally:
        opened.close()


class Terminal:
    """The prompt on a terminal."""

    def __init__(self, folder) -> None:
        self.history = folder / "history"
        self.master, slave = os.openpty()
        environment = {**os.environ, "TERM": "xterm", "FASTEXEC_HISTORY": str(self.history), "PROMPT_TOOLKIT_NO_CPR": "1"}
        self.process = subprocess.Popen([*COMMAND, "repl"], stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True)
        os.close(slave)
        self.seen = ""

    def wait(self, text: str, seconds: float = 30) -> str:
        """What came until `text` did."""
        end = time.monotonic() + seconds
        while text not in self.seen:
            assert self.read(end - time.monotonic()), f"{text!r} is not in {self.seen!r}"
        before, _, self.seen = self.seen.partition(text)
        return before

    def read(self, seconds: float) -> bool:
        """Whether something came within that time."""
        if not select.select([self.master], [], [], max(seconds, 0))[0]:
            return False
        data = re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", os.read(self.master, 65536).decode())
        self.seen += data.replace("\r", "")
        return True

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        if self.master >= 0:
            os.close(self.master)


@pytest.mark.skipif(os.name == "nt", reason="terminals of POSIX")
class TestTerminal:
    def test_values_errors_and_history(self, terminal):
        terminal.type("6 * 7\r")
        terminal.wait("\n42\n")
        terminal.wait(">>>")
        terminal.type("1 / 0\r")
        terminal.wait("due to: ZeroDivisionError: division by zero\n")
        terminal.wait(">>>")
        terminal.type("\x04")
        assert terminal.process.wait(30) == 0
        assert [line[1:] for line in terminal.history.read_text().splitlines() if line.startswith("+")] == ["6 * 7", "1 / 0"]
        assert terminal.history.stat().st_mode & 0o777 == 0o600

    def test_blocks(self, terminal):
        terminal.type("for i in range(2):\rprint(i + 40)\r\r")
        terminal.wait("\n40\n41\n")

    def test_ctrl_c_ends_a_run_and_not_the_prompt(self, terminal):
        terminal.type("import time; time.sleep(60)\r")
        terminal.wait("time.sleep(60)\n")
        for _ in range(10):  # nobody tells when the run has begun
            time.sleep(1)
            os.kill(terminal.process.pid, signal.SIGINT)
            if terminal.read(2) and "KeyboardInterrupt" in terminal.seen:
                break
        terminal.wait("KeyboardInterrupt\n")
        terminal.wait(">>>")
        terminal.type("1 + 1\r")
        terminal.wait("\n2\n")

    def test_control_codes_of_the_code_do_not_reach_the_terminal(self, terminal):
        terminal.type("print(chr(27) + ']0;title' + chr(7))\r")
        terminal.wait("\\x1b]0;title\\x07\n")

    def test_a_terminal_that_goes_away(self, terminal):
        os.close(terminal.master)
        terminal.master = -1
        assert terminal.process.wait(30) in (0, 129, -signal.SIGHUP)

    def test_history_that_cannot_be_kept(self, monkeypatch):
        from fastexec.cli.repl import HISTORY, _history
        from prompt_toolkit.history import InMemoryHistory

        for name in ("", "/no/such/folder/history"):
            monkeypatch.setenv(HISTORY, name)
            assert isinstance(_history(), InMemoryHistory)


def test_streams_without_a_file(capsys):
    screen.write(None, "x")
    screen.prepare()
    screen.write(sys.stdout, "a\x1b")
    assert capsys.readouterr().out == "a\x1b"
