"""Every operator and many builtins on every pair of kinds of values."""
import collections
import datetime
import decimal
import enum
import fractions

class Own:
    def __init__(self, v=0): self.v = v
    def __repr__(self): return f"Own({self.v})"
class Num:
    def __init__(self, v=2): self.v = v
    def __repr__(self): return f"Num({self.v})"
    def __add__(self, o): return ("add", o) if not isinstance(o, str) else NotImplemented
    def __radd__(self, o): return ("radd", o)
    def __iadd__(self, o): self.v += 1; return self
    def __mul__(self, o): return NotImplemented
    def __rmul__(self, o): return "rmul"
    def __eq__(self, o): return isinstance(o, Num)
    def __hash__(self): return 7
    def __lt__(self, o): return True
    def __le__(self, o): return "le"
    def __contains__(self, o): return o
    def __getitem__(self, k):
        if isinstance(k, int) and k > 3: raise IndexError(k)
        return ("item", k)
    def __neg__(self): return "neg"
    def __bool__(self): return self.v > 1
    def __index__(self): return 1
    def __matmul__(self, o): return "@"
    def __rsub__(self, o): return "rsub"
    def __or__(self, o): return "or"
    def __ror__(self, o): return "ror"
class Text(str): pass
class Int(int):
    def __add__(self, o): return "Int+"
    __radd__ = __add__
class Lst(list): pass
class Dct(dict):
    def __missing__(self, k): return "missing"
class Color(enum.IntEnum):
    RED = 1
class Flag(enum.Flag):
    A = 1
    B = 2
class Boom:
    def __add__(self, o): raise ValueError("boom")
    __radd__ = __mul__ = __eq__ = __lt__ = __getitem__ = __contains__ = __add__
    def __bool__(self): raise KeyError("bool")
    def __repr__(self): return "Boom"
    def __hash__(self): return 3
INF = float("inf")


def make():
    return {
    "int": 7, "zero": 0, "neg": -3, "big": int("9" * 25), "wide": 2**62, "true": True, "float": 2.5, "fzero": 0.0, "inf": INF, "nan": float("nan"),
    "complex": complex("1+2j"), "text": "ab%s", "empty": "", "bytes": b"ab", "bytearray": bytearray(b"xy"), "list": [3, 1], "elist": [], "tuple": (3, "a"), "etuple": (), "dict": {"a": 1, 3: 4}, "edict": {}, "set": {1, 2}, "eset": set(),
    "frozenset": frozenset([2, 3]), "none": None, "range": range(3), "slice": slice(1, None), "own": Own(), "num": Num(), "Text": Text("q"), "Int": Int(5), "Dct": Dct(a=2), "red": Color.RED, "flag": Flag.A,
    "decimal": decimal.Decimal("1.5"), "fraction": fractions.Fraction(1, 3), "counter": collections.Counter("aab"), "deque": collections.deque([1]), "date": datetime.date(2020, 1, 1), "delta": datetime.timedelta(1), "class": int, "builtin": len, "ellipsis": ..., "boom": Boom(),
    }
def show(x):
    t = type(x).__name__
    try: r = repr(x)
    except BaseException as e: r = type(e).__name__
    if " at 0x" in r: r = r.split(" at 0x")[0]
    return t + ":" + r[:60]
def attempt(f, a, b):
    try: return show(f(a, b))
    except Exception as e: return "!" + type(e).__name__ + ":" + str(e)[:120].split(" at 0x")[0]
def f_add(a, b): return a + b
def f_sub(a, b): return a - b
def f_mul(a, b): return a * b
def f_div(a, b): return a / b
def f_floor(a, b): return a // b
def f_mod(a, b): return a % b
def f_pow(a, b): return a ** b
def f_mat(a, b): return a @ b
def f_and(a, b): return a & b
def f_or(a, b): return a | b
def f_xor(a, b): return a ^ b
def f_lsh(a, b): return a << b
def f_rsh(a, b): return a >> b
def f_iadd(a, b):
    a += b
    return a
def f_isub(a, b):
    a -= b
    return a
def f_imul(a, b):
    a *= b
    return a
def f_idiv(a, b):
    a /= b
    return a
def f_imod(a, b):
    a %= b
    return a
def f_iand(a, b):
    a &= b
    return a
def f_ior(a, b):
    a |= b
    return a
def f_ixor(a, b):
    a ^= b
    return a
def f_eq(a, b): return a == b
def f_ne(a, b): return a != b
def f_lt(a, b): return a < b
def f_le(a, b): return a <= b
def f_gt(a, b): return a > b
def f_ge(a, b): return a >= b
def f_in(a, b): return a in b
def f_notin(a, b): return a not in b
def f_is(a, b): return a is b
def f_isnot(a, b): return a is not b
def f_jump(a, b):
    r = ""
    if a == b: r += "e"
    if a != b: r += "n"
    if not a == b: r += "N"
    return r
