# imports: pandas
# Named tuples that compiled code of a library makes.
import pandas as pd

parts = pd.Timedelta("1 days 02:03:04.005006007").components
print(parts.days, parts.hours, parts.minutes, parts.seconds, parts.milliseconds, parts.microseconds, parts.nanoseconds)
days, hours, *rest = parts
print(days, hours, rest, parts == (1, 2, 3, 4, 5, 6, 7), parts._asdict()["hours"], parts._replace(hours=5).hours)
print(pd.Series([pd.Timedelta("1h"), pd.Timedelta("2h 3min")]).dt.components.minutes.tolist())
