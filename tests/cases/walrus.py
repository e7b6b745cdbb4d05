if (n := len("hello")) > 3:
    print(n)
data = [1, 5, 2, 8]
print([y for x in data if (y := x * 2) > 4], y)
print((a := 1) + (b := 2), a, b)
while (item := data.pop()) != 1:
    print(item, end=" ")
print()
print(any((witness := v) > 3 for v in [1, 2, 5, 9]), witness)


def f():
    total = 0
    parts = [total := total + v for v in range(5)]
    return total, parts


print(f())
print({(k := i): k + 1 for i in range(3)}, k)
x = (p := 3, p + 1)
print(x)
print(f"{(w := 10)} {w}")
lambda_value = (lambda: (q := 7) + q)()
print(lambda_value)
