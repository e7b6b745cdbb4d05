# imports: pickle, copy
import copy
import pickle


class Missing:
    one = None

    def __new__(cls):
        if cls.one is None:
            cls.one = super().__new__(cls)
        return cls.one

    def __reduce__(self):
        return "MISSING"

    def __repr__(self):
        return "<missing>"


MISSING = Missing()
for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
    found = pickle.loads(pickle.dumps({"a": MISSING, "b": [MISSING, 1]}, protocol))
    print(protocol, found, found["a"] is MISSING, found["b"][0] is MISSING)
print(copy.copy(MISSING) is MISSING, copy.deepcopy([MISSING])[0] is MISSING)


class Unit:
    def __init__(self, name):
        self.name = name

    def __reduce_ex__(self, protocol):
        return self.name


METRE = Unit("METRE")
print(pickle.loads(pickle.dumps((METRE, METRE)))[0] is METRE)
for name in ("NOWHERE", "MISSING"):
    try:
        pickle.dumps(Unit(name))
    except pickle.PicklingError as error:
        print(str(error).split(" object at ")[0], str(error).split(": ")[-1])
data = pickle.dumps(METRE)
# --- step
METRE = Unit("another")
pickle.loads(data).name
# --- step
del METRE
pickle.loads(data)
