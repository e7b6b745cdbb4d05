text = """The quick brown fox jumps over the lazy dog. The dog sleeps;
the fox runs -- and runs, and runs! Isn't it 42 or 3.14?"""
words = [w.strip(".,;!?-").lower() for w in text.split()]
freq = {}
for w in filter(None, words):
    freq[w] = freq.get(w, 0) + 1
for w, n in sorted(freq.items(), key=lambda p: (-p[1], p[0]))[:5]:
    print(f"{w:<8}{n:>3} {'#' * n}")


def caesar(s, k):
    return "".join(chr((ord(c) - b + k) % 26 + b) if c.isalpha() and (b := 97 if c.islower() else 65) else c for c in s)


def tokens(src):
    i = 0
    while i < len(src):
        c = src[i]
        if c.isspace():
            i += 1
        elif c.isdigit():
            j = i
            while j < len(src) and (src[j].isdigit() or src[j] == "."):
                j += 1
            yield float(src[i:j]) if "." in src[i:j] else int(src[i:j])
            i = j
        else:
            yield c
            i += 1


class Parser:
    def __init__(self, src):
        self.toks = list(tokens(src)) + [None]
        self.pos = 0

    def peek(self):
        return self.toks[self.pos]

    def take(self):
        self.pos += 1
        return self.toks[self.pos - 1]

    def expr(self):
        v = self.term()
        while self.peek() in ("+", "-"):
            v = v + self.term() if self.take() == "+" else v - self.term()
        return v

    def term(self):
        v = self.factor()
        while self.peek() in ("*", "/"):
            if self.take() == "*":
                v *= self.factor()
            else:
                v /= self.factor()
        return v

    def factor(self):
        t = self.take()
        if t == "(":
            v = self.expr()
            if self.take() != ")":
                raise SyntaxError("expected )")
            return v
        if t == "-":
            return -self.factor()
        if not isinstance(t, (int, float)):
            raise ValueError(f"unexpected {t!r}")
        return t


print(caesar("Hello, World!", 3), caesar(caesar("abcXYZ", 5), -5))
for src in ("1 + 2 * 3", "(1 + 2) * -3", "2.5 * (4 - 1) / 3", "1 +", "(1", "8 / 0"):
    try:
        print(src, "=", Parser(src).expr())
    except Exception as e:
        print(src, "->", type(e).__name__, e)
csv = "name,qty,price\napple,3,1.25\npear,10,0.5\n,,\nfig,x,2"
rows = [dict(zip(csv.split("\n")[0].split(","), line.split(","))) for line in csv.split("\n")[1:]]
total = 0
for r in rows:
    try:
        total += int(r["qty"]) * float(r["price"])
    except ValueError as e:
        print("skipping", r["name"] or "<blank>", "-", e)
print(f"total {total:.2f}")
print("\n".join("".join("*" if (x * x + y * y) < 9 else "." for x in range(-4, 5)) for y in range(-3, 4)))


def roman(n):
    out = ""
    for v, s in ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        count, n = divmod(n, v)
        out += s * count
    return out


print([roman(n) for n in (1, 4, 9, 14, 40, 90, 400, 1994, 2024)], sorted({"".join(sorted(w)) for w in ["tea", "eat", "tan", "ate"]}), "racecar"[::-1] == "racecar")
