//! Arrays that functions of f2py are given. Their texts say of each how long it is, by names that sizes of others have too; but f2py
//! takes a side of one or none for any length.

use std::collections::HashMap;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::sandbox::memory::object_arrays::shape;
use crate::sandbox::memory::plain_numbers::{self, is_own};

/// An array, and the names of its sides, where these are names.
pub struct Sides {
    place: Option<usize>,
    name: String,
    sides: Vec<Option<String>>,
}

/// The arrays that a text of f2py tells of (`a : input rank-2 array('d') with bounds (n,n)`); `names` are all arguments.
pub fn parsed(text: &str, names: &[&str]) -> Vec<Sides> {
    text.lines().filter_map(|line| parsed_line(line, names)).collect()
}

fn parsed_line(line: &str, names: &[&str]) -> Option<Sides> {
    let (name, kind) = line.split_once(" : ")?;
    if !kind.starts_with("input rank-") && !kind.starts_with("in/output rank-") {
        return None;
    }
    let (_, bounds) = kind.split_once(" with bounds ")?;
    let bounds = bounds.split(", optional").next()?.trim().strip_prefix('(')?.strip_suffix(')')?;
    let is_name = |side: &str| side.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && !side.is_empty();
    // (A comma inside of an expression makes more sides of it, none of which is a name that others have.)
    let sides = bounds.split(',').map(|side| is_name(side).then(|| side.to_owned())).collect();
    Some(Sides { place: names.iter().position(|known| *known == name), name: name.to_owned(), sides })
}

/// # Errors
/// `ValueError` where an array has no items, or fewer than its sides have elsewhere; `TypeError` for objects of the code.
pub fn check(known: &[Sides], args: &Bound<'_, PyTuple>, named: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
    let mut longest: HashMap<&str, usize> = HashMap::new();
    let mut found = Vec::new();
    for array in known {
        let given = match array.place.and_then(|place| args.get_item(place).ok()) {
            Some(given) => Some(given),
            None => named.map_or(Ok(None), |named| named.get_item(&array.name))?,
        };
        let Some(sizes) = given.filter(|given| !given.is_none()).map(|given| sizes(&given, &array.name)).transpose()?.flatten() else {
            continue;
        };
        let sizes = along(&sizes, array.sides.len());
        for (side, size) in array.sides.iter().zip(&sizes) {
            let Some(side) = side else { continue };
            let most = longest.entry(side).or_default();
            *most = (*most).max(*size);
        }
        found.push((array, sizes));
    }
    for (array, sizes) in found {
        let wanted =
            |(side, size): (&Option<String>, &usize)| side.as_ref().and_then(|side| longest.get(side.as_str())).map_or(*size, |most| *most);
        let (there, wanted) = (product(sizes.iter().copied()), product(array.sides.iter().zip(&sizes).map(wanted)));
        if there == 0 {
            return Err(PyValueError::new_err(format!("{} has no items", array.name)));
        }
        if there < wanted {
            return Err(PyValueError::new_err(format!("{} has {there} of {wanted} items", array.name)));
        }
    }
    Ok(())
}

fn product(sizes: impl Iterator<Item = usize>) -> usize {
    sizes.fold(1, usize::saturating_mul)
}

/// The shape of what f2py makes an array of. (What is none it refuses.)
fn sizes(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<Vec<usize>>> {
    if let Some(sizes) = shape(given) {
        return Ok(Some(sizes));
    }
    if given.is_exact_instance_of::<PyList>() || given.is_exact_instance_of::<PyTuple>() {
        plain_numbers::check(given, name)?;
    } else if is_own(given)? {
        return Err(PyTypeError::new_err(format!("{name}: numpy.asarray(...) makes an array of it")));
    }
    let array = given.py().import(intern!(given.py(), "numpy"))?.call_method1(intern!(given.py(), "asarray"), (given,));
    Ok(array.ok().as_ref().and_then(shape))
}

/// The sizes along so many sides, as f2py counts them: where there are more, those of one item do not count, and the last ones are one.
fn along(sizes: &[usize], sides: usize) -> Vec<usize> {
    if sizes.len() <= sides {
        return sizes.iter().copied().chain(std::iter::repeat(1)).take(sides).collect();
    }
    let mut long = sizes.iter().copied().filter(|size| *size != 1);
    let mut found: Vec<usize> = long.by_ref().take(sides).chain(std::iter::repeat(1)).take(sides).collect();
    if let Some(last) = found.last_mut() {
        *last = product(std::iter::once(*last).chain(long));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{along, parsed};

    #[test]
    fn sides_of_texts() {
        let text =
            "a : input rank-2 array('d') with bounds (n,n)\nx : in/output rank-1 array('d') with bounds (*), optional\nn : input int";
        let found = parsed(text, &["n", "a", "x"]);
        let shown: Vec<_> = found.iter().map(|one| (one.place, one.name.as_str(), one.sides.clone())).collect();
        let n = Some("n".to_owned());
        assert_eq!(shown, [(Some(1), "a", vec![n.clone(), n]), (Some(2), "x", vec![None])]);
    }

    #[test]
    fn sizes_along_sides() {
        assert_eq!(along(&[5], 2), [5, 1]);
        assert_eq!(along(&[], 2), [1, 1]);
        assert_eq!(along(&[1, 5, 2], 1), [10]);
        assert_eq!(along(&[2, 0], 1), [0]);
    }
}
