# imports: dataclasses
# What `make_dataclass` says to fields that are none.
import dataclasses

for fields in [["a", ()], [("a",)], [(1, 2, 3, 4)], ["a", float], [3], [(1, int)], [("x y", int)], ["class"], ["a", "a"], [["a", int], {"b": 1, "c": 2}], [[]], "ab", [None], ["abc", "de", ("f", int, 3)]]:
    try:
        made = dataclasses.make_dataclass("C", fields)
        print([(field.name, field.default is not dataclasses.MISSING) for field in dataclasses.fields(made)])
    except TypeError as error:
        print(error)
