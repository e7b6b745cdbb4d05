//! Makes pyo3's version flags (`Py_3_11`, ...) visible to this crate.

fn main() {
    pyo3_build_config::use_pyo3_cfgs();
    // Without a word, any file of the package that changes, a Python one too, would build the crate again.
    println!("cargo::rerun-if-changed=build.rs");
}
