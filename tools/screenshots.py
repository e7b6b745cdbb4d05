"""Takes the pictures of docs/images: `python tools/screenshots.py`.

What the command line shows is what it prints to a terminal, as SVG. With --notebook it runs examples/notebook.ipynb again and takes
a picture of it, which needs nbconvert, ipykernel and a Chromium (`requirements/screenshots.txt`)."""

from __future__ import annotations

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
NOTEBOOK = ROOT / "examples" / "notebook.ipynb"
WIDTH = 110
COMMANDS = {
    "cli-run": [
        "fastexec run -c \"import json; json.dumps({'n': sum(range(10))})\" --allow json",
        "fastexec run -c \"rows = [{'city': 'Bergen'}]; rows[0]['ciy']\"",
        'fastexec run -c "import os"',
        'fastexec run -c "while True: pass" --while-iterations 1000',
    ],
    "cli-profile": [
        'fastexec profile -c "def square(n):\n    return n * n\n\ntotal = 0\nfor n in range(20000):\n    total += square(n)\nwords = [str(n) for n in range(2000)]\ntotal"',
    ],
}


def terminal(command: str) -> str:
    """What a command writes to a terminal, with its colours."""
    import pty

    ours, its = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(WIDTH), "TERM": "xterm-256color", "FORCE_COLOR": "1"}
    _, *arguments = shlex.split(command)
    run = subprocess.Popen([sys.executable, "-m", "fastexec", *arguments], stdin=subprocess.DEVNULL, stdout=its, stderr=its, env=environment)
    os.close(its)
    written = b""
    try:
        while piece := os.read(ours, 65536):
            written += piece
    except OSError:
        pass  # its end of the terminal is closed
    os.close(ours)
    run.wait()
    return written.decode("utf-8").replace("\r\n", "\n")


def picture(name: str) -> str:
    """The commands of a picture and what they print, as SVG."""
    import io

    from rich.console import Console
    from rich.terminal_theme import MONOKAI
    from rich.text import Text

    console = Console(width=WIDTH, record=True, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    for command in COMMANDS[name]:
        console.print(Text("$ ", style="bold green") + Text(command))
        console.print(Text.from_ansi(terminal(command)))
    svg = console.export_svg(title="fastexec", theme=MONOKAI, unique_id=name)
    # The font would come from another site.
    return re.sub(r"@font-face \{.*?\}\n\s*", "", svg, flags=re.S).replace("Fira Code, monospace", "DejaVu Sans Mono, Menlo, Consolas, monospace")


def notebook() -> None:
    """Runs the notebook and takes its picture."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        sys.exit("there is no Chromium on PATH (Debian: apt-get install chromium)")
    convert = [sys.executable, "-m", "nbconvert", "--log-level", "ERROR"]
    # (Without times, which would differ each time.)
    subprocess.run([*convert, "--to", "notebook", "--execute", "--inplace", "--ExecutePreprocessor.record_timing=False", str(NOTEBOOK)], check=True)
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "notebook.html"
        subprocess.run([*convert, "--to", "html", "--HTMLExporter.require_js_url=", "--HTMLExporter.mathjax_url=", "--output", str(page), str(NOTEBOOK)], check=True)
        size = ["--window-size=900,940", "--hide-scrollbars", "--virtual-time-budget=3000"]
        shot = ["--headless", "--no-sandbox", "--disable-gpu", *size, f"--screenshot={IMAGES / 'notebook.png'}", page.as_uri()]
        subprocess.run([chromium, *shot], check=True, stderr=subprocess.DEVNULL)


def main() -> None:
    """Takes them."""
    for name in COMMANDS:
        (IMAGES / f"{name}.svg").write_text(picture(name), encoding="utf-8")
    if "--notebook" in sys.argv[1:]:
        notebook()


if __name__ == "__main__":
    main()
