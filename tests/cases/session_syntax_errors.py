x = (1 +
# --- step
def f(:
    pass
# --- step
print "hello"
# --- step
if True
    pass
# --- step
x = 5
  y = 6
# --- step
1 = x
# --- step
f() = 1
# --- step
'unterminated
# --- step
return 5
# --- step
break
# --- step
yield 1
# --- step
def f():
    nonlocal q
# --- step
x = {1: 2, 3}
# --- step
for in range(3):
    pass
# --- step
class
# --- step
a b c
# --- step
!echo Bad command
# --- step
f(a=1, 2)
# --- step
def f(a, a):
    pass
# --- step
def g(a=1, b):
    pass
# --- step
x = 1 if 2
# --- step
lambda: (yield) = 1
# --- step
import
# --- step
from x import
# --- step
)
# --- step
[1, 2
# --- step
"abc" "def
# --- step
f"{x"
# --- step
f"{}"
# --- step
0777
# --- step
1__0
# --- step
def f():
pass
# --- step
try:
    pass
# --- step
x = $5
# --- step
x =
# --- step
while:
    pass
# --- step
del f()
# --- step
*a = 1
# --- step
a, *b, *c = 1, 2
# --- step
def f():
    x = 1
    global x
# --- step
None = 1
# --- step
with open("x") as 5:
    pass
# --- step
x += y = 1
# --- step
if x = 1:
    pass
# --- step
print(1)) 
# --- step
continue
# --- step
class C:
    return 1
# --- step
async def f():
    pass
await f() if False else (yield)
# --- step
print("ok after all")
"still usable"
