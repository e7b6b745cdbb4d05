"""Options are looked at when they are given: a slip is an error there, and never a grant that nobody meant."""

from __future__ import annotations

import os
import pathlib
import warnings

import fastexec
import numpy
import pytest

Executor = fastexec.LocalPythonExecutor


def reads(path: str, **options: object) -> bool:
    executor = Executor([], **options)
    executor.send_tools({})
    try:
        return executor(f"with open({str(path)!r}) as file: text = file.read()\ntext").output == "text"
    except fastexec.InterpreterError:
        return False


@pytest.fixture
def folders(tmp_path: pathlib.Path) -> tuple[pathlib.Path, pathlib.Path]:
    for name in ("in", "out"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.txt").write_text("text")
    return tmp_path / "in" / "a.txt", tmp_path / "out" / "a.txt"


class Folder:
    def __init__(self, path: object) -> None:
        self.path = path

    def __fspath__(self) -> object:
        return self.path


ONE_PATH = {
    "str": str,
    "bytes": os.fsencode,
    "Path": pathlib.Path,
    "PathLike": lambda path: Folder(str(path)),
    "PathLike of bytes": lambda path: Folder(os.fsencode(path)),
    "list": lambda path: [str(path)],
    "tuple of Path": lambda path: (pathlib.Path(path),),
    "set": lambda path: {str(path)},
    "generator": lambda path: (p for p in [str(path)]),
    "with a slash at its end": lambda path: f"{path}/",
}


@pytest.mark.parametrize("way", ONE_PATH)
@pytest.mark.parametrize("option", ["allow_read", "allow_write"])
def test_a_path_grants_itself_and_nothing_else(way: str, option: str, folders: tuple[pathlib.Path, pathlib.Path]) -> None:
    granted, other = folders
    given = lambda: {option: ONE_PATH[way](granted.parent)}  # noqa: E731 - a generator is given once
    assert reads(granted, **given())
    assert not reads(other, **given())
    assert not reads("/etc/passwd", **given())


def test_bytes_of_granted_files(tmp_path: pathlib.Path) -> None:
    file = str(tmp_path / "file")
    executor = Executor([], allow_read=tmp_path, allow_write=tmp_path)
    executor.send_tools({"file": lambda: file})
    code = """
with open(file(), "wb") as out:
    out.write(b"one\\n")
    out.writelines([b"two\\n"])
with open(file(), "r+b") as both:
    both.seek(0)
    both.write(b"O")
with open(file(), "rb") as read:
    found = [read.readline(), read.tell(), list(read), read.seek(1), read.read(2), read.name == file(), read.mode]
found
"""
    assert executor(code).output == [b"One\n", 4, [b"two\n"], 1, b"ne", True, "rb"]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # files that nobody closes
@pytest.mark.parametrize("code", ["open(file, 'rb').raw", "open(file, 'rb').detach()", "type(open(file, 'rb'))", "open('/etc/passwd', 'rb')", "open(file, 'rb', 0)", "open(file).buffer"])
def test_no_raw_files(code: str, tmp_path: pathlib.Path) -> None:
    (tmp_path / "file").write_text("text")
    executor = Executor([], allow_read=tmp_path)
    executor.send_tools({})
    executor.send_variables({"file": str(tmp_path / "file")})
    with pytest.raises(fastexec.InterpreterError, match="Forbidden"):
        executor(code)


def test_a_relative_path_is_that_of_the_moment(folders: tuple[pathlib.Path, pathlib.Path], monkeypatch: pytest.MonkeyPatch) -> None:
    granted, other = folders
    monkeypatch.chdir(granted.parent.parent)
    executor = Executor([], allow_read="in")
    monkeypatch.chdir("/")
    executor.send_tools({})
    assert executor(f"with open({str(granted)!r}) as file: text = file.read()\ntext").output == "text"


@pytest.mark.parametrize(
    "call",
    [
        "read_html({text!r})",
        "read_xml({text!r})",
        "read_html({text!r}.replace('/', '%2F'))",
        "read_html('\\n' + {text!r})",
        "read_json('{{' + {text!r})",
    ],
)
def test_a_path_that_begins_as_a_document(call: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pandas")
    for name in ("<b>", "\n<b>", "{<b>"):
        (tmp_path / "work" / name).mkdir(parents=True)
    (tmp_path / "secret.html").write_text("<table><tr><th>a</th></tr><tr><td>secret</td></tr></table>")
    monkeypatch.chdir(tmp_path / "work")
    executor = Executor(["pandas.*"])
    executor.send_tools({})
    with pytest.raises(fastexec.InterpreterError, match="Forbidden to read file"):
        executor("import pandas as pd\npd." + call.format(text="<b>/../../secret.html"))


WRONG = [
    ("allow_read", 5, TypeError),
    ("allow_read", [5], TypeError),
    ("allow_read", [["/tmp"]], TypeError),
    ("allow_read", {"/tmp": 1}, TypeError),
    ("allow_read", bytearray(b"/tmp"), TypeError),
    ("allow_read", "", ValueError),
    ("allow_read", ["/tmp", ""], ValueError),
    ("allow_write", "/tmp/\0", ValueError),
    ("allow_write", Folder(5), TypeError),
    ("additional_authorized_imports", 5, TypeError),
    ("additional_authorized_imports", [5], TypeError),
    ("additional_authorized_imports", b"json", TypeError),
    ("additional_authorized_imports", {"json": True}, TypeError),
    ("additional_authorized_imports", [["json"]], TypeError),
    ("additional_authorized_imports", "", ValueError),
    ("additional_authorized_imports", [".json"], ValueError),
    ("on_refusal", 1, TypeError),
    ("on_refusal", None, TypeError),
    ("on_refusal", "ignore", ValueError),
    ("timeout_seconds", "5", TypeError),
    ("timeout_seconds", True, TypeError),
    ("timeout_seconds", [5], TypeError),
    ("timeout_seconds", -1, ValueError),
    ("timeout_seconds", -0.5, ValueError),
    ("timeout_seconds", float("nan"), ValueError),
    ("timeout_seconds", 10**400, ValueError),
    ("max_print_outputs_length", "5", TypeError),
    ("max_print_outputs_length", 1.5, TypeError),
    ("max_print_outputs_length", False, TypeError),
    ("max_print_outputs_length", -1, ValueError),
    ("max_print_outputs_length", 10**30, ValueError),
    ("limits", {"operations": 5}, TypeError),
    ("limits", 5, TypeError),
    ("count_tool_time", 1, TypeError),
    ("count_tool_time", None, TypeError),
    ("additional_functions", [len], TypeError),
    ("additional_functions", {1: len}, TypeError),
    ("additional_functions", {"length": 5}, TypeError),
]


@pytest.mark.parametrize(("option", "value", "error"), WRONG)
def test_wrong_options_are_errors_at_construction(option: str, value: object, error: type) -> None:
    with pytest.raises(error, match="must|__fspath__"):
        Executor(**{"additional_authorized_imports": [], option: value})


@pytest.mark.parametrize(
    ("option", "value", "error"), [row for row in WRONG if row[0] not in ("additional_authorized_imports", "additional_functions")]
)
def test_wrong_options_are_errors_of_the_function(option: str, value: object, error: type) -> None:
    with pytest.raises(error, match="must|__fspath__"):
        fastexec.evaluate_python_code("1", **{option: value})


LATER = [
    ("timeout_seconds", "5"),
    ("timeout_seconds", True),
    ("timeout_seconds", -1),
    ("max_print_outputs_length", -1),
    ("limits", 5),
    ("limits", {}),
    ("count_tool_time", 1),
    ("additional_functions", {"length": 5}),
    ("state", [1]),
    ("custom_tools", None),
]


@pytest.mark.parametrize(("option", "value"), LATER)
def test_wrong_values_are_errors_when_set_later(option: str, value: object) -> None:
    executor = Executor([])
    with pytest.raises((TypeError, ValueError), match="must"):
        setattr(executor, option, value)
    with pytest.raises(TypeError, match="limits must be"):
        executor("1", limits={"operations": 1})


@pytest.mark.parametrize("field", ["operations", "recursion", "nesting", "memory_bytes"])
def test_limits_that_cannot_be_counted(field: str) -> None:
    with pytest.raises(ValueError, match=f"limit {field} must be"):
        fastexec.Limits(**{field: 10**30})


WRONG_LIMITS = [
    ({"operations": -1}, ValueError),
    ({"operations": 1.5}, TypeError),
    ({"operations": True}, TypeError),
    ({"operations": "5"}, TypeError),
    ({"seconds": "a"}, TypeError),
    ({"seconds": -0.1}, ValueError),
    ({"seconds": float("nan")}, ValueError),
    ({"memory_bytes": [1]}, TypeError),
    ({"operation": 5}, TypeError),
]


@pytest.mark.parametrize(("limits", "error"), WRONG_LIMITS)
def test_wrong_limits(limits: dict[str, object], error: type) -> None:
    with pytest.raises(error, match="must|unexpected keyword"):
        fastexec.Limits(**limits)


WRONG_GIVEN = [
    ("tools", [len]),
    ("tools", {"length": 5}),
    ("tools", {1: len}),
    ("variables", 5),
    ("variables", {1: 2}),
    ("timeout_seconds", "3"),
    ("limits", {}),
    ("on_refusal", 5),
    ("imports", 1),
]


@pytest.mark.parametrize(("option", "value"), WRONG_GIVEN)
def test_wrong_options_of_run(option: str, value: object) -> None:
    with pytest.raises(TypeError, match=f"{option}.* must"):
        fastexec.run("1", **{option: value})


def test_unknown_options_of_run() -> None:
    with pytest.raises(TypeError, match=r"^run\(\) got an unexpected keyword argument 'nosuch'$"):
        fastexec.run("1", nosuch=1)


@pytest.mark.parametrize("given", [None, 5, "text", [("a", 1)], {1: 2}])
def test_what_is_sent_is_a_dict_with_names(given: object) -> None:
    executor = Executor([])
    with pytest.raises(TypeError, match="tools must be a dict"):
        executor.send_tools(given)
    with pytest.raises(TypeError, match="variables must be a dict"):
        executor.send_variables(given)


def test_limits_show_what_was_given() -> None:
    assert repr(fastexec.Limits()) == "Limits()"
    assert repr(fastexec.Limits(operations=1000)) == "Limits(operations=1000)"
    both = fastexec.Limits(nesting=5, seconds=None)
    assert repr(both) == "Limits(seconds=None, nesting=5)"
    assert eval(repr(both), {"Limits": fastexec.Limits}) == both


WRONG_MODULE = [
    ("MAX_OPERATIONS", "5", TypeError),
    ("MAX_OPERATIONS", 0.5, TypeError),
    ("MAX_OPERATIONS", -1, ValueError),
    ("MAX_NESTING", 1 << 40, ValueError),
    ("MAX_EXECUTION_TIME_SECONDS", "3", TypeError),
    ("MAX_MEMORY_BYTES", True, TypeError),
    ("DEFAULT_MAX_LEN_OUTPUT", [], TypeError),
]


@pytest.mark.parametrize(("name", "value", "error"), WRONG_MODULE)
def test_wrong_limits_of_the_package(name: str, value: object, error: type) -> None:
    held = getattr(fastexec, name)
    with pytest.raises(error, match=f"fastexec.{name} must"):
        setattr(fastexec, name, value)
    with pytest.raises(error, match=f"fastexec.{name} must"):
        setattr(fastexec.local_python_executor, name, value)
    assert getattr(fastexec, name) == held


@pytest.mark.parametrize(("name", "value"), [("MAX_OPERATIONS", None), ("MAX_CPU_SECONDS", 2.5), ("MAX_EXECUTION_TIME_SECONDS", 0.5)])
def test_right_limits_of_the_package(name: str, value: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fastexec, name, value)
    assert getattr(fastexec, name) == value
    assert Executor([])("1").output == 1


RIGHT = [
    ("additional_authorized_imports", "json"),
    ("additional_authorized_imports", None),
    ("additional_authorized_imports", ("json", "os.path")),
    ("additional_authorized_imports", {"json"}),
    ("additional_authorized_imports", (name for name in ["json", "numpy.*"])),
    ("allow_read", None),
    ("allow_read", ()),
    ("timeout_seconds", None),
    ("timeout_seconds", 0.5),
    ("timeout_seconds", numpy.float32(3)),
    ("timeout_seconds", float("inf")),
    ("max_print_outputs_length", 0),
    ("max_print_outputs_length", numpy.int64(9)),
    ("additional_functions", None),
    ("additional_functions", {"length": len}),
    ("count_tool_time", False),
    ("limits", None),
    ("limits", fastexec.Limits()),
]


@pytest.mark.parametrize(("option", "value"), RIGHT)
def test_what_hosts_give_is_taken(option: str, value: object) -> None:
    executor = Executor(**{"additional_authorized_imports": [], option: value})
    executor.send_tools({})
    assert executor("1 + 1").output == 2


def test_a_text_is_one_module() -> None:
    assert Executor("json").authorized_imports == [*fastexec.BASE_BUILTIN_MODULES, "json"]
    assert fastexec.evaluate_python_code("import json\njson.dumps(1)", authorized_imports="json") == ("1", False)
    with pytest.raises(fastexec.InterpreterError, match="no_such_module"):
        Executor("no_such_module")


@pytest.mark.parametrize("name", ["DANGEROUS_MODULES", "DANGEROUS_FUNCTIONS", "ALLOWED_DUNDER_METHODS"])
def test_edited_lists_of_rules_warn_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each change, at whatever comes first: not at each call."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        executor = Executor([])
    uses = [lambda: Executor([]), lambda: fastexec.evaluate_python_code("1"), lambda: executor.send_tools({}), lambda: executor("1"),
            lambda: fastexec.run("1"), lambda: executor.check("1")]  # fmt: skip
    for number, edited in enumerate(([*getattr(fastexec, name), "x.y"], getattr(fastexec, name)[1:], None)):
        monkeypatch.setattr(fastexec, name, edited)
        for first, *others in (uses[number:], uses[number + 3 :]):
            monkeypatch.undo()
            Executor([])  # as shipped: what comes is another change
            monkeypatch.setattr(fastexec, name, edited)
            with pytest.warns(RuntimeWarning, match=name) as caught:
                first()
            assert {warning.filename for warning in caught} == {__file__}, "it says where the host's own code is"
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                for use in (*others, *uses):
                    use()
    monkeypatch.undo()
    getattr(fastexec, name).append("x.y")
    try:
        with pytest.warns(RuntimeWarning, match=name):
            executor("1")
        getattr(fastexec, name).append("x.z")
        with pytest.warns(RuntimeWarning, match=name):
            executor("1")
    finally:
        del getattr(fastexec, name)[-2:]


def test_lists_that_are_assigned_take_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fastexec, "BASE_BUILTIN_MODULES", ["json"])
    monkeypatch.setattr(fastexec, "BASE_PYTHON_TOOLS", {"answer": lambda: 42})
    executor = Executor(["re"])
    assert executor.authorized_imports == ["json", "re"]
    executor.send_tools({})
    assert executor("answer()").output == 42
    with pytest.raises(fastexec.InterpreterError, match="Import of math is not allowed"):
        executor("import math")


OPENING = {
    "io": "import io\nwith io.open({0!r}) as file: text = file.read()\ntext",
    "pathlib": "import pathlib\npathlib.Path({0!r}).read_text()",
    "shutil": "import shutil\nshutil.copyfile({0!r}, {0!r} + '2')\nwith open({0!r} + '2') as file: text = file.read()\ntext",
    "glob": "import glob\nwith open(glob.glob({0!r})[0]) as file: text = file.read()\ntext",
    "fileinput": "import fileinput\nwith fileinput.input({0!r}) as lines: text = ''.join(lines)\ntext",
    "os": "import os\nwith open({0!r}) as file: text = file.read()\ntext",
}


def opened(module: str, path: pathlib.Path, **options: object) -> object:
    executor = Executor([module], **options)
    executor.send_tools({})
    return executor(OPENING[module].format(str(path))).output


@pytest.mark.filterwarnings("ignore:authorizing")
@pytest.mark.parametrize("module", [module for module in OPENING if module != "os"])
def test_grants_hold_beside_modules_of_files(module: str, folders: tuple[pathlib.Path, pathlib.Path]) -> None:
    granted, other = folders
    assert opened(module, granted, allow_write=granted.parent) == "text"
    with pytest.raises(fastexec.InterpreterError, match="Forbidden|list index out of range|No such file|Permission denied") as caught:
        opened(module, other, allow_write=granted.parent)
    assert "text" not in caught.value.error_message


@pytest.mark.filterwarnings("ignore:authorizing")
@pytest.mark.parametrize("module", OPENING)
def test_modules_of_files_without_grants(module: str, folders: tuple[pathlib.Path, pathlib.Path]) -> None:
    assert opened(module, folders[1]) == "text"
    if module == "os":
        assert opened(module, folders[1], allow_write=folders[0].parent) == "text", "the code has the process"


FIXED = {
    "allow_read": "/tmp",
    "allow_write": ["/tmp"],
    "on_refusal": "abort",
    "error_format": "plain",
    "strict": True,
    "isolation": "process",
    "require": "best",
    "rules": "all",
    "record": "records.jsonl",
    "top_level_return": True,
}
"""Options that an executor is made with."""


@pytest.mark.parametrize("isolation", [None, "process"])
@pytest.mark.parametrize("option", FIXED)
def test_what_an_executor_is_made_with_is_not_assigned(option: str, isolation: str | None) -> None:
    """It would change nothing."""
    executor = Executor([], isolation=isolation)
    with pytest.raises(AttributeError, match=rf"^{option} is fixed .*LocalPythonExecutor\(..., {option}=...\)"):
        setattr(executor, option, FIXED[option])
    with pytest.raises(AttributeError, match=f"^{option} is fixed"):
        delattr(executor, option)


def test_what_an_executor_was_made_with_can_be_read(tmp_path: pathlib.Path) -> None:
    assert {name: getattr(Executor([]), name) for name in FIXED if name != "isolation"} == {
        "allow_read": (),
        "allow_write": (),
        "on_refusal": "raise",
        "error_format": "full",
        "strict": False,
        "require": "full",
        "rules": "all",
        "record": None,
        "top_level_return": False,
    }
    executor = Executor([], allow_read=str(tmp_path), error_format="plain", isolation="process")
    assert (executor.allow_read, executor.error_format, executor.isolation) == ((str(tmp_path),), "plain", "process")


@pytest.mark.parametrize("isolation", [None, "process"])
def test_what_is_for_each_call_may_be_assigned(isolation: str | None) -> None:
    executor = Executor([], isolation=isolation)
    printed: list[str] = []
    assert (executor.check_first, executor.on_print) == (False, None)
    executor.on_print, executor.check_first = printed.append, True
    with pytest.raises(fastexec.InterpreterError, match="totl"):
        executor("print('begun')\nprint(totl)")
    assert printed == []
    executor("print('begun')")
    assert "".join(printed) == "begun\n"
    executor.on_print, executor.check_first = None, False
    executor("print('unheard')")
    assert "".join(printed) == "begun\n"
    with pytest.raises(TypeError, match="on_print must be"):
        executor.on_print = 5
    with pytest.raises(TypeError, match="check_first must be"):
        executor.check_first = 1


@pytest.mark.parametrize("isolation", [None, "process"])
def test_imports_may_be_assigned(isolation: str | None) -> None:
    executor = Executor(["csv"], isolation=isolation)
    executor.additional_authorized_imports = ["json"]
    assert executor.authorized_imports == [*fastexec.BASE_BUILTIN_MODULES, "json"]
    assert executor("import json\njson.dumps(1)").output == "1"
    with pytest.raises(fastexec.InterpreterError, match="Import of csv is not allowed"):
        executor("import csv")
    with pytest.raises(fastexec.InterpreterError, match="no_such_module"):
        executor.additional_authorized_imports = ["no_such_module"]
    with pytest.raises(TypeError, match="must be a list"):
        executor.additional_authorized_imports = 5
    assert executor.additional_authorized_imports == ["json"]


def test_a_path_that_nobody_could_open() -> None:
    with pytest.raises(ValueError, match=r"^allow_read must hold paths .*os\.path\.expanduser\('~/data'\)"):
        Executor([], allow_read=["/tmp", "~/data"])


@pytest.mark.parametrize(("package", "module"), [("scikit-learn", "sklearn"), ("beautifulsoup4.*", "bs4"), ("pillow", "PIL"), ("python-dateutil", "dateutil")])
def test_a_package_is_told_from_its_module(package: str, module: str) -> None:
    with pytest.raises(fastexec.InterpreterError) as caught:
        Executor([package])
    name = package.partition(".")[0]
    assert str(caught.value) == (
        f"Non-installed authorized modules: {name}. Please install these modules or remove them from the authorized imports list. "
        f"`{name}` is imported as `{module}`."
    )
