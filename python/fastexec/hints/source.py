"""Hints about sources that do not parse: what models put around code, and words of other languages."""

from __future__ import annotations

import keyword
import re
import sys

_PROSE = "this line is no Python: send code alone, with explanations in comments (#)"

_WITHOUT_BRACES = "blocks are indented after a colon, without braces"
_BRACES = re.compile(r"\s*(?:\}\s*)?(?:(?:if|for|while)\b[^:]*\)|else|try)\s*\{\s*$")
"""The line above one that is no Python."""

_LINES: tuple[tuple[str, str], ...] = (
    (r"\s*`{3}", "send the code alone, without the ``` around it"),
    (r"\s*!|\s*\w+\s*=\s*!\s*(pip|ls|cat|echo|curl|wget|git|python3?|head|find|grep)\b", "this runs no shell commands: what is installed is the host's to say"),
    (r"\s*>>> ", "leave the prompt `>>>` out"),
    (r"\s*((Final )?Answer|Result|Thought|Observation|Action|Note|Output)\s*:|\s*\*\*\w|\s*[-*] [A-Za-z]+ [a-z]+\b", _PROSE),
    (r"\s*%{1,2}[a-z]", "magics of notebooks do not work here: leave them out"),
    (r"\s*\$ ", "this runs no shell commands: what is installed is the host's to say"),
    (r"\s*(pip3?|conda|apt|apt-get|npm) install ", "this runs no shell commands: what is installed is the host's to say"),
    (r"\s*</?code>|.*<[/|]?\w+[|]?>\s*$", "send the code alone, without the tags around it"),
    (r"\s*(else\s+if|elsif|elseif)\b", "Python writes `elif`"),
    (r"\s*raise\s+\w+\s*,", "the text of an error is its argument: `raise ValueError(text)`"),
    (r"\s*except\s+[\w.]+\s*,\s*\w+\s*:", "the error gets its name by `as`: `except ValueError as error:`"),
    (r".*\S\s+<>\s+\S", "unequal is `!=`"),
    (r"\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE)\s", "SQL is a text for a database: put quotes around it"),
    (r"\s*(const|let|var)\s+\w+", "Python declares no variables: write `name = value`"),
    (r"\s*(public |private |static )*(function|func|fn)\s+\w+\s*\(", "functions begin with `def name(...):`"),
    (r".*=>", "a function in an expression is `lambda x: ...`"),
    (r".*(\+\+|--)\s*;?\s*$", "Python has no `++` and `--`: write `+= 1` and `-= 1`"),
    (r".*(&&|\|\|)", "Python writes `and`, `or` and `not`"),
    (r".*\w\s*=!\s*\w", "unequal is `!=`, and Python writes `not`"),
    (r".*\bif\s*!\s*\w|.*[(=]\s*!\s*\w", "Python writes `not`"),
    (r".*\?.*:", "Python writes `a if condition else b`"),
    (r"\s*(switch|case)\b.*[{:]\s*$", "Python has `match value:` with `case pattern:`"),
    (r"\s*(try|else|if|for|while)\b.*\{\s*$|\s*\}\s*$", _WITHOUT_BRACES),
    (r"\s*catch\b", "Python writes `except SomeError as error:`"),
    (r"\s*//|.*\s//\s+[A-Za-z]+\s+[A-Za-z]", "comments begin with `#`"),
    (r"\s*throw\b", "Python writes `raise`"),
    (r"\s*new\s|.*=\s*new\s+\w", "objects are made by calling their class, without `new`"),
)
"""By the line of the error, the first that fits."""

_MESSAGES: tuple[tuple[str, str], ...] = (
    (r"invalid character '[“”„‟‘’‚‛«»]'", "use straight quotes: \" or '"),
    (r"invalid (non-printable )?character", "write it inside of a text, or take the ASCII character that is meant"),
    (r"unterminated triple-quoted|EOF while scanning triple-quoted", "the text begins with three quotes, and needs the same three at its end"),
    (r"unterminated string|EOL while scanning", "a text over several lines needs three quotes, a quote in a text a \\ before it"),
    (r"expected an indented block", "indent the lines of the block with four spaces, or write `pass`"),
    (r"unexpected indent", "begin the line where the one above begins, and the first line at the left margin"),
    (r"unindent does not match|inconsistent use of tabs|inconsistent dedent", "indent with four spaces at each level, without tabs"),
    (r"Missing parentheses in call to 'print'", "`print` is a function: `print(...)`"),
    (r"Missing parentheses in call to 'exec'", "code that is made at run time is not available"),
    (r"'yield' outside function", "a generator is a function, `def name():` with `yield` in it; at the top level keep a list"),
    (r"'return' outside function", "at the top level the last expression is the result: leave `return` out"),
    (r"'(break|continue)' (not properly in|outside) loop", "`break` and `continue` are for loops"),
    (r"'(await|async .*)' outside (async )?function", "make the function `async def`; at the top level `await` works as it is"),
    (r"leading zeros in decimal", "a number begins with another digit than 0, a text like '007' has quotes"),
    (r"source code (string )?cannot contain null bytes", "a null character is written as \\0 in a text"),
    (r"'.' was never closed", "close it in the same statement"),
    (r"\(unicode error\) 'unicodeescape'", "a \\ in a text is written twice, or the text begins with r: r'C:\\Users'"),
    (r"unexpected character after line continuation", "a \\ outside of a text stands at the end of its line alone, without a space behind it"),
    (r"invalid (decimal|hexadecimal|octal|binary) literal", "a number has no letters behind it, and a name does not begin with a digit"),
)
"""By the message of the parser."""

