# --- text in front of the name of a class | attr | expr:err is None
import attr
@attr.s(repr_ns='{__import__("os").getcwd()}')
class A:
    pass
repr(A())
# --- text in front of the name, by a partial | attr,functools | expr:err is None
import attr, functools
@functools.partial(attr.s, None, None, '{__import__("os").getcwd()}')()
class A:
    pass
repr(A())
# --- text in front of the name, by the raw decorator that attrs itself calls | attr,functools,inspect | expr:err is None
import attr, functools, inspect
raw = [value for name, value in inspect.getmembers(attr) if name == "s"][0]
wrap = raw(repr_ns='{__import__("os").getcwd()}')
class B:
    pass
class Z:
    __attrs_init_subclass__ = functools.partial(wrap, B)
@attr.s
class A(Z):
    pass
repr(B())
# --- alias that is no name | attr | expr:err is None
import attr
@attr.s(these={"x": attr.ib(alias='x=__import__("os").getcwd()')})
class A:
    pass
A()
# --- field that is no name | attr | expr:err is None
import attr
@attr.s(these={'x, y=__import__("os").getcwd()': attr.ib(init=False, repr=False, eq=False)})
class A:
    pass
A()
# --- converter that writes its own call | attr | expr:err is None
import attr
class C(attr.Converter):
    def _fmt_converter_call(self, name, value):
        return '__import__("os").getcwd()'
@attr.s
class A:
    x = attr.ib(converter=C(int))
A(1)
# --- field of a class that is none of attrs | attr | expr:err is None
import attr
class Field:
    count = 0
    init, default, converter, validator, on_setattr, kw_only, inherited, eq, order, hash, repr, type = True, attr.NOTHING, None, None, None, False, False, False, False, False, False, None
    alias = 'x=__import__("os").getcwd()'
    @property
    def name(self):
        return "x"
    def evolve(self, **changes):
        return self
@attr.s(field_transformer=lambda cls, fields: [Field()])
class A:
    pass
A()
# --- file that a converter opens | attr,tokenize | expr:err is None
import attr, tokenize
@attr.s
class A:
    x = attr.ib(converter=tokenize.open)
A("/etc/passwd").x.read()
# --- private state of the host in a written method | attr | leak
import attr
@attr.s(slots=False, init=False)
class R(type(fetch_record())):
    _conn = attr.ib(default=None)
repr(R(1))
# --- names of the host's program in an annotation | attr,attrs | expr:err is None
import attrs
@attrs.define
class A:
    x: "os" = None
attrs.resolve_types(A)
attrs.fields(A).x.type.getcwd()
