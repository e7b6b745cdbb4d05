# imports: asyncio, decimal, pickle, time, zipfile, io
"""Functions that stand in for those of modules pass as items and results; values that pickles and archives take."""
import asyncio
import decimal
import io
import pickle
import time
import zipfile

ways = {"gather": asyncio.gather, "wait_for": asyncio.wait_for, "shield": asyncio.shield, "sleep": asyncio.sleep}
print([ways.get(name) is way for name, way in ways.items()], [*map(ways.get, ["gather"])][0] is ways["gather"])


async def one(number):
    await getattr(asyncio, "sleep")(0)
    return number


async def main():
    gather, wait = getattr(asyncio, "gather"), ways.pop("wait_for")
    return await gather(one(1), wait(one(2), 5), getattr(asyncio, "shield")(one(3)))


print(getattr(asyncio, "run")(main()))
for value in (time.gmtime(0), time.strptime("2024-02-03", "%Y-%m-%d"), decimal.Decimal("-1.5").as_tuple(), [decimal.Decimal("NaN").as_tuple()]):
    for protocol in range(2, 6):
        copied = pickle.loads(pickle.dumps(value, protocol))
        assert copied == value and type(copied) is type(value), (value, copied)
print(pickle.loads(pickle.dumps(time.gmtime(0))).tm_zone, pickle.loads(pickle.dumps(time.gmtime(86400))))
buffer = io.BytesIO()
with zipfile.ZipFile(buffer, "w") as archive:
    archive.writestr("a.txt", "text")
    archive.comment = b"made by hand"
with zipfile.ZipFile(buffer) as archive:
    print(archive.comment, archive.namelist())
try:
    archive.comment = "no bytes"
except TypeError as error:
    print(error)
