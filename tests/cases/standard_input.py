# imports: io, sys
# What the code puts in the place of standard input is what `input` reads.
import io
import sys

before = sys.stdin
sys.stdin = io.StringIO("3\n1 2 3\n\nlast")
n = int(input())
print(n, list(map(int, input("numbers: ").split())))
print(repr(input()), repr(input()))
try:
    input("more? ")
except EOFError as error:
    print("end", error)
sys.stdin = io.StringIO("a\nb\nc\n")
print(sys.stdin.readline(), [line.strip() for line in sys.stdin])


class Lines:
    def __init__(self, *lines):
        self.lines = list(lines)

    def readline(self):
        return self.lines.pop(0)


def ask(question):
    return input(question)


sys.stdin = Lines("x\n", "y", 5)
print(ask("first "), ask("second "))
try:
    ask("third ")
except TypeError as error:
    print(error)
class Liar(str):
    def __len__(self):
        return 0


sys.stdin = Lines(Liar("is there\n"))
print(repr(input()))
sys.stdin = None
try:
    input()
except RuntimeError as error:
    print(error)
try:
    sys.stdin = io.StringIO("q\n")
    input(1, 2)
except TypeError as error:
    print(error)
out, sys.stdout = sys.stdout, io.StringIO()
answer = input("hidden")
sys.stdout, shown = out, sys.stdout.getvalue()
print(answer, shown)
sys.stdin = before
print(sys.stdin is before)
