# Keys, `map` and `filter` that are called in the loop: what they are called with, what they give, and lists that change meanwhile.
# --- a format as the key, told by its order |  | leak
told = []
class Told(str):
    def __lt__(self, other):
        told.append(str(self))
        return False
sorted([fetch_record(), fetch_record()], key="{0._token}".format)
str(told)
# --- a format as the key, told by the error |  | leak
try:
    max([fetch_record(), 1], key=lambda r: "{0._token}".format(r) if r != 1 else 1)
except Exception as error:
    told = str(error)
told
# --- a format that a map calls |  | leak
str(list(map("{0._token}".format, [fetch_record()]))) + ",".join(map("{0.__dict__}".format, [fetch_record()]))
# --- a private field by a key of the code |  | leak
told = []
min([fetch_record()] * 2, key=lambda r: told.append(r._token) or 1)
str(told)
# --- what filter leaves in |  | leak
str([r._token for r in filter(lambda r: r, [fetch_record()])]) + str(sum(map(lambda r: r._token, [fetch_record()]), ""))
# --- the next best item is a host's |  | leak
max(map(lambda n: fetch_record, [1, 2]), key=lambda f: 1)()._token
# --- a list that is emptied, grown and freed by its own key |  | leak
rows = [[n] for n in range(200)]
def key(row):
    rows.clear()
    rows.extend([fetch_record()] * 500)
    rows[:] = []
    return str(row)
try:
    rows.sort(key=key)
except ValueError:
    pass
str(rows) + str([r for r in rows if not isinstance(r, list)])
# --- keys that give up the item under way |  | leak
rows = [[n] for n in range(200)]
def key(row):
    del rows[:]
    return len(row)
str(max(rows, key=key)) + str(sorted(rows, key=key)) + str(list(map(key, rows)))
