# --- everything authorized: the file system
import os, sys, shutil, tempfile, json, pathlib
d = tempfile.mkdtemp()
path = os.path.join(d, "a.json")
with open(path, "w") as f:
    json.dump({"a": 1}, f)
print(json.load(open(path)), os.listdir(d), [p.name for p in pathlib.Path(d).iterdir()], os.walk(d).__next__()[2])
os.remove(path)
os.rmdir(d)
# --- everything authorized: processes and environment
import os, subprocess, sys
os.environ["FE_EVERYDAY"] = "1"
print(os.getenv("FE_EVERYDAY"), subprocess.getoutput("echo x"), os.popen("echo y").read().strip())
del os.environ["FE_EVERYDAY"]
# --- everything authorized: introspection of modules
import importlib, inspect, math
print(importlib.import_module("json").dumps([1]), inspect.isbuiltin(len), "sqrt" in dir(math))
# --- everything authorized: numpy and files
import io, os, tempfile
import numpy as np
with tempfile.TemporaryDirectory() as d:
    p = os.path.join(d, "a.npy")
    np.save(p, np.arange(3))
    print(np.load(p), np.load(p).sum())
# --- everything authorized: pandas and files
import os, tempfile
import pandas as pd
with tempfile.TemporaryDirectory() as d:
    p = os.path.join(d, "a.csv")
    pd.DataFrame({"a": [1, 2]}).to_csv(p, index=False)
    print(pd.read_csv(p).a.sum())
# --- everything authorized: sockets of one process
import socket
a, b = socket.socketpair()
a.sendall(b"hi")
print(b.recv(2))
a.close(); b.close()
