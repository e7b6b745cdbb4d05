"""A setting that cannot be read or written: the others, and the host's value, are as they should be."""

from __future__ import annotations

import random
import signal

import pytest
from fastexec import LocalPythonExecutor, process_settings
from fastexec._fastexec import Setting

pytestmark = pytest.mark.usefixtures("without_spans")


class Place:
    """A setting of the test's own, whose reading and writing do what is asked of them, once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, fresh=lambda _: "session's") -> None:
        self.value = "host's"
        self.at_read = self.at_write = lambda: None
        setting = Setting("random", self.read, self.write, touched_by=["random"], fresh=fresh)
        monkeypatch.setattr(process_settings, "SETTINGS", (setting, *process_settings.SETTINGS))

    def read(self, home):
        assert home is random
        act, self.at_read = self.at_read, lambda: None
        act()
        return self.value

    def write(self, home, value):
        act, self.at_write = self.at_write, lambda: None
        act()
        self.value = value


def executor(place, **tools):
    made = LocalPythonExecutor(["random"])
    made.send_tools({"value": lambda: place.value, **tools})
    return made


def fail(error):
    def act():
        raise error

    return act


def test_value_that_cannot_be_written_leaves_the_host_s(monkeypatch):
    place = Place(monkeypatch)
    place.at_write = fail(ValueError("not this one"))
    before = random.getstate()
    made = executor(place)
    made("import random\nrandom.seed(3)")
    assert place.value == "host's"
    assert random.getstate() == before
    # The next run tries again, and a run of another session is none the worse for it.
    for session in (made, executor(place)):
        assert session("import random\nrandom.seed(3)\nrandom.random()").output == pytest.approx(0.23796462709189137)
        assert (place.value, random.getstate()) == ("host's", before)


@pytest.mark.parametrize("point", ["at_read", "at_write"])
@pytest.mark.parametrize("error", [ValueError("no"), RecursionError("no")])
def test_value_of_the_host_comes_back_though_the_session_s_cannot_be_kept(monkeypatch, point, error):
    place = Place(monkeypatch)
    before = random.getstate()
    made = executor(place, later=lambda: None)
    made("import random\nrandom.seed(3)")
    seen = []

    def tool():
        seen.append((place.value, random.getstate() == before))
        setattr(place, point, fail(error))

    made.send_tools({"tool": tool})
    made("tool()")
    # What the failing write should have put in place is not, but the other settings are.
    assert seen == [("host's", True)]
    assert random.getstate() == before
    place.value = "host's"
    assert made("random.random()").output == pytest.approx(0.23796462709189137)
    assert (place.value, random.getstate()) == ("host's", before)


@pytest.mark.parametrize("point", ["at_read", "at_write"])
def test_ctrl_c_while_settings_change(monkeypatch, point):
    place = Place(monkeypatch)
    before = random.getstate()
    made = executor(place, tool=lambda: setattr(place, point, lambda: signal.raise_signal(signal.SIGINT)))
    made("import random\nrandom.seed(3)")
    with pytest.raises(KeyboardInterrupt):
        # It arrives when the session's value is put in place again after the tool, or when the host's is.
        made("tool()")
        made("1")
    assert (place.value, random.getstate()) == ("host's", before)
    assert made("random.random()").output == pytest.approx(0.23796462709189137)
    assert (place.value, random.getstate()) == ("host's", before)


def test_value_without_end_and_values_of_any_class_are_written_anew(monkeypatch):
    class Odd:
        def __eq__(self, other):
            raise AssertionError("compared")

    endless: list = []
    endless.append(endless)
    for value in (endless, {"a": endless}, (Odd(),), {Odd: [Odd()]}, float("nan"), [0] * 20_000):
        place = Place(monkeypatch, fresh=lambda _, value=value: value)
        made = executor(place)
        seen = []
        made.send_tools({"tool": lambda place=place, seen=seen: seen.append(place.value)})
        made("import random\nrandom.seed(1)\ntool()")
        made("random.random()")
        assert (place.value, seen) == ("host's", ["host's"])
