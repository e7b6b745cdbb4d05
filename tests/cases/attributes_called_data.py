# imports: argparse, threading, logging, numpy
# Attributes called `data` and `dtype` of objects of the standard library; arrays that grow where they lie.
import argparse, threading, logging
import numpy as np

parser = argparse.ArgumentParser()
parser.add_argument("--data", default="d")
args = parser.parse_args([])
args.data = args.data.upper()
setattr(args, "dtype", 3)
print(args)
local = threading.local()
local.data = []
print(local.data)

class Filter(logging.Filter):
    def filter(self, record):
        record.data = {"k": 1}
        return True

record = logging.LogRecord("n", 10, "p", 1, "m", (), None)
print(Filter().filter(record), record.data)

class Buffer:
    def __init__(self):
        self.held = np.zeros(2)
    def grow(self, size):
        self.held.resize(size)
        return self.held

buffer = Buffer()
print(buffer.grow(4))
print(buffer.grow(1))
rows = [np.ones(2)]
rows[0].resize(4)
print(rows)
for kind in range(3):
    array = np.zeros(3)
    if kind == 0:
        view = array[:2]
    elif kind == 1:
        rows = [array]
    else:
        buffer.one = buffer.two = array
        del array
    try:
        (buffer.one if kind == 2 else array).resize(5)
    except ValueError as error:
        print(kind, str(error)[:20])
