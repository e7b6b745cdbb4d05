# imports: warnings, asyncio
import asyncio
import warnings


def waits():
    while True:
        try:
            yield "ready"
        except ValueError as e:
            yield ("caught", type(e).__name__, e.args)


def started():
    made = waits()
    next(made)
    return made


def told(seen):
    return [(str(w.message), w.category.__name__, w.lineno) for w in seen]


with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    print(started().throw(ValueError, "text"))
    print(started().throw(ValueError, ("two", 2), None))
    print(started().throw(ValueError, ValueError("made")))
    print(started().throw(ValueError), started().throw(ValueError("one")))
print(told(seen))


class Step:
    def __await__(self):
        yield 1


async def steps():
    await Step()


async def items():
    try:
        yield 1
    except KeyError as e:
        yield repr(e)


async def main():
    made = items()
    await made.__anext__()
    later = made.athrow(KeyError, "k")
    print("asked")
    print(await later)


with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    made = steps()
    made.send(None)
    try:
        made.throw(KeyError, "k")
    except KeyError as e:
        print(repr(e))
    asyncio.run(main())
print(told(seen))
with warnings.catch_warnings():
    warnings.simplefilter("error")
    try:
        print(started().throw(ValueError, "text"))
    except DeprecationWarning as e:
        print(e)
try:
    started().throw(1, 2, 3, 4)
except TypeError as e:
    print(e)
