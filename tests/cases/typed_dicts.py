# imports: typing
# Keys of typed dicts are no attributes: those with an underscore are keys as others.
import typing
from typing import TypedDict


class Row(TypedDict):
    _id: int
    name: str


class More(Row, total=False):
    _note: str


Made = TypedDict("Made", {"cls": type, "self": object, "typename": str, "_typename": int, "fields": list, "_fields": dict, "with space": int})
print(Row.__annotations__, sorted(Row.__required_keys__), sorted(More.__annotations__), sorted(More.__optional_keys__))
print(Made.__annotations__)
row = Row(_id=1, name="a")
made = Made(cls=str, self=42, typename="foo", _typename=53, fields=[], _fields={})
print(row, made, typing.get_type_hints(Row), typing.is_typeddict(Row), Row.__total__, More.__total__)
