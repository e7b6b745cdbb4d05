//! All that is changed in the interpreter around the executor: what, why, in which versions, and whether it can be undone.
//!
//! Each change that is made names its row here (`registry` has the account of them); "Traces in the host" of
//! docs/security.md is written from these rows.

/// Why something of the interpreter is changed. What it does there is said for the page, from the host's side.
pub struct Hook {
    pub target: &'static str,
    pub reason: &'static str,
    pub versions: Versions,
    /// Why it stays when the last executor is gone; `None` if it goes.
    pub stays: Option<&'static str>,
}

/// Versions of CPython (3.x) that something is changed in.
#[derive(Clone, Copy)]
pub struct Versions {
    pub first: Option<u8>,
    pub last: Option<u8>,
}

const ALL: Versions = Versions { first: None, last: None };

const fn only(minor: u8) -> Versions {
    Versions { first: Some(minor), last: Some(minor) }
}
const fn since(minor: u8) -> Versions {
    Versions { first: Some(minor), last: None }
}
const fn until(minor: u8) -> Versions {
    Versions { first: None, last: Some(minor) }
}

macro_rules! hooks {
    ($($name:ident: $target:literal, $reason:literal, $versions:expr, $stays:expr;)*) => {
        $(pub static $name: Hook = Hook { target: $target, reason: $reason, versions: $versions, stays: $stays };)*
        /// All rows, in the order of the page.
        pub static HOOKS: &[&Hook] = &[$(&$name),*];
    };
}

/// Objects outlive the executor whose code made them.
const LEFT: Option<&str> = Some("objects that the code made may be left");
const GOES: Option<&str> = None;

