# --- sqlite in memory
import sqlite3
con = sqlite3.connect(":memory:")
con.execute("create table t (a int, b text)")
con.executemany("insert into t values (?, ?)", [(1, "x"), (2, "y")])
con.row_factory = sqlite3.Row
print([tuple(r) for r in con.execute("select * from t where a > ?", (1,))], con.execute("select count(*) as n from t").fetchone()["n"])
con.close()
# --- a database asked in functions
import sqlite3
con = sqlite3.connect(":memory:")
con.create_function("twice", 1, lambda x: x * 2)
con.execute("create table t (a int)")
con.executemany("insert into t values (?)", [(1,), (2,)])
cursor = con.execute("select a, twice(a) from t")
print([con.execute("select count(*) from t where a <= ?", (a,)).fetchone() for a, _ in cursor], list(con.execute("select sum(a) from t")))
con.close()
# --- words looked for in a database
import sqlite3
con = sqlite3.connect(":memory:")
con.execute("create virtual table notes using fts4(body, tokenize=porter)")
con.executemany("insert into notes values (?)", [("running dogs",), ("a cat",)])
print(con.execute("select body from notes where notes match 'run'").fetchall())
print(con.execute("select upper(body), length(body), printf('%5d', rowid) from notes order by rowid desc").fetchall())
con.create_function("twice", 1, lambda x: x * 2)
print(con.execute("pragma hard_heap_limit").fetchone(), con.execute("pragma cache_size=100").fetchall(), con.execute("pragma table_info(notes)").fetchone()[1])
print(con.execute("select twice(21), json_extract('{\"a\": 5}', '$.a')").fetchone())
# --- a query that its progress handler ends
import sqlite3
con = sqlite3.connect(":memory:")
long = "with recursive t(x) as (select 1 union all select x + 1 from t where x < 200000) select count(*) from t"
calls = []
con.set_progress_handler(lambda: calls.append(1), 1000)
print(con.execute(long).fetchall(), len(calls) > 100)
con.set_progress_handler(lambda: 1, n=1000)
try:
    con.execute(long).fetchall()
except sqlite3.OperationalError as error:
    print(error)
con.set_progress_handler(None, 1000)
print(con.execute(long).fetchall())
# --- sqlite3: functions, rows and copies while cursors are at work
import sqlite3
con = sqlite3.connect(":memory:")
cursor = con.cursor()
cursor.execute("create table t(x, y)")
cursor.executemany("insert into t values(?, ?)", ((n, str(n)) for n in range(10)))
con.create_function("look", 1, lambda x: con.execute("select y from t where x = ?", (x,)).fetchone()[0])
print(cursor.execute("select look(x) from t where x < 3").fetchall())
for row in cursor.execute("select x from t where x < 3"):
    print(row, con.execute("select count(*) from t").fetchone())
con.row_factory = sqlite3.Row
print([dict(row) for row in con.execute("select * from t limit 2")])
cursor.close()
with con:
    con.execute("insert into t values (11, 'z')")
other = sqlite3.connect(":memory:")
con.backup(other)
print(other.execute("select count(*) from t").fetchone())
other.close()
con.close()
# --- callbacks of a database that fail, or take themselves out
import sqlite3
con = sqlite3.connect(":memory:")
log, steps = [], []
con.set_trace_callback(log.append)
con.execute("create table t(a)")
con.execute("insert into t values(?)", (5,))
con.set_trace_callback(trace_callback=print)
con.execute("select 1").fetchall()
con.set_trace_callback(None)
con.execute("select 2")
print(log)
count = "with recursive t(x) as (select 1 union all select x + 1 from t where x < 1000) select sum(x) from t"
def some():
    steps.append(1)
    if len(steps) == 3:
        con.set_progress_handler(None, 0)
    return 0
def fails(*about):
    raise ValueError(about)
con.set_progress_handler(some, 10)
print(con.execute(count).fetchall(), len(steps))
con.set_progress_handler(fails, 10)
try:
    con.execute(count).fetchall()
except sqlite3.OperationalError as error:
    print(error)
con.set_progress_handler(None, 10)
con.set_trace_callback(fails)
print(con.execute("select 3").fetchall())
