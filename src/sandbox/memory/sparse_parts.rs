//! Looks at the arrays of a sparse matrix among the arguments of a compiled function: `front::policy::sparse` says where they are.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyTuple};
use pyo3::{ffi, intern};

use crate::cpython::type_access::Ty;
use crate::front::policy::sparse::{Part, Size};
use crate::sandbox::memory::object_arrays::{dtype, elements, memory};

/// Offsets beyond this, added to the size of a matrix, are no number of 32 bits any more.
const FARTHEST: i64 = 1 << 30;

/// Whether what is said of the arguments holds; else an error for the code.
pub fn look(args: &Bound<'_, PyTuple>, parts: &[Part]) -> PyResult<()> {
    let args = Arguments(args);
    parts.iter().try_for_each(|part| args.look(part))
}

/// An integer of the interpreter's or numpy's; no `__index__` of the code is run.
pub fn integer(number: &Bound<'_, PyAny>) -> PyResult<i64> {
    if !number.is_instance_of::<PyInt>() && Ty::of_bound(number).has(ffi::Py_TPFLAGS_HEAPTYPE) {
        return Err(PyTypeError::new_err("a number of a sparse matrix is no integer"));
    }
    number.extract()
}

/// Numbers of an array of indices.
enum Numbers<'a> {
    Short(&'a [i32]),
    Long(&'a [i64]),
}

impl Numbers<'_> {
    fn length(&self) -> usize {
        match self {
            Numbers::Short(numbers) => numbers.len(),
            Numbers::Long(numbers) => numbers.len(),
        }
    }

    /// The least and the greatest of those from `start` on, `count` of them; none of none.
    fn range(&self, start: usize, count: usize) -> Option<(i64, i64)> {
        fn ends<T: Copy + Ord + Into<i64>>(numbers: Option<&[T]>) -> Option<(i64, i64)> {
            let numbers = numbers?;
            let (least, most) = (numbers.iter().min()?, numbers.iter().max()?);
            Some(((*least).into(), (*most).into()))
        }
        let range = start..start.saturating_add(count);
        match self {
            Numbers::Short(numbers) => ends(numbers.get(range)),
            Numbers::Long(numbers) => ends(numbers.get(range)),
        }
    }

    /// Whether so many numbers from `start` on are at least zero and less than `size`. (A loop without a way out: compilers
    /// make a fast one of it.)
    fn are_below(&self, start: usize, count: usize, size: usize) -> bool {
        let range = start..start.saturating_add(count);
        match self {
            Numbers::Short(numbers) => {
                let size = u32::try_from(size).map_or(i32::MAX as u32 + 1, |size| size.min(i32::MAX as u32 + 1));
                numbers.get(range).is_some_and(|numbers| numbers.iter().fold(true, |below, n| below & ((*n as u32) < size)))
            }
            Numbers::Long(numbers) => {
                let size = size.min(i64::MAX as usize) as u64;
                numbers.get(range).is_some_and(|numbers| numbers.iter().fold(true, |below, n| below & ((*n as u64) < size)))
            }
        }
    }

    /// The last of these pointers, if none is less than the one before, and the first not less than zero.
    fn end(&self, start: usize, count: usize) -> Option<usize> {
        fn end<T: Copy + Ord + Into<i64>>(numbers: Option<&[T]>) -> Option<usize> {
            let numbers = numbers?;
            let ordered = numbers.iter().zip(numbers.iter().skip(1)).fold(true, |ordered, (before, after)| ordered & (before <= after));
            let (first, last) = ((*numbers.first()?).into(), (*numbers.last()?).into());
            (ordered && first >= 0).then(|| usize::try_from(last).ok()).flatten()
        }
        let range = start..start.saturating_add(count);
        match self {
            Numbers::Short(numbers) => end(numbers.get(range)),
            Numbers::Long(numbers) => end(numbers.get(range)),
        }
    }
}

struct Arguments<'a, 'py>(&'a Bound<'py, PyTuple>);

