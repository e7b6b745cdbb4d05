"""Hints about values that do not fit, by what Python says."""

from __future__ import annotations

import re
from json import JSONDecodeError

from fastexec.hints import library_calls, tables
from fastexec.hints.asked import Asked
from fastexec.hints.refused import NO_SCREEN

AWAIT = "a coroutine is not its result: write `await` before the call"
_NOTHING = "a value is None here: what gave it found, or returned, nothing"
_RUN = "call the function: `asyncio.run(main())`"
_COMMA = "JSON has no comma before a bracket that closes: take it out of the text"
_FENCE = "the text has ``` around the JSON: take the lines with them away first"
_NESTED = "an object holds itself or too many levels of others, or its `__repr__` asks for itself: make it flat, or go through it with a loop"
_LIST_FIRST = "its values come one after the other: make a list of it first, `list(...)`"
_NO_LOOP = "no loop runs at the top level: do this in an `async def` function, and `await` that"

_TEXTS_IN_ARRAY = "the array holds texts: `np.array(items, dtype=float)` or `array.astype(float)` makes numbers of them"

_PATTERN = r"missing \)|unbalanced parenthesis|nothing to repeat|multiple repeat|unterminated character set"
_ESCAPED = "brackets and `* + ? . |` that stand for themselves have a \\ before them: `re.escape(text)`"

