//! What compiled functions compute by the sizes and numbers that they are given, without a look at the limits: it is estimated before.
//! `front::policy::sizes` says which functions compute what.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyMemoryView, PyTuple};

use crate::budget::{costs, sizes};
use crate::front::policy::work::{
    Count, Takes, Work, ARC_ROW, BALL, CONTINUITY_STEP, CROSSING, EDGE_ROW, EXCHANGE, HILL_STEP, LINE_POINT, NOISE_POINT,
};
use crate::sandbox::memory::object_arrays::{dtype, elements, holds_references, memory, shape};
use crate::sandbox::memory::{pillow_arguments, plain_numbers};
use crate::session::current::with_run;

/// Ends the run when what a function computes takes longer than there is time. (What is missing or of another kind the function refuses.)
pub fn check<'py>(py: Python<'py>, work: Work, argument: &impl Fn(usize, &str) -> PyResult<Option<Bound<'py, PyAny>>>) -> PyResult<()> {
    let seconds = match work {
        Work::Decomposition(factor) => decompositions(argument(0, "a")?, factor),
        Work::Noise => noise(argument(0, "size")?)?,
        Work::Lines => lines(argument(0, "xy")?, argument(2, "width")?, |width| width <= 1.0, false)?,
        Work::Polygon => lines(argument(0, "xy")?, argument(2, "fill")?, |fill| fill == 0.0, true)?,
        Work::Arc => arc(argument(0, "xy")?)?,
        Work::Rectangle => outline(argument(0, "xy")?, argument(2, "fill")?, argument(3, "width")?)?,
        Work::Continuity => continuity(argument(0, "c")?, argument(2, "order")?)?,
        Work::Balls => balls(argument)?,
        Work::Transforms(axes, last) => {
            transforms(argument(0, "a")?, argument(axes.0, axes.1)?, last.map_or(Ok(None), |last| argument(last.0, last.1))?)?
        }
        Work::Steps(counts, each) => steps(counts, argument)?.map(|steps| steps * each),
        Work::Hills => hills(argument)?,
        Work::Told(function, names, each) => told(py, function, names, argument)?.map(|steps| steps * each),
        Work::Sums => return sums(py, argument),
        Work::Product => return of_two(argument(0, "a")?, argument(1, "b")?, Work::Product),
        Work::Convolution => return of_two(argument(0, "a")?, argument(1, "v")?, Work::Convolution),
    };
    with_run(py, |m| costs::check(m, seconds.unwrap_or(0.0)))
}

/// The same of the product, or convolution, of two arrays.
pub fn of_two<'py>(a: Option<Bound<'py, PyAny>>, b: Option<Bound<'py, PyAny>>, work: Work) -> PyResult<()> {
    let Some((a, b)) = a.zip(b) else { return Ok(()) };
    with_run(a.clone().py(), |m| match work {
        Work::Convolution => costs::convolution(m, a, b),
        _ => costs::product_of_arrays(m, a, b),
    })
}

fn noise(size: Option<Bound<'_, PyAny>>) -> PyResult<Option<f64>> {
    let Some(size) = size else { return Ok(None) };
    plain_numbers::check(&size, "size")?;
    Ok(size.extract::<(f64, f64)>().ok().map(|(width, height)| width * height * NOISE_POINT))
}

/// Each point of a line is gone to, also where there is no picture. (`third` says what else is drawn, which is not.)
fn lines<'py>(
    xy: Option<Bound<'py, PyAny>>,
    third: Option<Bound<'py, PyAny>>,
    is_thin: impl Fn(f64) -> bool,
    is_closed: bool,
) -> PyResult<Option<f64>> {
    if let Some(third) = third {
        plain_numbers::check(&third, "width")?;
        if third.extract::<f64>().is_ok_and(|number| !is_thin(number)) {
            return Ok(None);
        }
    }
    let Some(numbers) = xy.map(|xy| coordinates(&xy)).transpose()?.flatten() else { return Ok(None) };
    let points: Vec<(f64, f64)> = numbers.chunks_exact(2).filter_map(|point| Some((*point.first()?, *point.get(1)?))).collect();
    let back = if is_closed { points.first().copied() } else { None };
    let next = points.iter().skip(1).copied().chain(back);
    let length = |((x, y), (to_x, to_y)): (&(f64, f64), (f64, f64))| (to_x - x).abs().max((to_y - y).abs());
    Ok(Some(points.iter().zip(next).map(length).sum::<f64>() * LINE_POINT))
}

