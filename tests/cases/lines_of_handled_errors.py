# imports: io, logging, re, sys, traceback
# Where an error was raised, as those that ask `sys.exc_info()` for it see it.
import io
import logging
import re
import sys
import traceback


def fails(value):
    raise ValueError(value)


def lines(text):
    return re.findall(r"line (\d+), in (\S+)\n", text)


try:
    fails(1)
except ValueError:
    print(lines(traceback.format_exc()), sys.exc_info()[0].__name__)
    try:
        fails(2)
    except ValueError:
        print(lines(traceback.format_exc()))
    print(lines(traceback.format_exc()))

out = io.StringIO()
log = logging.getLogger("lines")
log.addHandler(logging.StreamHandler(out))
log.propagate = False
try:
    fails(3)
except ValueError:
    log.exception("logged")
print(lines(out.getvalue()))


def resumed():
    try:
        fails(4)
    except ValueError:
        yield lines(traceback.format_exc())
        yield lines(traceback.format_exc())


steps = resumed()
print(next(steps))
try:
    fails(5)
except ValueError:
    print(next(steps), lines(traceback.format_exc()))
print(traceback.format_exc())