impl<'py> Arguments<'_, 'py> {
    fn look(&self, part: &Part) -> PyResult<()> {
        match *part {
            Part::Compressed { pointers, indices, values, rows, columns, block } => {
                let sizes = (self.size(rows)?, self.size(columns)?);
                let size = self.size(block.0)?.unwrap_or(1).saturating_mul(self.size(block.1)?.unwrap_or(1));
                self.compressed([pointers, indices], values.map(|at| (at, size)), sizes)
            }
            Part::Entries { count, indices, values } => {
                let count = self.size(count)?.unwrap_or(0);
                for (at, size) in indices {
                    self.numbers(*at, |numbers| below(numbers, 0, count, self.size(*size)?))?;
                }
                values.map_or(Ok(()), |at| self.at_least(at, count))
            }
            Part::Diagonals { at, rows, columns } => {
                let (count, length) = (self.number(at)?, self.number(at + 1)?);
                self.at_least(at + 3, count.saturating_mul(length))?;
                let far = |size| Ok::<_, PyErr>(self.size(size)?.map_or(FARTHEST, |size| size as i64));
                let (down, up) = (-far(rows)?, far(columns)?);
                self.numbers(at + 2, |offsets| match offsets.range(0, count) {
                    Some((least, most)) if least < down || most > up => Err(outside("offsets of diagonals", most, up)),
                    None if count > 0 => Err(short(count)),
                    _ => Ok(()),
                })
            }
            Part::Ends { ends, below } => {
                let most = self.size(below)?.unwrap_or(0) as i64;
                let outside = |end: i64| !(-1..=most).contains(&end);
                let ends = [self.signed(ends[0])?, self.signed(ends[1])?];
                ends.into_iter().find(|end| outside(*end)).map_or(Ok(()), |end| Err(self::outside("rows", end, most)))
            }
            Part::Stacked => self.stacked(),
            Part::Strided { count, strides, coordinates, values, target, last } => {
                let (count, target) = (self.number(count)?, self.size(target)?.unwrap_or(0));
                self.at_least(values, count)?;
                let strides = self.all(strides)?;
                self.numbers(coordinates, |numbers| strided(numbers, count, &strides, target))?;
                let Some(last) = last else { return Ok(()) };
                self.numbers(coordinates, |numbers| below(numbers, strides.len().saturating_mul(count), count, self.size(last)?))
            }
            Part::Shaped { count, coordinates, values, target, source } => {
                let count = self.number(count)?;
                self.at_least(values, count)?;
                let (mut sizes, source) = (self.all(target)?, self.all(source)?);
                // The last of what is written is that of a column; its place is taken by the last but one of what is read.
                let last = source.len().checked_sub(2).and_then(|n| source.get(n));
                if let (Some(place), Some(size)) = (sizes.last_mut(), last) {
                    *place = *size;
                }
                self.numbers(coordinates, |numbers| {
                    let sizes = sizes.iter().map(|size| usize::try_from(*size).unwrap_or(0));
                    sizes.enumerate().try_for_each(|(n, size)| below(numbers, n.saturating_mul(count), count, Some(size)))
                })
            }
        }
    }

    fn compressed(
        &self,
        [pointers, indices]: [usize; 2],
        values: Option<(usize, usize)>,
        (rows, columns): (Option<usize>, Option<usize>),
    ) -> PyResult<()> {
        let end = self.numbers(pointers, |numbers| {
            let count = numbers.length();
            let fits = rows.is_none_or(|rows| count == rows.saturating_add(1));
            let end = if fits { numbers.end(0, count) } else { None };
            end.ok_or_else(|| {
                PyValueError::new_err("the pointers of a sparse matrix do not fit its rows, or one is less than the one before")
            })
        })?;
        if let Some((at, size)) = values {
            self.at_least(at, end.saturating_mul(size))?;
        }
        match columns {
            Some(columns) => self.numbers(indices, |numbers| below(numbers, 0, end, Some(columns))),
            None => self.at_least(indices, end),
        }
    }

    fn stacked(&self) -> PyResult<()> {
        let (count, rows) = (self.number(0)?, self.number(1)?);
        self.at_least(2, count)?;
        let ends = self.numbers(3, |pointers| {
            let each = rows.saturating_add(1);
            let ends = (0..count).map(|n| pointers.end(n.saturating_mul(each), each));
            ends.sum::<Option<usize>>().ok_or_else(|| short(count.saturating_mul(each)))
        })?;
        self.at_least(4, ends)?;
        self.at_least(5, ends)
    }

    fn get(&self, at: usize) -> PyResult<Bound<'py, PyAny>> {
        self.0.get_item(at)
    }

    fn signed(&self, at: usize) -> PyResult<i64> {
        integer(&self.get(at)?)
    }

    fn number(&self, at: usize) -> PyResult<usize> {
        let number = self.signed(at)?;
        usize::try_from(number).map_err(|_| outside("sizes", number, i64::MAX))
    }

    fn size(&self, size: Size) -> PyResult<Option<usize>> {
        Ok(Some(match size {
            Size::Is(at) => self.number(at)?,
            Size::Length(at) => self.elements(at)?,
            Size::Rows(at) => self.elements(at)?.saturating_sub(1),
            Size::Share(at, by) => self.elements(at)?.checked_div(self.number(by)?).unwrap_or(0),
            Size::One => 1,
            Size::Any => return Ok(None),
        }))
    }

    fn elements(&self, at: usize) -> PyResult<usize> {
        elements(&self.get(at)?).ok_or_else(|| PyTypeError::new_err("a part of a sparse matrix is no array"))
    }

    fn at_least(&self, at: usize, count: usize) -> PyResult<()> {
        if self.elements(at)? < count {
            Err(short(count))
        } else {
            Ok(())
        }
    }

    /// All numbers of a small array.
    fn all(&self, at: usize) -> PyResult<Vec<i64>> {
        self.numbers(at, |numbers| {
            Ok(match numbers {
                Numbers::Short(numbers) => numbers.iter().map(|n| i64::from(*n)).collect(),
                Numbers::Long(numbers) => numbers.to_vec(),
            })
        })
    }

    /// Looks at an array of indices: in its own memory where they lie in it one after the other, else in a copy, as the
    /// function makes one.
    fn numbers<T>(&self, at: usize, look: impl FnOnce(&Numbers<'_>) -> PyResult<T>) -> PyResult<T> {
        let array = self.get(at)?;
        let py = array.py();
        self.elements(at)?;
        if let Some(numbers) = read(&array)? {
            return look(&numbers);
        }
        // Of numpy's own class: methods of the code's are not asked.
        let plain = py.import(intern!(py, "numpy"))?.call_method1(intern!(py, "asarray"), (array,))?;
        let flat = plain.call_method0(intern!(py, "ravel"))?.call_method1(intern!(py, "astype"), ("int64",))?;
        match read(&flat)? {
            Some(numbers) => look(&numbers),
            None => Err(PyTypeError::new_err("indices of a sparse matrix are no array of integers")),
        }
    }
}

