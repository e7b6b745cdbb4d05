# imports: types, typing, contextlib
import contextlib
import types
import typing
from types import CodeType, FrameType, TracebackType


class Timer(contextlib.AbstractContextManager):
    def __exit__(
        self,
        kind: typing.Optional[typing.Type[BaseException]],
        error: typing.Optional[BaseException],
        trace: typing.Optional[TracebackType],
    ) -> bool:
        print(kind.__name__ if kind else None, error)
        return True


with Timer():
    1 / 0


def handler(number: int, frame: FrameType | None) -> None:
    print(number, frame)


handler(2, None)
print(typing.get_type_hints(handler)["frame"], typing.get_type_hints(Timer.__exit__)["trace"])
print(isinstance(handler, (CodeType, FrameType, TracebackType, types.CellType)), isinstance(None, TracebackType | None))
print(CodeType.__name__, FrameType.__name__, TracebackType.__name__, types.CellType.__name__)
print(issubclass(TracebackType, FrameType), issubclass(FrameType, FrameType), repr(TracebackType), FrameType is types.FrameType)
try:
    FrameType()
except TypeError as error:
    print(error)
try:
    class Own(TracebackType):
        pass
except TypeError as error:
    print(error)