/// Each line of an outline is gone along from its top to its bottom, also where there is no picture; what is broader than high goes
/// beyond both.
fn outline<'py>(xy: Option<Bound<'py, PyAny>>, fill: Option<Bound<'py, PyAny>>, width: Option<Bound<'py, PyAny>>) -> PyResult<Option<f64>> {
    let (fill, width) = (number(fill, "fill")?.unwrap_or(0.0), number(width, "width")?.unwrap_or(1.0).max(1.0));
    let numbers = xy.filter(|_| fill == 0.0).map(|xy| coordinates(&xy)).transpose()?.flatten();
    let rows = numbers.and_then(|numbers| Some((numbers.get(3)? - numbers.get(1)?).abs()));
    Ok(rows.map(|rows| 2.0 * width * (rows - 2.0 * width).abs() * LINE_POINT))
}

fn number(given: Option<Bound<'_, PyAny>>, name: &str) -> PyResult<Option<f64>> {
    let Some(given) = given else { return Ok(None) };
    plain_numbers::check(&given, name)?;
    Ok(given.extract().ok())
}

/// What `draw_lines` of a drawing takes: those that are broader than a point are filled in the rows of its image.
pub fn broad_lines<'py>(
    drawing: &Bound<'py, PyAny>,
    argument: &impl Fn(usize, &str) -> PyResult<Option<Bound<'py, PyAny>>>,
) -> PyResult<()> {
    let width = number(argument(2, "width")?, "width")?.filter(|width| *width > 1.0);
    let image = width.and_then(|_| pillow_arguments::image_of_drawing(drawing));
    let (Some(width), Some(image), Some(xy)) = (width, image, argument(0, "xy")?) else {
        return check(drawing.py(), Work::Lines, argument);
    };
    let (_, height) = image.getattr("size")?.extract::<(f64, f64)>()?;
    let Some(numbers) = coordinates(&xy)? else { return Ok(()) };
    let ends = numbers.iter().skip(1).step_by(2);
    let rows = |(row, to): (&f64, &f64)| {
        let (top, bottom) = (row.min(*to) - width / 2.0, row.max(*to) + width / 2.0);
        bottom.clamp(0.0, height) - top.clamp(0.0, height)
    };
    let seconds = ends.clone().zip(ends.skip(1)).map(rows).sum::<f64>() * 2.0 * CROSSING;
    with_run(drawing.py(), |m| costs::check(m, seconds))
}

/// What `draw_polygon` of a drawing takes: all edges are looked at in each row of its image that is filled.
pub fn polygon<'py>(drawing: &Bound<'py, PyAny>, argument: &impl Fn(usize, &str) -> PyResult<Option<Bound<'py, PyAny>>>) -> PyResult<()> {
    let is_filled = argument(2, "fill")?.is_some_and(|fill| fill.extract::<f64>().is_ok_and(|fill| fill != 0.0));
    let image = pillow_arguments::image_of_drawing(drawing).filter(|_| is_filled);
    let (Some(image), Some(xy)) = (image, argument(0, "xy")?) else { return check(drawing.py(), Work::Polygon, argument) };
    let (_, height) = image.getattr("size")?.extract::<(f64, f64)>()?;
    let Some(numbers) = coordinates(&xy)? else { return Ok(()) };
    let rows: Vec<f64> = numbers.chunks_exact(2).filter_map(|point| Some(point.get(1)?.clamp(0.0, height))).collect();
    let next = rows.iter().skip(1).chain(rows.first());
    let crossings: f64 = rows.iter().zip(next).map(|(row, to)| (to - row).abs()).sum();
    let range = rows.iter().fold((height, 0.0_f64), |(first, last), row| (first.min(*row), last.max(*row)));
    let seconds = crossings * CROSSING + rows.len() as f64 * (range.1 - range.0).max(0.0) * EDGE_ROW;
    with_run(drawing.py(), |m| costs::check(m, seconds))
}

/// Each row of an ellipse is gone to, also where there is no picture.
fn arc(xy: Option<Bound<'_, PyAny>>) -> PyResult<Option<f64>> {
    let numbers = xy.map(|xy| coordinates(&xy)).transpose()?.flatten();
    Ok(numbers.and_then(|numbers| Some((numbers.get(3)? - numbers.get(1)?).abs() * ARC_ROW)))
}

