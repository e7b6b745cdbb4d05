# imports: io, json, os.path, unittest, unittest.mock
# `patch` of members of modules, which the code sees and nobody else.
# --- step: patch json.dumps
from unittest.mock import patch, Mock, ANY
import json, time, random, os.path
def render(x): return json.dumps(x)
def slow():
    time.sleep(100)
    return json.loads("[1]")
with patch("json.dumps") as d:
    d.return_value = "fake"
    print(render({"a": 1}))
    d.assert_called_once_with({"a": 1})
print(render({"a": 1}))
@patch("time.sleep")
@patch("json.loads", return_value=5)
def t(loads, sleep):
    print(slow(), sleep.call_args, loads.mock_calls)
t()
print(json.loads("[2]"))
with patch.object(json, "dumps", side_effect=[1, ValueError("no")]) as d:
    print(render(1))
    try:
        render(2)
    except ValueError as e:
        print(e)
    with patch("json.dumps", new=lambda x: "inner"):
        print(render(1))
    print(d.call_count, json.dumps is d)
print(render(3))
with patch("random.random", return_value=.5), patch("random.randint", lambda a, b: b), patch("os.path.exists", return_value=True):
    print(random.random(), random.randint(1, 6), os.path.exists("/nope"))
print(os.path.exists("/nope"))
try:
    with patch("json.nope"): pass
except AttributeError as e:
    print(str(e).split(" from ")[0], str(e)[-30:])
with patch("json.nope", 3, create=True):
    print(json.nope, hasattr(json, "nope"))
print(hasattr(json, "nope"))
p = patch("json.dumps", autospec=True)
m = p.start()
m.return_value = "auto"
print(json.dumps([1], indent=2), m.call_args)
try:
    json.dumps()
except TypeError as e:
    print(e)
from json import dumps
print(dumps is m, getattr(json, "dumps") is m)
p.stop()
print(json.dumps([1]))
class T:
    @patch("time.time", return_value=1000.0)
    def go(self, tm):
        return time.time()
print(T().go(), time.time() > 1e9)
with patch("math.sqrt", return_value=7):
    import math
    print([math.sqrt(4) for _ in range(3)])
print(math.sqrt(4))
# --- step: patch datetime
import datetime
from unittest.mock import patch
def today(): return datetime.date.today().isoformat()
with patch("datetime.date") as d:
    d.today.return_value = datetime.datetime(2020, 1, 2)
    print(today())
class Fixed(datetime.datetime):
    @classmethod
    def now(cls, tz=None): return cls(2021, 5, 6)
with patch.object(datetime, "datetime", Fixed):
    print(datetime.datetime.now())
with patch("datetime.datetime", wraps=datetime.datetime) as w:
    w.now.return_value = datetime.datetime(2000, 1, 1)
    print(datetime.datetime.now(), datetime.datetime.fromisoformat("2024-01-02"))
# --- step: unittest with patched modules
import unittest, time, random, io
from unittest import mock
def retry(f, n=3):
    for i in range(n):
        try:
            return f()
        except ValueError:
            time.sleep(2 ** i)
    raise RuntimeError("gave up")
class T(unittest.TestCase):
    def setUp(self):
        p = mock.patch("time.sleep"); self.sleep = p.start(); self.addCleanup(p.stop)
    def test_retry(self):
        f = mock.Mock(side_effect=[ValueError, ValueError, 5])
        self.assertEqual(retry(f), 5)
        self.assertEqual(self.sleep.mock_calls, [mock.call(1), mock.call(2)])
    def test_fail(self):
        with self.assertRaisesRegex(RuntimeError, "gave up"):
            retry(mock.Mock(side_effect=ValueError))
        self.assertEqual(self.sleep.call_count, 3)
    @mock.patch("random.choice", side_effect=lambda s: s[0])
    def test_choice(self, c):
        self.assertEqual(random.choice("abc"), "a")
r = unittest.TextTestRunner(verbosity=0, stream=io.StringIO()).run(unittest.defaultTestLoader.loadTestsFromTestCase(T))
print(r.testsRun, r.failures, r.errors, isinstance(time.sleep, mock.Mock))

# --- several members at once, and the end of all that was started
import math
from unittest import mock

with mock.patch.multiple(math, pi=3, e=2):
    print(math.pi, math.e)
with mock.patch.multiple("math", pi=4, floor=mock.DEFAULT) as made:
    math.floor.return_value = 7
    print(math.pi, math.floor(1.5), list(made))
print(round(math.pi, 2), math.floor(1.5))


def one():
    return 1


def two():
    return 2


with mock.patch.multiple("__main__", one=lambda: 10, two=lambda: 20):
    print(one(), two())


@mock.patch.multiple(math, pi=5, sqrt=mock.DEFAULT)
def decorated(sqrt):
    sqrt.return_value = "root"
    return math.pi, math.sqrt(4)


print(decorated(), one(), two(), math.sqrt(4))


class Service:
    limit = 3

    def go(self):
        return "gone"


table = {"a": 1}
mock.patch.object(Service, "go", return_value="mocked").start()
mock.patch("math.cos", return_value="cosine").start()
mock.patch.dict(table, {"b": 2}).start()
mock.patch.multiple(Service, limit=9).start()
print(Service().go(), math.cos(0), table, Service.limit)
mock.patch.stopall()
print(Service().go(), math.cos(0), table, Service.limit)
mock.patch.stopall()
