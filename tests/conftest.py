"""What the suites share: the batch of isolated results, and the command line's own options."""

from __future__ import annotations

import functools
import gc
import signal
import sys
from collections.abc import Generator

import isolation
import packages
import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--programs", type=int, default=300, help="how many programs test_generated.py and test_places.py compare")
    parser.addoption("--docstrings", default="sample", help="how many of each package test_docstrings.py runs: `sample`, a number, or `all`")
    parser.addoption("--seed", type=int, default=1, help="seed of the first of them")
    parser.addoption("--attacks", type=int, default=100, help="how many attacks of a fixed and of a random seed test_attacker.py makes, each")
    parser.addoption("--mutations", default="few", help="of how many classes test_attacker.py takes the mend out: few or all")
    parser.addoption("--fuzz", type=int, default=240, help="how many programs test_fuzz_types.py makes of a fixed and of a random seed, together")
    parser.addoption("--escapes-in-workers", default="few", choices=("few", "all"), help="how many samples test_escapes.py runs in workers")
    parser.addoption("--everyday-fresh", default="few", choices=("few", "all"), help="how many snippets test_everyday.py runs in fresh processes")
    parser.addoption("--worker-calls", type=int, default=400, help="calls of the soak of workers")
    parser.addoption("--isolation", default="none", choices=("none", "process"), help="where executors of tests that name no place run their code")
    parser.addoption("--parity", default="few", help="which suites test_parity.py compares: few, all, or names with commas between them")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--isolation") == "process":
        in_workers()
    # A shell that starts a run in the background has it ignore Ctrl-C, and with it every child.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def in_workers() -> None:
    """From now on executors run their code in workers, unless they are told otherwise."""
    from fastexec import executor
    from fastexec.isolation import door

    made, rules = executor.LocalPythonExecutor.__init__, door.LocalPythonExecutor
    executor.LocalPythonExecutor.__init__ = functools.partialmethod(made, isolation="process")
    # The host's rules for its own objects stay where they are.
    door.LocalPythonExecutor = type(rules.__name__, (rules,), {"__init__": made})


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = terminalreporter.stats.get("passed", []) + terminalreporter.stats.get("failed", [])
    summaries = [text for report in reports for name, text in report.user_properties if name == "docstrings"]
    if summaries:
        terminalreporter.section("docstrings")
        terminalreporter.write_line("\n".join(summaries))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    packages.never_left_out(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    packages.never_left_out(report)
    return report


def pytest_collection_finish() -> None:
    # Ten thousand tests are more objects than those of any of them: what collects garbage need not look at them each time.
    # (hypothesis, when it is loaded, asks who refers to what: it has to be there before, as it is in a run of all tests.)
    if "hypothesis" in sys.modules:
        gc.collect()
        gc.freeze()


class Batch:
    """Runs the payloads of all selected tests of a suite in child processes, once, when first asked.

    A suite hands over its payloads by id; only those whose id is a parameter of a selected test run.
    """

    def __init__(self, session: pytest.Session) -> None:
        self.session = session
        self.results: dict[tuple[str, str], dict] = {}

    def result(self, target: str, payloads: dict[str, dict], name: str, seconds: float = 20) -> dict:
        """What `target` returned for the payload `name`; fails the test when its child did not survive."""
        if (target, name) not in self.results:
            selected = {key for item in self.session.items for key in getattr(item, "callspec", Nothing).params.values() if isinstance(key, str)}
            chosen = {key: payload for key, payload in payloads.items() if key in selected or key == name}
            answers = isolation.run_all(target, list(chosen.values()), seconds)
            self.results.update({(target, key): answer for key, answer in zip(chosen, answers, strict=True)})
        answer = self.results[target, name]
        if "lost" in answer:
            pytest.fail(f"the process of this test did not come back: {answer['lost']}", pytrace=False)
        return answer["value"]


class Nothing:
    """Stands for the parameters of a test that has none."""

    params: dict = {}


@pytest.fixture(scope="session")
def batch(request: pytest.FixtureRequest) -> Batch:
    return Batch(request.session)


@pytest.fixture
def without_spans(monkeypatch: pytest.MonkeyPatch) -> None:
    """No spans are made: their ids are drawn from the process's own generator where another test has set a provider."""
    from fastexec import tracing

    monkeypatch.setattr(tracing, "_tracer", lambda: None)
