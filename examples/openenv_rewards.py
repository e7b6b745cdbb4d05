"""Rewards for actions that are code, which OpenEnv's `PyExecutor` runs on fastexec. The actions are written down: no key, no network."""

from __future__ import annotations

from fastexec import Limits
from fastexec.adapters.openenv import PyExecutor

ACTIONS = [
    "numbers = [3, 1, 2]\nprint(sum(numbers) / len(numbers))",
    "print(sorted(numbers)[1])",  # the variables of the episode last
    "while True: pass",
    "import os\nos.remove('/etc/passwd')",
]
"""What a policy might try, when the median of three numbers is asked for."""


def main() -> None:
    """Runs it."""
    executor = PyExecutor(timeout_seconds=2, limits=Limits(operations=100_000))
    for action in ACTIONS:
        result = executor.run(action)
        reward = 1.0 if result.stdout.strip() == "2" else 0.0 if result.exit_code == 0 else -1.0
        print(f"{reward:+.0f}", (result.stdout or result.stderr).strip().splitlines()[0][:90])


if __name__ == "__main__":
    main()
