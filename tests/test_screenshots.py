"""The pictures of the pages show what is printed now."""

from __future__ import annotations

import contextlib
import html
import io
import json
import pathlib
import re
import sys

import packages
import pytest

ROOT = pathlib.Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tools"))
try:
    import screenshots
finally:
    sys.path.remove(str(ROOT / "tools"))


def words(svg: str) -> list[str]:
    """The words of a picture, figures left out: times differ each time."""
    texts = [html.unescape(text) for text in re.findall(r"<text [^>]*>([^<]*)</text>", svg)]
    return re.sub(r"[\d.,]+", "0", " ".join(texts)).replace("\xa0", " ").replace("* ", "").split()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@pytest.mark.parametrize("name", screenshots.COMMANDS)
def test_terminal(name: str) -> None:
    packages.need(["rich", "typer"])
    kept = (ROOT / "docs" / "images" / f"{name}.svg").read_text(encoding="utf-8")
    assert len(words(kept)) > 40
    assert words(screenshots.picture(name)) == words(kept), "run python tools/screenshots.py"
    assert "http" not in kept.replace("http://www.w3.org/", "").replace("https://www.textualize.io", "")


def test_notebook() -> None:
    """Its cells print what it shows."""
    packages.need(["pandas"])
    namespace: dict = {"__name__": "__main__"}
    compared = 0
    for cell in json.loads(screenshots.NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                exec(compile("".join(cell["source"]), "notebook.ipynb", "exec"), namespace)
            shown = ["".join(output["text"]) for output in cell["outputs"] if output["output_type"] == "stream"]
            assert printed.getvalue() == "".join(shown)
            compared += bool(shown)
    assert compared == 3
    assert (ROOT / "docs" / "images" / "notebook.png").stat().st_size > 20_000
