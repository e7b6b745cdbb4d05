"""Further parts of the attacker's grammar: values that are not what they say, classes below the host's, time, what is left.

Each function makes the programs of one sink, as those of attacker.py do: what `reach` does, the canary, an attribute.
`crash` as a canary means that only the end of the process, or its silence, shows that the attack got out.
"""

from __future__ import annotations

import random

import attack_grammar as grammar
import fuzz_types
from attack_templates import fill, one_of, usable

# ------------------------------------------------------------------------------------------ memory
DTYPES = ["object", "'O'", "[('a', 'O')]", "np.dtype('O')", "[('a', 'i8'), ('b', 'O')]", "'O,O'", "[('a', object, (2,))]", "np.dtypes.StringDType()"]
NUMBERS = ["bytearray(b'A' * 64)", "b'A' * 64", "np.full(8, 0x4141414141414141)", "array.array('q', [0x41414141] * 8)", "np.arange(1, 9, dtype='u8') << 40", "np.frombuffer(b'A' * 64, 'u1')", "np.random.default_rng(1).integers(1 << 40, 1 << 41, 8)", "np.array([b'A' * 64])", "np.array(['ABCD' * 8])"]
ARRAYS = [
    "np.ndarray((1,), dtype=VALUE, buffer=OBJ)", "np.ndarray(shape=1, dtype=VALUE, buffer=OBJ, offset=0)", "np.ndarray((1,), VALUE, OBJ, 8)", "np.ndarray.__new__(np.ndarray, (1,), VALUE, OBJ)", "type.__call__(np.ndarray, (1,), VALUE, OBJ)", "list(map(np.ndarray, [(1,)], [VALUE], [OBJ]))[0]", "functools.partial(np.ndarray, (1,), VALUE)(OBJ)", "operator.call(np.ndarray, (1,), VALUE, OBJ)", "np.frombuffer(OBJ, dtype=VALUE)",
    "np.asarray(OBJ).view(VALUE)", "np.array(OBJ).view(dtype=VALUE)", "np.rec.array(OBJ, dtype=VALUE)", "np.recarray((1,), dtype=VALUE, buf=OBJ)", "np.ma.MaskedArray(np.ndarray((1,), VALUE, OBJ))", "type('K', (np.ndarray,), {})((1,), VALUE, OBJ)", "np.ndarray.__new__(np.matrix, (1, 1), VALUE, OBJ)", "np.lib.stride_tricks.as_strided(np.asarray(OBJ), (1,), (8,)).view(VALUE)", "np.asarray(OBJ).getfield(VALUE)", "np.asarray(OBJ).astype('V8').view(VALUE)",
    "np.void(OBJ).view(VALUE)", "with_dtype(np.asarray(OBJ), VALUE)", "with_state(np.zeros(1, VALUE), OBJ)", "np.ndarray((1,), VALUE, np.ndarray((64,), 'u1', OBJ))", "np.asarray(OBJ).__array__(VALUE)", "np.frompyfunc(np.ndarray, 3, 1)((1,), VALUE, OBJ)", "np.char.chararray((1,), buffer=OBJ).view(VALUE)", "changed(np.array([[1], 'a'], dtype=object), OBJ)", "viewed(np.array([[1], 'a'], dtype=object), OBJ)",
]  # fmt: skip
USES = ["repr(OBJ)", "str(OBJ[0])", "OBJ.tolist()", "[type(x) for x in OBJ]", "[hash(x) for x in OBJ.ravel()]", "OBJ.item(0)", "OBJ == OBJ", "OBJ.copy().tolist()", "list(map(str, OBJ))", "OBJ.sum()", "pd.Series(list(OBJ))", "OBJ[0]"]
PLACES = ["-10**12", "10**12", "-70", "5", "-1", "1 << 40", "-(1 << 62)", "4096 * 99", "-4096 * 99"]
ERRORS = ["UnicodeDecodeError('u', b'abc', PLACE, PLACE + 1, 'x')", "UnicodeEncodeError('u', 'abc', PLACE, PLACE + 1, 'x')", "UnicodeTranslateError('abc', PLACE, PLACE + 1, 'x')", "moved(UnicodeDecodeError('u', b'abc', 1, 2, 'x'), PLACE)", "moved(UnicodeEncodeError('u', 'abc', 1, 2, 'x'), PLACE)", "type('E', (UnicodeDecodeError,), {})('u', b'abc', PLACE, PLACE + 1, 'x')"]
TEXTS_OF_ERRORS = ["str(OBJ)", "f'{OBJ}'", "'%s' % OBJ", "list(map(str, [OBJ]))", "format(OBJ)", "traceback.format_exception_only(OBJ)", "str.__str__(OBJ) if 0 else print(OBJ)", "json.dumps(OBJ, default=str)", "'{}'.format(OBJ)"]


