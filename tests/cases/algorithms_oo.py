class Stack:
    def __init__(self):
        self._items = []

    def push(self, *items):
        self._items.extend(items)
        return self

    def pop(self):
        if not self._items:
            raise IndexError("pop from empty stack")
        return self._items.pop()

    def __len__(self):
        return len(self._items)


class LinkedList:
    class Node:
        __slots__ = ("value", "next")

        def __init__(self, value, next=None):
            self.value, self.next = value, next

    def __init__(self, items=()):
        self.head = None
        self.size = 0
        for i in items:
            self.add(i)

    def add(self, value):
        self.head = self.Node(value, self.head)
        self.size += 1

    def __iter__(self):
        node = self.head
        while node is not None:
            yield node.value
            node = node.next

    def reverse(self):
        prev, node = None, self.head
        while node:
            node.next, prev, node = prev, node, node.next
        self.head = prev
        return self


class Tree:
    def __init__(self):
        self.root = None

    def insert(self, key):
        def put(node):
            if node is None:
                return [key, None, None]
            node[1 if key < node[0] else 2] = put(node[1 if key < node[0] else 2])
            return node

        self.root = put(self.root)
        return self

    def walk(self):
        def go(n):
            if n:
                yield from go(n[1])
                yield n[0]
                yield from go(n[2])

        return list(go(self.root))

    @property
    def height(self):
        def h(n):
            return 0 if n is None else 1 + max(h(n[1]), h(n[2]))

        return h(self.root)


class Account:
    interest = 0.05
    accounts = []

    def __init__(self, owner, balance=0):
        self.owner, self.balance, self.history = owner, balance, []
        type(self).accounts.append(self)

    def deposit(self, n):
        if n <= 0:
            raise ValueError("Deposit must be positive")
        self.balance += n
        self.history.append(("deposit", n))

    def withdraw(self, n):
        if n > self.balance:
            raise RuntimeError(f"Insufficient funds: {self.balance} < {n}")
        self.balance -= n
        self.history.append(("withdraw", n))

    def __add__(self, other):
        return Account(f"{self.owner}&{other.owner}", self.balance + other.balance)

    def __repr__(self):
        return f"<{self.owner}: {self.balance:.2f}>"


s = Stack().push(1, 2, 3)
print(s.pop(), len(s), list(LinkedList("abc")), list(LinkedList("abc").reverse()), LinkedList(range(5)).size)
t = Tree()
for k in (5, 2, 8, 1, 9, 3, 7):
    t.insert(k)
print(t.walk(), t.height)
a, b = Account("ann", 100), Account("bob")
a.deposit(50)
for action in (lambda: b.withdraw(5), lambda: b.deposit(-1)):
    try:
        action()
    except (RuntimeError, ValueError) as e:
        print(type(e).__name__, e)
print(a, a + b, len(Account.accounts), a.history, sum(x.balance for x in Account.accounts))


class Event:
    def __init__(self):
        self.handlers = []

    def __iadd__(self, h):
        self.handlers.append(h)
        return self

    def __call__(self, *a):
        return [h(*a) for h in self.handlers]


class Button:
    def __init__(self):
        self.clicked = Event()
        self.clicked += self.on_click
        self.count = 0

    def on_click(self, n):
        self.count += n
        return self.count


btn = Button()
btn.clicked += lambda n: n * 100
print(btn.clicked(2), btn.clicked(3))


class Vec:
    def __init__(self, *c):
        self.c = c

    def __add__(self, o):
        return Vec(*(a + b for a, b in zip(self.c, o.c)))

    def __mul__(self, k):
        return sum(a * b for a, b in zip(self.c, k.c)) if isinstance(k, Vec) else Vec(*(a * k for a in self.c))

    __rmul__ = __mul__

    def __eq__(self, o):
        return self.c == o.c

    def __getitem__(self, i):
        return self.c[i]

    def __repr__(self):
        return f"Vec{self.c}"


v = Vec(1, 2, 3)
print(v + v, v * 2, 3 * v, v * v, v == Vec(1, 2, 3), v[0], list(v), max(v))
