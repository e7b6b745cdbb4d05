# --- at work: dict move, clear | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = d.clear
d.move_to_end(keys[12])
list(d), d.popitem()
# --- at work: dict pop, pop | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = lambda: d.pop(keys[11], None)
d.pop(keys[12])
list(d), d.popitem()
# --- at work: dict popitem, popitem | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = d.popitem
d.popitem()
list(d), d.popitem()
# --- at work: dict set, del | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = lambda: d.__delitem__(keys[10])
d[K()] = 1
list(d), d.popitem()
# --- at work: dict delete, set | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = lambda: d.__setitem__(K(), 1)
del d[keys[12]]
list(d), d.popitem()
# --- at work: dict default, update | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = lambda: d.update(a=1, b=2)
d.setdefault(K(), 1)
list(d), d.popitem()
# --- at work: dict copy, clear | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = d.clear
d.copy()
list(d), d.popitem()
# --- at work: dict iteration, pop | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = lambda: d.pop(keys[11], None)
list(d)
list(d), d.popitem()
# --- at work: dict items, popitem | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = d.popitem
list(d.items())
list(d), d.popitem()
# --- at work: dict reversed, del | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = lambda: d.__delitem__(keys[10])
list(reversed(d))
list(d), d.popitem()
# --- at work: dict compare, set | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = lambda: d.__setitem__(K(), 1)
d == collections.OrderedDict((k, 1) for k in keys)
list(d), d.popitem()
# --- at work: dict union, update | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = lambda: d.update(a=1, b=2)
d | d
list(d), d.popitem()
# --- at work: dict views, clear | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = d.clear
d.items() ^ d.items()
list(d), d.popitem()
# --- at work: dict text, pop | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k
keys[10].event = lambda: d.pop(keys[11], None)
repr(d)
list(d), d.popitem()
# --- at work: every operation and every change | collections | expr:False
import collections
class K:
    event = None
    def __hash__(self): return 1
    def __eq__(self, other):
        if self.event: self.event()
        return self is other
d = collections.OrderedDict()
keys = [K() for i in range(20)]
for k in keys: d[k] = k

ops = [lambda: d.move_to_end(keys[12]), lambda: d.pop(keys[12]), lambda: d.popitem(), lambda: d.__setitem__(K(), 1), lambda: d.__delitem__(keys[12]), lambda: d.setdefault(K(), 1), lambda: d.copy(), lambda: list(d), lambda: list(d.items()), lambda: list(reversed(d)), lambda: d == collections.OrderedDict((k, 1) for k in keys), lambda: d | d, lambda: d.items() ^ d.items(), lambda: repr(d)]
for change in (lambda: d.clear(), lambda: d.pop(keys[11], None), lambda: d.popitem(), lambda: d.__delitem__(keys[10]), lambda: d.__setitem__(K(), 1), lambda: d.update(a=1, b=2),):
    for op in ops:
        for at in (0, 5, 19):
            d = collections.OrderedDict()
            keys = [K() for i in range(20)]
            for k in keys: d[k] = k
            keys[at].event = change
            try: op()
            except Exception: pass
            keys[at].event = None
            try: list(d), d.popitem(), d.copy()
            except Exception: pass
# --- at work: csv reader | csv | expr:False
import csv

class R:
    n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n == 1: next(reader)
        return 'a,b'
reader = csv.reader(R())
next(reader)
# --- at work: csv reader, second line | csv | expr:False
import csv

class R:
    n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n == 2: next(reader)
        return '"a'
reader = csv.reader(R())
next(reader)
# --- at work: csv reader in a list | csv | expr:False
import csv

class R:
    n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n == 3: list(reader)
        return 'a,b'
reader = csv.reader(R())
list(zip(reader, range(9)))
# --- at work: DictReader | csv | expr:False
import csv

class R:
    n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n == 2: next(reader)
        return 'a,b'
reader = csv.DictReader(R())
next(reader)
# --- at work: csv reader in a generator | csv | expr:False
import csv
def g():
    yield 'a'
    yield from reader
reader = csv.reader(g())
list(reader)
# --- at work: array item, del | array | expr:False
import array
class J:
    def __index__(self):
        del a[:]
        return 5
    def __eq__(self, other):
        del a[:]
        return False
a = array.array('i', range(100))
a[50] = J()
a
# --- at work: array item, pop | array | expr:False
import array
class J:
    def __index__(self):
        while a: a.pop()
        return 5
    def __eq__(self, other):
        while a: a.pop()
        return False
a = array.array('i', range(100))
a[50] = J()
a
# --- at work: array item, extend | array | expr:False
import array
class J:
    def __index__(self):
        a.extend(range(100000))
        return 5
    def __eq__(self, other):
        a.extend(range(100000))
        return False
a = array.array('i', range(100))
a[50] = J()
a
# --- at work: array items, del | array | expr:False
import array
class J:
    def __index__(self):
        del a[:]
        return 5
    def __eq__(self, other):
        del a[:]
        return False
a = array.array('i', range(100))
a[J():] = a
a
# --- at work: array items, pop | array | expr:False
import array
class J:
    def __index__(self):
        while a: a.pop()
        return 5
    def __eq__(self, other):
        while a: a.pop()
        return False
a = array.array('i', range(100))
a[J():] = a
a
# --- at work: array items, extend | array | expr:False
import array
class J:
    def __index__(self):
        a.extend(range(100000))
        return 5
    def __eq__(self, other):
        a.extend(range(100000))
        return False
