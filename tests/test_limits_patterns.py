"""Regular expressions on threads that no signal reaches: those that backtrack for ever are not started, all others work
as they do."""

from __future__ import annotations

import pytest

EXPONENTIAL = {
    "nested": r"re.search('(a+)+b', 'a' * 60)",
    "nested to the end": r"re.match('(a+)+$', 'a' * 40 + 'b')",
    "alternatives": r"re.match('(a|a)*$', 'a' * 50 + 'b')",
    "alternatives of other length": r"re.match('(a|aa)+$', 'a' * 80 + 'b')",
    "empty repetitions": r"re.search('(.*)*b', 'a' * 60)",
    "lazy": r"re.search('(a*?)*b', 'a' * 60)",
    "five stars": r"re.search('(.*)(.*)(.*)(.*)(.*)b', 'a' * 3000)",
    "optional": r"re.match('(a?){40}a{40}', 'a' * 40)",
    "quadratic": r"re.search(r'\s+$', ' ' * 1_000_000 + 'x')",
    "adjacent": r"re.search('(x+x+)+y', 'x' * 60)",
    "words": r"re.match(r'^(\w+\s?)*$', 'aaaa ' * 20 + '!')",
    "ignored case": r"re.search('(?i)(a+)+B', 'A' * 60)",
    "bytes": r"re.search(b'(a+)+b', b'a' * 60)",
    "ahead": r"re.search('(?=(a+)+b)a', 'a' * 60)",
    "findall": r"re.findall(r'(\d+)*x', '1' * 60)",
    "sub": r"re.sub('(a+)+b', '', 'a' * 60)",
    "split": r"re.split('(a+)+b', 'a' * 60)",
    "finditer": r"next(re.finditer('(a+)+b', 'a' * 60), None)",
    "called by C": r"list(map(re.compile('(a+)+b').match, ['a' * 60]))",
    "keywords": r"re.compile('(a+)+b').match(string='xx' + 'a' * 60, pos=2)",
}
EXPONENTIAL["pandas"] = "import pandas as pd\npd.Series(['a' * 60]).str.contains('(?:a+)+b')"
PAYLOADS = {
    f"{name} @ {where}": {"code": f"import re\n{code}", "imports": ["pandas"], "seconds": 1, "thread": 1 << 20, "limits": {}}
    for name, code in EXPONENTIAL.items()
    for where in ("thread",)
}


@pytest.mark.parametrize("name", PAYLOADS)
def test_is_not_started(name: str, batch) -> None:
    if "pandas" in name:
        pytest.importorskip("pandas")
    found = batch.result("exhaustion:run", PAYLOADS, name, seconds=40)
    assert found["outcome"] == "ExecutionTimeoutError", found
    assert found["after"] == 42, found
    assert found["seconds"] < 10, found


ORDINARY = [
    r"re.findall(r'(\w+\s*)+', 'hello world ' * 10_000)",
    r"re.match(r'^(\w+\s?)*$', 'hello world ' * 1_000).end()",
    r"re.match(r'^(\w+\s?)*;', 'hello world ' * 1_000 + ';').end()",
    r'''re.findall(r'"(?:[^"\\]|\\.)*"', '"a\\"bc" ' * 20_000)''',
    r"re.findall(r'<(\w+)[^>]*>(.*?)</\1>', '<a href=x>text</a>\n' * 5_000)",
    r"re.findall(r'<(\w+)[^>]*>(.*?)</\w+>', '<a href=x>text</a>\n' * 5_000, re.S)",
    r"re.findall(r'[\w.+-]+@[\w-]+\.[\w.-]+', 'someone.a@example.com, ' * 5_000)",
    r"re.split(r'\s*[,;]\s*', 'a , b;c ' * 10_000)",
    r"re.findall(r'^(\w+)\s*=\s*(.*)$', 'key = value text\n' * 5_000, re.M)",
    r"re.sub(r'/\*.*?\*/', '', 'code /* comment */ ' * 5_000, flags=re.S)",
    r"re.sub(r'\s+$', '', 'text   \n' * 5_000, flags=re.M)",
    r"re.findall(r'(?<=\$)\d+(?:\.\d\d)?', 'costs $12.50 or $7 ' * 5_000)",
    r"re.findall(r'(?<!\w)[A-Z]{2,5}(?!\w)', 'the NASA and the ESA ' * 5_000)",
    r"re.findall(r'\b(?:[0-9]{1,3}\.){3}[0-9]{1,3}\b', 'from 10.0.0.1 to 192.168.1.254 ' * 5_000)",
    r"re.findall(r'(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d))?', '2024-05-06T10:20 2023-01-02 ' * 5_000)",
    r"re.findall(r'(?:Mr|Mrs|Dr)\.?\s+([A-Z][a-z]+(?:\s[A-Z][a-z]+)*)', 'Dr. Anna Maria Berg and Mr Li ' * 3_000)",
    r"re.findall(r'(?P<key>\w+)\s*:\s*(?P<value>[^,}]+)', '{a: 1, b: two words, c: 3} ' * 3_000)",
    r"re.findall(r'((?:[^,\"]|\"[^\"]*\")+)', 'a,\"b,c\",d e,' * 3_000)",
    r"re.findall(r'(?i)error[^\n]*\n(?:\s+at .*\n)*', 'Error: x\n  at a\n  at b\nfine\n' * 3_000)",
    r"re.findall(rb'\x00+|[\x20-\x7e]+', bytes(range(256)) * 300)",
    r"re.fullmatch(r'(\d+,)*\d+', ','.join(map(str, range(5_000)))) is not None",
    r"re.sub(r'(\w)(\w*)', lambda m: m.group(1).upper() + m.group(2), 'some words here ' * 5_000)",
    r"len(re.sub(r'(?m)^\s*#.*\n?', '', '  # a\nb = 1\n' * 5_000))",
    r"re.findall(r'\(([^()]|\([^()]*\))*\)', '(a(b)c) ' * 5_000)",
    r"re.findall(r'\S+(?:\s+\S+){0,4}', 'one two three four five six ' * 3_000)",
]
TOKENS = r"""
pattern = re.compile(r'(?:(\d+)|([a-z]+))(?:\s+)?|.')
text = 'abc 12 + ' * 2_000
place = 0
kinds = []
while place < len(text):
    found = pattern.match(text, place)
    place = found.end()
    kinds.append(found.lastindex)
kinds
"""


def work(case: dict) -> dict:
    import re
    import threading

    import fastexec

    found: dict = {}

    def call() -> None:
        executor = fastexec.LocalPythonExecutor([], timeout_seconds=3)
        found["value"] = executor("import re\n" + case["code"]).output

    thread = threading.Thread(target=call)
    thread.start()
    thread.join()
    space: dict = {"re": re}
    *body, last = case["code"].strip().split("\n")
    exec("\n".join(body), space)  # noqa: S102 - the interpreter is the oracle
    return {"same": found.get("value") == eval(last, space)}  # noqa: S307


CASES = {code: {"code": code} for code in [*ORDINARY, TOKENS]}


@pytest.mark.parametrize("code", CASES)
def test_works(code: str, batch) -> None:
    assert batch.result("test_limits_patterns:work", CASES, code, seconds=60) == {"same": True}