/// Numbers of points as PIL reads them, which are integers of C.
fn coordinates(xy: &Bound<'_, PyAny>) -> PyResult<Option<Vec<f64>>> {
    let whole = |number: f64| if number.is_nan() { f64::from(i32::MIN) } else { number.clamp(f64::from(i32::MIN), f64::from(i32::MAX)) };
    let Ok(several) = xy.cast::<PyTuple>() else {
        return Ok(unpacked(xy).map(|numbers| numbers.into_iter().map(whole).collect()));
    };
    let mut found = Vec::with_capacity(several.len());
    for one in several {
        plain_numbers::check(&one, "a coordinate")?;
        match one.extract::<f64>() {
            Ok(number) => found.push(whole(number)),
            Err(_) => match one.extract::<(f64, f64)>() {
                Ok((x, y)) => found.extend([whole(x), whole(y)]),
                Err(_) => return Ok(None),
            },
        }
    }
    Ok(Some(found))
}

/// Those of a path of PIL, or of bytes, which are numbers of four bytes each.
fn unpacked(xy: &Bound<'_, PyAny>) -> Option<Vec<f64>> {
    let numbers = match PyMemoryView::from(xy) {
        Ok(bytes) => bytes.call_method1("cast", ("B",)).ok()?.call_method1("cast", ("f",)).ok()?.call_method0("tolist").ok()?,
        Err(_) => xy.call_method1("tolist", (1,)).ok()?,
    };
    numbers.extract().ok()
}

/// Those of all matrices of an array.
fn decompositions(array: Option<Bound<'_, PyAny>>, factor: f64) -> Option<f64> {
    let sizes = shape(&array?)?;
    let [several @ .., rows, columns] = sizes.as_slice() else { return None };
    let count = several.iter().map(|size| *size as f64).product::<f64>();
    Some(count * costs::decomposition(factor, *rows as f64, *columns as f64))
}

fn steps<'py>(counts: &[Count], argument: &impl Fn(usize, &str) -> PyResult<Option<Bound<'py, PyAny>>>) -> PyResult<Option<f64>> {
    let mut all = 1.0;
    for count in counts {
        let (Count::Number(place, name)
        | Count::Sum(place, name)
        | Count::Items(place, name)
        | Count::NotZero(place, name)
        | Count::Rows(place, name)
        | Count::Along((place, name), _)
        | Count::Columns(place, name)
        | Count::Places(place, name)
        | Count::Powers(place, name)
        | Count::Many(place, name)) = *count;
        let Some(given) = argument(place, name)? else { return Ok(None) };
        let found = match count {
            Count::Items(..) => elements(&given).map(|items| items as f64),
            Count::Many(..) => items(&given).map(|items| items as f64),
            Count::Places(..) => places(&given),
            Count::Rows(..) => along(&given, name, None)?,
            Count::Along(_, (place, axis)) => along(&given, name, number(argument(*place, axis)?, axis)?)?,
            Count::Columns(..) => shape(&given).and_then(|sizes| Some(*sizes.get(1)? as f64)),
            // (Objects would be asked whether they are true.)
            Count::NotZero(..) if dtype(&given).map(|dtype| holds_references(&dtype)).transpose()? == Some(false) => {
                let arrays = given.py().import("numpy")?;
                Some(arrays.call_method1("count_nonzero", (arrays.call_method1("asarray", (given,))?,))?.extract::<f64>()?)
            }
            Count::NotZero(..) => None,
            Count::Powers(..) => {
                plain_numbers::check(&given, name)?;
                given.extract::<f64>().ok().map(|power| if power == 1.0 || power == 2.0 || power.is_infinite() { 0.0 } else { 1.0 })
            }
            Count::Number(..) | Count::Sum(..) => {
                plain_numbers::check(&given, name)?;
                given.extract::<f64>().ok().or_else(|| plain_numbers::sum(&given, |number| number))
            }
        };
        let Some(found) = found else { return Ok(None) };
        all *= found.max(0.0);
    }
    Ok(Some(all))
}

/// Those of a list or a tuple, as C code finds them.
pub fn items(given: &Bound<'_, PyAny>) -> Option<usize> {
    given.cast::<PyTuple>().map(|items| items.len()).or_else(|_| given.cast::<PyList>().map(|items| items.len())).ok()
}

/// Those of an array, or of the largest one of a tuple.
fn places(given: &Bound<'_, PyAny>) -> Option<f64> {
    let most = |several: &Bound<'_, PyTuple>| several.iter().filter_map(|one| elements(&one)).max();
    elements(given).or_else(|| most(given.cast().ok()?)).map(|items| items as f64)
}

/// A method of an array that goes through all its items.
pub fn walk(array: &Bound<'_, PyAny>, each: f64) -> PyResult<()> {
    with_run(array.py(), |m| costs::check(m, elements(array).unwrap_or(0) as f64 * each))
}