a = array.array('i', range(100))
a[J():] = a
a
# --- at work: array append, del | array | expr:False
import array
class J:
    def __index__(self):
        del a[:]
        return 5
    def __eq__(self, other):
        del a[:]
        return False
a = array.array('i', range(100))
a.append(J())
a
# --- at work: array append, pop | array | expr:False
import array
class J:
    def __index__(self):
        while a: a.pop()
        return 5
    def __eq__(self, other):
        while a: a.pop()
        return False
a = array.array('i', range(100))
a.append(J())
a
# --- at work: array append, extend | array | expr:False
import array
class J:
    def __index__(self):
        a.extend(range(100000))
        return 5
    def __eq__(self, other):
        a.extend(range(100000))
        return False
a = array.array('i', range(100))
a.append(J())
a
# --- at work: array extend, del | array | expr:False
import array
class J:
    def __index__(self):
        del a[:]
        return 5
    def __eq__(self, other):
        del a[:]
        return False
a = array.array('i', range(100))
a.extend([J()] * 9)
a
# --- at work: array extend, pop | array | expr:False
import array
class J:
    def __index__(self):
        while a: a.pop()
        return 5
    def __eq__(self, other):
        while a: a.pop()
        return False
a = array.array('i', range(100))
a.extend([J()] * 9)
a
# --- at work: array extend, extend | array | expr:False
import array
class J:
    def __index__(self):
        a.extend(range(100000))
        return 5
    def __eq__(self, other):
        a.extend(range(100000))
        return False
a = array.array('i', range(100))
a.extend([J()] * 9)
a
# --- at work: array insert, del | array | expr:False
import array
class J:
    def __index__(self):
        del a[:]
        return 5
    def __eq__(self, other):
        del a[:]
        return False
a = array.array('i', range(100))
a.insert(3, J())
a
# --- at work: array insert, pop | array | expr:False
import array
class J:
    def __index__(self):
        while a: a.pop()
        return 5
    def __eq__(self, other):
        while a: a.pop()
        return False
a = array.array('i', range(100))
a.insert(3, J())
a
# --- at work: array insert, extend | array | expr:False
import array
class J:
    def __index__(self):
        a.extend(range(100000))
        return 5
    def __eq__(self, other):
        a.extend(range(100000))
        return False
a = array.array('i', range(100))
a.insert(3, J())
a
# --- at work: array fromlist, del | array | expr:False
import array
class J:
    def __index__(self):
        del a[:]
        return 5
    def __eq__(self, other):
        del a[:]
        return False
a = array.array('i', range(100))
a.fromlist([J()] * 9)
a
# --- at work: array fromlist, pop | array | expr:False
import array
class J:
    def __index__(self):
        while a: a.pop()
        return 5
    def __eq__(self, other):
        while a: a.pop()
        return False
a = array.array('i', range(100))
a.fromlist([J()] * 9)
a
# --- at work: array fromlist, extend | array | expr:False
import array
class J:
    def __index__(self):
        a.extend(range(100000))
        return 5
    def __eq__(self, other):
        a.extend(range(100000))
        return False
a = array.array('i', range(100))
a.fromlist([J()] * 9)
a
# --- at work: array index, del | array | expr:False
import array
class J:
    def __index__(self):
        del a[:]
        return 5
    def __eq__(self, other):
        del a[:]
        return False
a = array.array('i', range(100))
a.index(J())
a
# --- at work: array index, pop | array | expr:False
import array
class J:
    def __index__(self):
        while a: a.pop()
        return 5
    def __eq__(self, other):
        while a: a.pop()
        return False
a = array.array('i', range(100))
a.index(J())
a
# --- at work: array index, extend | array | expr:False
import array
class J:
    def __index__(self):
        a.extend(range(100000))
        return 5
    def __eq__(self, other):
        a.extend(range(100000))
        return False
a = array.array('i', range(100))
a.index(J())
a
# --- at work: array remove, del | array | expr:False
import array
class J:
    def __index__(self):
        del a[:]
        return 5
    def __eq__(self, other):
        del a[:]
        return False
a = array.array('i', range(100))
a.remove(J())
a
# --- at work: array remove, pop | array | expr:False
import array
class J:
    def __index__(self):
        while a: a.pop()
        return 5
    def __eq__(self, other):
        while a: a.pop()
        return False
a = array.array('i', range(100))
a.remove(J())
a
# --- at work: array remove, extend | array | expr:False
import array
class J:
    def __index__(self):
        a.extend(range(100000))
        return 5
    def __eq__(self, other):
        a.extend(range(100000))
        return False
a = array.array('i', range(100))
a.remove(J())
a
# --- at work: array in, del | array | expr:False
import array
class J:
    def __index__(self):
        del a[:]
        return 5
    def __eq__(self, other):
        del a[:]
        return False
a = array.array('i', range(100))
J() in a
a
# --- at work: array in, pop | array | expr:False
import array
class J:
    def __index__(self):
        while a: a.pop()
        return 5
    def __eq__(self, other):
        while a: a.pop()
        return False
a = array.array('i', range(100))
J() in a
a
# --- at work: array in, extend | array | expr:False
import array
class J:
    def __index__(self):
        a.extend(range(100000))
        return 5
    def __eq__(self, other):
        a.extend(range(100000))
        return False
a = array.array('i', range(100))
J() in a
a