hooks! {
    // What stops.
    NATIVE_STACK: "types that hold other objects (slots to free, iterate, read, call, hash, subscribe, show)",
        "C code that recurses must not overflow the native stack", ALL, LEFT;
    FUNCTION_HASHES: "hash of built-in functions", "functions that are changed keep the hash that they had", ALL, LEFT;
    NESTED: "hash and comparison of tuples, comparison of lists and dicts",
        "nested containers are hashed and compared within the native stack and the limits of the run", ALL, LEFT;
    NESTED_CLASSES: "`isinstance` and `issubclass`", "tuples of tuples of classes are asked within the limits of the run", ALL, GOES;
    NESTED_ARRAYS: "number slots, comparison, truth and `dtype` of numpy's arrays, constructor of its dtypes",
        "numpy recurses into nested arrays and dtypes within the native stack", ALL, LEFT;
    COMPARISONS: "comparison of numbers, texts, bytes, sets, ranges, slices, deques, arrays, decimals and dates",
        "comparisons of a run that starves fail", ALL, GOES;
    PATTERNS: "methods of `re.Pattern`", "patterns that take too long are not searched for", ALL, GOES;
    FAR_PLACES: "`take`, `put` and `choose` of numpy's arrays", "places far beyond the end that count from the start again are found at once", ALL, GOES;
    LONG_SUBSCRIPTS: "items of numpy's arrays that are read and set, also by `flat`, `real` and `imag`", "more items than there is time for are not begun (an array may repeat them)", ALL, GOES;
    WAITS: "locks, `time.sleep`, `select` and other functions that wait", "waits of the code end with its run", ALL, GOES;
    SQUARE_TIME: "`unicodedata.normalize`, constructor, conversions, powers and `exp` of `Decimal`, `power` and `exp` of `Context`, `__init__` of `numpy.random.SeedSequence`",
        "conversions and mixtures that would end long after the deadline are not begun", ALL, GOES;
    LONG_SEARCHES: "`rfind`, `rindex` and `rpartition` of strings and bytes", "long searches from the end end with the run", ALL, GOES;
    DESCRIPTORS: "constructor of `select.epoll`", "the code leaves file descriptors to the host", ALL, GOES;
    MEMORY: "allocators of raw memory and of arenas; those of small objects while a run that takes too much is ended",
        "memory of a run is counted and bounded", ALL, Some("allocators above them (`tracemalloc`) would be lost");
    SETDEFAULT: "`dict.setdefault`", "a dict that gets no memory keeps its old table", only(13), GOES;
    SIGNAL: "handler of a signal: `SIGRTMAX`, or the highest below it that is free", "C code on the main thread hears that its run has to end",
        ALL, Some("one that is under way would end the process");
    EXIT: "a function of `atexit`", "runs on other threads are over before the interpreter ends (C code has five seconds)", ALL,
        Some("outside of runs it does nothing");

    // What refuses.
    AUDIT: "an audit hook", "files, processes, sockets and the like are refused while sandboxed code runs", ALL,
        Some("the interpreter has no way to take one out");
    NATIVES: "functions that read or write attributes, run text or change the process (`src/front/policy/natives.rs` has the list)",
        "who calls it is looked at while sandboxed code runs", ALL, GOES;
    SLOT_WRITES: "`__setattr__` and `__delattr__` of C code", "library code does not write what the code may not, by names of the code", ALL, GOES;
    CALLBACKS: "constructors of `map`, `filter` and six of itertools, `property`, `defaultdict`, `sorted`, `min`, `max`, `list.sort`, `functools.reduce`, `functools.cmp_to_key`, `weakref.ref`, `Context.run`",
        "what C code calls for the program is looked at", ALL, GOES;
    MADE_FOR_CODE: "constructors of classes, of `operator.attrgetter` and of pydantic's validators and serializers", "what libraries make for the code is looked at", ALL, GOES;
    STATE: "`object.__reduce_ex__`, `represent_yaml_object` and `construct_yaml_object` of PyYAML", "the whole state of the host's objects is not the code's", ALL, GOES;
    CERTIFICATES: "methods of `SSLContext` that read files", "files of certificates are opened as others are", ALL, GOES;
    PILLOW_FILES: "functions of PIL that read fonts and profiles of colours, or ask an X server for its screen; what images open by name",
        "such files are opened, and such connections made, as others are", ALL, GOES;
    OPENED_BY_C: "functions of ODRPACK, of PIL's images and of numpy that open files or are given a file's number",
        "such files are opened as others are, and numbers are those of files that were opened", ALL, GOES;
    FOREIGN_CALLS: "calls of functions of C by `ctypes`, `from_buffer` and `from_buffer_copy` of its simple types",
        "what stands for a handle of a package's own type is one", ALL, GOES;
    SERIALIZERS: "pydantic's serializers", "private fields of the host's dataclasses are not the code's", ALL, GOES;
    VALIDATORS: "methods of pydantic's validators that take an object to fill in", "validators fill in objects of their own class", ALL, GOES;
    DATACLASS_FIELDS: "attributes of `dataclasses.Field`", "C code finds no private fields of the host's dataclasses", ALL, LEFT;
    CONTEXTS: "steps, length, `keys`, `values` and `items` of contexts (`contextvars`)",
        "variables of the host's contexts are not shown to the code", ALL, GOES;
    NAMESPACES: "getters and setter of `__dict__` (a module's is a `getset_descriptor` now), of defaults and code of functions",
        "library code at work for sandboxed code sees the public part of what is the host's", ALL, GOES;
    FRAMES: "`f_back` of frames", "library code that looks at its callers sees no frame of the host", ALL, GOES;
    ALIASES: "calls of generic aliases", "sandboxed code marks no object of others by an alias", ALL, GOES;
    ALIAS_ITEMS: "items of generic aliases", "aliases have the parameters that they find", ALL, GOES;
    LAZY_IMPORTS: "`importlib._bootstrap._find_and_load`", "knows for whom a module is loaded that is not there yet", ALL, GOES;
    IMPORT_CALLS: "`__import__`", "tells an import by a call of `__import__` from the interpreter's own", ALL, GOES;
    THREAD_STARTS: "functions that start threads", "threads that tools start do not wait for the run that waits for them", ALL, GOES;
    TYPE_HINTS: "`typing.ForwardRef._evaluate` (`annotationlib.ForwardRef.evaluate` from 3.14 on)",
        "reads annotations in texts of the code by its rules", ALL, GOES;
    PANDAS_NAMES: "`getattr` of `pandas.core.computation.expr`", "reads attributes in expressions of the code by its rules", ALL, GOES;
    JINJA_NAMES: "`getattr` of `jinja2.sandbox`", "reads attributes in templates of the code by its rules", ALL, GOES;
    PATSY_NAMES: "`patsy.eval.EvalEnvironment.capture`, `eval` of `patsy.eval`", "finds the names in formulas of the code among columns and its variables", ALL, GOES;

    // What keeps memory whole.
    AT_WORK: "what changes `OrderedDict`, `array.array`, bytearrays, elements and parsers of XML, `csv.reader`, `struct.Struct`, futures of `asyncio`, connections and cursors of `sqlite3`, `TextIOWrapper`, PyYAML's parsers and writers in C; \
        steps of `chain`, `cycle`, `islice`, `pairwise`, `zip_longest`, `groupby`, `accumulate`, `count`, `reversed` and `batched`; `deque.index`",
        "objects of C code that call the code are not changed meanwhile", ALL, GOES;
    COPIES: "`%` of bytearrays, items of lists that are set, comparison of contexts, what puts numpy's arrays in order", "C code that calls the code works on a copy, which the code cannot change meanwhile", ALL, GOES;
    OBJECT_ARRAYS: "constructor and buffers of numpy's arrays", "arrays of objects lie in memory that numpy filled with objects", ALL, GOES;
    DTYPE_SPECS: "constructors of `numpy.dtype`, `datetime64`, `timedelta64`, `void` and `nditer`, functions, methods and ufuncs of numpy that take a dtype", "dtypes of a type and fields say where they hold references, and units of time are more than nothing", ALL, GOES;
    NUMPY_STRINGS: "`_replace` and `_expandtabs` of `numpy._core.strings`", "numpy has the memory that it takes for strings of variable length",
        ALL, GOES;
    STRING_DTYPES: "constructor of `numpy.dtypes.StringDType`, its functions that make strings of objects and dtypes of arrays, the setter of `flat`", "what stands for a missing string is a plain value, since numpy makes a text of it for each array; numpy asks no object for its text while it holds a lock, and finds texts where they are", ALL, GOES;
    RECORDS: "texts and hashes of `numpy.void`, and the function of its dtype that makes tuples", "tuples have no empty places, and texts are as long as numpy counts", ALL, GOES;
    NUMPY_OBJECTS: "`byteswap` of numpy's scalars and arrays, `iternext`, `reset`, steps, `close`, `__exit__` and the end of `nditer`, `frompyfunc`",
        "scalars keep their references, iterators and functions are ready when they are used, and what iterators show lies in memory that stays", ALL, GOES;
    PATTERN_MARKS: "`_sre.compile`", "patterns put together by hand write no marks but those of their groups", ALL, GOES;
    IMMUTABLE_BUFFERS: "`numpy.frombuffer`, `map_buffer` of PIL", "arrays and images of the code lie in no memory that never changes (`bytes`)", ALL, GOES;
    PILLOW_ARGUMENTS: "methods of PIL's images and drawings that take sequences, what makes its decoders and encoders, gives them images and encodes, arithmetic, morphology and transforms of colours of images",
        "sequences and images are as long as PIL takes them for, and points and rows as wide; what failed is freed once", ALL, GOES;
    YAML_NODES: "`descend_resolver` of PyYAML", "nodes are read as long as the native stack lasts", ALL, GOES;
    PANDAS_PLACES: "functions of pandas that take items, sort groups and add up windows by their places", "places lie inside of the arrays", ALL, GOES;
    GROWING_VECTORS: "`value_count`, `mode`, `unique_label_indices` and tables of pandas (`unique`, `factorize`)", "what compiled code takes for grown has grown, also in a run that has to end", ALL, GOES;
    SIZES: "`accumulate`, `at`, `reduce` and `reduceat` of numpy's ufuncs, `copyto`, `lexsort`, `place`, `putmask`, `where`, what numpy adds up by letters, fills, swaps and finds to be more than zero, four methods of its random generators; months of pandas; functions of scipy that take linkages, splines, filters, structures, orders, the matrix of Mahalanobis distances or a number of threads; scikit-learn's coordinate descent, weighted means, centres of clusters and neighbours, blurs and sizes of PIL's images and of matplotlib's pictures, scikit-learn's trees, losses and support vectors, scipy's triangulations, nodes that PyYAML writes", "arrays are as large, and numbers and places as small, as compiled functions take them for", ALL, GOES;
    SPARSE: "functions of scipy and scikit-learn that take sparse matrices", "indices of sparse matrices lie inside of them", ALL, GOES;
    RANDOM_STATES: "`RandomState.set_state`", "places in states of random numbers lie inside of the state", ALL, GOES;
    CODEC_STATES: "`getstate` and `setstate` of codecs with several bytes per character", "codecs get states that codecs gave", ALL, GOES;
    AUDIO_STATES: "`audioop.ratecv`", "states of conversions are such as conversions give", until(12), GOES;
    MACHINE_INTEGERS: "call of scipy's functions of BLAS", "numbers are so small that the functions' own checks do not overflow", ALL, GOES;
    NAMESPACES_COMPARED: "comparison of `SimpleNamespace`", "private state of the host's namespaces is not compared with the code's", ALL, GOES;
    LONG_COMPRESSIONS: "`compress` of the compressors of `lzma` and `bz2`", "what is long is compressed in pieces, between which the run ends", ALL, GOES;
    MATRIX_LOOPS: "loops of numpy's `matmul`, and of its products with vectors", "those that would end long after the deadline are not begun", ALL, GOES;
    DECOMPOSITION_LOOPS: "loops of numpy's decompositions", "those that would end long after the deadline are not begun", ALL, GOES;
    PIVOTS: "call of scipy's functions of LAPACK", "pivots lie inside of the matrix", ALL, GOES;
    FITPACK: "call of scipy's functions of FITPACK", "splines are of degrees that the functions have room for", ALL, GOES;
    HULLS: "making of scipy's objects over qhull", "they are made of arrays of as many dimensions as they take, and options neither open files nor end the process", ALL, GOES;
    LENT_MEMORY: "functions of scipy that find roots, fit, integrate and decompose by what they call; scikit-learn's distances by a function",
        "arrays that they show the code lie in memory that stays", ALL, GOES;
    ZONE_DATA: "`zoneinfo._common.load_data`, constructor of pandas' `Localizer`", "times of time zones are of kinds that there are, and pandas' tables of them begin with the first one", ALL, GOES;
    SPECIAL: "loops of the functions of `scipy.special`", "they have room for the orders and parameters that they are given, and end with their run", ALL, GOES;
    SHOWN_ARRAYS: "getters of scipy's and scikit-learn's trees of points (`indices`, `get_arrays`) and of `SuperLU` (`perm_c`), native triangulations of matplotlib", "places that compiled code goes by are shown in copies", ALL, GOES;
    MAT_FILES: "what reads variables of MATLAB's files in scipy", "elements of files are of types that there are, and files give what they are asked for", ALL, GOES;
    EVENT_LOOPS: "constructors of futures and tasks of `asyncio`", "futures have loops of asyncio, which leave callbacks alone", ALL, GOES;
    FILES: "`RawIOBase.read`, `_pickle.load`, constructors of unpicklers, of pandas' reader of text and of `BufferedReader`, `BufferedWriter`, `BufferedRandom`, `BufferedRWPair`", "files of Python code tell C code no sizes that are not so, and keep nothing of its memory", ALL, GOES;
    JSON_VALUES: "`ujson_dumps` of pandas", "pandas' writer of JSON runs no code while it counts", ALL, GOES;
    UNFILLED: "call of `staticmethod`, constructors of numpy's functions and of PyYAML's parsers and writers in C", "what nothing filled in is not called", ALL, GOES;
    UNICODE_ERRORS: "texts of `UnicodeError`s", "texts of UnicodeErrors read no memory beyond their objects", ALL, LEFT;
    THREAD_IDS: "`time.pthread_getcpuclockid`", "ids of threads are those of threads that there are", ALL, GOES;
    CLASS_VALUES: "writing attributes of classes (old values go a moment later)", "old values of class attributes outlive the caches of them", ALL, GOES;
    DICT_TABLES: "`clear`, `update`, `__ior__` and `__init__` of dicts", "dicts whose keys are not texts alone do not take them for such", since(11), GOES;
    DECIMAL_CONTEXTS: "the end of contexts of `decimal`", "contexts of decimals stay as long as their flags", ALL, LEFT;
    MADE_BY_CODE: "making and freeing `staticmethod`, `classmethod`, `partial`, `SimpleNamespace`, wrappers of `lru_cache` and variables of contexts",
        "objects that the code made are told from the host's", ALL, LEFT;
    INTERFACES: "attributes of functions, `staticmethod`, `classmethod`, `partial`, `SimpleNamespace` and wrappers of `lru_cache`, of `argparse.Namespace` and its \
        like, of classes whose objects' dicts libraries ask for while code runs (an object that the code made has no `__array_interface__`, and of others the host is told the memory of arrays that they hold, and no other address); \
        `__getattr__` and `__getattribute__` of classes whose objects the code has, in Python code, and their properties `__array_interface__`",
        "objects tell numpy no memory address that the code put into them", ALL, LEFT;

    // What gives right answers.
    WARNINGS: "`warnings.warn`, `warnings._showwarnmsg` and `warnings._warn_unawaited_coroutine`", "warnings of the code are at its lines; none for coroutines of a run that a limit ends", ALL, GOES;
    FIELD_TYPES: "`dataclasses._is_type`", "texts of the code name its own variables", ALL, GOES;
    TEMPORARY_FOLDER: "`tempfile._gettempdir`", "temporary files of the code lie in a folder that was granted for writing", ALL, GOES;
    ASSIGNMENTS: "`pandas.core.common.is_setitem_syntax_in_caller_frame` (pandas 3.1)", "sees assignments of the code as such", ALL, GOES;
    DICT_WATCHER: "a watcher of dicts", "changes of the host's variables are seen", since(14), Some("it hears of dicts that a run had alone");
    PROTOCOLS: "`typing.EXCLUDED_ATTRIBUTES`", "names that objects may not have are no members of protocols", ALL, GOES;
}
