"""Keys of the code's classes in tables of settings: none of their methods runs while settings are exchanged, and the host's come back."""

from __future__ import annotations

import contextlib
import csv
import datetime
import gc
import random
import sqlite3
import textwrap
import typing

import packages
import pytest
from fastexec import LocalPythonExecutor

pytestmark = pytest.mark.usefixtures("without_spans")

KEYS = """
class Name(str):
    def __hash__(self):
        return 5

class Raising(type):
    raises = False
    def __hash__(cls):
        if Raising.raises:
            raise ValueError
        return 4

class Own(metaclass=Raising):
    name = Name("own")
"""


def adapted() -> object:
    with contextlib.closing(sqlite3.connect(":memory:")) as database:
        return database.execute("select ?", (datetime.date(2020, 1, 2),)).fetchone()[0]


def overloads() -> object:
    return {name: dict(kept) for name, kept in getattr(typing, "_overload_registry", {}).items()}


def accessors() -> object:
    import pandas as pd

    return sorted(pd.DataFrame._accessors), sorted(pd.Series._accessors), hasattr(pd.DataFrame, "own")


def drawing() -> object:
    import matplotlib as mpl
    import matplotlib.projections
    import matplotlib.scale

    polar = mpl.projections.get_projection_class("polar")
    return list(mpl.colormaps), list(mpl.scale._scale_mapping), polar


def units() -> object:
    from sympy.physics.units.unitsystem import UnitSystem

    return list(UnitSystem._unit_systems)


# Imports, what the code does with its keys, and what the host sees of it.
DONE = {
    "dialect": (["csv"], "import csv\ncsv.register_dialect(Name('own'), delimiter=';')", csv.list_dialects),
    "adapter": (
        ["sqlite3"],
        "import sqlite3, datetime\nsqlite3.register_adapter(datetime.date, lambda day: 'own')\n"
        "sqlite3.register_adapter(Own, str)\nRaising.raises = True",
        adapted,
    ),
    "overload": (
        ["typing"],
        "import typing\ndef f(): pass\nf.__module__, f.__qualname__ = Name('m'), Name('q')\ntyping.overload(f)",
        overloads,
    ),
    "accessor": (
        ["pandas", "pandas.api", "pandas.api.extensions"],
        "import pandas as pd\npd.api.extensions.register_dataframe_accessor(Name('own'))(Own)",
        accessors,
    ),
    "colours": (["matplotlib"], "import matplotlib as mpl\nmpl.colormaps.register(mpl.colormaps['viridis'], name=Name('own'))", drawing),
    "scale": (
        ["matplotlib", "matplotlib.scale"],
        "import matplotlib.scale as scale\nclass Scale(scale.LinearScale):\n    name = Name('own')\nscale.register_scale(Scale)",
        drawing,
    ),
    "projection": (
        ["matplotlib.projections", "matplotlib.projections.polar"],
        "from matplotlib.projections import polar, register_projection\n"
        "class Axes(polar.PolarAxes):\n    name = Name('polar')\nregister_projection(Axes)",
        drawing,
    ),
    "units": (
        ["sympy.physics.units"],
        "from sympy.physics.units import UnitSystem, meter\nUnitSystem((meter,), name=Name('own'))",
        units,
    ),
}


@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning", "ignore:The default date adapter:DeprecationWarning")
@pytest.mark.parametrize("name", DONE)
def test_host_has_its_own_again(name):
    imports, code, look = DONE[name]
    packages.need([top for top in {name.partition(".")[0] for name in imports} if top not in ("csv", "sqlite3", "typing")])
    before, seen = look(), []
    executor = LocalPythonExecutor(imports, timeout_seconds=10)
    executor.send_tools({"tool": lambda: seen.append(look())})
    executor(KEYS + code)
    assert look() == before
    assert executor("tool()\n1 + 1").output == 2
    assert seen == [before] and look() == before


def test_no_code_runs_between_the_session_s_values_and_the_host_s():
    random.seed(7)
    expected = random.getstate()
    executor = LocalPythonExecutor(["csv", "random"], timeout_seconds=10)
    executor.send_tools({"tool": lambda: random.getstate() == expected})
    code = """
        import csv, random
        class Name(str):
            def __hash__(self):
                random.seed(1)
                return 5
            def __eq__(self, other):
                random.seed(1)
                return False
        csv.register_dialect(Name('own'), delimiter=';')
        tool()
    """
    assert executor(textwrap.dedent(code)).output is True
    assert random.getstate() == expected


def test_names_that_a_standard_class_has_stay_the_session_s():
    executor = LocalPythonExecutor(["csv", "enum"])
    executor.send_tools({"dialects": csv.list_dialects})
    code = """
        import csv, enum
        class Kind(str, enum.Enum):
            PIPE = "pipe"
        csv.register_dialect(Kind.PIPE, delimiter="|")
        "pipe" in dialects()
    """
    assert executor(textwrap.dedent(code)).output is False
    assert executor("list(csv.reader(['a|b'], 'pipe'))").output == [["a", "b"]]
    assert "pipe" not in csv.list_dialects()


@pytest.fixture
def collector_that_comes_often():
    before = gc.get_threshold()
    gc.set_threshold(3)
    yield
    gc.set_threshold(*before)


@pytest.mark.usefixtures("collector_that_comes_often")
def test_finalisers_run_all_the_same():
    """They do where the collector comes while settings are exchanged, as anywhere else."""
    executor = LocalPythonExecutor(["random"])
    executor.send_tools({"tool": lambda: None, "collect": gc.collect})
    code = """
        import random
        random.seed(3)
        ended = []
        class Held:
            def __init__(self, number):
                self.number, self.self = number, self
            def __del__(self):
                ended.append(self.number)
        for number in range(500):
            Held(number)
            tool()
    """
    executor(textwrap.dedent(code))
    assert executor("collect()\nsorted(ended) == list(range(500))").output is True
