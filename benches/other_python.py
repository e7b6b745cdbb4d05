"""Runs programs for `executors.OtherPython` on the interpreter that runs this file: JSON lines in and out."""

from __future__ import annotations

import ast
import gc
import json
import sys
import time
import types


def lookup(n: int) -> dict:
    return {"name": f"n{n}", "score": n % 10}


def run(text: str) -> tuple[float, str]:
    """Processor seconds and value of the last expression of a program, compiling included."""
    namespace = types.ModuleType("__main__").__dict__
    namespace["lookup"] = lookup
    gc.collect()
    started = time.thread_time()
    tree = ast.parse(text)
    last = tree.body.pop()
    exec(compile(tree, "<program>", "exec"), namespace)
    value = eval(compile(ast.Expression(last.value), "<program>", "eval"), namespace)
    return time.thread_time() - started, repr(value)


def main() -> None:
    answers = sys.stdout
    sys.stdout = sys.stderr
    sys.modules.setdefault("__main__", types.ModuleType("__main__"))
    for line in sys.stdin:
        try:
            seconds, value = run(json.loads(line))
            answer = {"seconds": seconds, "value": value}
        except Exception as error:  # noqa: BLE001 - what it cannot run is part of the result
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
