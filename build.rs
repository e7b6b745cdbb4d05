//! Makes pyo3's version flags (`Py_3_11`, ...) visible to this crate.

fn main() {
    pyo3_build_config::use_pyo3_cfgs();
}
