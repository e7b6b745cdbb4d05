print(1_000, 0xFF, 0o17, 0b11, 1e3, 1.5e-3, 3j, 1_0.5_0)
print("a" 'b' """c
d""", r"\n", "\n" == chr(10), "\x41\u0042\N{LATIN SMALL LETTER C}\101", b"\x00\xff", rb"\d", "tab\tq'\"")
print(None, True, False, ..., Ellipsis is ...)
print((), (1,), [], [1, 2, ], {}, {1, 2}, {1: 2, }, {**{1: 2}, 3: 4}, {*[1, 2], 3}, [*"ab", *range(2)], (*[1], 2))
print("line1\
continued", """multi
line""")
print(len("\N{SNOWMAN}é😀"), "é".encode(), "😀"[0], ascii("é😀"), repr("\u200b\x7f'"), repr('"'), repr("'\""))
print({1: "a", 1.0: "b", True: "c"}, {1, 1.0, True}, {"a": 1, "a": 2})
print(0.1, 1e100, 1e-5, 1e16, 123456.789, -0.0, 1.0)
x = {"a": [1, {"b": (2, {3})}]}
print(x)
