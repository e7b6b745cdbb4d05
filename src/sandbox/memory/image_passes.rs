//! Methods of PIL's images that go through all points in one go, without a look at the limits: the least time is estimated from the
//! size of the picture and from what each point is made of. `front::policy::work` says which methods do what.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::budget::costs;
use crate::front::policy::work::{Pass, AROUND, INSIDE, OUTSIDE, TAP};
use crate::sandbox::memory::plain_numbers;
use crate::session::current::with_run;

/// Filters, as PIL numbers them: the nearest point, and how far the others look.
const NEAREST: i32 = 0;
const REACHES: [(i32, f64); 5] = [(1, 3.0), (2, 1.0), (3, 2.0), (4, 0.5), (5, 1.0)];
const BILINEAR: i32 = 2;
/// Ways to transform.
const AFFINE: i32 = 0;
const PERSPECTIVE: i32 = 2;
const QUAD: i32 = 3;
/// So many points are looked at along each side.
const SAMPLES: u32 = 32;

/// Ends the run when there is no time for what the method does. (What is missing or of another kind the method refuses.)
pub fn check(image: &Bound<'_, PyAny>, args: &Bound<'_, PyTuple>, pass: Pass) -> PyResult<()> {
    let seconds = match pass {
        Pass::Points(each, place, times) => points(image, args, each, (place, times))?,
        Pass::Resize => resize(image, args)?,
        Pass::Transform => transform(image, args)?,
    };
    with_run(args.py(), |m| costs::check(m, seconds.unwrap_or(0.0)))
}

/// Of one band, and of several.
type Each = (f64, f64);

fn of_mode((one, several): Each, image: &Bound<'_, PyAny>) -> PyResult<f64> {
    // ("L", "LA", "F", "I;16" have one or two.)
    let mode = image.getattr("mode")?.extract::<String>()?;
    Ok(if mode.len() > 2 && !mode.starts_with('I') { several } else { one })
}

fn size(image: &Bound<'_, PyAny>) -> PyResult<(f64, f64)> {
    image.getattr("size")?.extract()
}

fn numbers(args: &Bound<'_, PyTuple>, place: usize) -> PyResult<Option<Vec<f64>>> {
    let Ok(given) = args.get_item(place) else { return Ok(None) };
    plain_numbers::check(&given, "what an image is given")?;
    Ok(given.extract::<f64>().map(|number| vec![number]).or_else(|_| given.extract()).ok())
}

fn number(args: &Bound<'_, PyTuple>, place: usize) -> PyResult<Option<f64>> {
    Ok(numbers(args, place)?.and_then(|numbers| numbers.first().copied()))
}

/// Argument 0 says how far around a point the method looks: nothing is done where that is nothing.
fn points(image: &Bound<'_, PyAny>, args: &Bound<'_, PyTuple>, each: Each, (place, times): (usize, f64)) -> PyResult<Option<f64>> {
    let reach = numbers(args, 0)?;
    let is_nothing = reach.as_ref().is_some_and(|reach| reach.iter().all(|reach| *reach == 0.0));
    let half = if reach.is_some_and(|reach| reach.contains(&0.0)) { AROUND } else { 1.0 };
    let times = number(args, place)?.unwrap_or(times).max(0.0);
    let (width, height) = size(image)?;
    Ok(if is_nothing { None } else { Some(width * height * times * half * of_mode(each, image)?) })
}

/// `resize(size, filter, box)`: first across, then down, each new point from as many old ones as the filter sees.
fn resize(image: &Bound<'_, PyAny>, args: &Bound<'_, PyTuple>) -> PyResult<Option<f64>> {
    let (Some(new), Some(filter)) = (numbers(args, 0)?, number(args, 1)?) else { return Ok(None) };
    let (&[width, height], Some((_, reach))) = (new.as_slice(), REACHES.iter().find(|(known, _)| f64::from(*known) == filter)) else {
        return Ok(None);
    };
    let (old_width, old_height) = size(image)?;
    let part = numbers(args, 2)?;
    let &[left, upper, right, lower] = part.as_deref().unwrap_or(&[0.0, 0.0, old_width, old_height]) else { return Ok(None) };
    let (across, down) = (right - left, lower - upper);
    let seen = |old: f64, new: f64| if old == new { 0.0 } else { 2.0 * reach * f64::max(old / new.max(1.0), 1.0) };
    let taps = width * down * seen(across, width) + width * height * seen(down, height);
    Ok(Some(taps.max(0.0) * of_mode(TAP, image)?))
}

/// `transform(box, source, method, numbers, filter, fill)`: points that lie in the source are mixed, others looked for.
fn transform(image: &Bound<'_, PyAny>, args: &Bound<'_, PyTuple>) -> PyResult<Option<f64>> {
    let (Some(part), Some(method), Some(factors), Some(filter)) =
        (numbers(args, 0)?, number(args, 2)?, numbers(args, 3)?, number(args, 4)?)
    else {
        return Ok(None);
    };
    let (&[left, upper, right, lower], (width, height)) = (part.as_slice(), size(image)?) else { return Ok(None) };
    let (across, down) = (right.min(width) - left.max(0.0), lower.min(height) - upper.max(0.0));
    let (Ok(source), Some(place)) = (args.get_item(1), place(method, &factors)) else { return Ok(None) };
    if filter == f64::from(NEAREST) {
        // (Straight lines are gone along.)
        let each = if method == f64::from(AFFINE) { 0.0 } else { OUTSIDE };
        return Ok(Some(across.max(0.0) * down.max(0.0) * each));
    }
    let (old_width, old_height) = size(&source)?;
    let steps = || (0..SAMPLES).map(|n| (f64::from(n) + 0.5) / f64::from(SAMPLES));
    let is_inside = |(x, y): (f64, f64)| (0.0..old_width).contains(&x) && (0.0..old_height).contains(&y);
    let inside = steps().flat_map(|y| steps().map(move |x| (x * across, y * down))).filter(|(x, y)| is_inside(place(*x, *y))).count();
    let share = inside as f64 / f64::from(SAMPLES * SAMPLES);
    let [bilinear, bicubic] = INSIDE;
    let mixed = of_mode(if filter == f64::from(BILINEAR) { bilinear } else { bicubic }, image)?;
    Ok(Some(across.max(0.0) * down.max(0.0) * (OUTSIDE + share * mixed)))
}

/// Where a point of the new picture comes from.
fn place(method: f64, factors: &[f64]) -> Option<Box<dyn Fn(f64, f64) -> (f64, f64)>> {
    match *factors {
        [a, b, c, d, e, f, ..] if method == f64::from(AFFINE) => Some(Box::new(move |x, y| (a * x + b * y + c, d * x + e * y + f))),
        [a, b, c, d, e, f, g, h, ..] if method == f64::from(PERSPECTIVE) => {
            let far = move |x: f64, y: f64| g * x + h * y + 1.0;
            Some(Box::new(move |x, y| ((a * x + b * y + c) / far(x, y), (d * x + e * y + f) / far(x, y))))
        }
        [a, b, c, d, e, f, g, h, ..] if method == f64::from(QUAD) => {
            Some(Box::new(move |x, y| (a + b * x + c * y + d * x * y, e + f * x + g * y + h * x * y)))
        }
        _ => None,
    }
}
