"""Tables, plot and targets from the figures of a benchmark, and their place in docs/performance.md and other pages.

As a program it makes them again from the figures that are there, without measuring.
"""

from __future__ import annotations

import json
import math
import pathlib
import re
import statistics
from collections.abc import Callable, Iterator

HERE = pathlib.Path(__file__).parent
RESULTS = HERE / "results"
PAGE = HERE.parent / "docs" / "performance.md"
PAGES = [PAGE, PAGE.with_name("comparison.md"), HERE.parent / "README.md"]
REFERENCE = "bench-3.11"
"""The result that the page shows; of others it has the means."""
BLOCK = re.compile(r"(<!-- (?P<name>[\w ]+): made by `make (?P<target>\w+)` -->\n).*?(<!-- end -->)", re.S)


# ------------------------------------------------------------------------------------------ figures
def speed(row: dict, name: str) -> float | None:
    """How many times as fast as CPython in the same round (above 1: faster), the median of the rounds."""
    return row["speeds"].get(name)


def geometric_mean(values: list[float]) -> float | None:
    return math.exp(statistics.fmean(map(math.log, values))) if values else None


def quotients(rows: list[dict], name: str) -> list[float]:
    """How many times as fast as an executor fastexec is, on each program that both run."""
    pairs = [(speed(row, "fastexec"), 1.0 if name == "CPython" else speed(row, name)) for row in rows]
    return [ours / theirs for ours, theirs in pairs if ours and theirs]


def names_of(result: dict) -> list[str]:
    return result["executors"]


def is_python(name: str) -> bool:
    return "CPython" in name


# ------------------------------------------------------------------------------------------ tables
def figure(value: float | None) -> str:
    if not value:
        return "–"
    return f"{value:.2f}" if value >= 0.1 else f"{value:.4f}"


def program_table(result: dict) -> list[str]:
    """Speeds relative to CPython, one line for each program, and the means."""
    rows = result["programs"]
    others = [name for name in names_of(result) if name != "CPython"]
    lines = [f"| program | CPython, ms | {' | '.join(others)} |", "|---|--:|" + "--:|" * len(others)]
    for row in rows:
        cells = " | ".join(figure(speed(row, name)) for name in others)
        lines.append(f"| {row['name']} | {row['seconds'].get('CPython', 0) * 1000:.1f} | {cells} |")
    groups = [("geometric mean", rows)]
    groups += [(f"geometric mean, {group}", [r for r in rows if r["group"] == group]) for group in ("own", "pyperformance")]
    for title, chosen in groups:
        if chosen:
            means = [geometric_mean([value for row in chosen if (value := speed(row, name))]) for name in others]
            lines.append(f"| **{title}** | | {' | '.join(f'**{mean:.3g}**' if mean else '–' for mean in means)} |")
    return lines


def held_out_table(result: dict) -> list[str]:
    """The programs that nothing is tuned on."""
    rows = result.get("held_out", [])
    return program_table({**result, "programs": rows}) if rows else []


ANALYSIS = {"warm": "", "fresh": ", in a fresh process", "whole": ", in a fresh process with its imports"}
"""How the snippets of data analysis run, and what the targets say of it."""


def analysis_speeds(result: dict, kind: str) -> dict[str, float]:
    """How many times as fast as CPython the snippets of data analysis are, `warm`, `fresh` or `whole`."""
    return {name: row[kind]["CPython"] / row[kind]["fastexec"] for name, row in result.get("analysis", {}).items()}


def analysis_table(result: dict) -> list[str]:
    """Speeds of the snippets of data analysis relative to CPython, and their means."""
    rows = result.get("analysis", {})
    if not rows:
        return []
    speeds = {kind: analysis_speeds(result, kind) for kind in ANALYSIS}
    lines = ["| snippet | CPython, ms | warm | CPython in a fresh process, ms | fresh | CPython with the imports, ms | whole |", "|---|" + "--:|" * 6]
    for name, row in rows.items():
        cells = (f"{row[kind]['CPython'] * 1000:.2f} | {figure(speeds[kind][name])}" for kind in speeds)
        lines.append(f"| {name} | {' | '.join(cells)} |")
    means = [f"**{geometric_mean(list(found.values())):.3g}**" for found in speeds.values()]
    return [*lines, f"| **geometric mean** | | {' | | '.join(means)} |"]


def figures_table(result: dict, kind: str) -> list[str]:
    """Figures of fastexec alone."""
    rows = result.get(kind, {})
    return ["| | |", "|---|--:|", *(f"| {row} | {value:,.2f} |" for row, value in rows.items())] if rows else []


def ratio_lines(result: dict) -> list[str]:
    lines = []
    for name in names_of(result):
        found = quotients(result["programs"], name)
        if name != "fastexec" and found:
            mean = geometric_mean(found)
            lines.append(f"- fastexec is {mean:.3g} times as fast as {name} (geometric mean of {len(found)} programs; least {min(found):.3g}, most {max(found):.3g})")
    return lines


