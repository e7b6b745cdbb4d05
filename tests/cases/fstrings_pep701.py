# python: 3.12
songs = ["a", "b"]
d = {"k": "v"}
print(f"{", ".join(songs)} {d["k"]} {f"{f"{1 + 1}"}"} {"\n".join(songs)}")
print(f"{
    1 + 2  # a comment
}")
print(f"{songs[0]!r:{"^"}{9}} {'\\'} {"\u2603"}")
