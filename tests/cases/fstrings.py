name, n, pi, lst = "Bob", 42, 3.14159, [1, 2, 3]
d = {"k": "v"}
print(f"{name} {n:5d}|{n:<5}|{n:^7}|{n:>05}|{pi:.2f}|{pi:10.3f}|{n:,}|{n:x}|{n:#b}|{n:e}|{0.5:.0%}")
print(f"{name!r} {name!s:>6} {'é'!a} {n=} {n = } {n=:>5} {name=!s} {lst[0]=} {d['k']} {len(lst)=}")
w, p = 10, 3
print(f"{pi:{w}.{p}f}|{pi:{w}}|{name:{'>'}{w}}|{n:{'0'}{5}d}", f"{{}} {{{n}}}", f"{n}{name}" "plain" f"{1}")
print(f"{'a' if n > 3 else 'b'} {[x * 2 for x in lst]} {(lambda x: x + 1)(1)} { {1: 2}[1] } {lst!r:>12}")
print(f"""multi
{n}
  {name}""", f"{None} {True} {()} {3j}", rf"\d{n}", f"\x41{n}\n{'x'}")
print(f"{'nested ' + f'{n}'}", f"{f'{n:>{w}}'}")


class C:
    def __repr__(self):
        return "repr!"

    def __str__(self):
        return "str!"


c = C()
print(f"{c} {c!r} {c!s} {[c]} {c=} {c!r:>8}")
for bad in (lambda: f"{n:zz}", lambda: f"{name:d}", lambda: f"{lst:5}", lambda: f"{None:>5}"):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
print(f"{n:{w}{'d'}}", f"{pi!s:.4}", f"{name:*^11}", f"{1234567.891:_.2f}", f"{-5:+}", f"{b'x'}", f"{'{}'}")
