"""Small programs that mean something else on fastexec than on CPython, on purpose (see divergences.toml)."""

from __future__ import annotations

import oracles

SNIPPETS: dict[str, dict] = {
    "annotations/1": {"code": "x: List[int] = [1]\nprint(x)"},
    "lifetime/1": {
        "code": "class D:\n    def __del__(self): print('dropped')\n\ndef f():\n    d = D()\n    raise ValueError\n\ntry:\n    f()\nexcept ValueError:\n    print('caught')\n",
    },
    "lifetime/2": {
        "code": "class D:\n    def __add__(self, other): return 1\n    def __del__(self): print('dropped')\n\nprint(D() + D(), 'said') or print('done')\n",
    },
    "types/2": {"code": "print([].__class__)"},
    "typing/2": {"code": "import typing\ndef f(x: \"list[len('a')]\"): pass\nprint(typing.get_type_hints(f))", "imports": ["typing"]},
    "weakref/1": {"code": "import weakref\ns = {1}\nprint(len(weakref.proxy(s)))", "imports": ["weakref"]},
    "super/1": {"code": "class Below(super): pass"},
    "reduce/1": {"code": "import copy\nclass A:\n    def __reduce__(self):\n        return (list, ('ab',))\nprint(copy.copy(A()))", "imports": ["copy"]},
    "classes/1": {"code": "import itertools\nclass Own(itertools.count): pass\nprint(next(Own()))"},
}


def differences(name: str) -> str | None:
    """What differs when the snippet runs on both."""
    snippet = SNIPPETS[name]
    steps = [snippet["code"]]
    return oracles.compare(steps, oracles.run_on_cpython(steps), oracles.run_on_fastexec(steps, snippet.get("imports", [])))
