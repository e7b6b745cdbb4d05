"""A fuzzer of types × operations × hostile callbacks: no program, whatever its values do in the middle of an operation, ends the process.

A program has a container (`box`), elements whose special methods act (change or re-enter the container, raise, lie),
and a few operations; or a nest of one kind of container, some 100,000 deep, and an operation on it. As a
program (`python fuzz_types.py COUNT SEED`) it runs COUNT programs and tells which ended their process.
"""

from __future__ import annotations

import os
import random
import re
import sys

import packages

EACH = 10  # programs per child
SECONDS = 1.0  # for one program
IMPORTS = {
    "np": "import numpy as np",
    "pd": "import pandas as pd",
    "ET": "import xml.etree.ElementTree as ET",
    "io": "import io",
}
STANDARD = (
    "array bisect collections copy csv datetime decimal enum fractions functools heapq io itertools json math operator pickle random re statistics string struct types weakref"
).split()
AUTHORISED = [*STANDARD, "numpy", "pandas", "xml.etree.ElementTree", "dataclasses", "contextlib", "typing"]

# ------------------------------------------------------------------------------------------ containers
BOXES = [
    "[h(), h(), h(), h()]", "(h(), h())", "{1: h(), 2: h()}", "{h(): 1, h(): 2, h(): 3}", "{h(), h(), h()}", "frozenset([h(), h()])", "collections.deque([h(), h(), h()])", "collections.deque([h(), h()], 3)",
    "collections.OrderedDict([(h(), 1), (h(), h())])", "collections.OrderedDict.fromkeys(range(5), h())", "collections.defaultdict(h, {h(): h()})", "collections.Counter([h(), h()])", "collections.ChainMap({h(): 1}, {h(): 2})", "collections.UserList([h(), h()])", "collections.UserDict({h(): 1})",
    "bytearray(b'abcdefgh')", "b'abcdef'", "'text with words'", "array.array('i', [1, 2, 3, 4])", "array.array('d', [1.0, 2.0])", "range(3, 2**70, h())", "slice(h(), h(), h())", "io.StringIO('a\\nb\\nc')", "io.BytesIO(b'a\\nb\\nc')", "types.SimpleNamespace(a=h(), b=h())", "types.MappingProxyType({h(): h()})",
    "itertools.chain([h()], box_iter())", "itertools.cycle([h(), h()])", "itertools.islice(box_iter(), 0, 3)", "itertools.product([h(), h()], repeat=2)", "itertools.permutations([h(), h(), h()])", "itertools.combinations([h(), h(), h()], 2)", "itertools.combinations_with_replacement([h(), h()], 2)", "itertools.accumulate([h(), h(), h()], f)",
    "itertools.groupby([h(), h(), h()], f)", "itertools.zip_longest([h()], box_iter(), fillvalue=h())", "itertools.tee(box_iter(), 3)[1]", "itertools.takewhile(f, box_iter())", "itertools.dropwhile(f, box_iter())", "itertools.starmap(f, box_iter())", "itertools.filterfalse(f, box_iter())", "itertools.compress(box_iter(), box_iter())", "itertools.pairwise(box_iter())", "itertools.count(h(), h())", "itertools.repeat(h(), 3)",
    "iter([h(), h()])", "iter({h(): 1})", "reversed([h(), h()])", "reversed({1: h(), 2: h()})", "enumerate(box_iter())", "zip(box_iter(), [h(), h()])", "map(f, box_iter())", "filter(f, box_iter())", "iter(f, h())", "(x for x in box_iter())", "{h(): h()}.items()", "{h(): h()}.keys()", "{1: h()}.values()", "collections.OrderedDict({h(): 1}).items()", "iter(collections.OrderedDict({1: h(), 2: h()}))", "iter(collections.deque([h(), h()]))",
    "functools.partial(f, h(), a=h())", "functools.lru_cache(2)(f)", "functools.cmp_to_key(f)(h())", "functools.cached_property(f)", "functools.singledispatch(f)", "re.compile('(a+)(b)?|c')", "re.match('(a+)(b)?', 'aab')", "re.finditer('a|b', 'abab')", "struct.Struct('iqd')", "struct.iter_unpack('i', bytes(16))", "decimal.Decimal('1.5')", "decimal.Context(prec=5)", "fractions.Fraction(1, 3)", "datetime.datetime(2020, 1, 2)", "datetime.timedelta(3, 4)", "datetime.timezone(datetime.timedelta(hours=1))",
    "datetime.date(2020, 1, 2)", "datetime.time(1, 2)", "csv.reader(box_iter())", "csv.writer(sink)", "csv.DictReader(box_iter())", "json.JSONDecoder(object_hook=f)", "json.JSONEncoder(default=f, indent=1)", "json.scanner.make_scanner(json.JSONDecoder())", "ET.fromstring('<a x=\"1\"><b/><c>t</c></a>')", "ET.Element('a', {'k': 'v'})", "ET.XMLParser(target=h())", "ET.TreeBuilder(f)", "ET.fromstring('<a><b/><c/></a>').iter()", "random.Random(1)", "weakref.WeakValueDictionary({1: k})", "weakref.WeakKeyDictionary({k: h()})", "weakref.WeakSet([k])", "weakref.ref(k, f)", "weakref.WeakMethod(k.__len__)",
    "Exception(h(), h())", "OSError(1, h(), h(), 2, h())", "UnicodeDecodeError('u', b'abc', 1, 2, 'x')", "UnicodeEncodeError('u', 'abc', 1, 2, 'x')", "SyntaxError('m', ('f', 1, 2, 't'))", "StopIteration(h())", "ImportError(h(), name=h())", "KeyError(h())", "NameError(h(), name=h())", "list[h(), h()]", "int | list[int]", "types.GenericAlias(list, (h(), h()))", "property(f, f, f)", "classmethod(f)", "staticmethod(f)", "types.MethodType(f, h())", "super(H, k)", "operator.itemgetter(h(), 1)", "operator.attrgetter('a', 'b.c')", "operator.methodcaller('pop', h())",
    "np.array([h(), h(), h()], dtype=object)", "np.array([[h(), 1], [2, h()]], dtype=object)", "np.zeros(3, dtype=[('a', 'O'), ('b', 'i4')])", "np.arange(6.0).reshape(2, 3)", "np.arange(6)[::2]", "np.array(['a', 'bb'])", "np.array(['2020-01-01'], dtype='M8[D]')", "np.ma.array([1, 2, 3], mask=[0, 1, 0])", "np.ma.array([h(), h()], dtype=object)", "np.nditer([np.arange(3), None])", "np.frompyfunc(f, 2, 1)", "np.vectorize(f)", "np.dtype([('a', 'O'), ('b', 'f8', (2,))])", "np.broadcast(np.arange(3), [1])", "np.arange(3).flat", "np.array([h()], dtype=object).flat", "np.float64(1.5)", "np.array(h(), dtype=object)", "np.add", "np.char.array(['a'])", "np.random.default_rng(1)", "np.rec.array([(1, 'a')])",
    "np.ndenumerate([[h()]])", "np.array(['a'], dtype=np.dtypes.StringDType())", "np.poly1d([1, 2])", "np.void(b'abc')",
    "pd.Series([h(), h(), h()], dtype=object)", "pd.Series([1, 2, 3])", "pd.Series(['a', None], dtype='string')", "pd.DataFrame({'a': [h(), h()], 'b': [1, 2]})", "pd.Index([h(), h()], dtype=object)", "pd.MultiIndex.from_tuples([(1, 'a'), (2, 'b')])", "pd.Categorical(['a', 'b', 'a'])", "pd.DataFrame({'a': [1, 1, 2], 'b': [h(), h(), h()]}).groupby('a')", "pd.Series([1, 2, 3]).rolling(2)", "pd.Timestamp('2020-01-01')", "pd.IntervalIndex.from_breaks([0, 1, 2])", "pd.Series(['a', 'b']).str", "pd.DataFrame({'a': [1]}).iloc", "pd.Timedelta(1, 'D')", "pd.period_range('2020', periods=3)", "pd.array([1, None])",
]  # fmt: skip
ARGUMENTS = [
    "h()", "h()", "h()", "h()", "k", "box", "box", "other", "[h(), h()]", "[box, h()]", "box_iter()", "iter(box)", "0", "1", "-1", "-2**31", "2**31", "2**62", "-2**63", "2**63", "2**70", "1.5", "float('nan')", "None", "True", "''", "'a'", "'{0}'", "'O'", "b'a'", "b''", "bytearray(b'ab')", "()", "(h(),)", "(h(), h(), h())", "{}", "{h(): h()}", "{'a': h()}", "{h()}", "slice(None)",
    "slice(h(), None, h())", "slice(None, None, -1)", "slice(5, -2**62)", "f", "f", "lambda *a, **k: box", "int", "object", "H", "type(box)", "StopIteration", "...", "NotImplemented", "range(3)", "array.array('b', [1])", "types.SimpleNamespace(a=1)", "(box, h(), 1)", "(0, (h(),), {'a': h()})", "((h(),), 0)", "(h(), None, {'__dict__': 1})", "'%s' * 3", "decimal.Decimal(3)", "datetime.timedelta(1)",
]  # fmt: skip
# Operations besides calling methods. `A` and `B` are arguments.
OPERATIONS = [
    "box + A", "A + box", "box * A", "A * box", "box - A", "A - box", "box | A", "A | box", "box & A", "box ^ A", "box % A", "A % box", "box // A", "box / A", "box ** A", "box @ A", "box << A", "divmod(box, A)", "box == A", "A == box", "box != A", "box < A", "A < box", "box <= A", "box > A", "A in box", "box in A", "box[A]", "box[A:B]", "box[A, B]", "not box", "-box", "~box", "abs(box)",
    "hash(box)", "repr(box)", "str(box)", "format(box, A)", "format(box, 'x')", "len(box)", "bool(box)", "int(box)", "float(box)", "complex(box)", "round(box, A)", "list(box)", "tuple(box)", "set(box)", "dict(box)", "sorted(box)", "sorted(box, key=f)", "sum(box, A)", "max(box, key=f)", "min(box)", "any(box)", "all(box)", "reversed(box)", "next(box)", "next(iter(box))", "list(zip(box, box))", "list(map(f, box, box))",
    "list(filter(f, box))", "dict.fromkeys(box, A)", "dict(zip(box, box))", "[*box, *box]", "{**box}", "f(*box)", "f(**box)", "box(A)", "box(A, B)", "isinstance(A, box)", "isinstance(box, A)", "pow(box, A, B)", "bytes(box)", "bytearray(box)", "b''.join(box)", "''.join(box)", "'%s' % box", "'{}{}'.format(*box)", "copy.copy(box)", "copy.deepcopy(box)", "pickle.dumps(box)", "pickle.loads(pickle.dumps(box))", "json.dumps(box)", "json.dumps({'a': box}, default=f, indent=A)",
    "json.loads(box)", "json.loads('[1, {\"a\": 2}]', object_hook=f, parse_int=f)", "heapq.heapify(box)", "heapq.heappush(box, A)", "heapq.heappop(box)", "heapq.nsmallest(2, box, key=f)", "list(heapq.merge(box, box))", "bisect.insort(box, A)", "bisect.bisect(box, A, key=f)", "functools.reduce(f, box)", "functools.cmp_to_key(f)(A) < functools.cmp_to_key(f)(box)", "itertools.chain.from_iterable(box)", "list(itertools.islice(box, A))", "list(itertools.product(box, box))", "list(itertools.groupby(box, f))", "operator.index(box)", "operator.length_hint(box, A)",
    "operator.countOf(box, A)", "operator.indexOf(box, A)", "operator.concat(box, A)", "operator.itemgetter(A, B)(box)", "operator.setitem(box, A, B)", "operator.delitem(box, A)", "operator.iadd(box, A)", "operator.imul(box, A)", "operator.ior(box, A)", "operator.isub(box, A)", "struct.pack('3i', A, B, box)", "struct.unpack('i', box)", "struct.pack_into('i', box, A, B)", "re.sub('a', f, box)", "re.sub(box, A, 'aab')", "re.split(box, A)", "math.fsum(box)", "math.prod(box)", "math.dist(box, box)", "math.gcd(A, box)", "math.sumprod(box, box)", "statistics.mean(box)", "csv.writer(sink).writerow(box)", "csv.writer(sink).writerows(box)", "list(csv.reader(box))",
    "array.array('i', box)", "array.array('u', box)", "collections.deque(box, A)", "collections.Counter(box)", "collections.OrderedDict(box)", "ET.tostring(box)", "ET.Element('a').extend(box)", "ET.SubElement(box, A)", "ET.indent(box)", "random.Random(A)", "random.choices(box, A, k=3)", "random.sample(box, 2)", "random.shuffle(box)", "decimal.Decimal(box)", "decimal.Decimal(A) + decimal.Decimal(1)", "datetime.datetime(A, 1, 1)", "datetime.date(2020, 1, 1).strftime(box)", "datetime.datetime.fromtimestamp(A)", "range(A, B, 3)", "list(range(box))", "slice(A, B).indices(box)", "chr(box)", "int(A, B)", "type('X', (H,), {'a': box, **A})", "type(A, B, {})", "str(A, B)", "'abc'.translate(box)", "'abc'.replace(A, B)", "'abc'.split(A, B)",
    "str.maketrans(box)", "'a'.startswith(box)", "setattr(box, 'a', A)", "getattr(box, A)", "box.__class__(A)", "box.__class__(A, B)", "ExceptionGroup('g', box)", "ExceptionGroup('g', [ValueError(A)]).split(f)", "match(box)", "unpack(box)", "loop(box)", "walk_and_change(box)", "raise_(box)", "generator(box)", "slots(box, A)", "weakref.ref(box, f)()", "functools.lru_cache(1)(f)(box)", "functools.singledispatch(f)(box)", "enum.Enum('E', box)", "dict.update({}, box)", "{}.update(box, **A)", "set() | box", "set(A) & set(box)", "{1, 2}.isdisjoint(box)", "box_iter().__setstate__(A)", "type(box).__new__(type(box), A)", "type(box).__new__(A)", "type(box).__init__(box, A)",
    "np.array(box)", "np.array([box, A], dtype=object)", "np.array(box, dtype=A)", "np.asarray(box, dtype='f8')", "np.array(box, dtype=[('a', 'O'), ('b', 'i4')])", "np.concatenate([box, box])", "np.sort(box)", "np.argsort(box, kind='stable')", "np.unique(box)", "np.add(box, A)", "np.add.reduce(box)", "np.add.at(box, A, B)", "np.equal(box, A)", "np.dot(box, box)", "np.matmul(box, box)", "np.einsum('i,i', box, box)", "np.where(box, A, B)", "np.take(box, A)", "np.put(box, A, B)", "np.choose(A, box)", "np.copyto(box, A)", "np.resize(box, A)", "np.reshape(box, A)", "np.searchsorted(box, A)", "np.fromiter(box, object)", "np.fromiter(box, 'i4', A)", "np.lexsort([box, box])", "np.interp(A, box, box)", "np.histogram(box)",
    "np.percentile(box, A)", "np.array2string(box, formatter={'object': f})", "np.vectorize(f)(box)", "np.frompyfunc(f, 1, 1)(box)", "np.frompyfunc(f, 2, 1).reduce(box)", "np.frompyfunc(f, 2, 1).accumulate(box)", "np.frompyfunc(f, 2, 1).outer(box, box)", "np.apply_along_axis(f, 0, box)", "np.partition(box, A)", "np.isin(box, A)", "np.full(A, box)", "np.pad(box, A)", "np.block(box)", "np.broadcast_to(box, A)", "np.dtype(box)", "np.arange(A, B, 3)", "np.linspace(A, B, 3)", "np.loadtxt(box)", "np.genfromtxt(box)", "np.clip(box, A, B)", "np.nditer([box, A])", "np.save(sink, box)", "np.packbits(box)", "np.bincount(box)", "np.busday_count(A, B)", "np.char.add(box, A)", "np.strings.replace(box, A, B)", "np.lib.recfunctions.append_fields(box, 'x', A)", "np.ndarray(A, 'f8')", "np.ndarray(3, object)[A]", "np.asarray(box).astype(A)", "np.asarray(box).view(A)",
    "pd.Series(box)", "pd.DataFrame(box)", "pd.DataFrame({'a': box, 'b': A})", "pd.Index(box)", "pd.Categorical(box)", "pd.concat([box, box])", "pd.merge(box, box)", "pd.factorize(box)", "pd.unique(box)", "pd.cut(box, A)", "pd.to_datetime(box)", "pd.to_numeric(box, errors='coerce')", "pd.isna(box)", "pd.crosstab(box, box)", "pd.MultiIndex.from_product([box, box])", "pd.MultiIndex.from_tuples(box)", "pd.Series(box).map(A)", "pd.Series(box).apply(f)", "pd.Series(box).sort_values(key=f)", "pd.Series(box).value_counts()", "pd.Series(box).isin(A)", "pd.Series(box).groupby(A).sum()", "pd.Series(box).replace(A, B)", "pd.Series([1, 2], index=A)[B]", "pd.DataFrame({'a': [1, 2]}).groupby(f).agg(f)", "pd.get_dummies(box)", "pd.json_normalize(box)", "pd.Timestamp(box)", "pd.Timedelta(A)", "pd.Series(box).to_json()", "pd.DataFrame(box).to_csv()",
    "pd.array(box, dtype=A)", "pd.read_csv(io.StringIO('a,b\\n1,2'), converters={'a': f})", "pd.Series(box).rolling(2).apply(f)", "pd.Series(box, dtype=object).combine(pd.Series(box), f)", "pd.Interval(A, B)", "pd.Series(box).str.cat(A)", "pd.DataFrame(box).pivot_table(index=A)", "pd.date_range(A, periods=B)",
]  # fmt: skip
# What a special method does to the container on the way.
ACTS = [
    "box.clear()", "box.pop()", "box.append(k)", "box.__init__()", "box.__init__([1, 2])", "box.extend([k] * 50)", "box.update({k: 1})", "box.popitem()", "box.remove(k)", "box.sort()", "box.reverse()", "box.insert(0, k)", "del box[:]", "box[:] = [k] * 30", "box[0] = k", "del box[0]", "box.rotate(1)", "box.popleft()", "box.appendleft(k)", "box.discard(k)", "box.add(k)", "box.resize(0)", "box.close()", "box.truncate(0)", "box.seek(2**40)", "box.write(b'x' * 99)", "next(box)", "list(box)", "repr(box)", "box == other",
    "box == box", "hash(box)", "len(box)", "copy.copy(box)", "copy.deepcopy(box)", "box.__setstate__((1, 2))", "box.__setstate__(([], {}, 0, None))", "box.__setstate__(-5)", "box.__reduce__()", "box.__dict__.clear()", "box.__class__ = H", "box.send(None)", "box.close()", "box.throw(ValueError)", "box.cache_clear()", "box.move_to_end(k)", "box.frombytes(bytes(64))", "box.fromlist([1] * 99)", "box.resize((99,), refcheck=False)", "box.shape = (1, 3)", "box.dtype = 'i1'", "box.fill(k)", "box.setflags(write=False)", "box.index = [1]", "box.drop(columns='a', inplace=True)", "box.iloc[:0]", "box.args = ()", "box.start = 99", "box.object = 5", "box.with_traceback(None)", "box.attrib.clear()", "box.set('z', 'z')", "box.expand()",
    "globals_box()", "raising()", "gc_()", "k.__class__", "other.clear()", "other.append(box)", "held.clear()", "box(1)", "box.__next__()", "[*box]", "box += [k]", "box *= 0", "k.__dict__.clear()", "setattr(H, '__eq__', lambda s, o: True)", "setattr(H, 'x', 1)", "delattr(H, 'x')", "k.__class__ = L", "box.__init__(box)", "box.__init__(box_iter())", "box.feed('<a>')", "box.set_name(k)",
]  # fmt: skip
LIES = ["None", "-1", "0", "1", "2**62", "2**63", "-2**63", "2**70", "True", "False", "''", "b''", "'a'", "[]", "()", "(1, 2)", "box", "k", "h()", "iter([])", "iter([k, k])", "box_iter()", "NotImplemented", "float('nan')", "1.5", "object()", "H", "raising()", "{}", "StopIteration()", "lambda *a: 1", "[k] * 3", "...", "3", "decimal.Decimal(1)"]
SPECIAL = (
    "eq ne lt le gt ge hash index iter next len length_hint getitem setitem delitem contains bool repr str format int float complex round trunc call add radd iadd sub rsub mul rmul"
    " mod rmod pow neg abs invert or ror and floordiv truediv divmod bytes enter exit copy deepcopy reversed missing array array_ufunc array_function get set del fspath iter"
).split()
PRELUDE = """
class H:
    x = 0
    def __init__(self, *a): self.n = len(held); held.append(self); del held[9:]
SPECIALS
class L(H): pass
left = 60
depth = 0
def act(default, *a):
    global left, depth
    if left <= 0 or depth > 4: return default
    left -= 1; depth += 1
    try:
        for step in acts:
            try: step()
            except Exception: pass
    finally: depth -= 1
    lie = lies[left % len(lies)]
    return default if lie is None else lie()
held = []
other = []
box = None
def h(): return H()
def f(*a, **k): return act(a[0] if a else 1)
def raising(): raise ValueError('x')
def gc_(): held.clear(); return [[] for _ in range(3000)]
def globals_box():
    global box
    box = []
def box_iter():
    for i in range(4):
        act(0)
        yield h()
class Sink:
    def write(self, text): return act(1)
sink = Sink()
def match(o):
    match o:
        case [a, *b]: return a
        case {'a': a, **b}: return b
        case H(n=a): return a
def unpack(o):
    a, *b = o
    a, b = o
def loop(o):
    for n, x in zip(range(20), o): act(0)
def walk_and_change(o):
    i = iter(o); next(i); acts[0](); next(i); i.__reduce__(); next(i)
def raise_(o):
    try: raise o
    except Exception as e: raise e from e
def generator(o):
    g = (x for x in o); next(g); acts[0](); next(g); g.close()
def slots(o, a):
    class S:
        __slots__ = ('p', 'q')
        def __del__(self): act(0)
    s = S(); s.p = o; s.q = a; s.p = None; del s.q
k = H()
failed = 0
def attempt(operation):
    global failed, box, depth
    depth = 0
    try: return operation()
    except Exception: failed += 1
""".strip()

