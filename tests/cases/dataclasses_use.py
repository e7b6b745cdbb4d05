# imports: dataclasses, typing
from dataclasses import asdict, astuple, dataclass, field, fields, is_dataclass, replace
from typing import ClassVar, List, Optional


@dataclass
class Item:
    name: str
    price: float = 1.5
    tags: List[str] = field(default_factory=list)
    count: int = field(default=0, compare=False, repr=False)
    kind: ClassVar[str] = "item"

    @property
    def total(self) -> float:
        return self.price * (self.count or 1)

    def with_tag(self, tag):
        self.tags.append(tag)
        return self


a, b = Item("a"), Item("a", count=5)
print(a, a == b, a != Item("b"), asdict(a.with_tag("t")), astuple(b), b.total, Item.kind, replace(b, name="c"), [f.name for f in fields(Item)], is_dataclass(a))


@dataclass(order=True, frozen=True)
class Version:
    major: int
    minor: int = 0

    def __str__(self):
        return f"v{self.major}.{self.minor}"


vs = sorted([Version(2), Version(1, 5), Version(1)])
print([str(v) for v in vs], max(vs), {Version(1): "one"}[Version(1)], Version(1) < Version(1, 1))
try:
    vs[0].major = 9
except Exception as e:
    print(type(e).__name__, e)


@dataclass
class Base:
    x: int

    def __post_init__(self):
        self.doubled = self.x * 2


@dataclass
class Child(Base):
    y: int = 3
    child: Optional["Child"] = None

    def __post_init__(self):
        super().__post_init__()
        self.sum = self.x + self.y


c = Child(1, child=Child(5))
print(c, c.doubled, c.sum, c.child.sum)
for bad in (lambda: Item(), lambda: Item("a", 1, [], 0, "extra"), lambda: Child(1, nope=2)):
    try:
        bad()
    except TypeError as e:
        print(e)
try:

    @dataclass
    class Wrong:
        a: list = []

except ValueError as e:
    print(e)
# --- what methods that the library writes say of their parameters
from dataclasses import dataclass, field


@dataclass
class Point:
    x: int
    y: str = "a"


@dataclass
class Marked(Point):
    marks: list = field(default_factory=list)


class Kid(Point):
    pass


print(Point.__init__.__annotations__, Marked.__init__.__annotations__, Kid.__init__.__annotations__)
print(Marked(1).__init__.__annotations__ == Marked.__init__.__annotations__, hasattr(len, "__annotations__"))
