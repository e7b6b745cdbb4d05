# --- nested methods: attribute |  | expr:False
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(120000): x = T(x, 1)
x.nothing
# --- nested methods: hash |  | expr:False
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(120000): x = T(x, 1)
hash(x)
# --- nested methods: text |  | expr:False
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(120000): x = T(x, 1)
repr(x)
# --- nested methods: equal |  | expr:False
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(120000): x = T(x, 1)
x == x, x != 1
# --- nested methods: item |  | expr:False
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(120000): x = T(x, 1)
x[int]
# --- nested methods: call |  | expr:False
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(120000): x = T(x, 1)
x()
# --- nested methods: parameters |  | expr:False
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(120000): x = T(x, 1)
x.__parameters__
# --- nested methods: length and items |  | expr:False
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(120000): x = T(x, 1)
len(x)
# --- nested methods: iteration |  | expr:False
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(120000): x = T(x, 1)
list(x)
# --- nested methods: membership |  | expr:False
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(120000): x = T(x, 1)
1 in x
# --- nested methods: as a key |  | expr:False
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(120000): x = T(x, 1)
{x: 1}
# --- nested methods: class of an instance |  | expr:False
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(120000): x = T(x, 1)
isinstance(1, x)
# --- nested aliases: attribute |  | expr:False
T = type(list[int])
x = list
for i in range(120000): x = T(x, int)
x.nothing
# --- nested aliases: hash |  | expr:False
T = type(list[int])
x = list
for i in range(120000): x = T(x, int)
hash(x)
# --- nested aliases: text |  | expr:False
T = type(list[int])
x = list
for i in range(120000): x = T(x, int)
repr(x)
# --- nested aliases: equal |  | expr:False
T = type(list[int])
x = list
for i in range(120000): x = T(x, int)
x == x, x != 1
# --- nested aliases: item |  | expr:False
T = type(list[int])
x = list
for i in range(120000): x = T(x, int)
x[int]
# --- nested aliases: call |  | expr:False
T = type(list[int])
x = list
for i in range(120000): x = T(x, int)
x()
# --- nested aliases: parameters |  | expr:False
T = type(list[int])
x = list
for i in range(120000): x = T(x, int)
x.__parameters__
# --- nested aliases: length and items |  | expr:False
T = type(list[int])
x = list
for i in range(120000): x = T(x, int)
len(x)
# --- nested aliases: iteration |  | expr:False
T = type(list[int])
x = list
for i in range(120000): x = T(x, int)
list(x)
# --- nested aliases: membership |  | expr:False
T = type(list[int])
x = list
for i in range(120000): x = T(x, int)
1 in x
# --- nested aliases: as a key |  | expr:False
T = type(list[int])
x = list
for i in range(120000): x = T(x, int)
{x: 1}
# --- nested aliases: class of an instance |  | expr:False
T = type(list[int])
x = list
for i in range(120000): x = T(x, int)
isinstance(1, x)
# --- nested arguments of aliases: attribute | typing | expr:False
import typing
x = typing.TypeVar('T')
for i in range(120000): x = list[x]
x.nothing
# --- nested arguments of aliases: hash | typing | expr:False
import typing
x = typing.TypeVar('T')
for i in range(120000): x = list[x]
hash(x)
# --- nested arguments of aliases: text | typing | expr:False
import typing
x = typing.TypeVar('T')
for i in range(120000): x = list[x]
repr(x)
# --- nested arguments of aliases: equal | typing | expr:False
import typing
x = typing.TypeVar('T')
for i in range(120000): x = list[x]
x == x, x != 1
# --- nested arguments of aliases: item | typing | expr:False
import typing
x = typing.TypeVar('T')
for i in range(120000): x = list[x]
x[int]
# --- nested arguments of aliases: call | typing | expr:False
import typing
x = typing.TypeVar('T')
for i in range(120000): x = list[x]
x()
# --- nested arguments of aliases: parameters | typing | expr:False
import typing
x = typing.TypeVar('T')
for i in range(120000): x = list[x]
x.__parameters__
# --- nested arguments of aliases: length and items | typing | expr:False
import typing
x = typing.TypeVar('T')
for i in range(120000): x = list[x]
len(x)
# --- nested arguments of aliases: iteration | typing | expr:False
import typing
x = typing.TypeVar('T')
for i in range(120000): x = list[x]
list(x)
# --- nested arguments of aliases: membership | typing | expr:False
import typing
x = typing.TypeVar('T')
for i in range(120000): x = list[x]
1 in x
# --- nested arguments of aliases: as a key | typing | expr:False
import typing
x = typing.TypeVar('T')
for i in range(120000): x = list[x]
{x: 1}
# --- nested arguments of aliases: class of an instance | typing | expr:False
import typing
x = typing.TypeVar('T')
for i in range(120000): x = list[x]
isinstance(1, x)
# --- nested unions of aliases: attribute |  | expr:False
x = int
for i in range(20000): x = list[x | None]
x.nothing
# --- nested unions of aliases: hash |  | expr:False
x = int
for i in range(20000): x = list[x | None]
hash(x)
# --- nested unions of aliases: text |  | expr:False
x = int
for i in range(20000): x = list[x | None]
repr(x)
# --- nested unions of aliases: equal |  | expr:False
x = int
for i in range(20000): x = list[x | None]
x == x, x != 1
# --- nested unions of aliases: item |  | expr:False
x = int
for i in range(20000): x = list[x | None]
x[int]
# --- nested unions of aliases: call |  | expr:False
x = int
for i in range(20000): x = list[x | None]
x()
# --- nested unions of aliases: parameters |  | expr:False
x = int
for i in range(20000): x = list[x | None]
x.__parameters__
# --- nested unions of aliases: length and items |  | expr:False
x = int
for i in range(20000): x = list[x | None]
len(x)
# --- nested unions of aliases: iteration |  | expr:False
x = int
for i in range(20000): x = list[x | None]
list(x)
# --- nested unions of aliases: membership |  | expr:False
x = int
for i in range(20000): x = list[x | None]
1 in x
# --- nested unions of aliases: as a key |  | expr:False
x = int
for i in range(20000): x = list[x | None]
{x: 1}
# --- nested unions of aliases: class of an instance |  | expr:False
x = int
for i in range(20000): x = list[x | None]
isinstance(1, x)
# --- nested partials over methods: attribute | functools | expr:False
import functools
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(60000): x = T(functools.partial(x), 1)
x.nothing
# --- nested partials over methods: hash | functools | expr:False
import functools
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(60000): x = T(functools.partial(x), 1)
hash(x)
# --- nested partials over methods: text | functools | expr:False
import functools
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(60000): x = T(functools.partial(x), 1)
repr(x)
# --- nested partials over methods: equal | functools | expr:False
import functools
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(60000): x = T(functools.partial(x), 1)
x == x, x != 1
# --- nested partials over methods: item | functools | expr:False
import functools
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(60000): x = T(functools.partial(x), 1)
x[int]
# --- nested partials over methods: call | functools | expr:False
import functools
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(60000): x = T(functools.partial(x), 1)
x()
# --- nested partials over methods: parameters | functools | expr:False
import functools
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(60000): x = T(functools.partial(x), 1)
x.__parameters__
# --- nested partials over methods: length and items | functools | expr:False
import functools
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(60000): x = T(functools.partial(x), 1)
len(x)
# --- nested partials over methods: iteration | functools | expr:False
import functools
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(60000): x = T(functools.partial(x), 1)
list(x)
# --- nested partials over methods: membership | functools | expr:False
import functools
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(60000): x = T(functools.partial(x), 1)
1 in x
# --- nested partials over methods: as a key | functools | expr:False
import functools
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(60000): x = T(functools.partial(x), 1)
{x: 1}
# --- nested partials over methods: class of an instance | functools | expr:False
import functools
class A:
    def m(self): pass
