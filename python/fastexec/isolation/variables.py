"""Variables of a worker as the host sees them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from typing import TYPE_CHECKING, Any, ClassVar

from fastexec.guards import is_definition, is_plain

if TYPE_CHECKING:
    from fastexec.isolation.session import WorkerSession


class Variables(MutableMapping[str, Any]):
    """Variables of a worker, read and written item by item."""

    def __init__(self, session: WorkerSession, where: str) -> None:
        self._session = session
        self._where = where

    def __getitem__(self, name: str) -> Any:
        session = self._session
        if name == "_print_outputs" and self._where == "state" and session.print_outputs is not None:
            return session.print_outputs
        if session._live is None and session._lost is None and not session._snapshot:
            return self._waiting[name]
        hash(name)  # as of any dict
        for value in session.get(self._where, name):
            return value
        raise KeyError(name)

    @property
    def _waiting(self) -> dict[str, Any]:
        """What the first worker will be given."""
        return self._session.waiting(self._where)

    def __setitem__(self, name: str, value: Any) -> None:
        self.update({name: value})

    def update(self, /, *args: Any, **kwargs: Any) -> None:
        items = dict(*args, **kwargs)
        session = self._session
        if session._live is None:
            self._waiting.update(items)
        elif items:
            session.set(self._where, items)

    def __delitem__(self, name: str) -> None:
        session = self._session
        if name == "_print_outputs" and self._where == "state" and session.print_outputs is not None:
            session.forget_prints()
            session.ask("delete", self._where, name)
            return
        if session._live is None and not session._snapshot:
            del self._waiting[name]
        elif session.ask("delete", self._where, name) is not True:
            raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        session = self._session
        if session._live is None and not session._snapshot:
            return iter(dict(self._waiting))
        told: list[Any] | None = session.ask("names", self._where)
        match told:
            case list(names):
                return iter([name for name in names if isinstance(name, str)])
        return iter([])

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        hash(name)
        return any(name == known for known in self)

    # What a check asks: values are looked at where they are.

    def definition(self, name: str) -> Any:
        """The module or class of that name; None for anything else."""
        held = self[name] if self._looked_at(name)[0] else None
        return held if is_definition(held) else None

    def has_plain(self, name: str) -> bool:
        """Whether there is one of that name whose use runs no code."""
        return self._looked_at(name)[1]

    def say_again(self, error: Exception) -> None:
        """The next call says so, which a check does not."""
        self._session.say_again(error)

    def _looked_at(self, name: str) -> tuple[bool, bool]:
        session = self._session
        if session._live is None and session._lost is None and not session._snapshot:
            waiting = self._waiting
            return name in waiting and is_definition(waiting[name]), name in waiting and is_plain(waiting[name])
        told: list[Any] | None = session.ask("look", self._where, name)
        match told:
            case [bool(defines), bool(plain)]:
                return defines, plain
        return False, False

    def clear(self) -> None:
        """As of any dict."""
        self.exchange({})

    def exchange(self, items: dict[str, Any]) -> None:
        """These variables in place of those that there are."""
        session = self._session
        self._waiting.clear()
        if session._live is not None or session._snapshot:
            session.exchange(self._where, items)
        else:
            self._waiting.update(items)

    # What a dict has beyond that. Copies are dicts.

    def copy(self) -> dict[str, Any]:
        return dict(self)

    fromkeys: ClassVar[Callable[..., dict[Any, Any]]] = dict.fromkeys

    def popitem(self) -> tuple[str, Any]:
        """The last one."""
        names = list(self)
        if not names:
            raise KeyError("popitem(): dictionary is empty")
        return names[-1], self.pop(names[-1])

    def __reversed__(self) -> Iterator[str]:
        return reversed(list(self))

    def __or__(self, other: Any) -> Any:
        given: Any = other
        return dict(self) | dict(given) if isinstance(other, Mapping) else NotImplemented

    def __ror__(self, other: Any) -> Any:
        given: Any = other
        return given | dict(self) if isinstance(other, dict) else NotImplemented

    def __ior__(self, other: Any) -> Variables:
        self.update(other)
        return self

    def __reduce__(self) -> Any:
        return dict, (dict(self),)

    def __repr__(self) -> str:
        return repr(dict(self))
