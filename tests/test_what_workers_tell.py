"""What a worker says of values that C code of the host goes by: how long they are, their months, their characters, their moments."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest
from fastexec import LocalPythonExecutor

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")


@pytest.fixture
def executor() -> Iterator[LocalPythonExecutor]:
    made = LocalPythonExecutor(["numpy", "pandas", "datetime"], isolation="process")
    made.send_tools({"length": len, "raw": bytes, "month": lambda date: date.month})
    yield made
    made.cleanup()


def test_months_of_dates_are_the_host_s(executor: LocalPythonExecutor) -> None:
    date: Any = executor("""
import datetime
class DT(datetime.datetime):
    month = 10**9
    @property
    def quarter(self): return 7
    def strftime(self, text): return "own " + text
DT(2020, 5, 1)
""").output
    assert (date.month, date.quarter, date.strftime("%Y")) == (5, 7, "own %Y")
    assert isinstance(date, datetime.datetime)
    assert pd.Series([date], dtype=object).to_json() == '{"0":1588291200000}'
    assert executor("month(DT(2021, 3, 1))").output == 3


@pytest.mark.parametrize("value", ["bytes)(b'abc')", "tuple)((1, 2, 3))", "str)('abc')", "frozenset)({1, 2, 3})"])
def test_lengths_are_the_host_s(executor: LocalPythonExecutor, value: str) -> None:
    base, made = value.split(")", 1)
    code = f"""
class Long({base}):
    def __len__(self): return 20000
    def __getitem__(self, place): return "own"
Long{made}
"""
    out: Any = executor(code).output
    assert len(out) == 3
    assert executor(f"(length(Long{made}), len(Long{made}))").output == (3, 20000)


def test_moments_before_the_tables_of_zones(executor: LocalPythonExecutor) -> None:
    executor("""
import numpy as np, pandas as pd
def of(stamp, zone): return pd.Series(pd.DatetimeIndex(np.array([stamp], "i8").view("M8[s]")).tz_localize("UTC").tz_convert(zone))
""")
    early: Any = executor('of(-2**40, "Europe/Berlin")').output
    # It stays there, and the host asks for what it wants of it.
    assert not isinstance(early, pd.Series)
    assert len(early) == 1
    assert isinstance(executor('of(-9 * 10**9, "Europe/Berlin")').output, pd.Series)
    assert [moment.year for moment in executor('of(-10**10, "UTC")').output] == [1653]


def test_texts_of_records_have_characters(executor: LocalPythonExecutor) -> None:
    good = executor('import numpy as np\nnp.array([("a", "bc")], [("a", "U1"), ("b", "U2")])').output
    assert good.tolist() == [("a", "bc")]
    swapped = executor('np.array(["a", "\U0010ffff"]).astype(">U1")').output
    assert swapped.tolist() == ["a", "\U0010ffff"]
    for dtype in ("[('a', 'U1'), ('b', 'U1')]", "'U2'", "[('a', 'U1', (2,))]"):
        held: Any = executor(f'np.frombuffer(b"\\xff" * 8, {dtype})').output
        assert not isinstance(held, np.ndarray)
        assert len(held) == 1


def test_names_of_fields_may_look_like_units(executor: LocalPythonExecutor) -> None:
    rows: Any = executor("import numpy as np\nnp.zeros(2, [('rate[km/h]', 'f8'), ('x[0]', 'M8[2s]')])").output
    assert rows.dtype == np.dtype([("rate[km/h]", "f8"), ("x[0]", "M8[2s]")])


@pytest.mark.parametrize("frequency", ["D", "B", "2h", "ME", "cbh"])
def test_dates_keep_their_frequency(executor: LocalPythonExecutor, frequency: str) -> None:
    dates: Any = executor(f"import pandas as pd\npd.date_range('2020-01-01', periods=6, freq={frequency!r})").output
    assert dates.freq == pd.tseries.frequencies.to_offset(frequency) and dates[1:4].freq == dates.freq
    assert executor.send_variables({"dates": dates}) is None and executor("dates.freqstr, len(dates + dates.freq)").output == (frequency, 6)


def test_labels_that_are_there_once(executor: LocalPythonExecutor) -> None:
    table: Any = executor("import pandas as pd\npd.DataFrame({'a': [1, 2]}).set_flags(allows_duplicate_labels=False)").output
    assert not table.flags.allows_duplicate_labels
    with pytest.raises(pd.errors.DuplicateLabelError):
        table.reindex([0, 0]).set_index("a")
