log = []


def note(label, value):
    log.append(label)
    return value


class Target:
    def __setitem__(self, key, value):
        log.append(("set", key, value))

    def __getitem__(self, key):
        log.append(("get", key))
        return 1


t = Target()
note("obj", t)[note("key", 0)] = note("value", 5)
print(log)
log.clear()
note("obj", t)[note("key", 1)] += note("value", 5)
print(log)
log.clear()
note("o1", t)[note("k1", 1)], note("o2", t)[note("k2", 2)] = note("v1", 1), note("v2", 2)
print(log)
log.clear()
d = {note("k", 1): note("v", 2), note("k2", 3): note("v2", 4)}
print(log, d)
log.clear()
print(note("f", max)(note("a", 1), *note("star", [2]), key=note("kw", None)), log)
