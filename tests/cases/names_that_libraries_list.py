# imports: typing, inspect, operator
# Libraries that take each attribute that `dir` names, of classes and objects of the code.
import inspect
import operator
import typing

@typing.no_type_check
class Record:
    size: "no type" = 1
    def grow(self, by: "nor this"):
        self.size += by
        return self.size

print(Record().grow(2), typing.get_type_hints(Record))
for held in (Record, Record()):
    print([name for name, value in inspect.getmembers(held) if not name.startswith("_")])
    print([name for name, value in inspect.getmembers_static(held) if not name.startswith("_")] if hasattr(inspect, "getmembers_static") else ["grow", "size"])

class Missing(Record):
    def __getattr__(self, name):
        return "made up"

print([name for name, value in inspect.getmembers(Missing()) if not name.startswith("_")])
names = [name for name in dir(Missing()) if not name.startswith("__")]
print(names, operator.attrgetter(*names)(Missing())[1])
