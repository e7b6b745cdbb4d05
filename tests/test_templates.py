"""Texts that libraries read names from: a template and a YAML text of the code get to what the code gets to, and no further."""

from __future__ import annotations

import os

import fastexec
import pytest
from fastexec import LocalPythonExecutor

pytest.importorskip("jinja2")
pytest.importorskip("yaml")
np = pytest.importorskip("numpy")


class Account:
    def __init__(self):
        self._token, self.owner = "s3cret", "Ann"

    def _reveal(self):
        return self._token


@pytest.fixture(scope="module")
def executor():
    executor = LocalPythonExecutor(["jinja2", "jinja2.sandbox", "yaml", "yaml.*", "numpy", "zipfile"])
    executor.send_tools({"tool": lambda x: x})
    executor.send_variables({"account": Account(), "held": {"system": os.system, "load": np.load, "account": Account()}})
    executor(
        "import jinja2, jinja2.sandbox, yaml, numpy, zipfile\n"
        "def render(make, text):\n"
        "    return make(text).render(np=numpy, zipfile=zipfile, account=account, tool=tool, values=numpy.arange(4), f=lambda: 1, held=held)\n"
        "makers = [jinja2.Template, jinja2.Environment().from_string, jinja2.sandbox.SandboxedEnvironment().from_string,\n"
        "          jinja2.sandbox.ImmutableSandboxedEnvironment().from_string, jinja2.Environment().overlay().from_string]"
    )
    return executor


REFUSED = [
    "{{ np.lib.stride_tricks.as_strided(values, (100000,), (8,)).sum() }}",
    "{{ np.load('/etc/hostname') }}",
    "{{ np.fromfile('/etc/hostname', dtype='u1') }}",
    "{{ np.ctypeslib }}",
    "{{ (np|attr('ctypeslib')) }}",
    "{{ np['ctypeslib'] }}",
    "{{ [np]|map(attribute='ctypeslib')|list }}",
    "{{ zipfile.os }}",
    "{{ zipfile.ZipFile('/tmp/never-made.zip', 'w') }}",
    "{{ '{0._token}'.format(account) }}",
    "{{ held['system']('true') }}",
    "{% set run = held.system %}{{ run('true') }}",
    "{{ held['load']('/etc/hostname') }}",
    "{% for g in held.values() %}{{ g('/etc/hostname') }}{% endfor %}",
    "{{ account._reveal() }}",
    "{{ cycler.__init__.__globals__ }}",
]


@pytest.mark.parametrize("maker", range(5))
@pytest.mark.parametrize("text", REFUSED)
def test_what_a_template_may_not_reach(executor, maker, text):
    with pytest.raises(fastexec.InterpreterError, match="Forbidden|unsafe|has no attribute"):
        executor(f"render(makers[{maker}], {text!r})")
    assert not os.path.exists("/tmp/never-made.zip")


@pytest.mark.parametrize("maker", range(5))
@pytest.mark.parametrize(
    "text",
    [
        "{{ account._token }}",
        "{{ account['_token'] }}",
        "{{ account|attr('_token') }}",
        "{{ held.account._token }}",
        "{{ f.__globals__ }}",
        "{{ f.__code__ }}",
        "{{ tool.__self__ }}",
        "{{ self._TemplateReference__context }}",
        "{{ [account]|map(attribute='_token')|join }}",
        "{{ account.__dict__ }}",
    ],
)
def test_what_a_template_does_not_see(executor, maker, text):
    assert executor(f"render(makers[{maker}], {text!r})").output == ""


@pytest.mark.parametrize(
    "code",
    [
        "jinja2.Environment().compile('{{ x }}')",
        "jinja2.Template.from_code(jinja2.Environment(), 'import os', {})",
        "jinja2.Environment(extensions=['os.system'])",
        "jinja2.FileSystemLoader('/etc')",
        "environment = jinja2.Environment()\nenvironment.getattr = lambda o, n: o",
        "environment = jinja2.Environment()\nenvironment.is_safe_callable = lambda o: True",
        "class Own(jinja2.Environment):\n    pass",
        "class Own(jinja2.Template):\n    pass",
        "jinja2.Template.environment_class.__mro__",
        "jinja2.Template('x').dump('/tmp/x')",
    ],
)
def test_what_code_may_not_do_with_jinja2(executor, code):
    with pytest.raises(fastexec.InterpreterError):
        executor(code)


LOADERS = ["Loader", "FullLoader", "CLoader", "CFullLoader"]


@pytest.mark.parametrize("loader", LOADERS)
@pytest.mark.parametrize(
    "text",
    [
        "!!python/name:os.system",
        "!!python/name:numpy.load",
        "!!python/module:os",
        "!!python/object:os.system {}",
        "!!python/object/new:os.system [true]",
        "!!python/object/apply:os.system [true]",
        "a: [!!python/name:sys.modules ]",
    ],
)
def test_a_yaml_text_names_nothing_of_the_process(executor, loader, text):
    with pytest.raises(fastexec.InterpreterError, match="ConstructorError"):
        executor(f"yaml.load({text!r}, Loader=yaml.{loader})")
    with pytest.raises(fastexec.InterpreterError, match="ConstructorError"):
        executor(f"class Own(yaml.{loader}):\n    pass\nyaml.load({text!r}, Loader=Own)")


@pytest.mark.parametrize("name", ["UnsafeLoader", "CUnsafeLoader", "unsafe_load", "unsafe_load_all"])
def test_unsafe_loaders_stay_refused(executor, name):
    with pytest.raises(fastexec.InterpreterError, match="Forbidden"):
        executor(f"yaml.{name}")


@pytest.mark.parametrize("loader", LOADERS)
def test_a_loader_is_given_no_names_by_hand(executor, loader):
    for call in ("find_python_name('os.system', None, True)", "find_python_module('os', None, True)"):
        with pytest.raises(fastexec.InterpreterError):
            executor(f"yaml.{loader}('x').{call}")


def test_the_host_has_what_it_had(executor):
    import jinja2
    import yaml

    assert jinja2.Template("{{ a._token }}").render(a=Account()) == "s3cret"
    assert jinja2.sandbox.SandboxedEnvironment().from_string("{{ a.owner }}{{ f(1) }}").render(a=Account(), f=str) == "Ann1"
    assert yaml.load("!!python/name:os.getcwd", Loader=yaml.FullLoader) is os.getcwd