fn read<'a>(array: &'a Bound<'_, PyAny>) -> PyResult<Option<Numbers<'a>>> {
    let py = array.py();
    let Some(dtype) = dtype(array) else { return Ok(None) };
    let (kind, size): (char, usize) = (dtype.getattr(intern!(py, "kind"))?.extract()?, dtype.getattr(intern!(py, "itemsize"))?.extract()?);
    if kind != 'i' || !dtype.getattr(intern!(py, "isnative"))?.extract::<bool>()? {
        return Ok(None);
    }
    Ok(match size {
        4 => memory(array).map(Numbers::Short),
        8 => memory(array).map(Numbers::Long),
        _ => None,
    })
}

/// Whether `count` numbers from `start` on are at least zero and less than `size`.
fn below(numbers: &Numbers<'_>, start: usize, count: usize, size: Option<usize>) -> PyResult<()> {
    if start.saturating_add(count) > numbers.length() {
        return Err(short(count));
    }
    let size = size.unwrap_or(usize::MAX);
    if numbers.are_below(start, count, size) {
        return Ok(());
    }
    let (least, most) = numbers.range(start, count).unwrap_or_default();
    Err(outside("indices", if least < 0 { least } else { most }, i64::try_from(size).unwrap_or(i64::MAX) - 1))
}

/// Whether the places that coordinates stand for, by the strides of their dimensions, are less than `target`.
fn strided(numbers: &Numbers<'_>, count: usize, strides: &[i64], target: usize) -> PyResult<()> {
    let mut farthest = 0_i64;
    for (n, stride) in strides.iter().enumerate() {
        below(numbers, n.saturating_mul(count), count, None)?;
        let most = numbers.range(n.saturating_mul(count), count).map_or(0, |(_, most)| most);
        farthest = farthest.saturating_add(most.saturating_mul(*stride));
    }
    let target = i64::try_from(target).unwrap_or(i64::MAX);
    if count > 0 && farthest >= target {
        Err(outside("coordinates", farthest, target - 1))
    } else {
        Ok(())
    }
}

#[cold]
fn outside(what: &str, found: i64, most: i64) -> PyErr {
    PyValueError::new_err(format!("{what} of a sparse matrix lie outside of it: {found} is not between 0 and {most}"))
}

#[cold]
fn short(count: usize) -> PyErr {
    PyValueError::new_err(format!("an array of a sparse matrix is too short: it needs {count} elements"))
}