# ------------------------------------------------------------------------------------------ nests
WRAPS = [
    "[x]", "(x,)", "{1: x}", "{x: 1}", "frozenset([x])", "collections.deque([x])", "collections.OrderedDict(a=x)", "collections.defaultdict(x)", "collections.UserList([x])", "collections.ChainMap({1: x})", "types.SimpleNamespace(a=x)", "types.MappingProxyType({1: x})", "types.GenericAlias(list, (x,))", "types.GenericAlias(x, int)", "types.MethodType(x, 1)", "types.MethodType(f, x)", "functools.partial(x)", "functools.partial(f, x)", "functools.lru_cache(x)", "functools.partialmethod(x)", "functools.cached_property(x)", "functools.singledispatch(x)",
    "functools.cmp_to_key(f)(x)", "map(f, x)", "map(x, [1])", "filter(None, x)", "filter(x, [1])", "zip(x)", "zip(x, x)", "enumerate(x)", "iter(x)", "iter(x, 1)", "reversed([x])", "itertools.chain(x)", "itertools.chain.from_iterable([x])", "itertools.cycle(x)", "itertools.islice(x, 3)", "itertools.accumulate(x)", "itertools.groupby(x)", "itertools.tee(x)[0]", "itertools.pairwise(x)", "itertools.zip_longest(x, x)", "itertools.starmap(f, x)", "itertools.takewhile(f, x)", "itertools.compress(x, x)", "itertools.product(x)", "itertools.repeat(x, 3)", "itertools.count(1, x)",
    "itertools.batched(x, 1)", "(y for y in x)", "slice(x)", "slice(1, x)", "property(x)", "classmethod(x)", "staticmethod(x)", "ValueError(x)", "ExceptionGroup('', [x])", "caused(x)", "context(x)", "weakref.ref(K(x))", "K(x)", "Cycle(x)", "S(x)", "D(x)", "{'a': x}.items()", "{'a': x}.values()", "{1: x}.keys() | {2}", "operator.itemgetter(x)", "operator.methodcaller('a', x)", "np.array([x, None], dtype=object)", "np.array(x, dtype=object)", "np.ma.array([x, 1], dtype=object)", "np.dtype([('a', x)])", "np.dtype((x, 1))", "np.frompyfunc(x, 1, 1)", "np.vectorize(x)", "pd.Series([x], dtype=object)", "pd.Index([x], dtype=object)", "np.void((x,), dtype=[('a', 'O')])",
    "element(x)", "re.compile('(' + x.pattern + ')') if hasattr(x, 'pattern') else re.compile('a')", "list[x]", "x | int", "int | x", "typing.Optional[x]", "typing.List[x]", "memoryless(x)", "nested_call(x)", "range(x)", "type('T', (x,), {}) if isinstance(x, type) else object", "super(K, K(x))", "bytes_of(x)", "enum.Enum('E', {'a': x})", "contextlib.nullcontext(x)", "contextlib.closing(x)", "datetime.timezone(datetime.timedelta(0), str(x)[:9])", "-x", "not x", "'%s' % (x,)", "json.JSONEncoder(default=x)", "csv.reader(x)", "ET.TreeBuilder(x)", "collections.Counter({1: x})", "weakref.WeakValueDictionary({1: K(x)})", "staticmethod(classmethod(x))", "types.MethodType(types.MethodType(x, 1), 2)", "f.__get__(x)", "str.__str__.__get__(x) if isinstance(x, str) else ''",
]  # fmt: skip
NEST_OPERATIONS = [
    "repr(x)", "hash(x)", "x == y", "x < y", "x()", "x(1)", "next(x)", "list(x)", "len(x)", "bool(x)", "str(x)", "iter(x)", "copy.copy(x)", "copy.deepcopy(x)", "pickle.dumps(x)", "json.dumps(x)", "isinstance(1, x)", "issubclass(int, x)", "x.__reduce__()", "x.__get__(1, int)", "x.__call__", "x.__doc__", "x.__name__", "x.__origin__", "x.__wrapped__", "x.func", "x.a", "x[0]", "x[1]", "x[int]", "x in [y]", "y in x", "x + x", "x | x", "x & x", "sorted([x, y])", "{x: 1}", "{x, y}", "max(x, y)", "format(x)", "f'{x!r:>3}'", "'%r' % (x,)", "print(x)", "x.__eq__(y)", "x.__length_hint__()", "operator.length_hint(x)", "operator.index(x)", "x.__setstate__(1)", "x.__repr__()", "x.tolist()", "x.copy()",
    "np.array(x)", "np.array([x])", "np.sum(x)", "np.equal(x, y)", "x.astype(str)", "x.view('i4')", "pd.Series(x)", "pd.isna(x)", "dir(x)", "x.__class__", "x.__parameters__", "x.__args__", "raise_(x)", "x.split(ValueError)", "x.subgroup(lambda e: True)", "x.derive([x])", "x.__context__", "match(x)", "ET.tostring(x)", "list(x.iter())", "x.find('a')", "''.join(x.itertext())", "x.fields", "abs(x)", "-x", "del_(x)", "with_(x)", "x.__sizeof__()", "x.__abstractmethods__", "x.__isabstractmethod__", "functools.update_wrapper(f, x)", "functools.wraps(x)(f)", "x.__set_name__(K, 'a')", "getattr(x, 'b', 1)", "x.b", "x.send(None)", "x.close()", "sum(x)", "tuple(x)", "set(x)", "dict(x)", "b''.join(x)", "type(x)(x)", "weakref.ref(x)", "divmod(x, x)", "x % 3",
]  # fmt: skip
NEST_PRELUDE = """
class K:
    def __init__(self, x): self.x = x
class Cycle:
    def __init__(self, x): self.x = x; self.me = self
class S:
    __slots__ = ('x',)
    def __init__(self, x): self.x = x
    def __del__(self): pass
@dataclasses.dataclass
class D: a: object
def f(*a, **k): return a[-1] if a else 1
def caused(x):
    e = ValueError(1); e.__cause__ = x
    return e
def context(x):
    e = ValueError(1); e.__context__ = x
    return e
def element(x):
    e = ET.Element('a')
    if isinstance(x, ET.Element): e.append(x)
    return e
def memoryless(x): return lambda: x
def nested_call(x): return lambda *a: x(*a)
def bytes_of(x): return bytearray(b'a')
def del_(x): del x
def raise_(x): raise x
def with_(x):
    with x as z: return z
def match(x):
    match x:
        case [[[a]]]: return a
        case {'a': {'a': a}}: return a
""".strip()
SEEDS = ["1", "[]", "()", "'a'", "f", "[1, 2]", "int", "ValueError(1)", "K(1)", "iter([1])", "None", "{}", "ET.Element('a')", "b'a'", "'i4'"]


