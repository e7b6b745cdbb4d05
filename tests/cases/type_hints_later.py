# imports: typing, annotationlib
# python: 3.14
# Names that are not there yet, in the three formats of annotations.
import annotationlib
import typing
from annotationlib import Format


class Order:
    item: Later
    items: "list[Later]"
    by: "Later"


print(typing.get_type_hints(Order, format=Format.STRING))
print({name: isinstance(hint, type) for name, hint in typing.get_type_hints(Order, format=Format.FORWARDREF).items()})
try:
    print(typing.get_type_hints(Order))
except NameError as error:
    print(error, error.name)


class Later:
    pass


print(typing.get_type_hints(Order))
print(annotationlib.get_annotations(Order, eval_str=True))
print(typing.get_type_hints(Order, format=Format.FORWARDREF))
