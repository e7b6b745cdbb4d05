# imports: argparse, types, functools, optparse, xml.etree.ElementTree, collections, decimal, string, threading, queue, io, json, logging
"""Attributes of objects of libraries, set again and again; classes of the code among them, and names that fail."""

import argparse
import collections
import functools
import io
import queue
import string
import types
import xml.etree.ElementTree as ET


def set_often(make, name, values=(1, "a", 2.5, None, [1])):
    """What is set is there; what fails does so each time in the same way."""
    o = make()
    for value in values:
        try:
            setattr(o, name, value)
            print(getattr(o, name), end=" ")
        except Exception as e:
            print(type(e).__name__, str(e)[:60], end=" ")
    print()


for make in (argparse.Namespace, types.SimpleNamespace, lambda: ET.Element("a"), lambda: functools.partial(int), lambda: ET.ElementTree(ET.Element("r"))):
    set_often(make, "x")
set_often(lambda: ET.Element("a"), "text", ["t", "u", None])
set_often(lambda: ET.Element("a"), "tag", ["t", "u"])
set_often(lambda: string.Template("$a"), "template", ["$b", "$c"])
for make in (lambda: 5, lambda: "t", lambda: (1,), lambda: [], lambda: io.StringIO("x").read, lambda: {}.items, lambda: range(3)):
    set_often(make, "x", [1, 2])
for make in (lambda: range(3), lambda: slice(1, 2)):
    set_often(make, "start", [1, 2])


def fill(o):
    for i in range(40):
        o.count = i
        o.name = f"n{i}"
        o.count += 1
    del o.name
    return o.count, hasattr(o, "name")


class Mine(argparse.Namespace):
    pass


class Spaces(types.SimpleNamespace):
    def __setattr__(self, name, value):
        super().__setattr__(name, (value, "set") if name == "name" else value)


# One site, many types.
for o in (argparse.Namespace(), types.SimpleNamespace(), Mine(), Spaces(), types.SimpleNamespace(count=1), argparse.Namespace(), functools.partial(print)):
    print(type(o).__name__, fill(o))


class Late:
    """Gets a way to set attributes of its own after it was met."""


def put(o, value):
    o.value = value
    return vars(o).get("value", "not there")


late, space = Late(), argparse.Namespace()
print([put(o, i) for i, o in enumerate((late, space) * 3)])
Late.__setattr__ = lambda self, name, value: vars(self).update({name: [value]})
print([put(o, i) for i, o in enumerate((late, space) * 3)])
Late.value = property(lambda self: "read only")
try:
    del Late.__setattr__
    print(put(late, 1))
except AttributeError as e:
    print("AttributeError", e)
print(put(space, 9))

args = argparse.ArgumentParser().parse_args([])
for i in range(5):
    args.i = i
print(args)


class Told(types.SimpleNamespace):
    pass


t = Told()
for i in range(3):
    t.a = i
print(t)
data = collections.UserDict()
root = ET.fromstring("<a><b/><c/></a>")
for i, child in enumerate(root):
    child.text, child.tail = str(i), "\n"
    child.tag = child.tag.upper()
print(ET.tostring(root))
