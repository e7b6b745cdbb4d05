# imports: contextvars, asyncio
import contextvars, asyncio
level = contextvars.ContextVar("level", default=0)
items = contextvars.ContextVar("items")
token = level.set(5)
items.set([1])
print(level.get(), items.get())
level.reset(token)
print(level.get(), level.set(6).old_value is contextvars.Token.MISSING)
# --- step
print(level.get(), items.get())
items.get().append(2)
level.set(7)
1 / 0
# --- step
print(level.get(), items.get())
context = contextvars.copy_context()
context.run(level.set, 9)
print(level.get(), context[level], level in context)
# --- step
async def raised():
    level.set(level.get() + 1)
    return level.get()
async def main():
    return await asyncio.gather(raised(), raised()), level.get()
print(asyncio.run(main()), level.get())
# --- step
level = contextvars.ContextVar("level", default=1)
print(level.get(), items.get(), context.run(items.get))
