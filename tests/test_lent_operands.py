"""What C code lends to the code (operands that the code takes out of their container meanwhile) stays until the C code is done with it."""

from __future__ import annotations

import os
import subprocess
import sys

import fastexec
import pytest

# CPython itself ends at each: the operand is gone when it is asked for its type, or given to the other one.
ATTACKS = {
    "values of a Counter": """
        import collections
        class V:
            def __add__(self, other):
                counted.clear()
                return NotImplemented
        counted = collections.Counter()
        counted['a'] = V()
        try: counted.update(['a', 'b'])
        except TypeError: pass
    """,
    "tags of elements": """
        import xml.etree.ElementTree as ET
        class Tag:
            def __eq__(self, other):
                child.tag = 'x'
                return NotImplemented
        class Path(str):
            def __eq__(self, other): return len([type(other)]) == 2
            __hash__ = str.__hash__
        for look in ('find', 'findtext', 'findall'):
            root = ET.Element('r')
            child = ET.SubElement(root, 'c')
            child.tag = Tag()
            getattr(root, look)(Path('a'))
    """,
    "elements that a builder is in": """
        import xml.etree.ElementTree as ET
        class E:
            text = tail = None
            def __init__(self, tag, attrib): self.tag = tag
            def append(self, child):
                if child.tag == 't3':
                    builder.end('t2'); builder.end('t1')
                    for tag in 'xyz': builder.start(tag, {})
                    for tag in 'zyx': builder.end(tag)
        builder = ET.TreeBuilder(element_factory=E)
        for tag in ('t0', 't1', 't2', 't3'): builder.start(tag, {})
        builder.end('t3')
        builder.start('t4', {})
    """,
    "items of an array": """
        import numpy as np
        class V:
            def __eq__(self, other):
                array[:] = None
                return NotImplemented
            __add__ = __eq__
        class W:
            def __eq__(self, other): return len([type(other)]) == 2
            def __radd__(self, other): return len([type(other)])
        for step in (lambda: array == W(), lambda: array + W()):
            array = np.array([V(), V()], dtype=object)
            step()
    """,
}
RUN = """
import sys, textwrap, fastexec
executor = fastexec.LocalPythonExecutor(["xml.etree.ElementTree", "numpy"])
executor.send_tools({})
executor(textwrap.dedent(sys.argv[1]))
print("went on")
"""


@pytest.mark.parametrize("name", ATTACKS)
def test_the_process_goes_on(name: str) -> None:
    # What is freed is overwritten at once.
    settings = os.environ | {"PYTHONMALLOC": "debug"}
    ran = subprocess.run([sys.executable, "-c", RUN, ATTACKS[name]], capture_output=True, text=True, env=settings, check=False)
    assert (ran.returncode, ran.stdout) == (0, "went on\n"), ran.stderr


GOES = """
gone = []
class Item:
    def __init__(self, n): self.n = n
    def __del__(self): gone.append(self.n)
    def __lt__(self, other): return self.n < other.n
"""
HONEST = {
    "arguments of a callback": ("def use(item): return item.n\nlist(map(use, (Item(n) for n in range(3))))\ngone", [0, 1, 2]),
    "items of a sort": ("[item.n for item in sorted([Item(2), Item(1)])]\ngone", [1, 2]),
    "what takes itself out": ("box = [Item(1)]\ndef use(item): box.clear()\nfor _ in map(use, list(box)): pass\ngone", [1]),
    "at the end of the run, at the latest": (
        "import collections\nclass V(Item):\n    def __add__(self, other):\n        c.clear()\n        return 5\nc = collections.Counter()\nc['a'] = V(7)\nc.update('a')\ndict(c)",
        {"a": 5},
    ),
}


@pytest.mark.parametrize("name", HONEST)
def test_what_is_not_needed_goes(name: str) -> None:
    executor = fastexec.LocalPythonExecutor(["collections"])
    executor.send_tools({})
    code, expected = HONEST[name]
    assert executor(GOES + code).output == expected
    if name.startswith("at the end"):
        assert executor("gone").output == [7]


ITERATORS = """
import itertools
class N:
    again = False
    def __index__(self): return 1
    def __add__(self, other):
        if N.again:
            N.again = False
            next(steps)
        return N()
    __radd__ = __add__
steps = MADE
first = next(steps)
N.again = True
try: next(steps); said = None
except RuntimeError as error: said = str(error)
N.again = False
said, type(next(steps)) is N
"""


@pytest.mark.parametrize("made", ["itertools.count(N(), N())", "itertools.accumulate([N(), N(), N(), N(), N()])"])
def test_a_step_makes_no_other_step(made: str) -> None:
    executor = fastexec.LocalPythonExecutor([])
    executor.send_tools({})
    said, goes_on = executor(ITERATORS.replace("MADE", made)).output
    assert "at work" in said
    assert goes_on


def test_steps_are_as_ever() -> None:
    executor = fastexec.LocalPythonExecutor(["fractions"])
    executor.send_tools({})
    code = """
import itertools, fractions
third = itertools.count(fractions.Fraction(1, 3), fractions.Fraction(1, 3))
nested = itertools.accumulate(itertools.accumulate(range(4)))
def total(a, b): return a + next(other) + b
other = itertools.accumulate(itertools.repeat(1))
[str(next(third)) for _ in range(3)], list(nested), list(itertools.accumulate([1, 2, 3], total)), list(reversed(type('S', (), {'__len__': lambda s: 2, '__getitem__': lambda s, i: i})()))
"""
    assert executor(code).output == (["1/3", "2/3", "1"], [0, 1, 4, 10], [1, 4, 9], [1, 0])