T = type(A().m)
x = len
for i in range(60000): x = T(functools.partial(x), 1)
isinstance(1, x)
# --- nested static methods: attribute |  | expr:False
x = len
for i in range(120000): x = staticmethod(x)
x.nothing
# --- nested static methods: hash |  | expr:False
x = len
for i in range(120000): x = staticmethod(x)
hash(x)
# --- nested static methods: text |  | expr:False
x = len
for i in range(120000): x = staticmethod(x)
repr(x)
# --- nested static methods: equal |  | expr:False
x = len
for i in range(120000): x = staticmethod(x)
x == x, x != 1
# --- nested static methods: item |  | expr:False
x = len
for i in range(120000): x = staticmethod(x)
x[int]
# --- nested static methods: call |  | expr:False
x = len
for i in range(120000): x = staticmethod(x)
x()
# --- nested static methods: parameters |  | expr:False
x = len
for i in range(120000): x = staticmethod(x)
x.__parameters__
# --- nested static methods: length and items |  | expr:False
x = len
for i in range(120000): x = staticmethod(x)
len(x)
# --- nested static methods: iteration |  | expr:False
x = len
for i in range(120000): x = staticmethod(x)
list(x)
# --- nested static methods: membership |  | expr:False
x = len
for i in range(120000): x = staticmethod(x)
1 in x
# --- nested static methods: as a key |  | expr:False
x = len
for i in range(120000): x = staticmethod(x)
{x: 1}
# --- nested static methods: class of an instance |  | expr:False
x = len
for i in range(120000): x = staticmethod(x)
isinstance(1, x)
# --- nested class methods: attribute |  | expr:False
x = len
for i in range(120000): x = classmethod(x)
x.nothing
# --- nested class methods: hash |  | expr:False
x = len
for i in range(120000): x = classmethod(x)
hash(x)
# --- nested class methods: text |  | expr:False
x = len
for i in range(120000): x = classmethod(x)
repr(x)
# --- nested class methods: equal |  | expr:False
x = len
for i in range(120000): x = classmethod(x)
x == x, x != 1
# --- nested class methods: item |  | expr:False
x = len
for i in range(120000): x = classmethod(x)
x[int]
# --- nested class methods: call |  | expr:False
x = len
for i in range(120000): x = classmethod(x)
x()
# --- nested class methods: parameters |  | expr:False
x = len
for i in range(120000): x = classmethod(x)
x.__parameters__
# --- nested class methods: length and items |  | expr:False
x = len
for i in range(120000): x = classmethod(x)
len(x)
# --- nested class methods: iteration |  | expr:False
x = len
for i in range(120000): x = classmethod(x)
list(x)
# --- nested class methods: membership |  | expr:False
x = len
for i in range(120000): x = classmethod(x)
1 in x
# --- nested class methods: as a key |  | expr:False
x = len
for i in range(120000): x = classmethod(x)
{x: 1}
# --- nested class methods: class of an instance |  | expr:False
x = len
for i in range(120000): x = classmethod(x)
isinstance(1, x)
# --- nested views of dicts: attribute | types | expr:False
import functools, types
x = {}
for i in range(120000): x = types.MappingProxyType(x)
x.nothing
# --- nested views of dicts: hash | types | expr:False
import functools, types
x = {}
for i in range(120000): x = types.MappingProxyType(x)
hash(x)
# --- nested views of dicts: text | types | expr:False
import functools, types
x = {}
for i in range(120000): x = types.MappingProxyType(x)
repr(x)
# --- nested views of dicts: equal | types | expr:False
import functools, types
x = {}
for i in range(120000): x = types.MappingProxyType(x)
x == x, x != 1
# --- nested views of dicts: item | types | expr:False
import functools, types
x = {}
for i in range(120000): x = types.MappingProxyType(x)
x[int]
# --- nested views of dicts: call | types | expr:False
import functools, types
x = {}
for i in range(120000): x = types.MappingProxyType(x)
x()
# --- nested views of dicts: parameters | types | expr:False
import functools, types
x = {}
for i in range(120000): x = types.MappingProxyType(x)
x.__parameters__
# --- nested views of dicts: length and items | types | expr:False
import functools, types
x = {}
for i in range(120000): x = types.MappingProxyType(x)
len(x)
# --- nested views of dicts: iteration | types | expr:False
import functools, types
x = {}
for i in range(120000): x = types.MappingProxyType(x)
list(x)
# --- nested views of dicts: membership | types | expr:False
import functools, types
x = {}
for i in range(120000): x = types.MappingProxyType(x)
1 in x
# --- nested views of dicts: as a key | types | expr:False
import functools, types
x = {}
for i in range(120000): x = types.MappingProxyType(x)
{x: 1}
# --- nested views of dicts: class of an instance | types | expr:False
import functools, types
x = {}
for i in range(120000): x = types.MappingProxyType(x)
isinstance(1, x)
# --- nested arrays of numpy: sum | numpy.* | expr:False
import numpy as np
a = np.array([1], dtype=object)
for i in range(60000):
    b = np.empty(1, dtype=object)
    b[0] = a
    a = b