# ------------------------------------------------------------------------------------------ programs
def here(templates: list[str]) -> list[str]:
    """Those of which the packages are installed."""
    return [text for text in templates if ("np." not in text or packages.present(["numpy"])) and ("pd." not in text or packages.present(["pandas"]))]


def imports(code: str) -> str:
    found = [IMPORTS.get(name, f"import {name}") for name in sorted({*STANDARD, *IMPORTS, "dataclasses", "contextlib", "typing"}) if f"{name}." in code]
    return "\n".join(dict.fromkeys(found))


def elements(chance: random.Random) -> str:
    """The special methods that the elements of this program have."""
    names = [*dict.fromkeys(chance.sample(SPECIAL, chance.randint(3, 14))), *(["eq", "hash"] if chance.random() < 0.7 else [])]
    defaults = {"eq": "self is a[0]", "hash": "1", "index": "1", "len": "2", "bool": "True", "iter": "iter([self, 1])", "repr": "'H'", "str": "'H'", "int": "1", "float": "1.0", "length_hint": "3", "next": "1", "lt": "True"}
    lines = [f"    def __{name}__(self, *a): return act({defaults.get(name, 'self')}, *a)" for name in dict.fromkeys(names)]
    return "\n".join(lines)


def operation(chance: random.Random) -> str:
    """An operation on the container, or a call of one of its methods."""
    if chance.random() < 0.5:
        return re.sub(r"\b[AB]\b", lambda _: f"({chance.choice(ARGUMENTS)})", chance.choice(here(OPERATIONS)))
    given = ", ".join(chance.choice(ARGUMENTS) for _ in range(chance.choice([0, 0, 1, 1, 1, 2, 2, 3])))
    return f"call(box, {chance.randrange(1000)})({given})"


