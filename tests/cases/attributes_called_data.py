# imports: argparse, threading, logging
# Attributes called `data` and `dtype` of objects of the standard library.
import argparse, threading, logging

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
