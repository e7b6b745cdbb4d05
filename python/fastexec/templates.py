"""Templates of jinja2 for the code: made in jinja2's own sandbox, whose templates read and call what the code may."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NoReturn

import jinja2
import jinja2.sandbox
from jinja2.exceptions import TemplateSyntaxError

from fastexec._fastexec import admitted


class _Guarded(jinja2.sandbox.SandboxedEnvironment):
    def is_safe_callable(self, obj: Any) -> bool:
        return True  # what may be called is `admitted` by the rules of the code

    def call(__self, __context: Any, __obj: Any, *arguments: Any, **named: Any) -> Any:
        return super().call(__context, admitted(__obj), *arguments, **named)

    def handle_exception(self, source: str | None = None) -> NoReturn:
        """Raises the error as it is: jinja2 would make code objects for a traceback that shows lines of the template."""
        error: Any = sys.exc_info()[1]
        if isinstance(error, TemplateSyntaxError) and not error.translated:
            error.translated, error.source = True, source
        raise error


class SandboxedEnvironment(_Guarded):
    pass


class ImmutableSandboxedEnvironment(_Guarded, jinja2.sandbox.ImmutableSandboxedEnvironment):
    pass


class Environment(SandboxedEnvironment):
    pass


class Template(jinja2.Template):
    if TYPE_CHECKING:
        environment_class: type[jinja2.Environment]
    else:
        environment_class = Environment


# The code takes classes of the modules that it may import.
SandboxedEnvironment.__module__ = ImmutableSandboxedEnvironment.__module__ = jinja2.sandbox.SandboxedEnvironment.__module__
Environment.__module__ = Template.__module__ = jinja2.Environment.__module__
