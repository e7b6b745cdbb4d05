class C(metaclass=type, metaclass=type): pass
# --- step
match 3:
    case {**_}: pass
# --- step
match 3:
    case 42 as _: pass
# --- step
class C(x for x in []): pass
# --- step
class C((x for x in [])): pass
# --- step
def f(**k): pass


f(a=1, a=2)
# --- step
[(yield) for x in []]