def small_table(title: str, rows: dict, result: dict) -> list[str]:
    """Rows of figures by executor."""
    if not rows:
        return []
    names = [name for name in names_of(result) if any(name in values for values in rows.values())]
    lines = [f"| {title} | {' | '.join(names)} |", "|---|" + "--:|" * len(names)]
    for row, values in rows.items():
        lines.append(f"| {row} | {' | '.join(f'{values[name]:,.2f}' if name in values else '–' for name in names)} |")
    return [*lines, ""]


def small_tables(result: dict) -> list[str]:
    lines = small_table("latency, µs", result["latency"], result) + small_table("growth, µs", result["scaling"], result)
    lines += small_table("front", result["front"], result)
    footprint = result["footprint"]
    if footprint:
        lines += ["| package | |", "|---|--:|", *(f"| {row} | {value:.2f} |" for row, value in footprint.items())]
    return lines


def targets(result: dict) -> list[tuple[str, str, bool]]:
    """Each target that the figures speak about: what it asks, what was measured, whether that meets it."""
    rows, found = result["programs"], []

    def add(text: str, value: float | None, met: Callable[[float], bool], unit: str = "×") -> None:
        if value is not None:
            found.append((text, f"{value:.3g} {unit}".strip(), met(value)))

    def mean(name: str, chosen: list[dict] = rows) -> float | None:
        return geometric_mean(quotients(chosen, name))

    def least(name: str, chosen: list[dict] = rows) -> float | None:
        return min(quotients(chosen, name), default=None)

    is_other = not result["python"].startswith("3.11")
    if is_other:
        add("geometric mean ≥ 1.3 × CPython", mean("CPython"), lambda v: v >= 1.3)
        add("no program below 0.9 × CPython", least("CPython"), lambda v: v >= 0.9)
        return found
    system = next((name for name in names_of(result) if name.startswith("system CPython 3.11")), "")
    add("geometric mean ≥ 1.75 × CPython", mean("CPython"), lambda v: v >= 1.75)
    add("geometric mean ≥ 1.5 × the system's profile-guided CPython 3.11", mean(system) if system else None, lambda v: v >= 1.5)
    add("pyperformance programs alone ≥ 1.45 × CPython", mean("CPython", [r for r in rows if r["group"] == "pyperformance"]), lambda v: v >= 1.45)
    add("no program below 0.95 × CPython", least("CPython"), lambda v: v >= 0.95)
    for name in ("numpy steps", "pandas steps"):
        add(f"{name} ≥ 0.97 × CPython", least("CPython", [r for r in rows if r["name"] == name]), lambda v: v >= 0.97)
    for kind, where in ANALYSIS.items():
        speeds, wanted = list(analysis_speeds(result, kind).values()), 0.95 if kind == "warm" else 0.85
        add(f"data analysis{where}: geometric mean ≥ {wanted} × CPython", geometric_mean(speeds), lambda v, wanted=wanted: v >= wanted)
    add("geometric mean ≥ 200 × smolagents", mean("smolagents"), lambda v: v >= 200)
    add("geometric mean ≥ 4 × pydantic-monty", mean("pydantic-monty"), lambda v: v >= 4)
    add("faster than RestrictedPython on every program", least("RestrictedPython"), lambda v: v > 1)
    for text, value, unit, most in small_targets(result):
        add(text, value, lambda v, most=most: v <= most, unit)
    return found


