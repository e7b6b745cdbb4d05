# Keys of an object's dict that change the object, its class or who holds it while they are compared with the name of an attribute.
# --- dict replaced while key compared (method) |  | leak
class S(str):
    armed = False
    def __hash__(self): return hash("m")
    def __eq__(self, o):
        if S.armed:
            S.armed = False
            a.__dict__ = {}
            junk.extend({"q%d" % i: i} for i in range(1000))
        return False
class C:
    def m(self): return "m"
junk = []
def f(o): return o.m()
a = C(); b = C()
for i in range(300):
    f(a); f(b)
    junk.clear()
    S.armed = False
    a.__dict__ = {S("zzz%d" % i): 1, **{"k%d" % j: j for j in range(i % 7)}}
    S.armed = True
    f(a)
# --- dict replaced and class method deleted |  | leak
class S(str):
    armed = False
    def __hash__(self): return hash("m")
    def __eq__(self, o):
        if S.armed:
            S.armed = False
            a.__dict__ = {}
            C.m = lambda self: i
            junk.extend({"q%d" % i: i} for i in range(1000))
            junk.extend((lambda: i) for i in range(1000))
        return False
class C:
    def m(self): return "m"
junk = []
def f(o): return o.m()
a = C(); b = C()
for i in range(300):
    f(a); f(b)
    junk.clear()
    S.armed = False
    a.__dict__ = {S("zzz%d" % i): 1, **{"k%d" % j: j for j in range(i % 7)}}
    S.armed = True
    f(a)
# --- class value |  | leak
class S(str):
    armed = False
    def __hash__(self): return hash("m")
    def __eq__(self, o):
        if S.armed:
            S.armed = False
            a.__dict__ = {}
            C.m = ["new%d" % i]
            junk.extend({"q%d" % i: i} for i in range(1000))
            junk.extend(["x"] for i in range(1000))
        return False
class C:
    m = ["old"]
junk = []
def f(o): return o.m[0]
a = C(); b = C()
for i in range(300):
    f(a); f(b); f(b)
    junk.clear()
    S.armed = False
    a.__dict__ = {S("zzz%d" % i): 1, **{"k%d" % j: j for j in range(i % 7)}}
    S.armed = True
    f(a)
# --- object itself freed |  | leak
class S(str):
    armed = False
    def __hash__(self): return hash("m")
    def __eq__(self, o):
        if S.armed:
            S.armed = False
            held.clear()
            junk.extend({"q%d" % i: i} for i in range(1000))
        return False
class C:
    def m(self): return "m"
junk = []; held = []
def f(): return held[0].m()
for i in range(300):
    held[:] = [C()]
    f(); f()
    junk.clear()
    S.armed = False
    held[0].__dict__ = {S("zzz%d" % i): 1, **{"k%d" % j: j for j in range(i % 7)}}
    S.armed = True
    f()
# --- the same, slots dict class with plain dictoffset |  | leak
class S(str):
    armed = False
    def __hash__(self): return hash("m")
    def __eq__(self, o):
        if S.armed:
            S.armed = False
            a.__dict__ = {}
            junk.extend({"q%d" % i: i} for i in range(1000))
        return False
class C(list):
    def m(self): return "m"
junk = []
def f(o): return o.m()
a = C(); b = C()
for i in range(300):
    f(a); f(b)
    junk.clear()
    S.armed = False
    a.__dict__ = {S("zzz%d" % i): 1, **{"k%d" % j: j for j in range(i % 7)}}
    S.armed = True
    f(a)
# --- getattr hook |  | leak
class S(str):
    armed = False
    def __hash__(self): return hash("m")
    def __eq__(self, o):
        if S.armed:
            S.armed = False
            a.__dict__ = {}
            C.__getattr__ = lambda self, n: "new"
            junk.extend({"q%d" % i: i} for i in range(1000))
        return False
class C:
    def __getattr__(self, n): return "m"
junk = []
def f(o): return o.m
a = C(); b = C()
for i in range(300):
    f(a); f(b)
    junk.clear()
    S.armed = False
    a.__dict__ = {S("zzz%d" % i): 1, **{"k%d" % j: j for j in range(i % 7)}}
    S.armed = True
    f(a)