/// `c_einsum(letters, *arrays)`
fn sums<'py>(py: Python<'py>, argument: &impl Fn(usize, &str) -> PyResult<Option<Bound<'py, PyAny>>>) -> PyResult<()> {
    let mut given = Vec::new();
    while let Some(next) = argument(given.len(), "")? {
        given.push(next);
    }
    with_run(py, |m| costs::sums(m, &given))
}

/// What a function of ours says of these arguments: `None` in the place of what is not given.
fn told<'py>(
    py: Python<'py>,
    (module, function): (&str, &str),
    names: &[(usize, &str)],
    argument: &impl Fn(usize, &str) -> PyResult<Option<Bound<'py, PyAny>>>,
) -> PyResult<Option<f64>> {
    let mut given = Vec::with_capacity(names.len());
    for (place, name) in names {
        given.push(argument(*place, name)?.unwrap_or_else(|| py.None().into_bound(py)));
    }
    py.import(format!("fastexec.{module}"))?.call_method1(function, PyTuple::new(py, given)?)?.extract()
}

/// `_peak_prominences(x, peaks, wlen)`: the steps from each peak, in both directions.
fn hills<'py>(argument: &impl Fn(usize, &str) -> PyResult<Option<Bound<'py, PyAny>>>) -> PyResult<Option<f64>> {
    let (Some(x), Some(peaks)) = (argument(0, "x")?, argument(1, "peaks")?) else { return Ok(None) };
    let window = number(argument(2, "wlen")?, "wlen")?.filter(|window| *window >= 2.0).unwrap_or(f64::INFINITY);
    let (Some(x), Some(peaks)) = (memory::<f64>(&x), memory::<isize>(&peaks)) else { return Ok(None) };
    if x.len() as f64 * peaks.len() as f64 * HILL_STEP < 1.0 {
        return Ok(None);
    }
    let (before, mut behind) = (walls(x.iter()), walls(x.iter().rev()));
    behind.reverse();
    let steps = |peak: &isize| {
        let place = usize::try_from(*peak).ok()?;
        let to_wall = [before.get(place)?, behind.get(place)?].map(|steps| *steps as f64);
        Some(to_wall.into_iter().map(|steps| steps.min(window / 2.0)).sum::<f64>())
    };
    Ok(Some(peaks.iter().filter_map(steps).sum::<f64>() * HILL_STEP))
}

/// How many steps it is from each number back to the last one that is more (or is none), or to the first one.
fn walls<'a>(numbers: impl Iterator<Item = &'a f64>) -> Vec<usize> {
    let mut higher: Vec<(usize, f64)> = Vec::new();
    let steps = |(place, number): (usize, &f64)| {
        while higher.last().is_some_and(|(_, last)| last <= number) {
            higher.pop();
        }
        let last = higher.last().map_or(0, |(last, _)| *last);
        higher.push((place, *number));
        place - last
    };
    numbers.enumerate().map(steps).collect()
}

/// All derivatives up to an order at each inner point of piecewise polynomials.
fn continuity(coefficients: Option<Bound<'_, PyAny>>, order: Option<Bound<'_, PyAny>>) -> PyResult<Option<f64>> {
    let Some((coefficients, order)) = coefficients.zip(order) else { return Ok(None) };
    plain_numbers::check(&order, "order")?;
    let (Some(sizes), Ok(order)) = (shape(&coefficients), order.extract::<f64>()) else { return Ok(None) };
    let &[terms, pieces, count] = sizes.as_slice() else { return Ok(None) };
    let (terms, order) = (terms as f64, order.clamp(0.0, terms as f64));
    // (The sum of `(terms - derivative) * derivative`.)
    let steps = terms * order.powi(2) / 2.0 - order.powi(3) / 3.0;
    Ok(Some(steps * pieces.saturating_sub(1) as f64 * count as f64 * CONTINUITY_STEP))
}

/// How many an array has along an axis, the first one if none is given; items of a list, or the number that is given.
fn along(given: &Bound<'_, PyAny>, name: &str, axis: Option<f64>) -> PyResult<Option<f64>> {
    if let Some(sizes) = shape(given) {
        let place = axis.map_or(Some(0), |axis| places_of(&[axis], sizes.len()).pop());
        return Ok(place.and_then(|place| Some(*sizes.get(place)? as f64)));
    }
    match items(given) {
        Some(items) => Ok(Some(items as f64)),
        // (Sparse matrices, columns of tables and texts are neither.)
        None if given.get_type().hasattr(intern!(given.py(), "__index__"))? => number(Some(given.clone()), name),
        None => Ok(None),
    }
}

