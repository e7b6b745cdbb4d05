//! The grammar that is accepted: that of the host's Python.

use rustpython_ruff_python_ast::PythonVersion;
use rustpython_ruff_python_parser::{Mode, ParseOptions};

/// Options of the parser crate for the host version `(major, minor)`.
pub fn options(version: (u8, u8)) -> ParseOptions {
    let (major, minor) = version;
    ParseOptions::from(Mode::Module).with_target_version(PythonVersion { major, minor })
}