def f_jlt(a, b):
    r = ""
    if a < b: r += "l"
    if not a < b: r += "L"
    return r
def f_jle(a, b):
    r = ""
    if a <= b: r += "l"
    if a >= b: r += "g"
    return r
def f_jin(a, b):
    r = ""
    if a in b: r += "i"
    if a not in b: r += "I"
    return r
def f_while(a, b):
    n = 0
    while a != b and n < 3: n += 1
    while a is not b and n < 5: n += 1
    return n
def f_and_(a, b): return a and b
def f_or_(a, b): return a or b
def f_not(a, b): return not a, not b
def f_cond(a, b): return 1 if a else 2
def f_chain(a, b): return a < b <= a
def f_chain2(a, b): return a == a != b
def f_item(a, b): return a[b]
def f_get(a, b):
    x = a[b]
    return x
def f_store(a, b):
    a[b] = 9
    return a
def f_del(a, b):
    del a[b]
    return a
def f_augitem(a, b):
    a[b] += 1
    return a
def f_slice(a, b): return a[b:]
def f_slice2(a, b): return a[:b]
def f_slice3(a, b): return a[::b]
def f_setslice(a, b):
    a[0:1] = b
    return a
def f_setstep(a, b):
    a[::2] = b
    return a
def f_call(a, b): return a(b)
def f_fmt(a, b): return f"{a}|{b!r:>5}|{a!s}"
def f_format(a, b): return format(a, "5") + format(b)
def f_percent(a, b): return "%s %r" % (a, b)
def f_pct(a, b): return "%d" % a
def f_join(a, b): return "-".join([str(a), str(b)])
def f_max(a, b): return max(a, b)
def f_min(a, b): return min([a, b])
def f_sum(a, b): return sum([a, b])
def f_sum2(a, b): return sum((a, a), b)
def f_sorted(a, b): return sorted([b, a])
def f_list(a, b): return list(a)
def f_tuple(a, b): return tuple(a)
def f_set(a, b): return len(set(a))
def f_dict(a, b): return dict(a)
def f_pair(a, b): return {a: b}
def f_setd(a, b): return len({a, b})
def f_get2(a, b): return {a: 1}.get(b, "no")
def f_int(a, b): return int(a)
def f_float(a, b): return float(a)
def f_str(a, b): return str(a)
def f_bool(a, b): return bool(a)
def f_abs(a, b): return abs(a)
def f_round(a, b): return round(a, b)
def f_round1(a, b): return round(a)
def f_divmod(a, b): return divmod(a, b)
def f_powf(a, b): return pow(a, b)
def f_len(a, b): return len(a)
def f_range(a, b): return list(range(a, b))[:5]
def f_range3(a, b): return list(range(0, 10, a))[:5]
def f_enum(a, b): return list(enumerate(a, b))
def f_zip(a, b): return list(zip(a, b))
def f_for(a, b):
    r = []
    for x in a: r.append(x)
    return r
def f_unpack(a, b):
    x, y = a
    return y, x
def f_star(a, b): return [*a, *b]
def f_stard(a, b): return {**a, **b}
def f_starred(a, b):
    x, *y = a
    return x, y
def f_args(a, b):
    def g(*p, **k): return p, k
    return g(*a, **b)
def f_isinst(a, b): return isinstance(a, b)
def f_ord(a, b): return ord(a)
def f_chr(a, b): return chr(a)
def f_hash(a, b): return hash(a) == hash(b)
def f_rev(a, b): return list(reversed(a))
def f_neg(a, b): return -a
def f_pos(a, b): return +a
def f_inv(a, b): return ~a
def f_any(a, b): return any(a), all(a)
def f_map(a, b): return list(map(str, a))
def f_filter(a, b): return list(filter(None, a))
def f_comp(a, b): return [x for x in a if x]
def f_match(a, b):
    match a:
        case 7: return "seven"
        case int(): return "int"
        case str(x): return "str", x
        case [x, y]: return "two", x
        case []: return "none"
        case {"a": x}: return "a", x
        case None: return "None"
        case _: return "other"
def f_append(a, b):
    a.append(b)
    return a
def f_extend(a, b):
    a.extend(b)
    return a
def f_update(a, b):
    a.update(b)
    return a
def f_union(a, b): return sorted(a.union(b), key=str)
def f_count(a, b): return a.count(b)
def f_index(a, b): return a.index(b)
def f_getm(a, b): return a.get(b)
def f_pop(a, b): return a.pop(b)
def f_split(a, b): return a.split(b)
def f_joinm(a, b): return a.join(b)
def f_repl(a, b): return a.replace(a, b)
def f_starts(a, b): return a.startswith(b)
def f_hex(a, b): return hex(a)
def f_slicel(a, b): return a[0], a[-1]
def f_const(a, b): return a + 1, a - 1
def f_constm(a, b): return a * 2, 2 * a
def f_constc(a, b): return a < 3, a == 2, 3 > a
def f_consti(a, b): return 1 in a, a in (1, 2, "ab"), a in [2.5, None], a in {7, 0}
def f_iterset(a, b): return len([x for x in a]), {x for x in a} == set(a)