def memory(chance: random.Random, sink: str) -> tuple[str, str, str]:
    """An array over foreign bytes, or an error with foreign places, and what reads it."""
    if chance.random() < 0.3:
        error = one_of(chance, ERRORS).replace("PLACE", f"({chance.choice(PLACES)})")
        return f"def reach(*a, **k): return {fill(one_of(chance, TEXTS_OF_ERRORS), OBJ=error)}", "expr: 'byte 0x' in outs + logs", "x"
    made = fill(one_of(chance, ARRAYS), VALUE=chance.choice(DTYPES), OBJ=f"({chance.choice(NUMBERS)})")
    return f"def reach(*a, **k):\n    x = {made}\n    return {fill(one_of(chance, USES), OBJ='x')}", "crash", "x"


# ------------------------------------------------------------------------------------------ what the interpreter trusts
WORKS = [
    "time.pthread_getcpuclockid(1)", "list(map(time.pthread_getcpuclockid, [1, 2**40]))", "functools.partial(time.pthread_getcpuclockid, 2**46)()",
    "o = collections.OrderedDict((k, k) for k in keys)\n    keys[9].act = lambda: o.clear()\n    o.move_to_end(keys[12])", "o = collections.OrderedDict((k, k) for k in keys)\n    keys[3].act = lambda: o.clear()\n    o == collections.OrderedDict((k, k) for k in keys[::-1])", "o = collections.OrderedDict((k, k) for k in keys)\n    keys[5].act = o.clear\n    o.pop(keys[9])",
    "class R:\n        def __iter__(s): return s\n        def __next__(s):\n            s.n = getattr(s, 'n', 0) + 1\n            if s.n == 1: next(r)\n            return 'a,\"b\\n'\n    r = csv.reader(R()); next(r)", "a = array.array('i', range(9))\n    a[Index(lambda: a.__init__('i') or a.clear() if hasattr(a, 'clear') else a.__delitem__(slice(None)))] = 3", "a = array.array('d', [1.0] * 99)\n    a[5] = Index(lambda: a.__delitem__(slice(None)))",
    "m = len\n    for i in range(120_000): m = types.MethodType(m, 1)\n    m.__name__", "m = list\n    for i in range(120_000): m = types.GenericAlias(m, int)\n    m.foo", "x = typing.TypeVar('T')\n    for i in range(100_000): x = list[x]\n    x[int]", "r = e = ET.Element('a')\n    for i in range(200_000): e = ET.SubElement(e, 'a')\n    r.__deepcopy__({})", "a = np.array(1, dtype=object)\n    for i in range(100_000):\n        b = np.empty((), dtype=object); b[()] = a; a = b\n    a + a",
    "x = {}\n    for i in range(200_000): x = types.MappingProxyType({'a': x}).items()\n    repr(x)", "x = ()\n    for i in range(200_000): x = functools.partial(print, x)\n    repr(x)", "x = iter([1])\n    for i in range(200_000): x = itertools.chain(x)\n    next(x)", "x = iter([1])\n    for i in range(200_000): x = map(str, x)\n    next(x)", "x = iter([1])\n    for i in range(200_000): x = zip(x)\n    del x", "x = (1,)\n    for i in range(200_000): x = (x,)\n    hash(x)",
    "class C: pass\n    def use(): return C.x\n    C.x = Thing()\n    for i in range(99): use()\n    r = weakref.ref(C.x, lambda r: found.append(use()))\n    C.x = None",
]  # fmt: skip


