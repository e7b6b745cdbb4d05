# imports: traceback
"""The lines that failed assertions of several lines are at."""
import re
import traceback

x, zero = 5, 0


def line(check):
    try:
        check()
    except AssertionError:
        print(check.__name__, re.findall(r"line (\d+), in " + check.__name__, traceback.format_exc())[-1])


def equal():
    assert (
        x
        ==
        7
    ), "text"


def chain():
    assert (
        1
        <
        x
        <
        2)


def negated():
    assert not (
        x
        and 1 <
        x
    ), "text"


def both():
    assert (
        x and
        x > 9), (
        "text")


def first_of_two():
    assert (
        x >
        9 and
        x), f"""
        {x}"""


def name():
    assert (
        zero)


def call():
    assert (
        int(
            0)), (
        "text"
        + "s")


def either():
    assert (
        zero == 1 if
        x
        else zero)


def identity():
    assert (
        x
        is
        None
    )


def one_line():
    assert x == 6, (
        str(
            5))


for check in (equal, chain, negated, both, first_of_two, name, call, either, identity, one_line):
    line(check)
