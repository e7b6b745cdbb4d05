# --- groups re-entered by a key | itertools | expr:False
import itertools
junk, done = [], [0]
class K:
    def __eq__(s, o):
        if not done[0]:
            done[0] = 1
            for _ in range(2): next(g, None)
            junk.extend(bytes(50 + i % 20) for i in range(1000))
        return NotImplemented
def it():
    for i in range(50): yield K()
g = itertools.groupby(it())
next(g)
for k, _ in g: pass
# --- a longest zip re-entered | itertools | expr:False
import itertools
class I:
    def __init__(s): s.n = 0
    def __iter__(s): return s
    def __next__(s):
        s.n += 1
        if s.n == 3: next(z, None)
        if s.n >= 3: raise StopIteration
        return s.n
for k in range(50):
    z = itertools.zip_longest(I(), range(50), range(50))
    len(list(z))
    del z
# --- an iterator re-entered: seqiter | itertools | expr:False
class Q:
    def __getitem__(s, i):
        if i == 2 and not st[0]:
            st[0] = 1
            next(it, None)
        if i >= 2: raise IndexError
        return i
for k in range(50):
    st = [0]
    it = iter(Q())
    list(it)
# --- an iterator re-entered: calliter_sentinel | itertools | expr:False
class S:
    def __eq__(s, o):
        if st[0] == 0:
            st[0] = 1
            next(it, None)
            junk.extend([None] * 2 for i in range(50)); junk.extend(S() for i in range(50))
            return NotImplemented
        return True
junk = []
for i in range(300):
    st = [2]
    junk.clear()
    it = iter(lambda: 5, S())
    st = [0]
    next(it, None)
# --- an iterator re-entered: islice_filter | itertools | expr:False
import itertools
def f(x):
    if st[0] == 0:
        st[0] = 1
        list(ch)
        junk.extend(iter([i]) for i in range(100))
    return False
junk = []
for k in range(30):
    st = [0]
    ch = itertools.islice(filter(f, [1, 2, 3]), 10)
    list(ch)
# --- an iterator re-entered: chain_filter | itertools | expr:False
import itertools
def f(x):
    if st[0] == 0:
        st[0] = 1
        list(ch)
        junk.extend(iter([i]) for i in range(100))
    return False
junk = []
for k in range(30):
    st = [0]
    ch = itertools.chain(filter(f, [1, 2, 3]), [5])
    list(ch)
# --- an iterator re-entered: cycle_filter | itertools | expr:False
import itertools
def f(x):
    if st[0] == 0:
        st[0] = 1
        next(ch, None)
        junk.extend(iter([i]) for i in range(100))
    return False
junk = []
for k in range(30):
    st = [0]
    ch = itertools.cycle(filter(f, [1, 2, 3]))
    next(ch, None)
# --- an iterator re-entered: chain | itertools | expr:False
import itertools
class I:
    def __init__(s): s.n = 0
    def __iter__(s): return s
    def __next__(s):
        s.n += 1
        if s.n == 3: list(c)
        if s.n >= 3: raise StopIteration
        return [s.n]
for k in range(60):
    c = itertools.chain(I(), [1])
    list(c)
    class Junk: pass
    junk = [Junk() for _ in range(20)]
# --- an iterator re-entered: from_iterable | itertools | expr:False
import itertools
class I:
    def __init__(s): s.n = 0
    def __iter__(s): return s
    def __next__(s):
        s.n += 1
        if s.n == 3: list(c)
        if s.n >= 3: raise StopIteration
        return [s.n]
for k in range(60):
    c = itertools.chain.from_iterable([I(), [2]])
    list(c)
    class Junk: pass
    junk = [Junk() for _ in range(20)]
# --- an iterator re-entered: from_iterable_source | itertools | expr:False
import itertools
class I:
    def __init__(s): s.n = 0
    def __iter__(s): return s
    def __next__(s):
        s.n += 1
        if s.n == 3: list(c)
        if s.n >= 3: raise StopIteration
        return [s.n]
for k in range(60):
    c = itertools.chain.from_iterable(I())
    list(c)
    class Junk: pass
    junk = [Junk() for _ in range(20)]
# --- an iterator re-entered: islice | itertools | expr:False
import itertools
class I:
    def __init__(s): s.n = 0
    def __iter__(s): return s
    def __next__(s):
        s.n += 1
        if s.n == 3: list(c)
        if s.n >= 3: raise StopIteration
        return [s.n]
for k in range(60):
    c = itertools.islice(I(), 1, 9, 2)
    list(c)
    class Junk: pass
    junk = [Junk() for _ in range(20)]
# --- an iterator re-entered: pairwise | itertools | expr:False
import itertools
class I:
    def __init__(s): s.n = 0
    def __iter__(s): return s
    def __next__(s):
        s.n += 1
        if s.n == 3: list(c)
        if s.n >= 3: raise StopIteration
        return [s.n]
for k in range(60):
    c = itertools.pairwise(I())
    list(c)
    class Junk: pass
    junk = [Junk() for _ in range(20)]
