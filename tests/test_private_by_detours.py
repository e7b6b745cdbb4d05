"""What is private in classes of the host stays so on ways past the attribute itself: hooks, metaclasses, copies, namespaces."""

from __future__ import annotations

from typing import Any

import pytest
from fastexec import InterpreterError, LocalPythonExecutor

SECRET = "kept from the code"


class Account:
    def __init__(self) -> None:
        self.owner, self._token = "o", SECRET


class Proxy:
    """Gives what another object has."""

    def __init__(self) -> None:
        self._account = Account()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._account, name)


class Meta(type):
    _token = SECRET


class Made(metaclass=Meta):
    pass


class HostError(Exception):
    def __init__(self) -> None:
        super().__init__("no")
        self._token, self.code = SECRET, 5


def failing() -> None:
    raise HostError


def run(code: str, *imports: str) -> Any:
    executor = LocalPythonExecutor(list(imports), timeout_seconds=10)
    executor.send_tools({"failing": failing, "show": lambda account: (account.owner, account._token)})
    executor.send_variables({"Proxy": Proxy, "proxy": Proxy(), "Account": Account, "account": Account(), "Made": Made})
    return executor(code).output


ATTACKS = {
    "hook of an heir": "class W(Proxy): pass\nW.__getattr__(proxy, '_token')",
    "hook of an heir's object": "class W(Proxy): pass\nW().__getattr__('_token')",
    "hook of an heir's heir": "class W(Proxy): pass\nclass V(W): pass\nV.__getattr__(proxy, '_token')",
    "hook in the namespace of an heir": "class W(Proxy): pass\nvars(W)['__getattr__'](proxy, '_token')",
    "hook for an object of the code": "class O: pass\no = O(); o._account = account\nProxy.__getattr__(o, '_token')",
    "metaclass of the code": "class M(type(Made)): pass\nM._token",
    "class of a metaclass of the code": "class M(type(Made)): pass\nclass X(metaclass=M): pass\nX._token",
    "class of the host's metaclass": "class X(metaclass=type(Made)): pass\nX._token",
}


@pytest.mark.parametrize("name", ATTACKS)
def test_refused(name):
    with pytest.raises(InterpreterError) as failed:
        run(ATTACKS[name])
    assert SECRET not in str(failed.value)


def test_copies_have_no_state_that_the_code_chose():
    chosen = "import copy\nclass A(Account):\n    def __getstate__(self): return {'owner': 'x', '_token': 'y'}\nshow(copy.copy(A()))"
    with pytest.raises(InterpreterError, match="_token"):
        run(chosen, "copy")
    other = "import copy\nclass A:\n    def __getstate__(self): return ({'owner': 'x'}, {'__class__': Account})\ncopy.copy(A())"
    with pytest.raises(InterpreterError, match="__setattr__"):
        run(other, "copy")
    assert run("import copy\nclass A(Account): pass\nshow(copy.copy(A()))", "copy") == ("o", SECRET)


def test_exceptions_of_the_host_show_what_is_public():
    code = "import logging\ntry: failing()\nexcept Exception as error: found = logging.PercentStyle('%({})s').format(error)\nfound"
    assert run(code.format("code"), "logging") == "5"
    with pytest.raises(InterpreterError) as failed:
        run(code.format("_token"), "logging")
    assert SECRET not in str(failed.value)
    with pytest.raises(InterpreterError, match="of an object of the host"):
        run("import pickle\ntry: failing()\nexcept Exception as error: found = pickle.dumps(error)\nfound", "pickle")


class Settings:
    """Has a hook with more parameters than the interpreter gives, and reads by it."""

    def __getattr__(self, name: str, default: str = "unset") -> str:
        return f"{name}: {default}"

    def read(self, name: str) -> str:
        return self.__getattr__(name, "given") + self.__getattr__(name=name, default="named")


def test_hooks_of_the_host_do_what_they_did():
    settings = Settings()
    before = settings.colour, settings.read("x"), settings.__getattr__("y", default="z")
    executor = LocalPythonExecutor([])
    executor.send_variables({"settings": settings})
    executor.send_tools({"read": lambda: settings.read("x")})
    assert executor("(settings.colour, settings.read('x'), read())").output == (*before[:2], before[1])
    assert (settings.colour, settings.read("x"), settings.__getattr__("y", default="z")) == before
    assert (Settings.__getattr__.__name__, Settings.__getattr__.__qualname__) == ("__getattr__", "Settings.__getattr__")
    assert not hasattr(Settings.__getattr__, "__wrapped__")


def test_hooks_of_the_code_are_its_own():
    code = """
class A:
    def __getattr__(self, name):
        return name + "!"
class B(A):
    def __getattr__(self, name):
        return super().__getattr__(name) if name != "own" else 1
class W(Proxy):
    def __getattr__(self, name):
        return Proxy.__getattr__(self, name) if name != "own" else 1
(vars(A)["__getattr__"](A(), "x"), A.__getattr__(A(), "y"), A().__getattr__("z"), B().own, B().q, W().own, W().owner)
"""
    assert run(code) == ("x!", "y!", "z!", 1, "q!", 1, "o")
