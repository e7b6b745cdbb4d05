# imports: asyncio, io, unittest, unittest.mock
# `autospec`: mocks with the signatures of functions and classes of the code, bound to their objects as these are.
# --- step: autospec function
from unittest.mock import create_autospec, patch, MagicMock, call
def f(a, b=2):
    """doc"""
    return a + b
m = create_autospec(f)
print(type(m).__name__, m.__name__, m.__doc__, callable(m))
m.return_value = 7
print(m(1), m(1, b=3), m.called, m.call_count, m.call_args, m.call_args_list)
m.assert_called_with(1, b=3)
m.assert_any_call(1)
m.assert_has_calls([call(1), call(1, b=3)])
try:
    m()
except TypeError as e:
    print(e)
try:
    m(1, 2, 3)
except TypeError as e:
    print(e)
try:
    m.assert_called_once_with(1)
except AssertionError as e:
    print(e)
m.side_effect = ValueError("x")
try:
    m(5)
except ValueError as e:
    print(repr(e))
m.reset_mock()
print(m.called, m.call_count, m.mock_calls)
m.side_effect = [1, 2]
print(m(1), m(2))
m2 = create_autospec(f, return_value="fixed")
print(m2(3), m2.mock_calls, m2.method_calls, isinstance(m2.mock, MagicMock))
try:
    m.assert_calld()
except AttributeError as e:
    print(e)
# --- step: patch object autospec
from unittest.mock import patch
class Svc:
    def __init__(self, n):
        self.n = n
    def fetch(self, key, *, deep=False):
        return key * self.n
    @classmethod
    def make(cls, n):
        return cls(n)
    @staticmethod
    def add(a, b):
        return a + b
    async def get(self, key):
        return key
with patch.object(Svc, "fetch", autospec=True) as fetch:
    fetch.return_value = 9
    s = Svc(3)
    print(s.fetch("a", deep=True))
    fetch.assert_called_once_with(s, "a", deep=True)
    print(fetch.call_args.args[0] is s, fetch.call_args.kwargs)
    try:
        s.fetch()
    except TypeError as e:
        print(e)
    try:
        s.fetch("a", True)
    except TypeError as e:
        print(e)
print(Svc(2).fetch("z"))
with patch.object(Svc, "fetch", autospec=True, side_effect=lambda self, key, deep=False: (self.n, key)) as fetch:
    print(Svc(4).fetch("q"))
with patch.object(Svc, "make", autospec=True) as make:
    make.return_value = 1
    print(Svc.make(5), make.mock_calls)
    try:
        Svc.make()
    except TypeError as e:
        print(e)
with patch.object(Svc, "add", autospec=True, return_value=4) as add:
    print(Svc.add(1, 2), add.mock_calls)
    try:
        Svc.add(1)
    except TypeError as e:
        print(e)
# --- step: class autospec
from unittest.mock import create_autospec, patch
class Svc:
    kind = "x"
    def __init__(self, n, m=1):
        self.n = n
    def fetch(self, key, *, deep=False):
        return key * self.n
    @classmethod
    def make(cls, n):
        return cls(n)
    @staticmethod
    def add(a, b):
        return a + b
    @property
    def size(self):
        return 3
    def __call__(self, x):
        return x
    def __len__(self):
        return 4
C = create_autospec(Svc)
try:
    C()
except TypeError as e:
    print(e)
i = C(1)
C.assert_called_once_with(1)
i.fetch.return_value = 3
print(i.fetch("k"), i.fetch.mock_calls, i.method_calls, C.mock_calls)
for bad in (lambda: i.fetch(), lambda: i.fetch("a", 1), lambda: i.nope, lambda: i.add(1), lambda: C.make(), lambda: i(1, 2), lambda: repr(C.fetch("k")).split(" id=")[0]):
    try:
        print(bad())
    except (TypeError, AttributeError) as e:
        print(type(e).__name__, e)
print(isinstance(i, Svc), len(i), type(i.fetch).__name__)
i.size = 5
print(i.size)
j = create_autospec(Svc, instance=True)
j.fetch("a")
j.fetch.assert_called_once_with("a")
j(3)
print(j.mock_calls)
try:
    j.fetch(1, 2, 3)
except TypeError as e:
    print(e)
k = create_autospec(Svc(1), spec_set=True)
try:
    k.zz = 1
except AttributeError as e:
    print(e)
# --- step: async autospec
import asyncio
from unittest.mock import create_autospec, patch, AsyncMock
class Api:
    async def get(self, url, timeout=3):
        return url
    def sync(self, x):
        return x
async def fetch(url, n=1):
    return url
async def main():
    m = create_autospec(fetch)
    m.return_value = 5
    print(await m("u"), m.await_count, m.await_args)
    m.assert_awaited_once_with("u")
    m.assert_called_once_with("u")
    try:
        await m()
    except TypeError as e:
        print(e)
    try:
        m.assert_not_awaited()
    except AssertionError as e:
        print(e)
    with patch.object(Api, "get", autospec=True) as g:
        g.return_value = "r"
        a = Api()
        print(await a.get("x", timeout=1))
        g.assert_awaited_once_with(a, "x", timeout=1)
        try:
            await a.get()
        except TypeError as e:
            print(e)
    api = create_autospec(Api)
    inst = api()
    inst.get.return_value = 3
    print(await inst.get("u"))
    inst.get.assert_awaited_with("u")
    print(asyncio.iscoroutinefunction(m), type(inst.get).__name__, type(inst.sync).__name__)
asyncio.run(main())
# --- step: unittest with autospec
import unittest, io
from unittest import mock
class Mailer:
    def send(self, to, subject):
        raise RuntimeError("no")
class Signup:
    def __init__(self, mailer):
        self.mailer = mailer
    def register(self, email):
        self.mailer.send(email, subject="Hi")
        return True
class T(unittest.TestCase):
    @mock.patch.object(Mailer, "send", autospec=True)
    def test_send(self, send):
        m = Mailer()
        self.assertTrue(Signup(m).register("a@b"))
        send.assert_called_once_with(m, "a@b", subject="Hi")
    def test_spec(self):
        m = mock.create_autospec(Mailer, instance=True)
        Signup(m).register("x")
        m.send.assert_called_once_with("x", subject="Hi")
        m.send.assert_called_once_with("x", "Hi")
    def test_bad(self):
        m = mock.create_autospec(Mailer, instance=True)
        with self.assertRaises(TypeError):
            m.send("only")
        with self.assertRaisesRegex(AssertionError, "not called"):
            m.send.assert_called_with("x", "y")
r = unittest.TextTestRunner(verbosity=0, stream=io.StringIO()).run(unittest.defaultTestLoader.loadTestsFromTestCase(T))
print(r.testsRun, len(r.failures), len(r.errors))
for _, t in r.failures + r.errors: print(t.splitlines()[-1])
# --- step: lambdas and nested
from unittest.mock import create_autospec, Mock
g = create_autospec(lambda x, *, y: x)
g(1, y=2); print(g.mock_calls, g.__name__)
# --- step: sealed mocks
from unittest.mock import Mock, seal
m = Mock(a=1)
m.go.return_value.name = "n"
seal(m)
print(m.go().name, m.a)
for bad in (lambda: m.b, lambda: m.go.c, lambda: m.go().d):
    try:
        bad()
    except AttributeError as e:
        print(e)