_MESSAGES: tuple[tuple[str, str, str], ...] = (
    ("TypeError", r"An asyncio\.Future, a coroutine or an awaitable is required|a coroutine was expected, got <(function|tool|bound method) ",
     "it takes what a call of an async function gives, `name(...)`: neither the function nor its result"),
    ("TypeError", r"object async_generator can't be used in 'await' expression|'async_generator' object (is not iterable|can't be awaited)", "`async for` goes through an async generator"),
    ("TypeError", r"sequence item \d+: expected str instance, coroutine found", "a coroutine is not its result: write `await` before the call"),
    ("TypeError", r".*'coroutine'|.*coroutine object|.*\bcoroutine\b.* (not|is)|.*(, not|, got|\(not) \"?coroutine\"?", AWAIT),
    ("TypeError", r"object (function|method|fastexec\.tool) can't be used in 'await' expression|'(function|method|fastexec\.tool)' object can't be awaited", "this is a function: call it, `await name(...)`"),
    ("TypeError", r"object (\w+) can't be used in 'await' expression|'(\w+)' object can't be awaited", "this is the value already: leave `await` out"),
    ("TypeError", r"'async for' requires an object with __aiter__ method", "a plain `for` goes through it"),
    ("TypeError", r"can only concatenate str \(not \"NoneType\"\)", _NOTHING),
    ("TypeError", r"can only concatenate str \(not \"(list|tuple|set|dict)\"\)", "make a text of it first: `str(...)`, or `', '.join(...)` of its items"),
    ("TypeError", r"can only concatenate str \(not \"bytes\"\)|can't concat str to bytes|a bytes-like object is required, not 'str'", "`data.decode()` makes text of bytes, `text.encode()` bytes of text"),
    ("TypeError", r"can only concatenate str \(not \"(?!(int|float|bool|complex|Decimal|numpy\.\w+)\")", "make a text of it first: `str(...)`, or an f-string"),
    ("TypeError", r"can only concatenate str|unsupported operand type\(s\) for \+=?: '(int|float)' and 'str'",
     "turn the number into text with `str(...)` or an f-string, or the text into a number with `int(...)` or `float(...)`"),
    ("TypeError", r"unsupported operand type\(s\) for [-/*%][^:]*: ('(int|float)' and 'str'|'str' and '(int|float)')|can't multiply sequence by non-int of type 'str'|type str doesn't define __round__",
     "make a number of the text first: `int(...)` or `float(...)`"),
    ("TypeError", r"unsupported operand type\(s\) for -: 'str' and 'str'", "make numbers or dates of the texts first: `float(text)`, `datetime.fromisoformat(text)`"),
    ("TypeError", r"'[<>]=?' not supported between instances of '(str|int|float)' and '(str|int|float)'", "make both the same: `int(...)` or `float(...)` of the text"),
    ("TypeError", r".*'?NoneType'?", _NOTHING),
    ("TypeError", r".*unhashable type: 'list'", "a key cannot change: take a tuple, `tuple(items)`"),
    ("TypeError", r".*unhashable type: 'dict'", "a key cannot change: take a tuple, `tuple(mapping.items())`"),
    ("TypeError", r".*unhashable type: 'set'", "a key cannot change: take `frozenset(items)`"),
    ("TypeError", r"'(str|tuple)' object does not support item assignment", "texts and tuples do not change: make a new one"),
    ("TypeError", r"'(int|float)' object is not iterable", "a number has no items: `range(number)` counts up to it"),
    ("TypeError", r"'(int|float)' object is not subscriptable", "a number has no items"),
    ("TypeError", r"'(builtin_function_or_method|function|method)' object is not (subscriptable|iterable)", "this is a function: call it first, with brackets"),
    ("TypeError", r"string indices must be integers", "this is text: for what is in it, parse it first (`json.loads(text)`)"),
    ("TypeError", r"'(generator|map|filter|zip|enumerate|dict_keys|dict_values|dict_items|reversed)' object is not subscriptable", _LIST_FIRST),
    ("TypeError", r"object of type '(generator|map|filter|zip|enumerate)' has no len", _LIST_FIRST),
    ("TypeError", r"cannot use a (string|bytes) pattern on a |(starts|ends)with first arg must be |'in <string>' requires string as left operand, not bytes", "`data.decode()` makes text of bytes, `text.encode()` bytes of text"),
    ("TypeError", r"Population must be a sequence", "a set has no order: `sorted(items)` or `list(items)` first"),
    ("TypeError", r"sorted expected 1 argument, got |sort\(\) takes (no|0) positional arguments", "the function has a name, and takes one item: `key=function`"),
    ("TypeError", r"not enough arguments for format string|not all arguments converted during string formatting", "each `%s` takes one value, and several values are a tuple: `'%s and %s' % (a, b)`"),
    ("TypeError", r"unsupported operand type\(s\) for -=?: 'list' and 'list'", "lists are not subtracted: `[item for item in a if item not in b]`; sets are, `set(a) - set(b)`"),
    ("TypeError", r"__init__\(\) should return None", "`__init__` returns nothing: it sets attributes of `self`"),
    ("IndexError", r"pop from (an )?empty ", "nothing is in it any more: ask first, `while items:`"),
    ("KeyError", r"'pop from an empty set'", "nothing is in it any more: ask first, `while items:`"),
    ("ValueError", r".* not in (list|deque)$|tuple\.index\(x\): x not in tuple", "ask first whether it is there: `if item in items:`"),
    ("ValueError", r"substring not found", "ask first whether it is there, `if part in text:`; `text.find(part)` gives -1"),
    ("ValueError", r"operands could not be broadcast together|shapes .* not aligned", "lengths of each axis have to be the same, or 1: print the `.shape` of both"),
    ("ValueError", r"cannot reshape array of size", "the new shape holds as many items as the old one; -1 stands for the length that fits, `reshape(-1, 2)`"),
    ("ValueError", r"orient '.*' not understood", "the forms are `'dict'`, `'list'`, `'records'`, `'index'`, `'split'` and `'series'`"),
    ("SpecificationError", r"nested renamer is not supported", "a result with a name of its own is a pair: `agg(total=('column', 'sum'))`"),
    ("TypeError", r"'set' object is not subscriptable", "a set has no order: `sorted(items)` or `list(items)` first"),
    ("TypeError", r"sequence item \d+: expected str instance", "join takes texts: `', '.join(str(item) for item in items)`"),
    ("TypeError", r"exceptions must derive from BaseException", "raise an exception, with the text in it: `raise ValueError('...')`"),
    ("TypeError", r"unsupported operand type\(s\) for \+: 'dict' and 'str'", "make a text of it first: `str(...)`, or an f-string"),
    ("TypeError", r"unsupported operand type\(s\) for [^:]+: ('(list|tuple|dict)' and '(int|float)'|'(int|float)' and '(list|tuple|dict)')", "this is for numbers: take one item, or all of them, `[... for item in items]`"),
    ("TypeError", r"unsupported operand type\(s\) for [^:]+: ('(decimal\.)?Decimal' and 'float'|'float' and '(decimal\.)?Decimal')", "`Decimal(str(number))` makes one of a float, `float(number)` a float of a Decimal"),
    ("InvalidOperation", r"\[<class 'decimal\.ConversionSyntax'>\]", "the text is no number: look at it first, strip units, signs and spaces"),
    ("TypeError", r"first argument must be callable or None", "it takes what makes the value: `defaultdict(int)`, `defaultdict(list)`, `defaultdict(lambda: 5)`"),
    ("TypeError", r"reduce\(\) arg 2 must support iteration", "the function comes first: `reduce(function, items)`"),
    ("TypeError", r"Strings must be encoded before hashing", "`text.encode()` makes bytes of text"),
    ("TypeError", r"ufunc '\w+' not supported for the input types", "the array holds something else than numbers (texts, None): `np.array(items, dtype=float)` makes numbers of what can be one"),
    ("TypeError", r"Cannot index by location index with a non-integer key", "`iloc` takes places, `loc` labels"),
    ("TypeError", r"Only valid with DatetimeIndex", "the index holds no times: `frame.set_index(pd.to_datetime(frame['column']))` first, or `on='column'`"),
    ("TypeError", r"cannot determine truth value of Relational", "a comparison of symbols is no truth value: give them numbers first, `.subs(x, 2)`"),
    ("IntCastingNaNError", r"Cannot convert non-finite values", "some values are missing: `column.fillna(0).astype(int)`, or `astype('Int64')`, which keeps them"),
    ("ValueError", r"No axis named ", "the axes are `'index'` (0) and `'columns'` (1)"),
    ("FeatureNotFound", r"Couldn't find a tree builder", "that parser is not installed: `BeautifulSoup(text, 'html.parser')` needs none"),
    ("TypeError", r"\w+\(\) takes no arguments$", "a class takes arguments by its `__init__(self, ...)`, and a `@dataclass` by its fields: this one has neither"),
    ("TypeError", r"cannot unpack non-iterable \w+ object", "it is one value: take one name for it, or loop over what has several (`enumerate(items)`, `mapping.items()`)"),
    ("TypeError", r"Field elements must be 2- or 3-tuples", "rows are one argument, a list of lists: `np.array([[1, 2], [3, 4]])`"),
    ("TypeError", r"the resolved dtypes are not compatible with|ufunc '\w+' did not contain a loop with signature matching types .*(StrDType|dtype\('<U)", _TEXTS_IN_ARRAY),
    ("UFuncTypeError", r".*(StrDType|dtype\('<U)", _TEXTS_IN_ARRAY),
    ("_UFuncNoLoopError", r".*(StrDType|dtype\('<U)", _TEXTS_IN_ARRAY),
    ("UFuncNoLoopError", r".*(StrDType|dtype\('<U)", _TEXTS_IN_ARRAY),
    ("ValueError", r"math domain error", "the number is outside of what the function takes: square roots want none below 0, logarithms more than 0"),
    ("TypeError", r"unsupported operand type\(s\) for \+: 'dict' and 'dict'", "both together are `{**first, **second}`"),
    ("TypeError", r"unsupported operand type\(s\) for \+: 'set' and 'set'", "both together are `first | second`"),
    ("TypeError", r"unsupported operand type\(s\) for \+: '(range|map|filter|zip|generator|dict_keys|dict_values|dict_items)' and", _LIST_FIRST),
    ("TypeError", r"'(list|tuple|dict|set|str|range)' object is not an iterator", "`next(iter(items))` gives the first of them"),
    ("TypeError", r"can only concatenate list \(not \"(tuple|set|dict_keys|dict_values|map|range|generator)\"\)", "make a list of it first: `items + list(others)`"),
    ("TypeError", r"can only concatenate list", "one item is added by `append(item)`, or as a list: `items + [item]`"),
    ("TypeError", r"the JSON object must be str, bytes or bytearray, not (dict|list)", "this is data already: leave `json.loads` out"),
    ("TypeError", r"unsupported operand type\(s\) for -: 'datetime\.(datetime|date)' and 'str'|unsupported operand type\(s\) for -: 'str' and 'datetime\.", "make a date of the text first: `datetime.fromisoformat(text)` or `strptime`"),
    ("TypeError", r"unsupported operand type\(s\) for [-+]: 'datetime\.(datetime|date)' and '(int|float)'", "a time is moved by a `timedelta(days=...)`"),
    ("TypeError", r"unsupported operand type\(s\) for -: 'datetime\.datetime' and 'datetime\.date'|unsupported operand type\(s\) for -: 'datetime\.date' and 'datetime\.datetime'", "make both the same: `.date()` of the datetime"),
    ("TypeError", r"can't compare datetime\.(datetime|date) to datetime\.(datetime|date)|'[<>]=?' not supported between instances of 'datetime\.(datetime|date)' and 'datetime\.(datetime|date)'", "make both the same: `.date()` of the datetime"),
    ("TypeError", r"can't (subtract|compare) offset-naive and offset-aware|Cannot (subtract|compare|join) tz-naive (and|with) tz-aware|Invalid comparison between dtype=datetime64\[\w+, .*\] and (datetime|Timestamp)$",
     "one of the times has a time zone: `time.replace(tzinfo=timezone.utc)` gives the other one too, `time.replace(tzinfo=None)` takes it away; of a column `.dt.tz_localize(...)`"),
    ("TypeError", r"'(months?|years?)' is an invalid keyword argument for __new__|__new__\(\) got an unexpected keyword argument '(months?|years?)'", "a timedelta has no months and years, which differ in length: take days or weeks, or `date.replace(month=...)`"),
    ("TypeError", r"Cannot interpret '\d+' as a data type", "values for one argument go into a list or a tuple: `np.sum([1, 2, 3])`, `np.zeros((rows, columns))`"),
    ("TypeError", r"'float' object cannot be interpreted as an integer|(list|tuple|range object|string) ind(ices|ex) must be integers( or slices)?, not float", "a whole number is wanted: `int(...)`, or `//` in place of `/`"),
    ("TypeError", r"'str' object cannot be interpreted as an integer", "a number is wanted: `int(...)` or `float(...)` of the text"),
    ("TypeError", r"object of type '(int|float)' has no len", "a number has no length: `len(str(number))` counts its characters"),
    ("ValueError", r"Index contains duplicate entries, cannot reshape", "several values are for one place: `pivot_table(..., aggfunc=...)` says what becomes of them"),
    ("ImportError", r"Cannot load backend '\w+' which requires|Failed to import any of the following Qt binding", NO_SCREEN),
    ("PicklingError", r"Can't pickle <class '__main__\.", "`pickle.dump(object, file)` and `pickle.dumps(object)` know functions, classes and objects of the code"),
    ("TypeError", r"cannot pickle 'fastexec\.\w+' object", "`pickle.dump(object, file)` and `pickle.dumps(object)` know functions, classes and objects of the code"),
    ("TypeError", r"cannot pickle 'function' object", "functions of this code do not go to other processes: use `concurrent.futures.ThreadPoolExecutor`, or a loop"),
    ("AttributeError", r"'str' object has no attribute 'read'", "this is text, no file: `json.loads(text)`, `io.StringIO(text)`"),
    ("RuntimeError", r"no running event loop", _NO_LOOP),
    ("RuntimeError", r"There is no current event loop", "`asyncio.run(main())` makes one; at the top level `await` works as it is"),
    ("InvalidStateError", r"Result is not (set|ready)", "`await` gives its result"),
    ("ValueError", r"a coroutine was expected, got <(function|tool|bound method) ", _RUN),
    ("TypeError", r"Object of type (\w+) is not JSON serializable", "turn it into plain data first: `str(value)`, `value.tolist()`, `dict(value)`"),
    ("RuntimeError", r"(dictionary|Set|OrderedDict) (changed|mutated)", "loop over a copy: `for key in list(mapping):`"),
    ("RuntimeError", r"asyncio.run\(\) cannot be called", "a loop is running already: write `await` in place of `asyncio.run(...)`"),
    ("RuntimeError", r".*event loop is already running", "a loop is running already: write `await`"),
    ("JSONDecodeError", r"Illegal trailing comma", _COMMA),
    ("JSONDecodeError", r"Expecting property name enclosed in double quotes", "JSON has double quotes; this looks like a literal of Python"),
    ("JSONDecodeError", r"Extra data", "there is more behind the first value: where each line is one, `[json.loads(line) for line in text.splitlines()]`"),
    ("JSONDecodeError", r"Expecting value: line 1 column 1", "the text is empty or no JSON: print its beginning"),
    ("ValueError", r"The truth value of (a|an) (Series|DataFrame|array|Index)", "write `.any()`, `.all()` or `.empty`; in conditions `&` and `|` with brackets"),
    ("ValueError", r"invalid literal for int\(\) with base 10: '-?[\d_]*\.\d*'", "the text has a fraction: `float(...)`, or `int(float(...))`"),
    ("ValueError", r"(invalid literal for int|could not convert string to float)", "the text is no number: look at it first, strip units, signs and spaces"),
    ("ValueError", r"'\w+' is not a valid \w+$", "a member is had by its name with brackets: `Kind['NAME']`"),
    ("ValueError", r"too many values to unpack|not enough values to unpack", "Cannot unpack tuple of wrong size: take as many names as there are values, or a star for the rest, `a, *rest = ...`"),  # (as smolagents says it)
    ("ValueError", r"Invalid isoformat string", "the text has another form than 2024-05-31: `datetime.strptime(text, format)` reads it by a format"),
    ("ValueError", r"Unknown format code '[bcdeEfFgGnoxX%]' for object of type 'str'|Cannot specify ',' with 's'", "make a number of the text first: `int(...)` or `float(...)`"),
    ("ValueError", r"Exceeds the limit \(\d+( digits)?\) for integer string conversion", "so many digits are not written or read: `hex(number)` has no such limit, `math.log10(number)` tells how many there are, `number % 10**20` has the last ones"),
    ("ValueError", r"time data .* does not match format|unconverted data remains", "the format has to describe the whole text: %Y year, %m month, %d day, %H:%M:%S time"),
    ("ValueError", r"max\(\) (arg is an|iterable argument is) empty", "there is nothing in it: `max(items, default=...)`"),
    ("ValueError", r"min\(\) (arg is an|iterable argument is) empty", "there is nothing in it: `min(items, default=...)`"),
    ("error", _PATTERN, _ESCAPED),
    ("PatternError", _PATTERN, _ESCAPED),
    ("StopIteration", r"", "the iterator has come to its end: `next(iterator, None)`"),
    ("RecursionError", r".*(nested too deeply|while getting the (repr|str) of|while (encoding|decoding|pickling))", _NESTED),
    ("RecursionError", r"maximum recursion depth exceeded", "the function calls itself without an end, or too deeply: look at the case in which it stops, or use a loop"),
    ("TypeError", r"can't multiply sequence by non-int of type '(float|numpy\.float64|Decimal|decimal\.Decimal)'", "make a number of the text first, `float(...)`; lists are multiplied item by item, `[2.5 * item for item in items]`"),
    ("TypeError", r"%.? ?[a-zA-Z%]* ?format: (a|an) .*(number|integer) is required, not str", "make a number of the text first, `int(...)` or `float(...)`, or write `%s` for a text"),
    ("TypeError", r"'<' not supported between instances of 'dict' and 'dict'|'>' not supported between instances of 'dict' and 'dict'", "dicts have no order: say by what, `key=lambda item: item['name']`"),
    ("TypeError", r"isinstance\(\) arg 2 must be a type|issubclass\(\) arg 2 must be a class", "the class itself is wanted, without quotes: `isinstance(value, str)`, or several in a tuple, `(int, float)`"),
    ("TypeError", r"string argument without an encoding", "`text.encode()` makes bytes of text"),
    ("TypeError", r"can only join an iterable", "join takes several texts: `', '.join(str(item) for item in items)`; one value is made a text by `str(value)`"),
    ("TypeError", r"cannot convert dictionary update sequence element #\d+ to a sequence|dictionary update sequence element #\d+ has length", "a dict is made of pairs: `dict(zip(keys, values))`, or `{key: value for ...}`"),
    ("TypeError", r"Index\(\.\.\.\) must be called with a collection", "several names are wanted, a list; `rename` takes a dict, `rename(columns={'old': 'new'})`"),
    ("TypeError", r"dispatcher for __array_function__ did not return an iterable", "the arrays are one argument, a list: `np.concatenate([first, second])`"),
    ("ValueError", r"Unknown format code '[bcdnoxX]' for object of type 'float'", "that is for whole numbers: `{int(number)}`, or `{number:.0f}`"),
    ("ValueError", r"setting an array element with a sequence", "rows of one array are of one length: make them so first, or keep a list of lists"),
    ("IndexError", r"Replacement index \d+ out of range for positional args tuple", "there are more `{}` in the text than values for them; braces that stand for themselves are written twice, `{{` and `}}`"),
    ("IndexError", r"no such group", "a group is a pair of brackets in the pattern, counted from 1; `match.groups()` has all of them"),
    ("UnicodeEncodeError", r".*", "that encoding has not all characters: `text.encode('utf-8')`, or `errors='ignore'` leaves them out"),
    ("UnicodeDecodeError", r".*", "the bytes are in another encoding, or no text: `.decode('latin-1')`, or `errors='replace'`"),
)  # fmt: skip
"""Type, pattern of the message, hint: the first that fits."""