def small_targets(result: dict) -> Iterator[tuple[str, float | None, str, float]]:
    """Text, measured value, unit and most of the targets that are not about programs."""

    def ours(kind: str, row: str, name: str = "fastexec") -> float | None:
        return result[kind].get(row, {}).get(name)

    def part(top: float | None, bottom: float | None) -> float | None:
        return top / bottom if top is not None and bottom else None

    warm = part(ours("latency", "ten lines, warm"), ours("latency", "ten lines, warm", "CPython"))
    yield "ten lines on a warm executor ≤ 0.4 of CPython's compile and exec", warm, "", 0.4
    yield "executor and first ten lines ≤ 100 µs", ours("latency", "session + ten lines"), "µs", 100
    for module in ("numpy", "pandas"):
        yield f"import {module}, loaded before ≤ 5 µs", ours("latency", f"import {module}, loaded"), "µs", 5
    tool, plain = ours("latency", "call of a tool"), ours("latency", "call of a tool", "CPython")
    yield "call of a tool ≤ 0.5 µs over a plain call", None if tool is None or plain is None else max(tool - plain, 0.0), "µs", 0.5
    for work in ("ten lines", "comprehension of 100 items", "100 calls"):
        grown = part(ours("scaling", f"{work}, 10,000 variables"), ours("scaling", f"{work}, 10 variables"))
        yield f"{work}: the same with 10,000 variables as with 10 (≤ 1.25)", grown, "", 1.25
    yield "1 MB of source parsed and lowered ≤ 110 ms", ours("front", "1 MB of source, parsed and lowered, ms"), "ms", 110
    for kind, row, text, unit, most in (
        ("cold", "import fastexec and the first executor, ms", "import fastexec and the first executor ≤ 20 ms", "ms", 20),
        ("cold", "first snippet, ms", "first snippet of a process ≤ 0.5 ms", "ms", 0.5),
        ("cold", "ten lines never seen, of CPython's time", "ten lines never seen ≤ 0.5 of CPython's compile and exec", "", 0.5),
        ("memory", "an executor, bytes (of 2,000)", "an executor ≤ 8,000 bytes", "bytes", 8000),
        ("memory", "10,000 executors alive, MB", "10,000 executors alive ≤ 100 MB", "MB", 100),
        ("memory", "after ten functions and a class, MB more", "a step that defines ten functions and a class ≤ 1 MB", "MB", 1),
        ("memory", "after 100,000 steps of ten lines, MB more", "100,000 steps ≤ 1 MB", "MB", 1),
    ):
        yield text, result.get(kind, {}).get(row), unit, most
    yield "wheel ≤ 5 MB", result["footprint"].get("package packed as a wheel, MB"), "MB", 5


def target_table(result: dict) -> list[str]:
    lines = ["| target | measured | |", "|---|--:|---|"]
    return lines + [f"| {text} | {value} | {'met' if met else '**not met**'} |" for text, value, met in targets(result)]


def comparison_table(result: dict) -> list[str]:
    """What fits into one line for each executor that runs in a process of this machine."""
    titles = {"ten lines, warm": "ten lines, µs", "session + ten lines": "the same in a new session, µs", "call of a tool": "call of a tool, µs"}
    lines = [f"| | speed, CPython {result['python']} = 1 | programs | {' | '.join(titles.values())} |", "|---|--:|--:|" + "--:|" * len(titles)]
    for name in names_of(result):
        found = [value for row in result["programs"] if (value := speed(row, name))]
        if not is_python(name) and found:
            cells = [f"{values[name]:,.2f}" if name in (values := result["latency"].get(row, {})) else "–" for row in titles]
            lines.append(f"| {name} | {geometric_mean(found):.3g} | {len(found)} | {' | '.join(cells)} |")
    return lines


def claim(result: dict) -> list[str]:
    """How fast it is, in a sentence with all that qualifies it."""
    means = {name: geometric_mean(quotients(result["programs"], name)) for name in names_of(result)}
    counts = {name: len(quotients(result["programs"], name)) for name in names_of(result)}
    system = next((name for name in means if name.startswith("system CPython")), None)
    text = f"Speed: {means['CPython']:.2f} × CPython {result['python']}"
    text += f", {means[system]:.2f} × the system's profile-guided {system.removeprefix('system ')}" if system else ""
    least = min(quotients(result["programs"], "CPython"))
    text += f" (geometric means of {counts['CPython']}{f' and {counts[system]}' if system else ''} programs; the slowest runs at {least:.2f} × CPython's speed"
    text += f"). {means['smolagents']:.0f} × smolagents {_smolagents()} ({counts['smolagents']} programs)." if means.get("smolagents") else ")."
    return [f"{text} On {result['machine'].rpartition(', ')[2]}, with all rules and counters on: [docs/performance.md](docs/performance.md)."]


def _smolagents() -> str:
    """The version that is measured: the one that is pinned."""
    pins = (HERE.parent / "requirements" / "test.txt").read_text(encoding="utf-8")
    return re.search(r"^smolagents==(\S+)", pins, re.M)[1]


def heading(result: dict) -> str:
    text = f"{result['machine']}; medians of {result['rounds']} rounds. Speed relative to CPython {result['python']} running the same text (above 1: faster)."
    return f"{text} {result['note']}".strip()


def extra_tables(result: dict) -> dict[str, list[str]]:
    """Tables of runs since these are measured, by the names of their places in the page."""
    return {
        "held out": held_out_table(result),
        "data analysis": analysis_table(result),
        "cold starts": figures_table(result, "cold"),
        "memory": figures_table(result, "memory"),
    }


def report(result: dict) -> str:
    """The whole result as Markdown."""
    failed = [f"- {row['name']}, {name}: {error.splitlines()[0]}" for row in [*result["programs"], *result.get("held_out", [])] for name, error in row["errors"].items()]
    parts = [f"# Benchmark\n\n{heading(result)}\n", *program_table(result), "", *ratio_lines(result)]
    parts += ["\n## Targets\n", *target_table(result), "\n## Small things\n", *small_tables(result)]
    for title, lines in extra_tables(result).items():
        parts += [f"\n## {title.capitalize()}\n", *lines] if lines else []
    if failed:
        parts += ["\n## Not run, or with another result\n", *failed]
    return "\n".join(parts).rstrip() + "\n"


