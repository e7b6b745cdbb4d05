"""Who opens the network to the code: the host, with a module that is for it; never in a worker."""

from __future__ import annotations

import http.server
import sys
import threading
from collections.abc import Iterator

import packages
import pytest
from fastexec import InterpreterError, LocalPythonExecutor


class Quiet(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"a,b\n1,2\n")

    def log_message(self, *_told: object) -> None:
        pass


@pytest.fixture
def address() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/x.csv"
        server.shutdown()


def run(code: str, imports: list[str], **options: object) -> object:
    packages.need([name for name in imports if name in ("requests", "pandas")])
    executor = LocalPythonExecutor(imports, **options)
    executor.send_tools({})
    return executor(code).output


OPENS = {
    "requests": "import requests\nwith requests.get('{}') as answer: status = answer.status_code\nstatus",
    "urllib.request": "import urllib.request\nwith urllib.request.urlopen('{}') as answer: status = answer.status\nstatus",
}


@pytest.mark.parametrize("name", OPENS)
def test_a_module_for_it_opens_it(name: str, address: str) -> None:
    assert run(OPENS[name].format(address), [name]) == 200


def test_other_packages_do_not(address: str) -> None:
    with pytest.raises(InterpreterError) as caught:
        run(f"import pandas as pd\npd.read_csv('{address}')", ["pandas"])
    assert (caught.value.kind, caught.value.host_hint) == ("refused", "the network is not open to the code: a tool can fetch it")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")
@pytest.mark.parametrize("name", OPENS)
def test_a_worker_has_none_whatever_is_authorized(name: str, address: str) -> None:
    with pytest.raises(InterpreterError, match="Operation not permitted"):
        run(OPENS[name].format(address), [name], isolation="process")
