"""Scores programs against tests, as reinforcement learning on code does: each in a fresh worker behind the kernel's walls.

The expected answers stay here. A program gets the questions and gives its answers as plain data, which are compared
strictly: one that looks for the tests finds none, and an object that says it equals everything is no number.
"""

from __future__ import annotations

import argparse
import collections
import itertools
import random
import time
from collections.abc import Iterator
from typing import Any

from fastexec import Limits, Pool
from fastexec.outcome import failure

QUESTIONS = [[], [3], [5, 1, 4], [2, 2, 2, 9], [-4, 0, 7, 7, 1]]
EXPECTED = [0, 3, 5, 9, 7]
LIMITS = Limits(seconds=2, operations=200_000, memory_bytes=64 << 20, output_chars=2_000)

SAMPLES = {
    "right": "def solve(numbers):\n    return max(numbers, default=0)",
    "right, by hand": "def solve(numbers):\n    best = numbers[0] if numbers else 0\n    for n in numbers:\n        if n > best:\n"
    "            best = n\n    return best",
    "no answer for nothing": "def solve(numbers):\n    return max(numbers)",
    "the last one": "def solve(numbers):\n    return numbers[-1] if numbers else 0",
    "no end": "def solve(numbers):\n    while True:\n        pass",
    "too much memory": "def solve(numbers):\n    return len([0] * 10**9)",
    "no Python": "def solve(numbers)\n    return max(numbers)",
    "equals everything": "class Any:\n    def __eq__(self, other):\n        return True\ndef solve(numbers):\n    return Any()",
    "looks for the tests": "def solve(numbers):\n    import inspect\n    return inspect.stack()[1].frame.f_globals['EXPECTED']",
}


def sampled(count: int, seed: int) -> Iterator[str]:
    """Programs, as a model gives them: some work. Read as the pool has room for them."""
    chance = random.Random(seed)
    texts = list(SAMPLES.values())
    for number in itertools.islice(itertools.count(), count):
        yield f"# sample {number}\n{chance.choice(texts)}\n[solve(numbers) for numbers in questions]"


def same(found: Any, expected: Any) -> bool:
    """Whether these are equal, with no word of a class of the program."""
    if type(found) is not type(expected):
        return False
    if isinstance(expected, list):
        return len(found) == len(expected) and all(map(same, found, expected))
    return bool(found == expected)


def main() -> None:
    """Runs it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", type=int, default=5_000)
    parser.add_argument("--workers", type=int, help="programs at a time; one per processor when left out")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    outcomes: collections.Counter[str] = collections.Counter()
    begun = time.perf_counter()
    with Pool(given.workers) as pool:
        for result in pool.map(sampled(given.programs, given.seed), variables={"questions": QUESTIONS}, limits=LIMITS):
            if result.error is not None:
                outcomes[failure(result.error).outcome] += 1
            else:
                outcomes["passed" if same(result.output, EXPECTED) else "wrong"] += 1
    seconds = time.perf_counter() - begun
    print(f"{given.programs} programs, {given.programs / seconds:.0f} per second, {outcomes['passed'] / given.programs:.0%} pass")
    print(", ".join(f"{name}: {count}" for name, count in sorted(outcomes.items())))


if __name__ == "__main__":
    main()
