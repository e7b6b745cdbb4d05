//! What compiled functions of numpy, scipy, scikit-learn and PIL compute, and how long a step of it takes: `sizes` says which ones do.

/// At no place: by its name alone.
pub const NAMED: usize = usize::MAX;

/// What a function computes.
#[derive(Clone, Copy, Debug)]
pub enum Work {
    /// The product of both arguments, or of an array and the argument of its method.
    Product,
    /// A factor of `rows * columns * the smaller of them`, for each matrix of argument 0.
    Decomposition(f64),
    /// All products of a number of argument 0 and one of argument 1.
    Convolution,
    /// Points of noise in a picture of the size of argument 0.
    Noise,
    /// Lines between the points of argument 0, if argument 2 is no width of more than one point.
    Lines,
    /// Lines around the points of argument 0, or all that is inside if argument 2 says so.
    Polygon,
    /// An ellipse between the two points of argument 0.
    Arc,
    /// The outline of a rectangle between the two points of argument 0, as many times as argument 3 says, unless argument 2 has it filled.
    Rectangle,
    /// Derivatives up to the order of argument 2 at the inner points of the piecewise polynomials of argument 0.
    Continuity,
    /// As many steps as the product of these counts says; seconds for one on a fast machine (a third of what was measured).
    Steps(&'static [Count], f64),
    /// Balls of colours (argument 0), of which so many (argument 1) are drawn, so often (argument 2), in a way (argument 3) that has them lie
    /// in a row.
    Balls,
    /// Fourier transforms of argument 0, along axes of this place; where it is given, the argument of the second place is the length of the
    /// last one.
    Transforms((usize, &'static str), Option<(usize, &'static str)>),
    /// Sums over all places that argument 0 has letters for, in the arrays behind it.
    Sums,
    /// From each of the places of argument 1 on, argument 0 is gone along in both directions until there is more, or through a window of
    /// the size of argument 2.
    Hills,
    /// As many steps as a function of a module of ours says of these arguments; seconds for one on a fast machine (a third of what was
    /// measured).
    Told((&'static str, &'static str), &'static [(usize, &'static str)], f64),
}

/// What a method of PIL's images does.
#[derive(Clone, Copy, Debug)]
pub enum Pass {
    /// Each point is mixed with those around it. Seconds for one of a single band and of several, and how often: the place of that number,
    /// and what it is where none is given.
    Points((f64, f64), usize, f64),
    Resize,
    Transform,
}

/// Seconds of a fast machine for a point that lies outside, and for one that is mixed in two ways, of one band or several (a third of
/// what was measured).
pub const OUTSIDE: f64 = 4.5e-9;
pub const INSIDE: [(f64, f64); 2] = [(6e-9, 2e-8), (2.3e-8, 5.5e-8)];
/// The same for each old point that a new one is made of.
pub const TAP: (f64, f64) = (5e-10, 1.4e-9);
/// The part of its time that a method takes which looks around in one direction alone.
pub const AROUND: f64 = 0.3;

/// Methods of PIL's images.
pub const PASSES: &[(&str, Pass)] = &[
    ("box_blur", Pass::Points((3.8e-9, 1.1e-8), 1, 1.0)),
    ("gaussian_blur", Pass::Points((3.8e-9, 1.1e-8), 1, 3.0)),
    ("unsharp_mask", Pass::Points((1.4e-8, 3.6e-8), NAMED, 1.0)),
    ("effect_spread", Pass::Points((3.5e-8, 4e-8), NAMED, 1.0)),
    ("filter", Pass::Points((7e-9, 1.6e-8), NAMED, 1.0)),
    ("color_lut_3d", Pass::Points((1.5e-8, 1.5e-8), NAMED, 1.0)),
    ("resize", Pass::Resize),
    ("transform", Pass::Transform),
];

