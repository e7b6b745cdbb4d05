b = b"hello"
print(b[0], b[1:3], b + b"!", b * 2, b.upper(), b.split(b"l"), b.find(b"l"), b.hex(), bytes.fromhex("ff00"), list(b), b"e" in b, 101 in b)
ba = bytearray(b)
ba[0] = 72
ba.append(33)
ba += b"??"
del ba[-1]
ba[1:3] = b"EE"
print(ba, bytes(ba), len(ba), ba.decode(), bytearray(3), bytes([1, 2]), bytes(2))
print(b"%s-%d" % (b"x", 5), b.replace(b"l", b"L"), b"a,b".partition(b","), b == bytearray(b), hash(b) == hash(bytes(b)), b < b"i", repr(b"\x00'\""))
for bad in (lambda: b + "x", lambda: bytes([300]), lambda: b"abc"[9], lambda: b.index(b"z"), lambda: bytes("é"), lambda: bytearray(b"a").remove(5), lambda: bytes("é", "ascii")):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
x = b"abc"
x += b"d"
print(x, [c for c in x], int.from_bytes(x, "big"), (1025).to_bytes(2, "little"))
