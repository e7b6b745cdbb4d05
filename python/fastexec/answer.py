"""A repair of snippets that use the name of the tool `final_answer` for a variable too."""

from __future__ import annotations

import re

_ASSIGNED = re.compile(r"(?<![.\w])final_answer\s*=")
_NOT_CALLED = re.compile(r"(?<![.\w])final_answer\b(?!\s*\()")


def fix_final_answer_code(code: str) -> str:
    """Renames the variable `final_answer` to `final_answer_variable` in code that both assigns it and
    calls the tool; other code is given back as it is, since an earlier snippet may have made the variable.
    """
    if "final_answer(" not in code or not _ASSIGNED.search(code):
        return code
    return _NOT_CALLED.sub("final_answer_variable", code)
