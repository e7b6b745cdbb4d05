"""All attempts to break out."""

from __future__ import annotations

import breakout_files
import breakout_kernel
import breakout_processes
from breakout_table import ATTEMPTS

__all__ = ["ATTEMPTS", "breakout_files", "breakout_kernel", "breakout_processes"]
