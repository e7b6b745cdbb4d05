class M:
    def __init__(self, rows):
        self.rows = rows

    def __matmul__(self, other):
        return M([[sum(a * b for a, b in zip(row, col)) for col in zip(*other.rows)] for row in self.rows])

    def __rmatmul__(self, other):
        return ("r", other)

    def __imatmul__(self, other):
        self.rows = (self @ other).rows
        return self


m = M([[1, 2], [3, 4]])
print((m @ M([[0, 1], [1, 0]])).rows, 5 @ m)
m @= m
print(m.rows)
try:
    print([] @ 3)
except TypeError as e:
    print(e)
