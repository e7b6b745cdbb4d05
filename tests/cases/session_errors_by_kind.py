"abc" + 1
# --- step
[1, 2][5]
# --- step
{"key": 1}["kee"]
# --- step
undefined_variable
# --- step
undefined_function(1)
# --- step
assert 1 == 2
# --- step
assert False, "with message"
# --- step
int("x")
# --- step
class E(Exception):
    pass


raise E("custom", 1)
# --- step
raise ValueError
# --- step
a, b = 1, 2, 3
# --- step
del not_there
# --- step
d = {}
del d["k"]
# --- step
(5).nope
# --- step
"x".nope()
# --- step
raise KeyError("quoted")
# --- step
def f(a):
    pass


f()
# --- step
f(1, 2)
# --- step
None.attribute
# --- step
for x in 5:
    pass
# --- step
raise StopIteration(5)
# --- step
next(iter([]))
# --- step
(lambda: 1 / 0)()
# --- step
sorted([3, "a"])
# --- step
d = {"a": 1}
d["b"] += 1
# --- step
raise OSError(2, "No such file", "name.txt")
# --- step
raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")
# --- step
print("text")
print(f"{1:zz}")
# --- step
with 5:
    pass
# --- step
raise 5
# --- step
[x for x in 5]
# --- step
"%d" % "x"
# --- step
(1).real.imag.missing
# --- step
five = 5
five()