def hint(asked: Asked) -> str | None:
    if asked.category not in ("raised", "limit"):
        return None
    if "a coroutine or an awaitable is required" in asked.message and "asyncio.run(" in asked.marked:
        return _RUN
    if "unhashable type: 'list'" in asked.message and re.search(r"\bgather\(", asked.marked):
        return "it takes them one by one: `asyncio.gather(*tasks)`"
    if asked.kind == "TypeError" and _FLAGS.match(asked.message) and _OF_PATTERN.search(asked.marked):
        return "flags are values of `re`: `flags=re.IGNORECASE | re.MULTILINE`"
    if asked.kind == "KeyError" and _FORMAT.search(asked.marked):
        return "`{name}` in the text has no value: give `name=...` to `format`; braces that stand for themselves are written twice, `{{` and `}}`"
    if "only integer scalar arrays" in asked.message and re.search(r"\b(concatenate|[vhd]?stack)\(", asked.marked):
        return "the arrays are one argument, a list: `([first, second])`"
    if asked.kind == "TypeError" and _SWAPPED.match(asked.marked) and re.match(r"'(function|builtin_function_or_method|type|method|fastexec\.tool)' object is not iterable", asked.message):
        return "the function comes first: `map(function, items)`"
    if asked.kind == "TypeError" and library_calls.is_of_a_library(asked.error) and re.match(r"'(int|float)' object is not iterable", asked.message):
        return "a number was given in the place of several: a pair, `(width, height)`, or a list"
    if _SUM.match(asked.marked) and asked.kind == "TypeError":
        for pattern, said in _OF_SUM:
            if re.match(pattern, asked.message):
                return said
    return tables.of_values(asked) or _of_json(asked) or _of_text(asked) or asked.said(_MESSAGES)