/// Axes counted from the first one: those below zero are counted from the end.
fn places_of(axes: &[f64], dimensions: usize) -> Vec<usize> {
    let place = |axis: &f64| if *axis < 0.0 { axis + dimensions as f64 } else { *axis };
    axes.iter().map(place).filter(|place| *place >= 0.0 && *place < dimensions as f64).map(|place| place as usize).collect()
}

/// The time that a number takes, or each of several, as often as it is asked for.
pub fn takes<'py>(py: Python<'py>, takes: Takes, argument: &impl Fn(usize, &str) -> PyResult<Option<Bound<'py, PyAny>>>) -> PyResult<()> {
    let (place, name) = takes.number;
    let Some(number) = argument(place, name)? else { return Ok(()) };
    plain_numbers::check(&number, name)?;
    let seconds = |number: f64| ((takes.tries)(number) * takes.each * number.max(0.0).powi(takes.power)).min(f64::MAX);
    let all = match number.extract::<f64>() {
        Ok(number) => seconds(number) * takes.size.map_or(Ok(1.0), |place| times(argument(place, "size")?))?,
        Err(_) => plain_numbers::sum(&number, seconds).unwrap_or(0.0),
    };
    with_run(py, |m| costs::check(m, all.min(f64::MAX)))
}

/// How many numbers a `size` asks for: the product of a tuple, and one where none is given.
fn times(size: Option<Bound<'_, PyAny>>) -> PyResult<f64> {
    let Some(size) = size.filter(|size| !size.is_none()) else { return Ok(1.0) };
    plain_numbers::check(&size, "size")?;
    Ok(plain_numbers::product(&size).unwrap_or(1.0))
}

/// `multivariate_hypergeometric(colors, nsample, size, method)`: with "count" all balls lie in a row, which is mixed as far as balls are
/// drawn (or left), each time anew.
fn balls<'py>(argument: &impl Fn(usize, &str) -> PyResult<Option<Bound<'py, PyAny>>>) -> PyResult<Option<f64>> {
    /// Bytes of each.
    const EACH: u64 = 8;
    let (Some(colors), Some(drawn)) = (argument(0, "colors")?, argument(1, "nsample")?) else { return Ok(None) };
    let method = argument(3, "method")?.and_then(|method| method.extract::<String>().ok());
    if method.as_deref() != Some("count") {
        return Ok(None);
    }
    plain_numbers::check(&colors, "colors")?;
    let (all, drawn) = (plain_numbers::sum(&colors, |count| count.max(0.0)).unwrap_or(0.0), number(Some(drawn), "nsample")?.unwrap_or(0.0));
    with_run(colors.py(), |m| sizes::items(m, all as u64, EACH))?;
    Ok(Some(all * BALL + times(argument(2, "size")?)? * drawn.min(all - drawn).max(0.0) * EXCHANGE))
}

/// Those along some axes (a number or several; all if none are given) of an array.
fn transforms(array: Option<Bound<'_, PyAny>>, axes: Option<Bound<'_, PyAny>>, last: Option<Bound<'_, PyAny>>) -> PyResult<Option<f64>> {
    let Some(mut sizes) = array.as_ref().and_then(shape) else { return Ok(None) };
    let axes = match axes.filter(|axes| !axes.is_none()) {
        None => (0..sizes.len()).collect(),
        Some(axes) => {
            plain_numbers::check(&axes, "axes")?;
            let several = axes.extract::<f64>().map(|axis| vec![axis]).or_else(|_| axes.extract::<Vec<f64>>()).unwrap_or_default();
            places_of(&several, sizes.len())
        }
    };
    let length = number(last, "lastsize")?.filter(|length| *length >= 1.0);
    if let (Some(length), Some(last)) = (length, axes.last().and_then(|last| sizes.get_mut(*last))) {
        *last = length as usize;
    }
    let all = sizes.iter().map(|size| *size as f64).product::<f64>();
    let each = |axis: &usize| sizes.get(*axis).map_or(0.0, |size| all / (*size as f64).max(1.0) * costs::transform(*size));
    Ok(Some(axes.iter().map(each).sum()))
}

/// Options of a solver that looks at its time by itself: it has as much as the run.
pub fn end_in_time(options: &Bound<'_, PyAny>) -> PyResult<()> {
    let name = intern!(options.py(), "time_limit");
    let Some(left) = with_run(options.py(), |m| Ok(m.time_left()))?.map(|left| left.as_secs_f64()) else { return Ok(()) };
    // (What has none the solver refuses.)
    let Ok(own) = options.getattr(name) else { return Ok(()) };
    match own.extract::<f64>() {
        Ok(own) if left < own => options.setattr(name, left),
        _ => Ok(()),
    }
}