# ------------------------------------------------------------------------------------------ plot
def plot(result: dict, path: pathlib.Path) -> bool:
    """Bars of fastexec's speed on a logarithmic scale, other executors as markers; False without matplotlib."""
    try:
        import matplotlib
    except ImportError:
        return False
    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows = sorted((row for row in result["programs"] if speed(row, "fastexec")), key=lambda row: speed(row, "fastexec"))
    figure_, axes = pyplot.subplots(figsize=(9, 1.5 + 0.22 * len(rows)))
    places = range(len(rows))
    axes.barh(places, [speed(row, "fastexec") - 1 for row in rows], left=1, color="#4878a8", label="fastexec")
    markers = iter("osD^vP*X")
    for name in names_of(result):
        if name in ("CPython", "fastexec") or is_python(name):
            continue
        found = [(value, place) for place, row in zip(places, rows, strict=True) if (value := speed(row, name))]
        if found:
            axes.plot(*zip(*found, strict=True), next(markers), markersize=4, label=name)
    axes.axvline(1, color="black", linewidth=1)
    for group, style in (("own", ":"), ("pyperformance", "-."), (None, "--")):
        mean = geometric_mean([speed(row, "fastexec") for row in rows if group in (None, row["group"])])
        if mean:
            axes.axvline(mean, color="#c44e52", linestyle=style, linewidth=1, label=f"fastexec, geometric mean{f' of {group}' if group else ''}: {mean:.2f}")
    axes.set_xscale("log")
    axes.set_yticks(places, [row["name"] for row in rows], fontsize=7)
    axes.set_xlabel(f"speed, CPython {result['python']} = 1")
    axes.legend(fontsize=7, loc="lower left")
    axes.margins(y=0.01)
    figure_.tight_layout()
    figure_.savefig(path, dpi=110, metadata={"Software": None})
    pyplot.close(figure_)
    return True


# ------------------------------------------------------------------------------------------ page
def load(name: str) -> dict | None:
    path = RESULTS / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def version_table() -> list[str]:
    """The means of every result that is there."""
    lines = ["| CPython | geometric mean | pyperformance | least | targets met |", "|---|--:|--:|--:|--:|"]
    found = filter(None, map(load, (path.stem for path in sorted(RESULTS.glob("bench-3.*.json"), key=lambda path: int(path.stem.split(".")[1])))))
    for result in found:
        rows = result["programs"]
        bench = [row for row in rows if row["group"] == "pyperformance"]
        mean, alone, all_ = geometric_mean(quotients(rows, "CPython")), geometric_mean(quotients(bench, "CPython")), targets(result)
        met = sum(met for _, _, met in all_)
        lines.append(f"| {result['python']} | {figure(mean)} | {figure(alone)} | {figure(min(quotients(rows, 'CPython'), default=None))} | {met} of {len(all_)} |")
    return lines


def blocks() -> dict[str, list[str]]:
    """What stands between the marks of the page, by name; names without figures are left out."""
    found = {"versions": version_table()}
    result = load(REFERENCE)
    if result:
        found |= {
            "targets": [heading(result), "", *target_table(result)],
            "programs": [*program_table(result), "", *ratio_lines(result)],
            "small things": small_tables(result),
            "executors": [heading(result), "", *comparison_table(result)],
            "claim": claim(result),
        }
        found |= {name: lines for name, lines in extra_tables(result).items() if lines}
    counts = load("instructions")
    if counts:
        import instructions

        found["instructions"] = instructions.table(counts)
    return found


def filled(page: str) -> str:
    """The page with the figures as they are now."""
    found = blocks()

    def fill(match: re.Match) -> str:
        lines = found.get(match["name"])
        return match[0] if lines is None else f"{match[1]}\n" + "\n".join(lines).strip() + f"\n\n{match[4]}"

    return BLOCK.sub(fill, page)


def write(name: str, result: dict) -> str:
    """Writes all that is made from a result; gives the report."""
    text = report(result)
    (RESULTS / f"{name}.md").write_text(text, encoding="utf-8")
    if not plot(result, RESULTS / f"{name}.png"):
        print("matplotlib is not installed: no plot")
    update_pages()
    return text


def update_pages() -> None:
    for page in filter(pathlib.Path.exists, PAGES):
        page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8")


def main() -> None:
    for path in sorted(RESULTS.glob("bench-*.json")):
        write(path.stem, json.loads(path.read_text(encoding="utf-8")))
    update_pages()


if __name__ == "__main__":
    main()
