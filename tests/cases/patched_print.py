# imports: unittest, unittest.mock, io
import io
import unittest
from unittest.mock import call, patch


def greet(name):
    print("hello", name)
    return len(name)


with patch("builtins.print") as mock:
    print("not shown", end="")
    size = greet("ann")
print(size, mock.mock_calls, mock.call_args_list == [call("not shown", end=""), call("hello", "ann")])
greet("bob")


@patch("builtins.print")
def quiet(mock):
    greet("carl")
    mock.assert_called_once_with("hello", "carl")
    return mock.call_count


print(quiet())


class TestGreet(unittest.TestCase):
    @patch("builtins.print")
    @patch("__main__.len", create=True, return_value=9)
    def test_greets(self, length, shown):
        self.assertEqual(greet("dora"), 9)
        shown.assert_called_with("hello", "dora")

    def test_shows(self):
        with patch("builtins.print", side_effect=ValueError("no paper")):
            with self.assertRaisesRegex(ValueError, "no paper"):
                greet("eve")


result = unittest.TextTestRunner(stream=io.StringIO()).run(unittest.defaultTestLoader.loadTestsFromTestCase(TestGreet))
print(result.testsRun, result.failures, result.errors)
try:
    with patch("builtins.print", side_effect=ValueError("no paper")):
        greet("x")
except ValueError as error:
    print(error)
patcher = patch("builtins.print", lambda *values: shown.append(values))
shown = []
patcher.start()
print(1, 2)
patcher.stop()
print(shown, [*map(print, ["by map"])])
# --- step
print("still there")
with patch("builtins.print") as mock:
    greet("gus")
mock.call_args
# --- step
greet("hans")
