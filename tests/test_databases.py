"""Databases of `sqlite3` that the host gives the code: the code's SQL does what that of its own connections may do, the host's what it did."""

from __future__ import annotations

import gc
import sqlite3
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fastexec
import packages
import pytest

ENDLESS = "with recursive t(x) as (select 1 union all select x + 1 from t) select count(*) from t"


@pytest.fixture
def database(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(tmp_path / "given.db")
    connection.execute("create table t(x)")
    connection.executemany("insert into t values (?)", [(n,) for n in range(10)])
    connection.commit()
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("create table secret(x)")
    other.close()
    yield connection
    connection.close()


@pytest.fixture(autouse=True)
def left_open() -> Iterator[None]:
    """Connections that the code opened and left are gone with their test: newer Pythons warn of each."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


def executor(imports: tuple[str, ...] = ("sqlite3",), **options: Any) -> fastexec.LocalPythonExecutor:
    made = fastexec.LocalPythonExecutor(list(imports), **{"timeout_seconds": 20, **options})
    made.send_tools({})
    return made


SQL = """
def attempt(sql, run=None):
    try:
        (run or con.execute)(sql)
        return "done"
    except Exception as error:
        return type(error).__name__
"""


@pytest.mark.parametrize("call", ["con.execute", "con.executescript", "con.cursor().execute", "con.cursor().executescript"])
@pytest.mark.parametrize(
    "sql", ["attach '{}/other.db' as other", "attach '{}/' || 'other.db' as other", "vacuum into '{}/copy.db'", "pragma temp_store_directory = '{}'"]
)
def test_refused(database: sqlite3.Connection, tmp_path: Path, call: str, sql: str) -> None:
    run = executor()
    run.send_variables({"con": database, "sql": sql.format(tmp_path)})
    assert run(f"{SQL}\nattempt(sql, {call})").output == "DatabaseError"
    assert not (tmp_path / "copy.db").exists()
    # The host may.
    database.execute(sql.format(tmp_path))


def test_refused_by_way_of_pandas(database: sqlite3.Connection, tmp_path: Path) -> None:
    packages.need(["pandas"])
    run = executor(("pandas",))
    run.send_variables({"con": database, "sql": f"attach '{tmp_path}/other.db' as other"})
    with pytest.raises(fastexec.InterpreterError, match="not authorized"):
        run("import pandas as pd\npd.read_sql(sql, con)")
    assert run("pd.DataFrame({'a': [1, 2]}).to_sql('u', con)\npd.read_sql('select sum(a) as s from u', con).s[0].item()").output == 3


def test_granted(database: sqlite3.Connection, tmp_path: Path) -> None:
    run = executor(allow_write=[tmp_path / "granted"])
    (tmp_path / "granted").mkdir()
    run.send_variables({"given": database, "folder": str(tmp_path)})
    code = """
import sqlite3
found = []
for con in (sqlite3.connect(":memory:"), given):
    for name in ("granted/x.db", "granted/../other.db", "other.db"):
        found.append(attempt(f"attach '{folder}/{name}' as other"))
        if found[-1] == "done":
            con.execute("detach other")
found
"""
    assert run(SQL + code).output == ["done", "DatabaseError", "DatabaseError"] * 2


@pytest.mark.parametrize(
    "code",
    [
        f"con.execute({ENDLESS!r}).fetchall()",
        f"con.cursor().executescript({ENDLESS!r})",
        f"con.executescript({ENDLESS!r})",
        "rows = con.execute('with recursive t(x) as (select 1 union all select x + 1 from t) select x from t where x in (1, -1)')\nnext(rows)\nnext(rows)",
        "rows = con.execute('with recursive t(x) as (select 1 union all select x + 1 from t) select x from t where x in (1, -1)')\nrows.fetchmany(2)",
    ],
)
def test_time_limit(database: sqlite3.Connection, code: str) -> None:
    run = executor(timeout_seconds=0.5)
    run.send_variables({"con": database})
    start = time.monotonic()
    with pytest.raises(fastexec.ExecutionTimeoutError):
        run(code)
    assert time.monotonic() - start < 15
    assert run("con.execute('select count(*) from t').fetchone()").output == (10,)


def test_honest(database: sqlite3.Connection) -> None:
    """Functions that ask the connection, copies, dumps and temporary databases work as they do."""
    code = """
import sqlite3
con.create_function("more", 1, lambda x: x + con.execute("select count(*) from t").fetchone()[0])
found = [con.execute("select more(x) from t where x < 2").fetchall()]
con.executescript("create table u(y); insert into u values (5);")
with con:
    con.executemany("insert into u values (?)", [(6,), (7,)])
con.row_factory = sqlite3.Row
found.append([dict(row) for row in con.execute("select y from u")])
con.row_factory = None
found.append(len(list(con.iterdump())))
con.execute("attach ':memory:' as scratch")
con.execute("create table scratch.v as select * from t")
found.append(con.execute("select count(*) from scratch.v").fetchall())
con.commit()
con.execute("detach scratch")
con.execute("vacuum")
other = sqlite3.connect(":memory:")
con.backup(other)
found.append(other.execute("select sum(x) from t").fetchall())
found
"""
    run = executor()
    run.send_variables({"con": database})
    names = {"con": database}
    try:
        found = run(code).output
        database.execute("drop table u")
        exec(code, names)
        assert found == names["found"]
    finally:
        names["other"].close()


def test_callbacks_of_the_host_stay(database: sqlite3.Connection) -> None:
    asked: list[int] = []
    steps: list[int] = []
    seen: list[str] = []

    def authorizer(action: int, *_about: object) -> int:
        asked.append(action)
        return sqlite3.SQLITE_OK

    count = "with recursive t(x) as (select 1 union all select x + 1 from t where x < 500) select count(*) from t"
    database.set_authorizer(authorizer)
    database.set_progress_handler(lambda: steps.append(1), 50)
    database.set_trace_callback(seen.append)
    run = executor()
    run.send_variables({"con": database, "sql": count})
    assert run("con.execute(sql).fetchall()").output == [(500,)]
    assert asked and steps and seen[-1] == count
    during = len(steps)
    asked.clear()
    database.execute(count + " as again").fetchall()
    assert asked and len(steps) == 2 * during and seen[-1].endswith("again")


def test_rows_of_the_host_go_on(database: sqlite3.Connection) -> None:
    rows = database.execute("select x from t")
    assert rows.fetchone() == (0,)
    run = executor()
    run.send_variables({"con": database})
    run("con.execute('select x from t').fetchmany(3)")
    assert len(rows.fetchall()) == 9


def test_tools_use_it_as_ever(database: sqlite3.Connection, tmp_path: Path) -> None:
    """In the middle of a query of the code, too."""

    def attach(name: str) -> int:
        database.execute(f"attach '{tmp_path}/other.db' as {name}")
        return 1

    run = executor()
    run.send_tools({"attach": attach})
    run.send_variables({"con": database})
    run("con.execute('select 1').fetchall()\nattach('first')")
    assert [row[1] for row in database.execute("pragma database_list")] == ["main", "first"]


def test_what_the_code_sees(database: sqlite3.Connection) -> None:
    """Callbacks that the code sets on a connection of the host see the code's SQL alone."""
    run = executor()
    run.send_variables({"con": database})
    run("seen, steps = [], []\ncon.set_trace_callback(seen.append)\ncon.set_progress_handler(lambda: steps.append(1), 1)\ncon.execute('select 1')")
    assert run.state["seen"] == ["select 1"] and run.state["steps"]
    run.state["steps"].clear()
    database.execute("select 'secret'").fetchall()
    assert run.state["seen"] == ["select 1"] and not run.state["steps"]


@pytest.mark.parametrize("with_authorizer", [False, True])
@pytest.mark.parametrize("with_handler", [False, True])
@pytest.mark.parametrize("with_trace", [False, True])
def test_callbacks_of_the_host_are_not_replaced(database: sqlite3.Connection, with_authorizer: bool, with_handler: bool, with_trace: bool) -> None:
    asked: list[int] = []
    steps: list[int] = []
    seen: list[str] = []
    if with_authorizer:
        database.set_authorizer(lambda action, *_about: asked.append(action) or sqlite3.SQLITE_OK)
    if with_handler:
        database.set_progress_handler(lambda: steps.append(1), 5)
    if with_trace:
        database.set_trace_callback(seen.append)
    run = executor()
    run.send_variables({"con": database})
    for name, has_one, calls in (
        ("progress handler", with_handler, ("set_progress_handler(int, 3)", "set_progress_handler(None, 0)")),
        ("trace callback", with_trace, ("set_trace_callback(print)", "set_trace_callback(None)")),
    ):
        for call in calls * 2:
            if has_one:
                with pytest.raises(fastexec.InterpreterError, match=f"Forbidden to replace the {name}"):
                    run(f"con.{call}")
            else:
                run(f"con.{call}")
    for found in (asked, steps, seen):
        found.clear()
    assert database.execute("select sum(u.x) from t, t as u").fetchone() == (450,)
    assert (bool(asked), bool(steps), bool(seen)) == (with_authorizer, with_handler, with_trace)


@pytest.mark.skipif(not hasattr(sqlite3.Connection, "deserialize"), reason="sqlite3 without it")
def test_database_is_not_replaced(database: sqlite3.Connection) -> None:
    run = executor()
    run.send_variables({"con": database})
    with pytest.raises(fastexec.InterpreterError, match="Forbidden to replace the database"):
        run("con.deserialize(con.serialize())")
    assert run("import sqlite3\nown = sqlite3.connect(':memory:')\nown.deserialize(con.serialize())\nown.execute('select sum(x) from t').fetchone()").output == (45,)
    run("own.close()")


@pytest.mark.skipif(not hasattr(sqlite3.Connection, "setlimit"), reason="sqlite3 without it")
def test_limits(database: sqlite3.Connection) -> None:
    """Those of the host's connection stay; those of the code's own are as it sets them, but for texts longer than there is memory for."""
    run = executor()
    run.send_variables({"con": database})
    before = database.getlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH)
    for call in ("con.setlimit(1, 5)", "con.setlimit(0, 5)", "type(con).setlimit(con, 1, 5)", "list(map(con.setlimit, [1], [5]))"):
        with pytest.raises(fastexec.InterpreterError, match="Forbidden"):
            run(call)
    assert database.getlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH) == before == run("con.getlimit(1)").output
    run("import sqlite3\nown = sqlite3.connect(':memory:')")
    assert run("[own.setlimit(1, 500) > 500, own.setlimit(1, 600), own.getlimit(1), own.setlimit(0, 1000) > 0, own.getlimit(0)]").output == [True, 500, 600, True, 1000]
    small = fastexec.Limits(memory_bytes=64 << 20)
    assert run("own.setlimit(0, 10**9)\nown.setlimit(0, -1)", limits=small).output == 64 << 20
    for call in ("own.setlimit()", "own.setlimit('a', 1)", "own.setlimit(10**9, 1)"):
        with pytest.raises(fastexec.InterpreterError, match="TypeError|ProgrammingError|'category' is out of bounds"):
            run(call)
    run("own.close()")


def test_closed_and_of_another_thread(database: sqlite3.Connection) -> None:
    import threading

    made: list[sqlite3.Connection] = []
    thread = threading.Thread(target=lambda: made.append(sqlite3.connect(":memory:")))
    thread.start()
    thread.join()
    run = executor()
    run.send_variables({"con": made[0]})
    assert run(f"{SQL}\nattempt('select 1')").output == "ProgrammingError"
    cursor = database.cursor()
    database.close()
    run.send_variables({"con": database, "cursor": cursor})
    assert run("attempt('select 1'), attempt('select 1', cursor.execute)").output == ("ProgrammingError",) * 2