a + a
# --- nested arrays of numpy: negative | numpy.* | expr:False
import numpy as np
a = np.array([1], dtype=object)
for i in range(60000):
    b = np.empty(1, dtype=object)
    b[0] = a
    a = b
-a
# --- nested arrays of numpy: power | numpy.* | expr:False
import numpy as np
a = np.array([1], dtype=object)
for i in range(60000):
    b = np.empty(1, dtype=object)
    b[0] = a
    a = b
a ** 2
# --- nested arrays of numpy: absolute | numpy.* | expr:False
import numpy as np
a = np.array([1], dtype=object)
for i in range(60000):
    b = np.empty(1, dtype=object)
    b[0] = a
    a = b
abs(a)
# --- nested arrays of numpy: product of matrices | numpy.* | expr:False
import numpy as np
a = np.array([1], dtype=object)
for i in range(60000):
    b = np.empty(1, dtype=object)
    b[0] = a
    a = b
a @ a
# --- nested arrays of numpy: bits | numpy.* | expr:False
import numpy as np
a = np.array([1], dtype=object)
for i in range(60000):
    b = np.empty(1, dtype=object)
    b[0] = a
    a = b
~a
# --- nested arrays of numpy: by ufunc | numpy.* | expr:False
import numpy as np
a = np.array([1], dtype=object)
for i in range(60000):
    b = np.empty(1, dtype=object)
    b[0] = a
    a = b
