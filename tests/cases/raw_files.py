# imports: io, pickle, pandas, gzip, yaml, xml.etree.ElementTree, numpy
# Files of the code's classes that the standard library and packages read from and write to.
import gzip, io, pickle
import xml.etree.ElementTree as ET
import numpy as np
import pandas as pd
import yaml

class Raw(io.RawIOBase):
    def __init__(self, data=b""):
        self.data, self.place = bytearray(data), 0
    def readable(self): return True
    def writable(self): return True
    def readinto(self, room):
        part = self.data[self.place:self.place + len(room)]
        room[:len(part)] = part
        self.place += len(part)
        return len(part)
    def write(self, part):
        self.data += part
        return len(part)

raw = Raw(b"hello\nworld\n")
print(raw.read(3), raw.read(0), raw.readline(), raw.read(), raw.read(5))
for told in (None, 0, -1, True, "x", 2.5, 11):
    class Odd(io.RawIOBase):
        def readable(self): return True
        def readinto(self, room):
            room[:2] = b"ab"
            return told
    if told not in (-1, 11):
        try:
            print(Odd().read(10))
        except TypeError as error:
            print(error)
try:
    raw.read(1, 2)
except TypeError as error:
    print(type(error))
out = Raw()
ET.ElementTree(ET.fromstring("<a><b>text</b></a>")).write(out)
print(bytes(out.data))

class Source:
    def __init__(self, data): self.file = io.BytesIO(data)
    def read(self, *size): return self.file.read(*size)
    def readline(self, *size): return self.file.readline(*size)

print(pickle.load(Source(pickle.dumps([1, {"a": (2, 3)}, "x" * 300]))))
out = Raw()
pickle.dump({"k": 1}, out)
print(pickle.loads(bytes(out.data)))

class Text(io.StringIO): pass
class Lines:
    def __init__(self, lines): self.lines = iter(lines)
    def read(self, size=-1): return next(self.lines, "")
    def __iter__(self): return self.lines
print(pd.read_csv(Text("a,b\n1,2")), pd.read_csv(Lines(["a,b\n", "1,2\n"])))
packed = io.BytesIO()
with gzip.open(packed, "wt") as file: file.write("packed\n" * 3)
print(gzip.open(Raw(packed.getvalue()), "rt").readlines() if hasattr(Raw, "seek") else 0)
wrapped = io.TextIOWrapper(Raw(b"one\ntwo\n"), encoding="utf-8") if False else io.TextIOWrapper(io.BytesIO(b"one\ntwo\n"))
print(wrapped.readline(), list(wrapped), wrapped.detach().getvalue())

class Written:
    def __init__(self): self.parts = []
    def write(self, part): self.parts.append(part)
written = Written()
yaml.dump({"a": [1, 2]}, written, Dumper=yaml.CSafeDumper)
print("".join(written.parts), list(yaml.load_all(Source(b"a: 1\n---\n- b\n"), Loader=yaml.CSafeLoader)))
records = np.array([(1, "a", 2.5)], [("x", int), ("y", "U3"), ("z", float)])
records.flags.writeable = False
print(hash(records[0]) == hash(records[0]), {records[0]: 1}[records[0]])