def hostile(chance: random.Random) -> str:
    """A container, elements that act, and operations."""
    box = chance.choice(here(BOXES))
    acts = [chance.choice(ACTS) for _ in range(chance.randint(1, 3))]
    defined = "\n".join(f"def act{number}():\n    global box\n    {text}" for number, text in enumerate(acts))
    lies = ", ".join("None" if chance.random() < 0.5 else f"lambda: {chance.choice(LIES)}" for _ in range(chance.randint(1, 3)))
    steps = [f"attempt(lambda: {operation(chance)})" for _ in range(chance.randint(3, 12))]
    methods = "def call(o, n):\n    names = [m for m in dir(type(o)) if m not in ('__class__', '__init_subclass__', '__subclasshook__')]\n    return getattr(o, names[n % len(names)])"
    body = f"{methods}\n{defined}\nlies = [{lies}]\nacts = [{', '.join(f'act{number}' for number in range(len(acts)))}]\nbox = {box}\nother = list(held)\n" + "\n".join(steps) + "\nacts = []\nheld = box = other = None\nfailed"
    code = f"{PRELUDE.replace('SPECIALS', elements(chance))}\nacts = []\nlies = [None]\n{body}"
    return f"{imports(code)}\n{code}"


def nest(chance: random.Random) -> str:
    """Containers in containers, deeper than native code can bear, and operations on them."""
    wraps = [chance.choice(here(WRAPS)) for _ in range(chance.choice([1, 1, 1, 2]))]
    depth = chance.choice([300, 5_000, 5_000, 100_000])
    steps = [f"try: {text}\nexcept Exception as e: pass" for text in chance.sample(here(NEST_OPERATIONS), 8)]
    seed = chance.choice(SEEDS)
    making = f"def make():\n    x = {seed}\n    try:\n        for _ in range({depth}):\n            " + "\n            ".join(f"x = {wrap}" for wrap in wraps) + "\n    except Exception as e: print(e)\n    return x"
    code = f"{NEST_PRELUDE}\n{making}\nx = make()\ny = make()\n" + "\n".join(steps) + "\nx = y = None"
    return f"{imports(code)}\n{code}"