/// What is counted of an argument, by its place and name.
#[derive(Clone, Copy, Debug)]
pub enum Count {
    /// The number that it is.
    Number(usize, &'static str),
    /// The sum of its numbers.
    Sum(usize, &'static str),
    /// The items of an array.
    Items(usize, &'static str),
    /// Those that are not zero.
    NotZero(usize, &'static str),
    /// The rows of an array, or the items of a list, or the number that it is.
    Rows(usize, &'static str),
    /// The same along the axis of the second place.
    Along((usize, &'static str), (usize, &'static str)),
    /// The columns of an array.
    Columns(usize, &'static str),
    /// The items of an array that are places in another one, or of the largest one of a tuple of such.
    Places(usize, &'static str),
    /// 1 for an exponent whose powers are computed one by one, 0 for 1, 2 and infinity, which need none.
    Powers(usize, &'static str),
    /// The items of a list or tuple, if they are many.
    Many(usize, &'static str),
}

/// Seconds that a fast machine needs for a point of noise, a point of a line, a row of an ellipse, and a step to a derivative
/// (a third of what was measured).
pub const NOISE_POINT: f64 = 1.2e-8;
pub const LINE_POINT: f64 = 1.3e-10;
pub const ARC_ROW: f64 = 3e-9;
/// An item of an array that is gone through once. (One that repeats a few has more than there is memory for.)
pub const ITEM: f64 = 6e-11;
/// The same for one that is looked at or written by itself, and for one that is added somewhere.
pub const EACH_ITEM: f64 = 1.5e-10;
pub const ADDED: f64 = 1e-9;
/// The same for a step from a place that is higher than what is around it.
pub const HILL_STEP: f64 = 2e-10;
/// The same for an edge of a polygon that is filled, in each row of it, and for one that goes through the row.
pub const EDGE_ROW: f64 = 7e-11;
pub const CROSSING: f64 = 3e-8;
pub const CONTINUITY_STEP: f64 = 4e-10;
/// The same for a ball that is put into a row, and for an item that changes its place with another one, anywhere.
pub const BALL: f64 = 4e-10;
pub const EXCHANGE: f64 = 6e-9;

/// The time that a number takes.
#[derive(Clone, Copy, Debug)]
pub struct Takes {
    /// Place of the number, and its name.
    pub number: (usize, &'static str),
    /// Seconds that a fast machine needs for this power of it (a third of what was measured).
    pub each: f64,
    pub power: i32,
    /// How often that is tried for such a number: without an end where that is infinite.
    pub tries: fn(f64) -> f64,
    /// Place of the argument `size`, which says how many numbers are asked for.
    pub size: Option<usize>,
}

impl Takes {
    pub const fn power(place: usize, name: &'static str, each: f64, power: i32) -> Takes {
        Takes { number: (place, name), each, power, tries: |_| 1.0, size: None }
    }

    /// By how often it is tried alone.
    pub const fn tries(place: usize, name: &'static str, each: f64, tries: fn(f64) -> f64, size: Option<usize>) -> Takes {
        Takes { number: (place, name), each, power: 0, tries, size }
    }
}

/// `zipf` refuses what is no integer of C: nearly all near 1, and all beyond 1024.
pub fn zipf(a: f64) -> f64 {
    let accepted = 1.0 - (-(a - 1.0) * (i64::MAX as f64).ln()).exp();
    match a {
        _ if a > 1024.999 => f64::INFINITY,
        _ if accepted > 0.0 => 1.0 / accepted,
        _ => 0.0,
    }
}

/// `klvnzo` overflows there, and goes on looking.
pub fn zeros_of_kelvin(count: f64) -> f64 {
    if count > 225.0 {
        f64::INFINITY
    } else {
        0.0
    }
}

/// `vonmises` refuses all that it tries where its envelope, computed as it does, is as narrow as nothing.
pub fn vonmises(kappa: f64) -> f64 {
    let r = 1.0 + (1.0 + 4.0 * kappa * kappa).sqrt();
    let rho = (r - (2.0 * r).sqrt()) / (2.0 * kappa);
    let s = (1.0 + rho * rho) / (2.0 * rho);
    if kappa > 1e15 && (s <= 1.0 || s.is_nan()) {
        f64::INFINITY
    } else {
        1.0
    }
}