def crashing(chance: random.Random, sink: str) -> tuple[str, str, str]:
    """A program of the fuzzer of types, or one that is near to a known crash."""
    if chance.random() < 0.5:
        code = fuzz_types.program(chance.randrange(10**9))
        return f"{code}\nfound = []\ndef reach(*a, **k): return 0", "crash", "x"
    return f"def reach(*a, **k):\n    {one_of(chance, WORKS)}\n    return 0", "crash", "x"


# ------------------------------------------------------------------------------------------ classes below the host's
CAUGHT = [("__setattr__", "catch"), ("__setattr__", "lambda s, n, v: catch(s, n, v)"), ("_conn", "Desc()"), ("_conn", "lazy(Desc)"), ("__delattr__", "catch"), ("__getattribute__", "lambda s, n: catch(s, n, object.__getattribute__(s, n))"), ("_conn", "property(lambda s: 1, lambda s, v: catch(s, 0, v))"), ("__setattr__", "staticmethod(catch)"), ("__setattr__", "functools.partialmethod(catch)")]
GUESTS = [
    "class G(Host):\n        ATTR = VALUE", "class G(Host): pass\n    G.ATTR = VALUE", "class G(Host): pass\n    setattr(G, NAME, VALUE)", "class M:\n        ATTR = VALUE\n    class G(M, Host): pass", "class M: pass\n    class G(M, Host): pass\n    M.ATTR = VALUE", "class M: pass\n    class L(M): pass\n    class G(L, Host): pass\n    type.__setattr__(M, NAME, VALUE)", "G = type('G', (Host,), {NAME: VALUE})",
    "G = types.new_class('G', (Host,), {}, lambda ns: ns.update({NAME: VALUE}))", "G = abc.ABCMeta('G', (Host,), {NAME: VALUE})", "G = enum.EnumMeta.__call__(type, 'G', (Host,), {NAME: VALUE})", "class T(type):\n        def __new__(m, n, b, ns): return super().__new__(m, n, b, {**ns, NAME: VALUE})\n    class G(Host, metaclass=T): pass", "class M:\n        def __init_subclass__(c): setattr(c, NAME, VALUE)\n    class G(M, Host): pass",
    "class E:\n        ATTR = VALUE\n    class T(type):\n        def mro(c): return [c, E, Host, object]\n    class G(metaclass=T): pass", "class E:\n        ATTR = VALUE\n    class G(Host): pass\n    G.__bases__ = (E, Host)", "@dataclasses.dataclass(init=False)\n    class G(Host):\n        ATTR: object = VALUE", "G = dataclasses.make_dataclass('G', [], bases=(Host,), namespace={NAME: VALUE}, init=False)", "G = list(map(type, ['G'], [(Host,)], [{NAME: VALUE}]))[0]",
    "class M: pass\n    class G(M, Host): pass\n    list(map(setattr, [M], [NAME], [VALUE]))", "class D(Desc): pass\n    class G(Host):\n        ATTR = VALUE\n    D.__set__ = catch", "G = collections.namedtuple('N', 'a').__class__('G', (Host,), {NAME: VALUE})", "class G(Host): pass\n    functools.update_wrapper(G, type('W', (), {NAME: VALUE}), assigned=[NAME], updated=[])", "G = functools.reduce(lambda c, n: type(n, (c,), {NAME: VALUE}), 'abc', Host)",
]  # fmt: skip


def guests(chance: random.Random, sink: str) -> tuple[str, str, str]:
    """A class of the code below one of the host's, which sees what the host's methods store."""
    name, value = chance.choice(CAUGHT)
    made = fill(one_of(chance, GUESTS), NAME=repr(name), ATTR=name, VALUE=value)
    used = chance.choice(["G(1)", "G(1)", "list(map(G, [1]))", "Host.__init__(G.__new__(G), 1)", "operator.call(G, 1)", "copy.copy(G(1))"])
    return f"Host = type(fetch_record())\ndef reach(*a, **k):\n    {made}\n    {used}\n    return found", "leak", name