_WORDS = re.compile(r"[A-Za-z][A-Za-z'’,-]*")
_PROSE_MARKS = re.compile(r"[=(\[{]|^\s*(#|@)")
_IMPORT = re.compile(r"\s*(import|from\s+[\w.]+\s+import)\s")
_SENTENCE = re.compile(r"\s*[A-Z].*[.!?:]\s*$")
_APOSTROPHE = re.compile(r"[A-Za-z][^'\"=(\[{#]*[A-Za-z]'(s|t|m|d|ll|re|ve)\b(?!')")
"""In a line that begins as a sentence does."""


def hint(text: str, line: int | None, message: str) -> str | None:
    """As `fastexec.hints.of_source`."""
    lines = text.splitlines()
    at = lines[line - 1] if line is not None and 0 < line <= len(lines) else ""
    if any(part.lstrip().startswith("```") for part in lines) and not re.match(r"\s*[!%]", at):
        return _LINES[0][1]
    if message.startswith("unterminated string") and _APOSTROPHE.match(at.lstrip()[:500]):
        return _PROSE
    for pattern, said in _MESSAGES:
        if re.match(pattern, message):
            return said
    assigned = _of_assignment(message, at)
    if assigned is not None:
        return assigned
    if message.startswith("f-string"):
        return _of_f_string(message, at)
    if len(at) > 500:
        return None
    for pattern, said in _LINES:
        if re.match(pattern, at):
            return said
    if line is not None and 1 < line <= len(lines) and _BRACES.match(lines[line - 2][:500]):
        return _WITHOUT_BRACES
    return _of_keyword(at) or _of_prose(at)


_QUOTES_INSIDE = re.compile(r"""\bf(['"])[^'"{]*(?:\{[^'"{}]*\}[^'"{]*)*\{[^'"}]*\1.*\1""")
"""A field of an f-string in which the quote stands that ends the text."""

_FIELDS: tuple[tuple[str, str], ...] = (
    (r"empty expression|valid expression required", "each pair of braces in an f-string has an expression; a brace itself is written twice: {{ and }}"),
    (r"invalid conversion|conversion type", "behind `!` in an f-string stand r, s or a; a format follows a colon: {x:.2f}"),
    (r"expression part cannot include a backslash", "give the part with the backslash a name before the f-string"),
    (r"single '}'|expecting '}'", "each brace in an f-string has its partner; a brace itself is written twice: {{ and }}"),
)
"""By what the parser says of a field of an f-string."""


def _of_f_string(message: str, line: str) -> str | None:
    if sys.version_info < (3, 12) and (re.search(r"unmatched|unterminated", message) or _QUOTES_INSIDE.search(line)):
        return "inside of an f-string use the other kind of quotes, or name the value before"
    for pattern, said in _FIELDS:
        if re.search(pattern, message):
            return said
    return None


_HYPHENS = re.compile(r"\b[A-Za-z_]\w*(-[A-Za-z_]\w*)+\s*=(?!=)")


def _of_assignment(message: str, line: str) -> str | None:
    """Of what stands before a `=` and is no name."""
    if re.match(r"cannot assign to expression|expression cannot contain assignment", message) and _HYPHENS.search(line):
        return "a name has no `-` in it: write `_`; keys of a dict are texts, `{'a-b': 1}`"
    if message.startswith("cannot assign to literal") and re.search(r"[{,]\s*(['\"])[^'\"]*\1\s*=(?!=)", line):
        return "in a dict a colon stands between key and value: `{'key': value}`"
    return None


def _of_keyword(line: str) -> str | None:
    assigned = re.match(r"\s*(\w+)\s*=[^=]", line)
    if assigned and keyword.iskeyword(assigned[1]):
        return f"`{assigned[1]}` is a word of Python: take another name"
    return None


def _of_prose(line: str) -> str | None:
    """Three words side by side are no Python, and no sentence is, if some of its words are Python's."""
    words = _WORDS.findall(line)
    plain = [word for word in words if not keyword.iskeyword(word.lower())]
    if _PROSE_MARKS.search(line) or _IMPORT.match(line):
        return None
    sentence = len(words) >= 3 and len(plain) >= 2 and words[0] == plain[0] and _SENTENCE.match(line)
    return _PROSE if sentence or len(plain) >= 3 else None
