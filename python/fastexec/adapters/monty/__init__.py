"""pydantic-monty's worker protocol: with `MONTY_BIN` set, pydantic's code mode and FastMCP's own provider run on fastexec.

    fastexec serve --monty --allow "numpy.*"

Frames on standard input and output hold messages of `monty.proto` (protocol versions 5 and 6). Needs `fastexec[monty]`.
"""