np.add(a, a)
# --- nested arrays of numpy: comparison | numpy.* | expr:False
import numpy as np
a = np.array([1], dtype=object)
for i in range(60000):
    b = np.empty(1, dtype=object)
    b[0] = a
    a = b
a == a
# --- nested arrays of numpy: end | numpy.* | expr:False
import numpy as np
a = np.array([1], dtype=object)
for i in range(60000):
    b = np.empty(1, dtype=object)
    b[0] = a
    a = b
None
# --- nested dtypes of numpy: by fields | numpy.* | expr:False
import numpy as np
d = np.dtype('O')
for i in range(50000): d = np.dtype([('a', d)])
np.zeros(3, d)
hash(d)
# --- nested dtypes of numpy: of an array | numpy.* | expr:False
import numpy as np
d = np.dtype('O')
for i in range(50000): d = np.zeros(1, [('a', d)]).dtype
np.zeros(3, d)
hash(d)
# --- nested dtypes of numpy: by a dict | numpy.* | expr:False
import numpy as np
d = np.dtype('O')
for i in range(50000): d = np.dtype({'names': ['a'], 'formats': [d]})
np.zeros(3, d)
hash(d)
# --- nested dtypes of numpy: doubled | numpy.* | expr:False
import numpy as np
d = np.dtype('V0')
for i in range(50000): d = np.dtype([('a', d), ('b', d)])
np.zeros(3, d)
hash(d)
# --- nested elements of XML copied: by its method | xml.etree.ElementTree,copy | expr:False
import xml.etree.ElementTree as ET
r = e = ET.Element('a')
for i in range(200000): e = ET.SubElement(e, 'a')
r.__deepcopy__({})
# --- nested elements of XML copied: by copy | xml.etree.ElementTree,copy | expr:False
import xml.etree.ElementTree as ET
r = e = ET.Element('a')
for i in range(200000): e = ET.SubElement(e, 'a')
import copy
copy.deepcopy(r)
# --- nested arrays of numpy: truth | numpy.* | expr:False
import numpy as np
a = np.array([1], dtype=object)
for i in range(60000):
    b = np.empty(1, dtype=object)
    b[0] = a
    a = b
bool(a)
# --- nested arrays of numpy: number | numpy.* | expr:False
import numpy as np
a = np.array([1], dtype=object)
for i in range(60000):
    b = np.empty(1, dtype=object)
    b[0] = a
    a = b
float(a[0])
# --- nested arrays of numpy: order | numpy.* | expr:False
import numpy as np
a = np.array([1], dtype=object)
for i in range(60000):
    b = np.empty(1, dtype=object)
    b[0] = a
    a = b
a < a
# --- nested arrays of numpy: sorting | numpy.* | expr:False
import numpy as np
a = np.array([1], dtype=object)
for i in range(60000):
    b = np.empty(1, dtype=object)
    b[0] = a
    a = b
np.sort(np.array([a, a], dtype=object))
# --- deep yaml by the compiled parser | yaml | expr:False
import yaml
yaml.load("[" * 30000, Loader=yaml.CSafeLoader)
# --- deep yaml by the compiled parser, lists in a line | yaml | expr:False
import yaml
yaml.compose("- " * 50000 + "a", Loader=yaml.CSafeLoader)
# --- deep yaml by the compiled parser, mappings | yaml | expr:False
import yaml
list(yaml.compose_all("{a: " * 30000 + "}" * 30000, Loader=yaml.CLoader))
# --- deep yaml by the compiled parser of a class of the code | yaml | expr:False
import yaml
class Loader(yaml.CSafeLoader):
    def descend_resolver(self, node, index): pass
    def ascend_resolver(self): pass
yaml.compose("[" * 30000 + "]" * 30000, Loader=Loader)
# --- deep yaml by the compiled writer | yaml | expr:False
import yaml
node = yaml.ScalarNode("tag:yaml.org,2002:str", "a")
for _ in range(200000):
    node = yaml.SequenceNode("tag:yaml.org,2002:seq", [node])
yaml.serialize(node, Dumper=yaml.CSafeDumper)
# --- deep yaml by the compiled writer, as keys | yaml | expr:False
import yaml
node = yaml.ScalarNode("tag:yaml.org,2002:str", "a")
for _ in range(200000):
    node = yaml.MappingNode("tag:yaml.org,2002:map", [(node, node)])
yaml.serialize(node, Dumper=yaml.CSafeDumper)
