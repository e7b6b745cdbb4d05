# imports: pickle, enum, copy
import enum
import pickle


class Outer:
    class Inner:
        class Deep:
            def __init__(self, value):
                self.value = value

            def shown(self):
                return self.value

        class Kind(enum.Enum):
            ONE = 1

        def plain(self):
            return "plain"

    @classmethod
    def own(cls):
        return cls


for protocol in range(6):
    given = [Outer.Inner.Deep(1), Outer.Inner.Deep, Outer.Inner.Kind.ONE, Outer.Inner.Kind, Outer.Inner, Outer.Inner.Deep(2)]
    found = pickle.loads(pickle.dumps(given, protocol=protocol))
    print(protocol, found[0].value, found[1] is Outer.Inner.Deep, found[2] is Outer.Inner.Kind.ONE, found[3] is Outer.Inner.Kind)
    print(found[4] is Outer.Inner, type(found[5]) is Outer.Inner.Deep, found[5].value)
    print(pickle.loads(pickle.dumps(Outer.Inner.Deep(3).shown, protocol=protocol))())
    print(pickle.loads(pickle.dumps(Outer.Inner.plain, protocol=protocol)) is Outer.Inner.plain)
    print(pickle.loads(pickle.dumps(Outer.own, protocol=protocol))() is Outer)
# --- step
print(pickle.loads(pickle.dumps(Outer.Inner.Deep, protocol=2)) is Outer.Inner.Deep)
