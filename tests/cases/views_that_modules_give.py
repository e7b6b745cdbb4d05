# imports: dataclasses, inspect, enum, types, collections.abc
import collections.abc, dataclasses, enum, inspect, types
@dataclasses.dataclass
class Item:
    price: int = dataclasses.field(default=1, metadata={"unit": "EUR"})
class Colour(enum.Enum):
    RED = 1
field = dataclasses.fields(Item)[0]
view = field.metadata
print(view, field, type(view).__name__, isinstance(view, collections.abc.Mapping), isinstance(view, types.MappingProxyType), isinstance(view, dict))
print(view["unit"], view.get("no", 2), list(view), len(view), "unit" in view, {**view}, dict(view), view | {"a": 1}, view == {"unit": "EUR"}, list(view.items()))
def takes(**options): return options
print(takes(**view), Colour.__members__["RED"], [name for name, _ in Colour.__members__.items()])
parameters = inspect.signature(lambda a, *b, c=1: a).parameters
print(list(parameters), parameters["c"].default, [str(value) for value in parameters.values()], type(parameters).__name__)
again = inspect.signature(takes).replace(parameters=list(parameters.values()))
print(again, inspect.Signature(parameters.values()))
match view:
    case {"unit": unit}: print(unit)
# --- step
view["unit"] = "USD"
# --- step
del view["unit"]
# --- step
view.update(a=1)