# ------------------------------------------------------------------------------------------ time, and what is left
LONG = [
    "int(decimal.Decimal('1e20000000'))", "len(str(decimal.Decimal(1 << 8_000_000)))", "unicodedata.normalize('NFD', '\\u0315\\u0300' * 300_000)", "unicodedata.normalize('NFKC', '\\u0315\\u0300' * 300_000)", "list(map(unicodedata.normalize, ['NFC'], ['\\u0315\\u0300' * 300_000]))", "hashlib.pbkdf2_hmac('sha256', b'a', b'b', 10**9)", "np.linalg.svd(np.random.rand(5000, 5000))", "np.linalg.eig(np.random.rand(4000, 4000))",
    "np.convolve(np.ones(10**6), np.ones(10**6))", "np.dot(np.ones((6000, 6000), int), np.ones((6000, 6000), int))", "np.ones((6000, 6000), int) @ np.ones((6000, 6000), int)", "np.einsum('i,j,k->', np.ones(4000), np.ones(4000), np.ones(4000))", "list(map(int, [decimal.Decimal('1e20000000')]))", "decimal.Decimal('1e20000000').to_integral_value().__int__()", "'{:d}'.format(int(decimal.Decimal('7e20000000')))", "math.comb(10**8, 5 * 10**7)", "fractions.Fraction(decimal.Decimal('1e20000000'))",
]  # fmt: skip
ACTS_LATE = ["while True: pass", "for i in range(10**9): pass", "sum(range(10**9))", "later.append(D())", "D(); D()", "[D() for i in range(3)]", "time.sleep(1)", "sorted(range(10**6))", "'a' * 10**6\n            while 1: 1"]
LEFT = [
    "class D:\n        def __del__(self):\n            ACT\n    return [D() for i in range(400)]", "class D:\n        def __init__(self): self.me = self\n        def __del__(self):\n            ACT\n    return [D() for i in range(400)]", "class D: pass\n    def late(*a):\n            ACT\n    held = [D() for i in range(400)]\n    return held, [weakref.ref(d, late) for d in held]", "class D:\n        def __iter__(self):\n            try: yield self\n            finally:\n                ACT\n    return [(g, next(g)) for g in map(iter, [D() for i in range(400)])]",
    "class D: pass\n    def late(*a):\n            ACT\n    held = [D() for i in range(400)]\n    for d in held: weakref.finalize(d, late)\n    return held",
]  # fmt: skip


def long_lasting(chance: random.Random, sink: str) -> tuple[str, str, str]:
    """A computation of native code that goes on far beyond the deadline."""
    while True:
        code = one_of(chance, LONG)
        if usable((code,)):
            return f"def reach(*a, **k): return {code}", "expr: t_exec > 14", "x"


def left_over(chance: random.Random, sink: str) -> tuple[str, str, str]:
    """Finalisers of what the code gives to the host, which drops it."""
    act = chance.choice(ACTS_LATE)
    return f"later = []\ndef reach(*a, **k):\n    {one_of(chance, LEFT).replace('ACT', act)}", "crash", "x"


# ------------------------------------------------------------------------------------------ namespaces
def namespaces(chance: random.Random, sink: str) -> tuple[str, str, str]:
    """Text that a library runs in a namespace of the code, where builtins might stay."""
    templates = [text for text in grammar.EVALUATORS if "names" in text]
    text = chance.choice(["1 + 1", "o", "x", "json", "[o]", "len('a')", "o.value", "int"])
    expression = fill(one_of(chance, templates), TEXT=repr(text))
    names = "names = {'o': fetch_record(), 'json': json, 'x': 3}"
    return f"{names}\ndef reach(*a, **k):\n    try: {expression}\n    except Exception as error: print(error)\n    return 'builtins are left' if '__builtins__' in names else 0", "expr: 'builtins are left' in outs", "x"


