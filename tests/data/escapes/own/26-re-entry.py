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
# --- at work: find among elements that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(E('a'))
root.find('b')
# --- at work: find among tags that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(ET.Element(T('a')))
root.find('b')
# --- at work: findtext among elements that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(E('a'))
root.findtext('b')
# --- at work: findtext among tags that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(ET.Element(T('a')))
root.findtext('b')
# --- at work: findall among elements that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(E('a'))
root.findall('b')
# --- at work: findall among tags that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(ET.Element(T('a')))
root.findall('b')
# --- at work: remove among elements that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(E('a'))
root.remove(E('b'))
# --- at work: remove among tags that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(ET.Element(T('a')))
root.remove(E('b'))
# --- at work: iter among elements that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(E('a'))
list(root.iter('b'))
# --- at work: iter among tags that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(ET.Element(T('a')))
list(root.iter('b'))
# --- at work: iterfind among elements that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(E('a'))
list(root.iterfind('b'))
# --- at work: iterfind among tags that clear | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
class T(str):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = str.__hash__
root = ET.Element('r')
for i in range(10): root.append(ET.Element(T('a')))
list(root.iterfind('b'))
# --- an array of objects, changed while it is put in order: sort | numpy | expr:False
import numpy as np
count = 0
class Item:
    def __init__(self, value): self.value = value
    def __lt__(self, other):
        global count
        count += 1
        if count % 7 == 0 and count < 5000: box[:] = [Item((i * 7919) % 101) for i in range(200)]
        return self.value < other.value
box = np.array([Item((i * 37) % 101) for i in range(200)], dtype=object)
for i in range(20):
    try:
        box.sort()
    except Exception:
        pass
# --- an array of objects, changed while it is put in order: partition | numpy | expr:False
import numpy as np
count = 0
class Item:
    def __init__(self, value): self.value = value
    def __lt__(self, other):
        global count
        count += 1
        if count % 7 == 0 and count < 5000: box[:] = [Item((i * 7919) % 101) for i in range(200)]
        return self.value < other.value
box = np.array([Item((i * 37) % 101) for i in range(200)], dtype=object)
for i in range(20):
    try:
        box.partition(50)
    except Exception:
        pass
# --- an array of objects, changed while it is put in order: argmax | numpy | expr:False
import numpy as np
count = 0
class Item:
    def __init__(self, value): self.value = value
    def __lt__(self, other):
        global count
        count += 1
        if count % 7 == 0 and count < 5000: box[:] = [Item((i * 7919) % 101) for i in range(200)]
        return self.value < other.value
box = np.array([Item((i * 37) % 101) for i in range(200)], dtype=object)
for i in range(20):
    try:
        box.argmax()
    except Exception:
        pass
# --- an array of objects, changed while it is put in order: argsort, searchsorted, lexsort | numpy | expr:False
import numpy as np
count = 0
class Item:
    def __init__(self, value): self.value = value
    def __lt__(self, other):
        global count
        count += 1
        if count % 7 == 0 and count < 5000: box[:] = [Item((i * 7919) % 101) for i in range(200)]
        return self.value < other.value
box = np.array([Item((i * 37) % 101) for i in range(200)], dtype=object)
for i in range(20):
    try:
        box.argsort(); box.searchsorted(box); np.lexsort((box, box))
    except Exception:
        pass
# --- a bytearray, cleared while it is a format | math | expr:False
class X:
    def __repr__(self):
        text.clear()
        return "r"
text = bytearray(b"%a" + b" " * 10**6 + b"%a" + b" " * 10**6)
for i in range(20):
    len(text % (X(), X()))
    text.extend(b"%a" + b" " * 10**6 + b"%a")
# --- a parser of XML, fed by what it tells | xml.etree.ElementTree | expr:False
import xml.etree.ElementTree as ET
class T:
    def start(self, tag, attributes):
        if tag == "a": parser.feed("<b></b>" * 2000)
parser = ET.XMLParser(target=T())
parser.feed("<a>" + "<c/>" * 10000)
