//! The operations against the interpreter's own: same results, same errors, over a table of values.

pub mod classes;
pub mod control;
pub mod data;
pub mod operators;
pub mod suspension;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::cpython::api;
use crate::cpython::value::{Value, R};
use crate::front::bytecode::operands::{BinOp, CmpOp, Conversion, UnaryOp};
use crate::session::Session;
use crate::vm::interpreter::run;
use crate::vm::machine::Machine;
#[cfg(Py_3_11)]
use crate::vm::ops::exception_groups;
use crate::vm::ops::{arithmetic, await_, class, compare, containers, exceptions, format, iterate, match_, subscript, unpack, with_};

fn with_python(test: impl FnOnce(&Machine, Python<'_>)) {
    Python::initialize();
    Python::attach(|py| {
        py.run(c"import warnings; warnings.simplefilter('ignore')", None, None).unwrap();
        crate::budget::nesting::install(py);
        crate::sandbox::init(py).unwrap();
        crate::vm::engine_calls::init();
        let session = Session::new();
        let result = run::deferred(&session, &Value::NONE, |m| {
            test(m, py);
            Ok(())
        });
        assert_eq!(result, Ok(()));
    });
}

/// Python source whose result the operation is compared with.
struct Oracle<'py> {
    globals: Bound<'py, PyDict>,
}

impl<'py> Oracle<'py> {
    fn new(py: Python<'py>, setup: &str) -> Oracle<'py> {
        let globals = PyDict::new(py);
        py.run(&std::ffi::CString::new(setup).unwrap(), Some(&globals), None).unwrap();
        Oracle { globals }
    }
    fn eval(&self, source: &str) -> PyResult<Bound<'py, PyAny>> {
        self.globals.py().eval(&std::ffi::CString::new(source).unwrap(), Some(&self.globals), None)
    }
    fn value(&self, source: &str) -> Value {
        unboxed(self.eval(source).unwrap())
    }
    fn exec(&self, source: &str) -> PyResult<()> {
        self.globals.py().run(&std::ffi::CString::new(source).unwrap(), Some(&self.globals), None)
    }
}

/// As the engine has it: small integers unboxed.
fn unboxed(object: Bound<'_, PyAny>) -> Value {
    let value = Value::from_bound(object);
    match value.num() {
        crate::cpython::value::Num::Int(i) if value.is_object() => Value::int(i),
        _ => value,
    }
}

fn shown(result: PyResult<Bound<'_, PyAny>>, py: Python<'_>) -> String {
    match result {
        Ok(v) => format!("{} {}", v.get_type().name().unwrap(), v.repr().unwrap()),
        Err(e) => format!("!{}: {}", e.get_type(py).name().unwrap(), e.value(py)),
    }
}

fn outcome(py: Python<'_>, result: R<Value>) -> String {
    shown(result.map_err(|_| PyErr::take(py).unwrap()).and_then(|v| v.to_bound(py).map_err(|_| PyErr::fetch(py))), py)
}

const VALUES: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "3",
    "-7",
    "63",
    "64",
    "10**18",
    "2**63-1",
    "-2**63",
    "2**63",
    "2**53+1",
    "-(2**70)",
    "True",
    "False",
    "None",
    "0.0",
    "-0.0",
    "1.5",
    "-2.5",
    "1e300",
    "1e-300",
    "5e-324",
    "float('inf')",
    "float('-inf')",
    "float('nan')",
    "2.0**53",
    "1e16",
    "3.0",
    "1j",
    "'ab'",
    "''",
    "'x%sy'",
    "b'ab'",
    "[1, 2]",
    "(1, 2)",
    "{1, 2}",
    "{'a': 1}",
    "Fraction(1, 3)",
    "Sub(5)",
    "FSub(1.5)",
    "range(3)",
];
const SETUP: &str = "
from fractions import Fraction
class Sub(int): pass
class FSub(float): pass
";
