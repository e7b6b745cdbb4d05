# imports: pickle, io, numpy, pandas, collections, dataclasses, enum, types
import collections, dataclasses, enum, io, pickle
import numpy as np
import pandas as pd


class Kind(enum.Enum):
    TRAIN = "train"
    TEST = "test"


@dataclasses.dataclass
class Record:
    name: str
    values: np.ndarray
    kind: Kind = Kind.TRAIN
    extra: dict = dataclasses.field(default_factory=dict)


class Dataset:
    def __init__(self, frame):
        self.frame = frame
        self.same = frame
        self.columns = list(frame.columns)
        self._means = frame.mean(numeric_only=True)
        self.seen = pd.Timestamp("2024-05-06 07:08:09")

    def __repr__(self):
        return f"Dataset({self.frame.shape}, {self._means.round(2).to_dict()}, {self.seen})"


class Slotted:
    __slots__ = ("array", "self")

    def __init__(self, array):
        self.array, self.self = array, self


class Stack(list):
    pass


def again(value, *protocol):
    return pickle.loads(pickle.dumps(value, *protocol))


frame = pd.DataFrame({"a": [1, 2, 4], "b": [0.5, None, 2.5], "c": list("xyz")})
found = again(Dataset(frame))
print(found, found.frame is found.same, found.frame is frame, found.frame.equals(frame))
record = Record("r", np.arange(6.0).reshape(2, 3).T, Kind.TEST, {"when": np.datetime64("2024-01-02"), "parts": [np.int64(3)]})
copy = again(record)
print(copy, copy.values.flags.f_contiguous, copy.kind is Kind.TEST, type(copy.extra["parts"][0]).__name__)
mixed = {
    "own": Record("x", np.array([1 + 2j])),
    "array": np.array(["a", "bb"]),
    "counts": collections.Counter("aab"),
    "groups": collections.defaultdict(list, {1: [np.float64(2.5)]}),
    "last": collections.deque([frame["a"]], 3),
    "order": collections.OrderedDict(z=pd.Interval(0, 1)),
}
for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
    print(again(mixed, protocol) if protocol > 3 else sorted(again(mixed, protocol)))
shared = np.zeros(2)
pair = again([Stack([shared]), shared, Slotted(shared)])
pair[1][0] = 7
print(pair[0], pair[2].array, pair[2].self is pair[2], shared)
many = again([Record(str(n), np.float64(n)) for n in range(3000)])
print(sum(record.values for record in many), type(many[5].values).__name__)
file = io.BytesIO()
for value in (Record("one", np.ones(2)), [np.ones(1)], Dataset(frame), 5):
    pickle.dump(value, file)
file.seek(0)
print(*[pickle.load(file) for _ in range(4)], sep=" | ")
print(pickle.dumps(Dataset(frame)) == pickle.dumps(Dataset(frame)))


class Plain:
    def __init__(self):
        self.x = [1, {"y": (2, None)}]


class Number(int):
    pass


class Name(str):
    pass


for protocol in (0, 1):
    number, name = Number(5), Name("é")
    number.unit, name.lang = "m", "fr"
    values = [again(value, protocol) for value in (Plain(), number, name, Stack([1, 2]), {"p": [Plain()]})]
    print(values[0].x, values[1] + 1, values[1].unit, values[2], values[2].lang, values[3], type(values[3]) is Stack, values[4]["p"][0].x)
    print(again(Record("p", np.ones(2)), protocol), again([Kind.TEST], protocol))
print(type(again(object())) is object, again([object, int, list]))
import types
mixed = pickle.loads(pickle.dumps([np.arange(3), ValueError("x"), types.SimpleNamespace(a=np.eye(2), b={"e": KeyError("k")})]))
print(mixed[0], repr(mixed[1]), mixed[2].a.tolist(), mixed[2].b)
