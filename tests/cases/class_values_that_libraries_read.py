# imports: collections, fractions, configparser, dataclasses, uuid, unittest, io, decimal, numbers
import configparser
import io
import unittest
from collections import ChainMap, UserDict, UserList, defaultdict
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from uuid import UUID


class Kinds(unittest.TestCase):
    longMessage = Fraction
    maxDiff = UserList
    failureException = AssertionError

    def test_kinds(self):
        self.assertIs(self.longMessage, Fraction)
        self.assertIsInstance(self.maxDiff([1]), self.maxDiff)


print(unittest.TextTestRunner(stream=io.StringIO()).run(Kinds("test_kinds")))


@dataclass
class Held:
    names: UserDict = field(default_factory=UserDict)
    chain: ChainMap = field(default_factory=ChainMap)
    kind: object = Fraction


print(Held(), Held.kind is Fraction, type(Held().names).__name__)
shares = defaultdict(Fraction)
shares["a"] += Fraction(1, 3)
print(shares["a"], shares.default_factory is Fraction, defaultdict(UserList).default_factory is UserList)
print(list(map(Fraction, ["1/2", "0.25"])), sorted(["2", "1/2"], key=Fraction), list(map(UUID, ["12345678123456781234567812345678"])))
parser = configparser.ConfigParser(dict_type=UserDict)
parser.read_string("[A]\nKey=1")
print(dict(parser["A"]), max([Decimal("1"), Fraction(3, 2)], key=Fraction))
