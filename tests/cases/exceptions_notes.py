# python: 3.11
e = ValueError("base")
e.add_note("first")
e.add_note("second")
try:
    raise e
except ValueError as caught:
    print(caught, caught.__notes__)
try:
    e.add_note(5)
except TypeError as error:
    print(error)
