a, b = 1, 2
a, b = b, a
print(a, b)
[c, (d, e)] = [3, (4, 5)]
print(c, d, e)
first, *rest = "abcde"
*init, last = range(5)
head, *middle, tail = (1, 2)
print(first, rest, init, last, head, middle, tail)
(x, *y), z = [1, 2, 3], 4
print(x, y, z)


class Box:
    pass


box = Box()
box.items = {}
box.items["a"], box.size = 10, 20
print(box.items, box.size)
for box.size, box.items["k"] in [(1, 2), (3, 4)]:
    pass
print(box.size, box.items)
lst = [1, 2, 3, 4]
lst[1:3], lst[0] = [9, 9, 9], 7
print(lst)
() = []
[] = ()
*all_of_it, = {1: 2}
print(all_of_it)
