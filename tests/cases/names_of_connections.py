# imports: sqlite3, typing, dataclasses
import dataclasses, sqlite3, typing


def setup(connection: sqlite3.Connection) -> sqlite3.Cursor:
    return connection.execute("create table t (a int)")


@dataclasses.dataclass
class Store:
    connection: sqlite3.Connection
    last: typing.Optional[sqlite3.Cursor] = None

    def add(self, *values: int) -> None:
        self.last = self.connection.executemany("insert into t values (?)", [(value,) for value in values])


store = Store(sqlite3.connect(":memory:"))
print(type(setup(store.connection)).__name__, isinstance(store.connection, sqlite3.Connection), isinstance(3, sqlite3.Connection))
store.add(1, 2, 3)
print(store.connection.execute("select sum(a) from t").fetchone(), isinstance(store.last, (sqlite3.Connection, sqlite3.Cursor)))
print(sqlite3.Connection(":memory:").execute("select 1").fetchall(), issubclass(type(store.connection), sqlite3.Connection))
def close(connection: "sqlite3.Connection | None" = None) -> None:
    if isinstance(connection, sqlite3.Connection): connection.close()
    else: print("none")
close(), close(store.connection)
try: store.connection.execute("select 1")
except sqlite3.ProgrammingError as error: print(error)
