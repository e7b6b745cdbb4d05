//! What installed packages get wrapped: numpy, pandas, patsy, lxml, jinja2, attrs.

pub mod attrs_classes;
pub mod jinja_templates;
pub mod lxml;
pub mod numpy_arrays;
pub mod pandas_assignments;
pub mod pandas_expressions;
pub mod patsy_formulas;
pub mod stored_values;
pub mod sympy_symbols;
