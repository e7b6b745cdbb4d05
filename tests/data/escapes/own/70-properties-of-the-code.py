# --- private state by a property of a class of the code, below a class of the host |  | leak
class P(property):
    def __init__(self, function): super().__init__(function)
class B(type(fetch_record())):
    shown = P(lambda self: self._conn.password)
str(B(1).shown)
# --- the same by a function of C code | operator | leak
import operator
class P(property):
    def __init__(self, function): super().__init__(function)
class B(type(fetch_record())):
    shown = P(operator.attrgetter('_conn.password'))
str(B(1).shown)
# --- the dict of an object of the host by such a property |  | leak
class P(property):
    def __init__(self, function): super().__init__(function)
class B(type(fetch_record())):
    shown = P(vars)
str([getattr(value, 'password', None) for value in B(1).shown.values()])
# --- such a property asked about an object of the host |  | leak
class P(property):
    def __get__(self, instance, owner=None): return super().__get__(instance, owner)
P(lambda self: self._conn.password).__get__(fetch_record())
# --- memory told by such a property | numpy | expr:err is None
import numpy
class P(property): pass
told = P(len)
told.__array_interface__ = {'data': (id(told), False), 'shape': (4,), 'typestr': '<i8', 'version': 3}
numpy.asarray(told).shape[0]
# --- the same, written into its dict | numpy | expr:err is None
import numpy
class P(property): pass
told = P(len)
told.__dict__.update({'__array_interface__': {'data': (id(told), False), 'shape': (4,), 'typestr': '<i8', 'version': 3}})
numpy.asarray(told).shape[0]
# --- globals of a library's function by such a property | textwrap | cap
import textwrap
class P(property): pass
P(textwrap.fill).fget.__globals__
