"""A check of the command line, and what there is to say of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import fastexec
from fastexec import outcome
from fastexec.check import Findings
from fastexec.outcome import Failure


@dataclass(frozen=True)
class Checked:
    """What a check found; or why there was none."""

    failure: Failure | None
    findings: Findings = Findings()  # noqa: RUF009  (it is a tuple)

    @property
    def outcome(self) -> str:
        """What a run comes to, as far as that is certain: a word of `runs.EXIT_CODES`."""
        if self.failure:
            return self.failure.outcome
        return next((finding.kind for finding in self.findings.certain), outcome.OK)

    @property
    def text(self) -> str:
        """For a person."""
        return self.failure.text if self.failure else self.findings.text

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "outcome": self.outcome,
            "findings": [{name: value for name, value in asdict(finding).items() if name != "shown"} for finding in self.findings],
            "error": self.failure and self.failure.as_dict(),
            "text": self.text,
        }


def examine(executor: fastexec.LocalPythonExecutor, code: str) -> Checked:
    """Checks code; none of it runs."""
    try:
        return Checked(None, executor.check(code))
    except Exception as error:  # noqa: BLE001 - whatever it is, the command says it and exits
        return Checked(outcome.failure(error))
