async def double(x): return 2 * x
# --- step
def f():
    await double(1)
# --- step
class A:
    x = await double(1)
# --- step
lambda: await double(1)
# --- step
[x for x in await double(1)]
# --- step
def f(x=await double(1)): return x
# --- step
class A(await double(1)): pass
