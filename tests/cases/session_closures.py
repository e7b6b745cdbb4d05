def make():
    count = 0

    def bump():
        nonlocal count
        count += 1
        return count

    return bump


bump = make()
g = 10


def reads_global():
    return g


# --- step
bump()
# --- step
bump(), bump()
# --- step
g = 20
reads_global()
# --- step
def reads_global_later():
    return defined_later


# --- step
defined_later = "now"
reads_global_later()
# --- step
it = iter([1, 2, 3])


def numbers():
    for n in it:
        sent = yield n
        if sent:
            print("sent", sent)


n = numbers()
next(n)
# --- step
n.send("hello")
# --- step
list(n)
# --- step
class A:
    def f(self):
        return "A"


class B(A):
    def f(self):
        return "B" + super().f()


# --- step
B().f()
# --- step
A.f = lambda self: "patched"
B().f()
