# imports: random, secrets
import random
import secrets

source = random.SystemRandom()
word = "".join(source.choice("ab") for _ in range(20))
print(len(word), set(word) <= {"a", "b"}, 0 <= source.random() < 1, 1 <= source.randint(1, 6) <= 6)
print(sorted(source.sample(range(5), 5)), 0 <= source.getrandbits(8) < 256, len(source.randbytes(4)), source.seed(3))
items = [1, 2, 3]
source.shuffle(items)
print(sorted(items), secrets.SystemRandom is random.SystemRandom, isinstance(source, random.Random))
try:
    source.getstate()
except NotImplementedError as error:
    print(error)


class Dice(random.SystemRandom):
    def roll(self):
        return self.randint(1, 6)


print(Dice().roll() in range(1, 7))
