# Targets with a star, of lists, tuples and what else can be walked.
def tried(call):
    try:
        return call()
    except (TypeError, ValueError) as error:
        return type(error).__name__, str(error)


def first(items):
    a, *b = items
    return a, b


def last(items):
    *a, b = items
    return a, b


def middle(items):
    a, b, *c, d = items
    return a, b, c, d


def nested(items):
    (a, *b), *c = items
    return a, b, c


def alone(items):
    [*a] = items
    return a


class Items(list):
    def __iter__(self):
        return iter(["own"])


class Row(tuple):
    pass


sources = [[], [1], (1, 2), [1, 2.5, None, True], ("a",) * 12, "text", range(5), {"a": 1, "b": 2}, iter([1, 2, 3]), Items([1, 2]), Row((1, 2, 3)), [[1, 2], [3]], 5]
for _ in range(3):
    for source in sources:
        for function in [first, last, middle, nested, alone]:
            print(function.__name__, tried(lambda: function(source)))

given = [1, [2], 3]
a, *b = given
b.append(4)
print(a, b, given, b[0] is given[1])
*a, b = a, b
print(a, b)
x, *x = [1, 2, 3]
print(x)
row = [0] * 4
row[0], *row[1:3], row[3] = "abcd"
print(row)
for head, *tail in [(1, 2, 3), [4], "56"]:
    print(head, tail)
swapped = [1, 2, 3]
while len(swapped) > 1:
    top, *swapped = swapped
print(swapped)
big = list(range(1000))
a, b, c, d, e, f, g, h, *rest, z = big
print(len(rest), z, rest[0], h)


class Ends:
    def __init__(self, items):
        self.items = items

    def __del__(self):
        self.items.clear()


def ended():
    items = [1, 2, 3, 4]
    a, *b = [Ends(items), 5]
    a, *b = items
    return a, b, items


print(ended())
print([(head, tail) for head, *tail in [[1, 2], (3,)]])
