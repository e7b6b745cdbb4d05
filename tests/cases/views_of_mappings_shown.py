# imports: types, pprint, dataclasses
import collections
import dataclasses
import pprint
import types
from collections.abc import Mapping

long = {"b": list(range(30)), "a": "x" * 50, "c": {"d": [1, 2, 3] * 10}}
pprint.pprint(types.MappingProxyType(long))
print(pprint.pformat([types.MappingProxyType({"k": long})], width=40, sort_dicts=False))
pprint.PrettyPrinter(depth=2, compact=True).pprint({"view": types.MappingProxyType(long)})


class Words(Mapping):
    def __init__(self, **words):
        self.words = words

    def __getitem__(self, key):
        return self.words[key.lower()]

    def __iter__(self):
        return iter(self.words)

    def __len__(self):
        return len(self.words)


class Guesses(dict):
    def __missing__(self, key):
        return f"no {key}"


class Lower(collections.UserDict):
    def __getitem__(self, key):
        return super().__getitem__(key.lower())


kept = Guesses(unit="kg")


@dataclasses.dataclass
class Parcel:
    weight: int = dataclasses.field(default=1, metadata=kept)
    height: int = dataclasses.field(default=2, metadata=Words(unit="m"))
    name: str = dataclasses.field(default="", metadata=Lower(hint="text"))
    plain: str = dataclasses.field(default="", metadata={"a": 1})


weight, height, name, plain = (field.metadata for field in dataclasses.fields(Parcel))
print(weight["nothing"], weight["unit"], weight.get("nothing"), weight, dict(weight))
kept["late"] = 5
print(weight["late"], len(weight), "late" in weight, weight == kept)
print(height["UNIT"], name["HINT"], list(height), name, plain)
for view in (weight, height, name, plain):
    try:
        view["x"] = 1
    except TypeError as e:
        print(e)
try:
    height["other"]
except KeyError as e:
    print(repr(e))
print([type(view).__name__ for view in (weight, height, name, plain)], dataclasses.fields(Parcel)[0].metadata["again"])
