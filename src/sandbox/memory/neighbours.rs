//! Neighbours that scipy's trees of points find: native code keeps them in memory that is not counted, and takes the numbers of
//! the nearest ones for places in it.

use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::budget::{costs, sizes};
use crate::front::policy::sizes::Near;
use crate::sandbox::memory::object_arrays::memory;
use crate::sandbox::memory::plain_numbers;
use crate::session::current::with_run;

/// Bytes of one of the nearest, while they are found.
const NEAREST: u64 = 16;
/// So many pairs are no matter: they are not counted.
const FEW: u64 = 1_000_000;

type Argument<'a, 'py> = &'a dyn Fn(usize, &str) -> PyResult<Option<Bound<'py, PyAny>>>;

/// `query(x, k, …)`: how many, or which of the nearest, from 1 on.
pub fn nearest<'py>(argument: Argument<'_, 'py>) -> PyResult<()> {
    let Some(k) = argument(1, "k")?.filter(|k| !k.is_none()) else { return Ok(()) };
    plain_numbers::check(&k, "k")?;
    let most = match k.extract::<i64>() {
        // (The function refuses none itself.)
        Ok(count) => u64::try_from(count).unwrap_or(0),
        Err(_) => {
            // (What are no numbers the function refuses.)
            let Ok(numbers) = k.py().import("numpy")?.call_method1("array", (&k, "f8")) else { return Ok(()) };
            let numbers = numbers.call_method0("ravel")?;
            let numbers = memory::<f64>(&numbers).unwrap_or_default();
            if !numbers.iter().all(|number| *number >= 1.0) {
                return Err(PyValueError::new_err("k are numbers of neighbours, which begin with 1"));
            }
            numbers.iter().fold(0.0, |most: f64, number| most.max(*number)) as u64
        }
    };
    with_run(k.py(), |m| sizes::items(m, most, NEAREST))
}

/// Methods that find all that are near: those points are counted first, which takes a small part of the time.
pub fn near<'py>(tree: &Bound<'py, PyAny>, kind: Near, argument: Argument<'_, 'py>) -> PyResult<()> {
    let (py, asked) = (tree.py(), kind.asked());
    let (Some(radius), power) = (argument(asked.radius.0, asked.radius.1)?, argument(asked.radius.0 + 1, "p")?) else { return Ok(()) };
    let other = match asked.other {
        Some((place, name)) => argument(place, name)?,
        None => Some(tree.clone()),
    };
    let Some(other) = other else { return Ok(()) };
    let power = power.unwrap_or_else(|| 2.0.into_pyobject(py).map_or_else(|never| match never {}, Bound::into_any));
    plain_numbers::check(&radius, asked.radius.1)?;
    plain_numbers::check(&power, "p")?;
    let trees = Trees::of(py)?;
    let count = match kind {
        Near::Points if is_true(argument(6, "return_length")?)? => return Ok(()),
        Near::Points => {
            plain_numbers::check(&other, "x")?;
            trees.points(tree, &other, &radius, &power)
        }
        // (What is no tree the function refuses.)
        _ if !other.is_instance(&trees.class)? => return Ok(()),
        _ => trees.pairs(tree, &other, &radius, &power),
    };
    // (The function says what is wrong with the arguments.)
    let Ok(count) = count else { return Ok(()) };
    with_run(py, |m| {
        sizes::items(m, count, asked.bytes)?;
        costs::check(m, count as f64 * asked.seconds)
    })
}

/// Whether a flag is given, and set.
fn is_true(flag: Option<Bound<'_, PyAny>>) -> PyResult<bool> {
    let Some(flag) = flag else { return Ok(false) };
    plain_numbers::check(&flag, "return_length")?;
    flag.is_truthy()
}

/// The class of trees, whose own methods are asked: a class of the code may have others.
struct Trees<'py> {
    class: Bound<'py, PyType>,
}

impl<'py> Trees<'py> {
    fn of(py: Python<'py>) -> PyResult<Self> {
        Ok(Trees { class: py.import("scipy.spatial._ckdtree")?.getattr("cKDTree")?.cast_into()? })
    }

    fn size(&self, tree: &Bound<'py, PyAny>) -> PyResult<u64> {
        self.class.getattr(intern!(tree.py(), "n"))?.call_method1(intern!(tree.py(), "__get__"), (tree,))?.extract()
    }

    fn pairs(
        &self,
        tree: &Bound<'py, PyAny>,
        other: &Bound<'py, PyAny>,
        radius: &Bound<'py, PyAny>,
        power: &Bound<'py, PyAny>,
    ) -> PyResult<u64> {
        let all = self.size(tree)?.saturating_mul(self.size(other)?);
        if all <= FEW {
            return Ok(all);
        }
        self.class.call_method1("count_neighbors", (tree, other, radius, power))?.extract()
    }

    fn points(
        &self,
        tree: &Bound<'py, PyAny>,
        points: &Bound<'py, PyAny>,
        radius: &Bound<'py, PyAny>,
        power: &Bound<'py, PyAny>,
    ) -> PyResult<u64> {
        let py = tree.py();
        let points = py.import("numpy")?.call_method1(intern!(py, "asarray"), (points,))?;
        let all = self.size(tree)?.saturating_mul(points.getattr(intern!(py, "size"))?.extract()?);
        if all <= FEW {
            return Ok(all);
        }
        let options = PyDict::new(py);
        options.set_item("return_length", true)?;
        let lengths = self.class.call_method("query_ball_point", (tree, points, radius, power), Some(&options))?;
        py.import("numpy")?.call_method1("sum", (lengths,))?.extract()
    }
}
