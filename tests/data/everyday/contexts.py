# --- contexts that are equal
import contextvars
v = contextvars.ContextVar("v")
one = contextvars.copy_context()
one.run(v.set, [1])
two = one.copy()
print(one == two, one != two, one == contextvars.copy_context(), one == 5, one is two)
try:
    one < two
except TypeError as e:
    print(e)
# --- templates of decimal contexts
import decimal
with decimal.localcontext(decimal.ExtendedContext) as c:
    print(decimal.Decimal(1) / decimal.Decimal(0), c.prec)
print(decimal.BasicContext.prec, decimal.DefaultContext.prec, decimal.Context(prec=3).divide(decimal.Decimal(1), decimal.Decimal(3)))
decimal.setcontext(decimal.BasicContext)
print(decimal.getcontext().prec, decimal.Decimal(1) / 3)
# --- variables of contexts
import contextvars
user = contextvars.ContextVar("user", default="nobody")
depth = contextvars.ContextVar("depth")

def work(name):
    user.set(name)
    depth.set(len(name))
    return sorted((var.name, value) for var, value in contextvars.copy_context().items() if var in (user, depth))

context = contextvars.copy_context()
print(context.run(work, "ann"), user.get(), context[user], context.get(depth), depth in context, len(contextvars.Context()))
token = user.set("bob")
print(user.get(), token.old_value is contextvars.Token.MISSING, user in contextvars.copy_context())
user.reset(token)
print(user.get(), sorted(var.name for var in context if var in (user, depth)), {"ann", 3} <= set(context.values()))
