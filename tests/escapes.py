"""Runs the payloads of data/escapes/ against the host program fxhost.py (see isolation.py).

Each runs in a child of its own under resource limits and a watchdog. Verdicts: refused, limited,
contained (good), ok (a benign control that works); escaped, out of memory, broken (bad). A child that
hangs or dies is reported by the isolation.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import pathlib
import re
import sys
import time
import types

import isolation

HERE = pathlib.Path(__file__).parent / "data" / "escapes"
SECONDS = 2
SECONDS_TO_A_LIMIT = 0.5  # of what is meant to end at one
BUDGET = 384 << 20
MEMORY = 500 << 20  # growth of the process that counts as out of memory
ADDRESS_SPACE = 4 << 30
PRELOADED = ("numpy", "pandas", *isolation.ENGINE)
# Imports that take longer than most attacks: the worker has them done before it forks.
SLOW_TO_LOAD = ("PIL", "lxml", "matplotlib", "networkx", "pydantic", "scipy", "sklearn", "statsmodels", "sympy")


def own_rows() -> list[dict]:
    """The cases of data/escapes/own/: `# --- title | modules | canary | option=…`, the code below."""
    rows = []
    for path in sorted((HERE / "own").glob("*.py")):
        parts = re.split(r"^# --- (.*)\n", path.read_text(encoding="utf-8"), flags=re.M)
        for head, code in zip(parts[1::2], parts[2::2], strict=True):
            title, imports, canary, *options = (part.strip() for part in head.split(" | "))
            row = {"id": title, "class": path.stem, "authorized_imports": imports.split(",") if imports else [], "canary": canary, "code": code}
            row["expect"] = "limited" if canary == "limit" else "refused"
            for option in options:
                name, _, value = option.partition("=")
                row[name] = {"post": value.split(), "zombie": True, "followup": {"executor": "same", "code": value}, "other": None}[name]
                if name == "other":
                    row["followup"] = {"executor": "other", "code": value}
            rows.append(row)
    return rows


def load_all() -> dict[str, dict]:
    rows = [json.loads(line) for line in (HERE / "sample.jsonl").read_text(encoding="utf-8").splitlines()] + own_rows()
    return {f"{row['class']}/{row['id']}": row for row in rows}


def installed(case: dict) -> bool:
    """Whether what the case authorizes can be imported here."""
    import packages

    return packages.present(case["authorized_imports"])


# ------------------------------------------------------------------------------------------ worker
def prepare(case: dict) -> None:
    """Loads what the code will import of large packages, so that its time is that of what it does."""
    allowed = {name.split(".")[0] for name in case["authorized_imports"]}
    for module, names in re.findall(r"(?:from|import) +([\w.]+)(?: +import +([\w, ]+))?", case["code"]):
        if (top := module.split(".")[0]) in SLOW_TO_LOAD and top in allowed:
            for name in (module, *(f"{module}.{name.strip().split(' ')[0]}" for name in names.split(","))):
                load(name)


def load(module: str) -> None:
    try:
        importlib.import_module(module)
    except ImportError:
        pass


# ------------------------------------------------------------------------------------------ child
class Run:
    """What one call of an executor gave."""

    def __init__(self, executor, code: str) -> None:
        self.output, self.logs, self.error, self.final = None, "", None, False
        started = time.monotonic()
        try:
            result = executor(code)
            self.output, self.logs, self.final = result.output, result.logs, result.is_final_answer
        except BaseException as error:  # noqa: BLE001 - all that would reach the host
            self.error = error
            self.logs = str(executor.state.get("_print_outputs", ""))
        self.seconds = time.monotonic() - started


def peak_memory() -> int:
    """Bytes of resident memory at the peak so far (0 where that is not to be had)."""
    try:
        for line in pathlib.Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) << 10
    except OSError:
        pass
    return 0


def limit_resources() -> None:
    try:
        import resource
    except ImportError:
        return
    for kind, value in (("RLIMIT_AS", ADDRESS_SPACE), ("RLIMIT_CORE", 0), ("RLIMIT_FSIZE", 64 << 20), ("RLIMIT_NOFILE", 256)):
        if hasattr(resource, kind):
            resource.setrlimit(getattr(resource, kind), (value, value))


def processes_left() -> list[str]:
    """Processes of this one that outlive its fork server."""
    from fastexec.isolation import server

    family = descendants(os.getpid())
    server.stop()
    until = time.monotonic() + 5
    while (left := [pid for pid in family if is_running(pid)]) and time.monotonic() < until:
        time.sleep(0.01)
    return [f"process {pid}" for pid in left]


def descendants(pid: int) -> list[int]:
    """Processes that this one has started, and those of theirs."""
    try:
        found = [int(child) for task in os.listdir(f"/proc/{pid}/task") for child in pathlib.Path(f"/proc/{pid}/task/{task}/children").read_text().split()]
    except OSError:
        return []
    return found + [pid for child in found for pid in descendants(child)]


def is_running(pid: int) -> bool:
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in ("Z", "X")
    except OSError:
        return False


class Host:
    """What a host does with a result and an error; remembers non-`Exception`s that came out of it."""

    def __init__(self) -> None:
        self.raised: list[str] = []

    def text(self, thing: object) -> str:
        try:
            return str(thing)
        except Exception as error:  # noqa: BLE001
            return f"<str failed: {type(error).__name__}>"
        except BaseException as error:  # noqa: BLE001
            self.raised.append(type(error).__name__)
            return ""

    def use(self, output: object, actions: list[str], saved: list) -> str:
        import copy
        import pickle

        shown = ""
        steps = {
            "eq": lambda: output == 1,
            "bool": lambda: bool(output),
            "gc": gc.collect,
            "saved": lambda: [function() for function in list(saved)],
            "pickle": lambda: pickle.dumps(output),
            "deepcopy": lambda: copy.deepcopy(output),
        }
        try:
            for action in actions:
                if action in ("str", "repr"):
                    shown += (str if action == "str" else repr)(output)
                else:
                    steps[action]()
        except Exception as error:  # noqa: BLE001 - an ordinary error is the host's normal path
            shown += f" {error}"[: 1 << 20]
        except BaseException as error:  # noqa: BLE001
            self.raised.append(type(error).__name__)
        return shown


def fired(case: dict, names: dict) -> tuple[bool, str | None]:
    """Whether the canary shows that the payload got out (that a control works), and how."""
    kind, _, rest = case.get("canary", "limit").partition(":")
    if kind == "leak":
        return names["leak"](), None
    if kind == "cap":
        found = names["cap"](names["out"])
        return found is not None or names["leak"](), found
    if kind == "file":
        return names["file_exists"](rest), None
    if kind == "expr":
        try:
            return bool(eval(rest, names)), None
        except Exception as error:  # noqa: BLE001
            return False, f"canary raised {type(error).__name__}: {error}"
    return False, None


def run(case: dict) -> dict:
    """In the child: verdict and what led to it."""
    import fastexec
    from fastexec import _fastexec

    if off := case.get("nets_off"):
        _fastexec.switch_nets_off(off)
    if off := case.get("changes_off"):
        _fastexec.leave_changes_out(off)
    sys.stdout = pathlib.Path(os.devnull).open("w")  # the worker's own carries results
    token = os.urandom(12).hex()
    folder = pathlib.Path(os.environ["ESCAPES_FOLDER"]) / os.urandom(6).hex()  # error texts may name it
    folder.mkdir()
    (folder / "secret.txt").write_text(f"FILE-{token}\n")
    os.environ.update(FX_TOKEN=token, CANARY_DIR=str(folder), TMPDIR=str(folder))
    os.chdir(folder)
    sys.path.insert(0, str(HERE))
    fxhost = importlib.import_module("fxhost")
    host, user = fxhost.Host(), Host()
    tools = host.tools()

    def make():
        limits = fastexec.Limits(memory_bytes=BUDGET)
        seconds = SECONDS_TO_A_LIMIT if case["expect"] == "limited" else SECONDS
        executor = fastexec.LocalPythonExecutor(list(case["authorized_imports"]), timeout_seconds=seconds, limits=limits, isolation=case.get("isolation"))
        executor.send_tools(dict(tools))
        return executor

    executor = make()
    limit_resources()
    if case.get("setup"):
        Run(executor, case["setup"])
    before = peak_memory()
    first = Run(executor, case["code"])
    error_text = user.text(first.error) if first.error is not None else ""
    ticked = host.counter
    actions = case.get("post", ["str", "repr"])
    output = first.output
    if "gc" in actions:
        executor = first.output = output = None
    shown = user.use(output, actions, host.saved)
    second = types.SimpleNamespace(output=None, logs=None, error=None, final=False)
    if follow := case.get("followup"):
        second = Run(executor if follow.get("executor", "same") == "same" else make(), follow["code"])
    if case.get("zombie"):
        time.sleep(0.8)
    seen = "\0".join(text[: 4 << 20] for text in (shown, user.text(first.logs), error_text, user.text(second.output)))
    authorized = [name.replace(".*", "") for name in case["authorized_imports"]]
    names = {
        "out": output, "logs": first.logs, "err": first.error, "errs": error_text, "fin": first.final,
        "out_f": second.output, "logs_f": second.logs, "err_f": second.error, "fin_f": second.final,
        "ex": executor, "host": host, "token": token, "os": os, "sys": sys, "types": types, "outs": shown,
        "post_err": None, "t_exec": first.seconds, "mod": sys.modules.get, "cap": lambda thing: fxhost.cap(thing, authorized),
        "leak": lambda: token in seen, "file_exists": lambda name: (folder / name).exists(), "still_ticking": lambda: host.counter > ticked,
    }  # fmt: skip
    got_out, how = fired(case, names)
    kind = type(first.error).__name__ if first.error is not None else None
    hits = _fastexec.audit_hits() if hasattr(_fastexec, "audit_hits") else 0
    left = sorted(path.name for path in folder.iterdir() if path.name != "secret.txt") + processes_left() if case.get("isolation") else []
    report = {"hits": hits, "error": error_text[:600], "kind": kind, "how": how, "shown": shown[:300], "seconds": round(first.seconds, 2), "left": left}
    return report | {"verdict": verdict(case, got_out, token in seen, user.raised, first.error, peak_memory() - before)}


def verdict(case: dict, got_out: bool, leaked: bool, raised: list[str], error: BaseException | None, memory: int) -> str:
    if case["class"].startswith("benign"):
        return "ok" if got_out else "broken"
    if got_out or leaked or raised or (error is not None and not isinstance(error, Exception)):
        return "escaped"
    if memory > MEMORY:
        return "out of memory"
    if error is None:
        return "contained"
    return "limited" if case["expect"] == "limited" else "refused"


for module in PRELOADED:  # once in the worker, before it forks
    load(module)
