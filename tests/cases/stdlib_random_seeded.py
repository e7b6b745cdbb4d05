import random

random.seed(42)
first = [random.random(), random.randint(1, 100), random.choice("abcdef"), random.sample(range(20), 3), random.uniform(1, 2)]
random.seed(42)
second = [random.random(), random.randint(1, 100), random.choice("abcdef"), random.sample(range(20), 3), random.uniform(1, 2)]
print(first == second)
r = random.Random(7)
items = list(range(8))
r.shuffle(items)
print(items, r.random(), r.choices("ab", k=4), r.gauss(0, 1), r.getrandbits(8))
print(all(0 <= random.random() < 1 for _ in range(20)), random.randrange(0, 10, 5) in (0, 5))