LARGE = ("f_pow", "f_powf", "f_lsh", "f_range", "f_range3", "f_enum", "f_sum2", "f_round")
FUNCTIONS = {
    "f_add": f_add,
    "f_sub": f_sub,
    "f_mul": f_mul,
    "f_div": f_div,
    "f_floor": f_floor,
    "f_mod": f_mod,
    "f_pow": f_pow,
    "f_mat": f_mat,
    "f_and": f_and,
    "f_or": f_or,
    "f_xor": f_xor,
    "f_lsh": f_lsh,
    "f_rsh": f_rsh,
    "f_iadd": f_iadd,
    "f_isub": f_isub,
    "f_imul": f_imul,
    "f_idiv": f_idiv,
    "f_imod": f_imod,
    "f_iand": f_iand,
    "f_ior": f_ior,
    "f_ixor": f_ixor,
    "f_eq": f_eq,
    "f_ne": f_ne,
    "f_lt": f_lt,
    "f_le": f_le,
    "f_gt": f_gt,
    "f_ge": f_ge,
    "f_in": f_in,
    "f_notin": f_notin,
    "f_is": f_is,
    "f_isnot": f_isnot,
    "f_jump": f_jump,
    "f_jlt": f_jlt,
    "f_jle": f_jle,
    "f_jin": f_jin,
    "f_while": f_while,
    "f_and_": f_and_,
    "f_or_": f_or_,
    "f_not": f_not,
    "f_cond": f_cond,
    "f_chain": f_chain,
    "f_chain2": f_chain2,
    "f_item": f_item,
    "f_get": f_get,
    "f_store": f_store,
    "f_del": f_del,
    "f_augitem": f_augitem,
    "f_slice": f_slice,
    "f_slice2": f_slice2,
    "f_slice3": f_slice3,
    "f_setslice": f_setslice,
    "f_setstep": f_setstep,
    "f_call": f_call,
    "f_fmt": f_fmt,
    "f_format": f_format,
    "f_percent": f_percent,
    "f_pct": f_pct,
    "f_join": f_join,
    "f_max": f_max,
    "f_min": f_min,
    "f_sum": f_sum,
    "f_sum2": f_sum2,
    "f_sorted": f_sorted,
    "f_list": f_list,
    "f_tuple": f_tuple,
    "f_set": f_set,
    "f_dict": f_dict,
    "f_pair": f_pair,
    "f_setd": f_setd,
    "f_get2": f_get2,
    "f_int": f_int,
    "f_float": f_float,
    "f_str": f_str,
    "f_bool": f_bool,
    "f_abs": f_abs,
    "f_round": f_round,
    "f_round1": f_round1,
    "f_divmod": f_divmod,
    "f_powf": f_powf,
    "f_len": f_len,
    "f_range": f_range,
    "f_range3": f_range3,
    "f_enum": f_enum,
    "f_zip": f_zip,
    "f_for": f_for,
    "f_unpack": f_unpack,
    "f_star": f_star,
    "f_stard": f_stard,
    "f_starred": f_starred,
    "f_args": f_args,
    "f_isinst": f_isinst,
    "f_ord": f_ord,
    "f_chr": f_chr,
    "f_hash": f_hash,
    "f_rev": f_rev,
    "f_neg": f_neg,
    "f_pos": f_pos,
    "f_inv": f_inv,
    "f_any": f_any,
    "f_map": f_map,
    "f_filter": f_filter,
    "f_comp": f_comp,
    "f_match": f_match,
    "f_append": f_append,
    "f_extend": f_extend,
    "f_update": f_update,
    "f_union": f_union,
    "f_count": f_count,
    "f_index": f_index,
    "f_getm": f_getm,
    "f_pop": f_pop,
    "f_split": f_split,
    "f_joinm": f_joinm,
    "f_repl": f_repl,
    "f_starts": f_starts,
    "f_hex": f_hex,
    "f_slicel": f_slicel,
    "f_const": f_const,
    "f_constm": f_constm,
    "f_constc": f_constc,
    "f_consti": f_consti,
    "f_iterset": f_iterset,
}


def run():
    out = {}
    for n, f in FUNCTIONS.items():
        for x in make():
            row = []
            for y in make():
                s = make(); t = make()
                a, b = s[x], t[y]
                # What would take all memory, or for ever, in CPython.
                large = {x, y} & {"big", "wide"}
                if large and (n in LARGE or n in ("f_mul", "f_imul", "f_constm")):
                    row.append("too large")
                    continue
                row.append(attempt(f, a, b))
            out[n + " " + x] = row
    return out
