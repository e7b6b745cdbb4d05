# imports: enum
from enum import Enum, Flag, IntEnum, auto, unique


class Color(Enum):
    RED = 1
    GREEN = "g"
    CRIMSON = 1

    @property
    def pretty(self):
        return self.name.title()

    @classmethod
    def default(cls):
        return cls.RED

    def __str__(self):
        return f"<{self.name}>"


print(Color.RED, repr(Color.GREEN), Color(1), Color["GREEN"], Color.CRIMSON is Color.RED, Color.RED.pretty, Color.default().value, list(Color), len(Color), Color.RED in Color)
print({Color.RED: 1}[Color.RED], Color.RED == 1, Color.RED.name, [c.value for c in Color], isinstance(Color.RED, Color), f"{Color.GREEN}")


class Level(IntEnum):
    LOW = auto()
    MID = auto()
    HIGH = 10


print(Level.LOW < Level.HIGH, Level.MID + 1, sorted(Level, reverse=True)[0].name, Level(2).name, max(Level).value)


class Perm(Flag):
    R = auto()
    W = auto()
    X = auto()
    RW = R | W


print((Perm.R | Perm.X).value, Perm.R in Perm.RW, bool(Perm.R & Perm.X), Perm.RW.name, (Perm.RW ^ Perm.W) is Perm.R)


class Planet(Enum):
    EARTH = (5.97, 6.37)
    MARS = (0.642, 3.39)

    def __init__(self, mass, radius):
        self.mass, self.radius = mass, radius


print(Planet.EARTH.mass, Planet.MARS.value)
for bad in (lambda: Color(9), lambda: Color["NOPE"], lambda: setattr(Color, "RED", 2), lambda: Color.PURPLE):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__)
try:

    @unique
    class Dup(Enum):
        A = 1
        B = 1

except ValueError as e:
    print(e)
Shape = Enum("Shape", "SQUARE CIRCLE")
print(list(Shape), Shape.CIRCLE.value)
# --- step: the metaclass has what makes the members
from enum import Enum, EnumMeta


class Two(Enum):
    A = 1
    B = 2


print(type(EnumMeta.__members__).__name__, list(Two.__members__), type(Two.__members__).__name__)
