# imports: io, sys, unittest.mock, argparse
# What `patch` names: variables of the code, builtins, classes of the code, streams and arguments.
import argparse
import io
import sys
from unittest.mock import MagicMock, mock_open, patch


def fetch(n=1):
    return "real"


class Service:
    limit = 3

    def go(self):
        return "gone"


def use():
    return fetch(2), Service().go()


with patch("__main__.fetch", return_value="fake") as fake:
    print(use())
    fake.assert_called_once_with(2)
print(use())
with patch("__main__.Service.go", lambda self: "stays"), patch("__main__.Service.limit", 9):
    print(use(), Service.limit)
print(use(), Service.limit)
with patch(f"{__name__}.Service") as service:
    service.return_value.go.return_value = "mocked"
    print(use())
print(use())


@patch("__main__.fetch")
@patch("__main__.use", new=lambda: "used")
def test(fetch_mock):
    fetch_mock.side_effect = ["a", ValueError("b")]
    print(use(), fetch(0))
    try:
        fetch()
    except ValueError as error:
        print(error)


test()
print(use())


def name():
    return input("Name? ").title()


with patch("builtins.input", side_effect=["ann", "bob"]) as asked:
    print(name(), name(), asked.call_count)


def read(path):
    with open(path) as file:
        return file.read()


with patch("builtins.open", mock_open(read_data="text")) as opened:
    print(read("notes.txt"))
    opened.assert_called_once_with("notes.txt")
with patch("builtins.sum", MagicMock(return_value=7)):
    print(sum([1]))
print(sum([1]))
with patch("sys.stdout", new_callable=io.StringIO) as out:
    print("caught")
print(repr(out.getvalue()))
with patch("sys.stdin", io.StringIO("5\n6")):
    print(int(input()) + int(input()))


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--n", type=int)
    return parser.parse_args().n


with patch.object(sys, "argv", ["prog", "--n", "4"]):
    print(options())
with patch("sys.argv", ["prog", "--n", "5"]):
    print(options())
patcher = patch("__main__.fetch")
patcher.start().return_value = "started"
print(fetch())
patcher.stop()
print(fetch())
try:
    with patch("__main__.nothing"):
        pass
except AttributeError as error:
    print(type(error).__name__)
with patch("__main__.nothing", 5, create=True):
    print(nothing)
try:
    nothing
except NameError as error:
    print(type(error).__name__)