def _of_text(asked: Asked) -> str | None:
    """Where the text of an object never ends, which its message says before 3.12 alone."""
    return _NESTED if asked.kind == "RecursionError" and asked.function in ("__repr__", "__str__") else None


_FLAGS = re.compile(r"unsupported operand type\(s\) for &: 'str' and '(RegexFlag|int)'")
_OF_PATTERN = re.compile(r"\bre\.\w+\(|\bflags\s*=")
_FORMAT = re.compile(r"['\"\w]\.format\([^()]*\)$")
_SWAPPED = re.compile(r"(list\()?(map|filter)\(")
_SUM = re.compile(r"sum\(")
_OF_SUM = (
    (r"unsupported operand type\(s\) for \+: '(int|float)' and 'str'", "`sum` adds numbers: of texts make them first, `sum(float(item) for item in items)`; `''.join(items)` joins texts"),
    (r"unsupported operand type\(s\) for \+: 'int' and 'list'", "`sum` adds numbers: lists are joined by `[item for part in parts for item in part]`"),
)
"""It begins with the number 0."""


def _of_json(asked: Asked) -> str | None:
    """Where JSON has a fence around it, or a comma too many: what stands at the place closes a bracket."""
    error = asked.error
    if type(error) is not JSONDecodeError or type(error.doc) is not str or type(error.pos) is not int:
        return None
    if error.doc[:100].lstrip().startswith("```"):
        return _FENCE
    return _COMMA if error.doc[error.pos : error.pos + 1] in ("}", "]") and error.doc[: error.pos].rstrip().endswith(",") else None
