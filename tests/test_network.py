"""Who opens the network to the code: the host, with a module that is for it; never in a worker."""

from __future__ import annotations

import http.server
import socket
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


# What a worker says of it.


def in_worker(imports: list[str]) -> LocalPythonExecutor:
    executor = LocalPythonExecutor(imports, isolation="process")
    executor.send_tools({})
    return executor


LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's walls are Linux's")
WANTS = {
    "socket": "import socket\nsocket.socket()",
    "name": "import socket\nsocket.getaddrinfo('example.com', 80)",
    "c": "import socket\nsocket.gethostbyname('example.com')",
    "urllib": "import urllib.request\nurllib.request.urlopen('http://example.com/')",
    "wrapped": "import socket\ntry:\n    socket.create_connection(('127.0.0.1', 1))\nexcept OSError as error:\n    raise RuntimeError('no page') from error",
}
NETWORK = 'a worker (isolation="process") has no network, whatever is authorized: a tool can fetch it, and isolation=None has the network'


@LINUX
@pytest.mark.parametrize("name", WANTS)
def test_a_worker_says_that_it_has_no_network(name):
    with pytest.raises(InterpreterError) as caught:
        in_worker(["socket", "urllib.request"])(WANTS[name])
    assert caught.value.host_hint == NETWORK and f"  host: {NETWORK}" in str(caught.value)


def unreachable() -> None:
    try:
        raise socket.gaierror(-2, "Name or service not known")
    except OSError as error:
        raise ConnectionError("no page") from error


def not_found() -> None:
    raise socket.gaierror(-2, "Name or service not known")


@LINUX
@pytest.mark.parametrize("code", ["unreachable()", "not_found()", "try:\n    not_found()\nexcept OSError as error:\n    raise ValueError from error"])
@pytest.mark.parametrize("isolation", [None, "process"])
def test_tools_have_the_network_of_the_host(code, isolation):
    """What fails there is not for want of one."""
    executor = LocalPythonExecutor(["socket"], isolation=isolation)
    executor.send_tools({"unreachable": unreachable, "not_found": not_found})
    with pytest.raises(InterpreterError) as caught:
        executor(code)
    assert caught.value.host_hint is None


@LINUX
@pytest.mark.parametrize("code", ["raise PermissionError(1, 'Operation not permitted')", "import socket\nraise PermissionError('mine')", "import socket\n1 / 0"])
def test_other_errors_are_not_of_the_network(code):
    with pytest.raises(InterpreterError) as caught:
        in_worker(["socket"])(code)
    assert caught.value.host_hint is None


@LINUX
def test_what_needs_no_network_works():
    assert in_worker(["asyncio"])("import asyncio\nawait asyncio.sleep(0)\n5").output == 5
