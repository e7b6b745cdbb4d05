def f():
    [unset for q in [1]]
    if 0: unset = 3


f()
# --- step
def f():
    def inner(): return unset
    [unset for q in [1]]
    if 0: unset = 3


f()
