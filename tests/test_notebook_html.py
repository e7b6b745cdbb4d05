"""Results, errors and profiles as HTML."""

from __future__ import annotations

from html.parser import HTMLParser

import fastexec
import pytest
from fastexec.notebook import html


class Tags(HTMLParser):
    """The tags and attributes of a text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {tag, *(name for name, _ in attrs)}


EVIL = "<script>alert(1)</script><img src=x onerror=alert(1)>"


class TestHtml:
    @pytest.mark.parametrize("value", ["evil", "[evil]", "{evil: evil}", "Says()", "pandas.DataFrame({evil: [evil, Says()]})", "pandas.Series([evil], name=evil)"])
    def test_what_objects_say_is_escaped(self, value: str) -> None:
        executor = fastexec.LocalPythonExecutor(["pandas"] if "pandas" in value else [])
        code = f"""{'import pandas' if 'pandas' in value else ''}
evil = {EVIL!r}
class Says:
    def __repr__(self):
        return evil
    __str__ = __repr__
    def _repr_html_(self):
        return evil
    def _repr_mimebundle_(self, **_):
        return {{"text/html": evil}}
print(evil)
{value}"""
        shown = executor(code)._repr_html_()
        assert "alert(1)" in shown and not Tags(shown).found & {"script", "img", "src", "onerror"}

    def test_errors_and_findings(self) -> None:
        executor = fastexec.LocalPythonExecutor([])
        with pytest.raises(fastexec.InterpreterError) as caught:
            executor(f"raise ValueError({EVIL!r})")
        for shown in (caught.value._repr_html_(), executor.check(f"import os{EVIL!r}")._repr_html_(), executor.check("import os")._repr_html_()):
            assert Tags(shown).found <= {"pre", "span", "style"}
        assert '<span style="color:#0277bd">  host: additional_authorized_imports=[&quot;os&quot;] allows it</span>' in shown

    def test_profiles(self) -> None:
        executor = fastexec.LocalPythonExecutor([])
        executor("def earlier(n):\n    return n + 1")
        profile = executor.profile(f"x = {EVIL!r}\ntotal = 0\nfor n in range(1000):\n    total += earlier(n)\ntotal")
        shown = profile._repr_html_()
        assert not Tags(shown).found & {"script", "img"}
        rows = shown.split("<tr")[2:]
        assert [("background:rgba(229,57,53," in row) for row in rows if "colspan" not in row] == [line.hot for line in profile.lines]
        assert "of earlier snippets:" in shown
        assert "ZeroDivisionError" in executor.profile("1 / 0")._repr_html_()

    def test_nothing_is_long(self) -> None:
        executor = fastexec.LocalPythonExecutor([], limits=fastexec.Limits(output_chars=None))
        output = executor("print('<' * 10**6)\nclass C:\n    def __repr__(self):\n        return '<' * 10**6\n[C() for _ in range(100)]")
        assert len(output._repr_html_()) < 10 * html.MOST_CHARS
        assert len(executor.profile("\n".join(f"x = {'1' * 300}" for _ in range(2000)))._repr_html_()) < html.MOST_LINES * 1000
        assert "… and 1,500 more lines" in executor.profile("\n".join("x = 1" for _ in range(2000)))._repr_html_()

    def test_nothing(self) -> None:
        executor = fastexec.LocalPythonExecutor([])
        assert "None" in executor("x = None")._repr_html_() and "final answer" not in executor("1")._repr_html_()