# ------------------------------------------------------------------------------------------ functions that never enter the code
LEAVING = ["sympy.parse_expr('1', global_dict=ns)", "sympy.parse_expr('x', {'x': 3}, global_dict=ns)", "list(map(functools.partial(sympy.parse_expr, global_dict=ns), ['1']))", "typing.get_type_hints(hinted(0, 'list[int]'), ns)", "sympy.lambdify([], '1', modules=[ns])()", "sympy.sympify('1', locals=ns)"]
UNSEEN = [
    "map(operator.itemgetter(NAME), map(operator.itemgetter('__builtins__'), [ns]))", "map(dict.get, map(dict.get, [ns], ['__builtins__']), [NAME])", "map(operator.getitem, map(operator.getitem, [ns], ['__builtins__']), [NAME])", "map(dict.__getitem__, map(ns.get, ['__builtins__']), [NAME])", "itertools.starmap(dict.get, zip(map(ns.get, ['__builtins__']), [NAME]))",
    "filter(None, map(dict.get, map(ns.get, ['__builtins__']), [NAME]))", "collections.deque(map(dict.get, map(ns.get, ['__builtins__']), [NAME]))", "itertools.chain.from_iterable([map(operator.itemgetter(NAME), map(ns.get, ['__builtins__']))])",
]  # fmt: skip
UNSEEN_CALLS = [
    "itertools.chain.from_iterable(map(map, FUNC, [[OBJ]], [[NAME]]))", "map(operator.call, FUNC, [OBJ], [NAME])", "itertools.starmap(operator.call, zip(FUNC, [OBJ], [NAME]))", "itertools.chain.from_iterable(map(itertools.starmap, FUNC, [[(OBJ, NAME)]]))", "map(next, map(map, FUNC, [[OBJ]], [[NAME]]))", "map(list, map(map, FUNC, itertools.repeat([OBJ]), [[NAME]]))", "map(functools.reduce, FUNC, [[OBJ, NAME]])",
    "itertools.chain.from_iterable(map(functools.partial(itertools.accumulate, [OBJ, NAME]), FUNC))",
]  # fmt: skip


def unseen(chance: random.Random, sink: str) -> tuple[str, str, str]:
    """A builtin in a namespace that a library ran text in, found and called inside of C code."""
    functions = fill(one_of(chance, UNSEEN), NAME="'getattr'")
    called = fill(one_of(chance, UNSEEN_CALLS), FUNC=functions, OBJ="fetch_config()", NAME="'_key'")
    return f"ns = {{}}\ndef reach(*a, **k):\n    {fill(one_of(chance, LEAVING))}\n    return {fill(one_of(chance, grammar.OUT_OF_STREAM), ITEMS=called)}", "leak", "x"


HELPERS = {
    "with_dtype": "def with_dtype(a, d):\n    a.dtype = d\n    return a",
    "with_state": "def with_state(a, b):\n    a.__setstate__((1, (1,), a.dtype, False, bytes(b)))\n    return a",
    "changed": "def changed(a, b):\n    np.frombuffer(a, 'u1')[:] = 65\n    return a",
    "viewed": "def viewed(a, b):\n    np.ndarray((2,), 'u8', a)[:] = 1 << 40\n    return a",
    "moved": "def moved(e, at):\n    e.start = at; e.end = at + 1\n    return e",
    "catch": "def catch(s, n, v): found.append(getattr(v, 'password', v)); found.append(getattr(v, 'args', 0))",
    "Desc": "class Desc:\n    def __get__(s, o, t): return s\n    def __set__(s, o, v): catch(o, 0, v)",
    "lazy": "def lazy(base):\n    class D: pass\n    D.__set__ = base.__set__\n    return D()",
    "Index": "class Index:\n    def __init__(s, act): s.act = act\n    def __index__(s): s.act(); return 1\n    def __float__(s): s.act(); return 1.0",
    "Thing": "class Thing: pass",
    "keys": "class Key:\n    act = None\n    def __hash__(s): return 1\n    def __eq__(s, o):\n        if s.act: s.act()\n        return s is o\nkeys = [Key() for i in range(20)]",
}  # fmt: skip
SINKS = {
    "memory": memory, "what the interpreter trusts": crashing, "classes below the host's": guests, "time beyond the deadline": long_lasting,
    "finalisers after the run": left_over, "builtins in namespaces": namespaces,
    "functions never seen": unseen,
}  # fmt: skip
