"""The second ring: the same executor in a worker process that the kernel holds (`isolation="process"`).

    host                                   fork server                worker
    session  --- channel: frames, wire format -------------------->  executor of ring 1, behind the walls
    server   --- control: fork, kill, status --->  forks ---------->

`session` is what an executor of the host has in place of the engine's own; `server` starts `fork_server`, a fresh
interpreter with the authorized packages loaded, which forks a `worker` for each session. `channel` and `conversation`
carry calls both ways; `kinds`, `tables`, `failures` and `references` say what becomes of a value that crosses.
"""

from __future__ import annotations

from fastexec.isolation.problems import IsolationError as IsolationError

__all__ = ["IsolationError"]
