"""A test that leaves itself out for a missing package says so: in CI it fails."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import packages
import pytest

HERE = pathlib.Path(__file__).parent
IN_A_TEST = "import pytest\n\ndef test_of_a_package():\n    pytest.importorskip('no_such_package')\n"
IN_A_FILE = "import pytest\n\npytest.importorskip('no_such_package')\n\ndef test_nothing():\n    pass\n"
BY_NEED = "import packages\n\ndef test_of_a_package():\n    packages.need(['no_such_package.part'])\n"
NEWER = "import packages\n\ndef test_of_a_module():\n    packages.SINCE['no_such_module'] = (9, 0)\n    packages.need(['no_such_module'])\n"


@pytest.mark.parametrize(
    ("source", "ci", "failed"),
    [
        (IN_A_TEST, "true", True),
        (IN_A_FILE, "true", True),
        (BY_NEED, "true", True),
        (NEWER, "true", False),
        (IN_A_TEST, "", False),
        (IN_A_FILE, "false", False),
        (BY_NEED, "0", False),
    ],
)
def test_left_out(source: str, ci: str, failed: bool, tmp_path: pathlib.Path) -> None:
    (tmp_path / "test_made.py").write_text(source)
    environment = dict(os.environ, CI=ci, PYTHONPATH=str(HERE), PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "conftest", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path, timeout=120)
    assert (run.returncode not in (0, 5)) == failed, run.stdout
    assert ("1 failed" in run.stdout or "1 error" in run.stdout) == failed, run.stdout


def test_every_pin_of_this_python_is_installed() -> None:
    from importlib import metadata

    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    lines = (HERE.parent / "requirements" / "test.txt").read_text(encoding="utf-8").splitlines()
    wanted = [Requirement(line) for line in lines if line and not line.startswith("#")]
    here = [requirement for requirement in wanted if requirement.marker is None or requirement.marker.evaluate()]
    assert len(here) > 60
    found = {canonicalize_name(package.metadata["Name"]): package.version for package in metadata.distributions()}
    other = [str(requirement) for requirement in here if found.get(canonicalize_name(requirement.name)) not in requirement.specifier]
    assert not (other and packages.COMPLETE), other