def program(seed: int) -> str:
    """The program of this seed."""
    chance = random.Random(seed)
    return hostile(chance) if seed % 4 else nest(chance)


# ------------------------------------------------------------------------------------------ running
def run(payload: dict) -> list[str]:
    """In the child: how each program of some seeds ended."""
    import fastexec
    from escapes import limit_resources

    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # what finalisers say is nobody's concern
    limit_resources()
    return [one(fastexec, seed) for seed in payload["seeds"]]


def one(fastexec, seed: int) -> str:
    limits = fastexec.Limits(memory_bytes=384 << 20)
    executor = fastexec.LocalPythonExecutor(AUTHORISED, timeout_seconds=SECONDS, limits=limits)
    executor.send_tools({})
    try:
        output = executor(program(seed)).output
        return f"done {output}" if isinstance(output, int) else "done"
    except Exception as error:  # noqa: BLE001 - a refusal, a limit, an error of the program
        return f"{type(error).__name__}: {error}"[:300]


def die(signal: int) -> None:
    """Ends the child as a crash would."""
    os.abort()


def crashes(seeds: range) -> tuple[list[str], list[str]]:
    """What came of the programs, and the programs that ended their process."""
    import isolation

    groups = [list(seeds[start : start + EACH]) for start in range(0, len(seeds), EACH)]
    ends, lost = [], []
    for group, answer in zip(groups, isolation.run_all("fuzz_types:run", [{"seeds": group} for group in groups], 60), strict=True):
        if "value" in answer:
            ends += answer["value"]
        else:
            lost += group
    found = []
    for seed, answer in zip(lost, isolation.run_all("fuzz_types:run", [{"seeds": [seed]} for seed in lost], 20), strict=True):
        if "value" in answer:
            ends += answer["value"]
        else:
            found.append(f"seed {seed}: {answer['lost']}\n{program(seed)}\n")
    return ends, found


def main(count: int, seed: int) -> None:
    done = total = 0
    for start in range(seed, seed + count, 400):
        ends, found = crashes(range(start, min(start + 400, seed + count)))
        total += len(ends) + len(found)
        done += sum(end.startswith("done") for end in ends)
        print(*found, sep="\n", end="")
        print(f"{total} programs, {done} came to their end, the others met a refusal or a limit", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
