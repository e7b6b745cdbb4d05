"""Programs that nobody tunes the engine on: they show whether what was gained elsewhere holds for others.

No optimisation is decided by them, and the profile that guides the build of wheels (`tools/train.py`) is not
recorded on them. All are in the manner of what agents write.
"""

from __future__ import annotations

from programs import Program, own


def held_out(name: str, size: int, small: int, source: str, **options) -> Program:
    return own(name, size, small, source, group="held out", **options)


HELD_OUT = [
    held_out("bank accounts", 120_000, 600, """
class InsufficientFunds(Exception):
    pass

class Account:
    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance
        self.history = []

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("amount must be positive")
        self.balance += amount
        self.history.append(("deposit", amount))

    def withdraw(self, amount):
        if amount > self.balance:
            raise InsufficientFunds(f"{self.owner} has {self.balance}, needs {amount}")
        self.balance -= amount
        self.history.append(("withdraw", amount))

class Savings(Account):
    def __init__(self, owner, rate):
        super().__init__(owner)
        self.rate = rate

    def add_interest(self):
        self.deposit(self.balance // 100 * self.rate + 1)

accounts = [Savings(f"owner {n}", n % 4 + 1) if n % 3 == 0 else Account(f"owner {n}", n) for n in range(20)]
refused = 0
for step in range(N):
    giver, taker = accounts[step % 20], accounts[(step * 7 + 3) % 20]
    try:
        giver.withdraw(step % 50)
        taker.deposit(step % 50)
    except InsufficientFunds:
        refused += 1
        giver.deposit(60)
    except ValueError:
        pass
    if isinstance(taker, Savings) and step % 100 == 0:
        taker.add_interest()
refused, sum(account.balance for account in accounts), max(len(account.history) for account in accounts)
"""),
    held_out("inventory records", 150_000, 500, """
from dataclasses import dataclass, field

@dataclass
class Item:
    name: str
    price: float
    quantity: int = 0
    tags: list = field(default_factory=list)

    @property
    def value(self):
        return self.price * self.quantity

class Inventory:
    def __init__(self):
        self.items = {}

    def __contains__(self, name):
        return name in self.items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, name):
        return self.items[name]

    def add(self, name, price, quantity):
        if name in self:
            self[name].quantity += quantity
        else:
            self.items[name] = Item(name, price, quantity, [name[0]])

    def worth(self):
        return sum(item.value for item in self.items.values())

inventory = Inventory()
for n in range(N):
    inventory.add(f"item {n % 500}", n % 97 + 0.5, n % 7)
cheap = [item.name for item in inventory.items.values() if item.price < 20]
len(inventory), round(inventory.worth(), 2), len(cheap)
""", imports=("dataclasses",)),
    held_out("tokens and tree", 5_400, 12, """
class Lexer:
    def __init__(self, text):
        self.text = text
        self.place = 0

    def tokens(self):
        text, place = self.text, 0
        while place < len(text):
            char = text[place]
            if char.isdigit():
                end = place
                while end < len(text) and text[end].isdigit():
                    end += 1
                yield ("number", int(text[place:end]))
                place = end
            elif char in "+-*()":
                yield (char, None)
                place += 1
            else:
                place += 1
        yield ("end", None)

class Parser:
    def __init__(self, text):
        self.all = list(Lexer(text).tokens())
        self.at = 0

    def peek(self):
        return self.all[self.at][0]

    def take(self):
        token = self.all[self.at]
        self.at += 1
        return token

    def expression(self):
        left = self.term()
        while self.peek() in ("+", "-"):
            sign, _ = self.take()
            right = self.term()
            left = (sign, left, right)
        return left

    def term(self):
        left = self.factor()
        while self.peek() == "*":
            self.take()
            left = ("*", left, self.factor())
        return left

    def factor(self):
        kind, value = self.take()
        if kind == "(":
            inner = self.expression()
            self.take()
            return inner
        if kind == "-":
            return ("-", 0, self.factor())
        return value

def evaluate(tree):
    if isinstance(tree, int):
        return tree
    sign, left, right = tree
    left, right = evaluate(left), evaluate(right)
    if sign == "+":
        return left + right
    if sign == "-":
        return left - right
    return left * right

total = 0
for n in range(N):
    text = f"({n} + 3) * (2 - {n % 5}) + -{n} * (4 + {n % 11} * 2) - 12 * 3"
    total += evaluate(Parser(text).expression())
total
"""),
    held_out("least recently used", 180_000, 900, """
from collections import OrderedDict, deque

class Cache:
    def __init__(self, size):
        self.size = size
        self.kept = OrderedDict()
        self.hits = self.misses = 0

    def get(self, key, make):
        if key in self.kept:
            self.hits += 1
            self.kept.move_to_end(key)
            return self.kept[key]
        self.misses += 1
        value = self.kept[key] = make(key)
        if len(self.kept) > self.size:
            self.kept.popitem(last=False)
        return value

cache = Cache(64)
recent = deque(maxlen=10)
total = 0
for n in range(N):
    key = (n * n + n // 7) % 100
    total += cache.get(key, lambda k: k * k)
    recent.append(key)
total, cache.hits, cache.misses, sum(recent)
""", imports=("collections",)),
    held_out("priority queue", 36_000, 250, """
import heapq

class Task:
    def __init__(self, priority, name):
        self.priority = priority
        self.name = name

    def __lt__(self, other):
        return self.priority < other.priority

queue, order, state = [], [], 12345
for n in range(N):
    state = (state * 1103515245 + 12345) % 2147483648
    heapq.heappush(queue, Task(state % 1000, f"task {n}"))
    if n % 3 == 2:
        order.append(heapq.heappop(queue).priority)
while queue:
    order.append(heapq.heappop(queue).priority)
sum(order), order[:3]
""", imports=("heapq",)),
    held_out("nested records", 2_400, 6, """
def flatten(value, path=""):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from flatten(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from flatten(inner, f"{path}[{number}]")
    else:
        yield path, value

def merge(left, right):
    merged = dict(left)
    for key, value in right.items():
        if key in merged and isinstance(merged[key], dict) and isinstance(value, dict):
            merged[key] = merge(merged[key], value)
        else:
            merged[key] = value
    return merged

found = {}
for n in range(N):
    user = {"id": n, "name": {"first": f"a{n}", "last": "b"}, "orders": [{"sku": f"s{k}", "price": k * 1.5, "tags": ["x", "y"]} for k in range(8)]}
    change = {"name": {"last": f"c{n % 9}"}, "active": n % 2 == 0}
    for path, value in flatten(merge(user, change)):
        found[path] = found.get(path, 0) + (1 if value else 0)
len(found), sum(found.values())
"""),
    held_out("vectors", 100_000, 400, """
import math

class Vector:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __mul__(self, factor):
        return Vector(self.x * factor, self.y * factor)

    def __eq__(self, other):
        return self.x == other.x and self.y == other.y

    def __abs__(self):
        return math.sqrt(self.x * self.x + self.y * self.y)

place, speed, hits = Vector(0.0, 0.0), Vector(1.0, 0.5), 0
for step in range(N):
    place = place + speed * 0.01
    if abs(place) > 10:
        speed = speed * -1
        hits += 1
    if place == Vector(0.0, 0.0):
        hits += 100
round(place.x, 6), round(place.y, 6), hits
""", imports=("math",)),
    held_out("log report", 40_000, 150, """
import re
from collections import Counter, defaultdict

lines = [f"2024-01-{n % 28 + 1:02d} {['INFO', 'WARN', 'ERROR'][n % 3]} service{n % 5}: took {n * 37 % 900} ms" for n in range(N)]
pattern = re.compile(r"(\\S+) (\\w+) (\\w+): took (\\d+) ms")
levels, slow, by_day = Counter(), defaultdict(list), {}
for line in lines:
    match = pattern.match(line)
    if not match:
        continue
    day, level, service, took = match.groups()
    levels[level] += 1
    took = int(took)
    if took > 800:
        slow[service].append((took, day))
    by_day.setdefault(day, []).append(took)
worst = {service: sorted(times, reverse=True)[:2] for service, times in slow.items()}
means = {day: round(sum(times) / len(times), 1) for day, times in by_day.items()}
levels.most_common(2), len(worst), max(means.values())
""", imports=("re", "collections")),
    held_out("grid walk", 240, 3, """
from collections import deque

def neighbours(grid, row, column):
    for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        r, c = row + down, column + right
        if 0 <= r < len(grid) and 0 <= c < len(grid[0]) and grid[r][c] != "#":
            yield r, c

def shortest(grid, start, goal):
    queue, seen = deque([(start, 0)]), {start}
    while queue:
        (row, column), steps = queue.popleft()
        if (row, column) == goal:
            return steps
        for place in neighbours(grid, row, column):
            if place not in seen:
                seen.add(place)
                queue.append((place, steps + 1))
    return -1

total = 0
for n in range(N):
    grid = ["".join("#" if (r * 5 + c * 3 + n) % 7 == 0 and (r, c) != (0, 0) else "." for c in range(20)) for r in range(20)]
    total += shortest(grid, (0, 0), (19, 18))
total
""", imports=("collections",)),
    held_out("pipeline of generators", 240_000, 500, """
def numbers(count):
    state = 7
    for _ in range(count):
        state = (state * 16807) % 2147483647
        yield state % 1000

def changed(values, function):
    for value in values:
        yield function(value)

def chosen(values, test):
    for value in values:
        if test(value):
            yield value

def batches(values, size):
    batch = []
    for value in values:
        batch.append(value)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch

result = batches(chosen(changed(numbers(N), lambda v: v * 3 + 1), lambda v: v % 2 == 0), 16)
sum(max(batch) - min(batch) for batch in result)
"""),
]
