# python: 3.13
def f[T=int, U](x): pass
# --- step
class A[T=int, *U]: pass
# --- step
type X[T=int, **P] = int
# --- step
class A[T=int]: pass


def f[T, U=str, V=list[U]](x: T) -> U: return x


print(A.__type_params__, A.__type_params__[0].__default__)
print([p.has_default() for p in f.__type_params__], f.__type_params__[2].__default__)
