kept = "before"
print("printed before")
changed = [1]
changed.append(2)
1 / 0
never = 1
# --- step
print(kept, changed)
try:
    never
except NameError:
    print("never was not bound")
# --- step
def broken(x):
    return x.missing


broken(5)
# --- step
broken
print("still usable")
# --- step
for i in range(5):
    total = i
    if i == 3:
        raise ValueError(f"stopped at {i}")
# --- step
i, total
# --- step
this is not valid python
# --- step
kept
