# imports: types
import collections
import types
from collections.abc import Mapping


class Words(Mapping):
    def __init__(self, **words):
        self.words = words

    def __getitem__(self, key):
        return self.words[key]

    def __iter__(self):
        return iter(self.words)

    def __len__(self):
        return len(self.words)


class Keyed:
    def __getitem__(self, key):
        return key * 2


for made in ({"a": 1}, Words(a=1, b=2), collections.UserDict(a=3), collections.ChainMap({"a": 1}, {"b": 2}), collections.OrderedDict(a=5), collections.Counter("ab")):
    view = types.MappingProxyType(made)
    print(list(view), len(view), view["a"], "a" in view, "z" in view, view.get("z", 0), sorted(view.items()), sorted(view.keys()), list(view.values()))
    try:
        view["a"] = 2
    except TypeError as e:
        print(e)
words = Words(a=1)
view = types.MappingProxyType(words)
words.words["c"] = 9
print(view["c"], types.MappingProxyType(view)["c"], view == words, types.MappingProxyType(Keyed())[4])
try:
    view["nope"]
except KeyError as e:
    print(repr(e))
for wrong in ([1], (1,), 3, {1}, None, collections.deque(), Words, object()):
    try:
        types.MappingProxyType(wrong)
    except TypeError as e:
        print(e)
view = types.MappingProxyType({"a": 1})
print(isinstance(view, Mapping), isinstance(view, collections.abc.MutableMapping), issubclass(types.MappingProxyType, Mapping))
match view:
    case {"a": found}:
        print("matched", found)


def shown(table: types.MappingProxyType[str, int]) -> types.MappingProxyType[str, list[int]]:
    return types.MappingProxyType({name: [value] for name, value in table.items()})


print(shown(types.MappingProxyType({"a": 1})), shown.__annotations__)


class Frozen(dict):
    def __hash__(self):
        return 42


for table in ({"a": 1}, Frozen(a=1)):
    try:
        print(hash(types.MappingProxyType(table)))
    except TypeError as error:
        print(error)
