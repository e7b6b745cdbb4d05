"""`python -m fastexec` is the command `fastexec`."""

import sys

from fastexec.cli import main

if __name__ == "__main__":
    sys.exit(main())
