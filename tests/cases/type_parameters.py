# python: 3.12
class Box[T]:
    def __init__(self, item: T):
        self.item = item

    def map[U](self, f) -> "Box[U]":
        return Box(f(self.item))


def first[T](items: list[T], default: T | None = None) -> T:
    return items[0] if items else default


type Pair[A, B] = tuple[A, B]
type Tree = dict[str, Tree]


class Bounded[K: (int, str), *Ts, **P]:
    pass


print(Box(1).map(lambda v: v + 1).item, first([3, 4]), first([], 9), Pair.__name__, Box[int](5).item)


def bound[T: int](x: T) -> T:
    def inner() -> T:
        return x

    return inner()


print(bound(4), Bounded.__name__, Tree.__name__)
