//! What compiled functions of numpy, scipy, scikit-learn and PIL take for granted of the sizes of their arguments, and of the numbers in
//! them. (As they are from scipy 1.15 to 1.18 and in scikit-learn 1.9.)

use std::ops::RangeInclusive;

use crate::front::policy::places::OF_SPLINE;
use crate::front::policy::special;
use crate::front::policy::work::{self, Count, Pass, Takes, Work, ADDED, EACH_ITEM, EXCHANGE, ITEM, NAMED};

/// What holds of the arguments of a function.
#[derive(Clone, Copy, Debug)]
pub enum Sizes {
    /// Argument 0 is a linkage: each row joins two clusters that there are by then. Argument 1, where it is an array, has a
    /// number for each row at least.
    Linkage,
    /// The argument of this place, or name, has the square of as many numbers as argument 0 has columns.
    Square(usize, &'static str),
    /// Knots, numbers and degree, from this place on: there are as many numbers as knots and degree ask for.
    Spline(usize),
    /// Knots and degree, from this place on: there are two knots more than twice the degree.
    Knots(usize),
    /// Arrays, by place (or `NAMED`) and name, with a letter for each dimension: those with the same letter are of one length.
    Alike(&'static [(usize, &'static str, &'static str)]),
    /// `sepfir2d`: argument 0 is at least as wide, and as high, as the filters of arguments 1 and 2 reach.
    Filters,
    /// The number of threads, by place and name.
    Threads(usize, &'static str),
    /// Argument 0 has as many rows as there are weights (argument 1, or by name).
    Weights,
    /// The argument of this place is the size of a picture: width and height.
    Picture(usize),
    /// A method of a tree, or a function of one at this place: its nodes lead to later ones, and ask for columns of argument 0, or
    /// for those that it was made for.
    Tree(Option<usize>),
    /// Argument 0 has estimators with trees; argument 1 is the row of them that is asked (if it is a number), or the table.
    Trees,
    /// Argument 0 is a triangulation, or an interpolator over one: its corners and neighbours are there. Argument 1 has points (or
    /// values), which are as many and as long as they say.
    Triangles,
    /// The same of an interpolator and points that have as many columns as its own.
    Interpolated,
    /// What the array of this place, or name, is written along: it has a dimension at least.
    Along(usize, &'static str),
    /// Argument 1 has lists of rows of argument 0, none of them empty.
    Regions,
    /// Arguments of scikit-learn's `_libsvm` (a table, places, support vectors, how many of each class, coefficients, constants) fit each other.
    Vectors,
    /// The same of `_libsvm_sparse` (rows of support vectors, how many of each class, coefficients, constants).
    SparseVectors,
    /// Argument 0 has the nodes of a tree, which ask for columns of argument 1.
    Columns,
    /// Argument 0 is a node of YAML, which is not nested too deeply.
    Nodes,
    /// Size, part and steps of a picture that is computed point by point.
    Fractal,
    /// A method of an image: argument 0 is how wide the square around a point is that is looked at for each.
    Neighbourhood,
    /// A method of an image that has points.
    Points,
    /// A margin around an image.
    Margin,
    /// A method of an image that goes through all its points: there is time for that.
    Image(Pass),
    /// Argument 0 is a radius, or one for each direction: a number that an integer of C holds.
    Radius,
    /// The number at a place, or each of an array, takes time.
    Takes(Takes),
    /// There is time for what the function computes.
    Work(Work),
    /// The argument of this place, or name, has options of a solver, which is told to end with the run (`time_limit`).
    TimeLimit(usize, &'static str),
    /// No array has objects for elements: they would be copied without being counted.
    Numbers,
    /// The arrays of arguments 0 and 1 have as many dimensions.
    Ranks,
    /// The middle of argument 1, moved by the numbers at this place, lies inside of it.
    Origins(usize),
    /// There are as many items in the array of the second place, or name, as the number of the first says, or more.
    AsMany((usize, &'static str), (usize, &'static str)),
    /// The number at a place lies between these.
    Within((usize, &'static str), f64, f64),
    /// Options of SuperLU (by name): it takes as many columns at once as it has memory for.
    Factors,
    /// A method of a tree of points: the numbers of neighbours that are asked for begin with 1, and there is memory for them.
    Nearest,
    /// A method of a tree of points that finds all that are near: there is memory and time for as many.
    Near(Near),
    /// A method of an array: argument 0 (or by name) says how often each item is repeated, argument 1 along which axis. All in all, that
    /// is a number of items that there may be.
    Repeats,
    /// Argument 0 has how many points across and down become one: no more than an integer of C holds.
    Blocks,
    /// The argument of this place, or name, is an object.
    Object(usize, &'static str),
    /// The argument of this place, or name, is an object of this class (by its module and name).
    Instance((usize, &'static str), (&'static str, &'static str)),
    /// The argument of this place, or name, is an array, if it is given.
    Array(usize, &'static str),
    /// A filter along lines: argument 1 is how long it is (where it is no array of weights), argument 6 how far its middle is moved.
    Line,
    /// The argument of this place, or name, is the number of a month.
    Month(usize, &'static str),
    /// The same, for periods of the frequency of the second place or name that are shorter than months, and of the date of the third
    /// one, which tells its month.
    MonthOfPeriod((usize, &'static str), (usize, &'static str), Option<(usize, &'static str)>),
    /// A method of a fiscal year, which begins in a month.
    StartingMonth,
    /// The argument of this place, or name, is no array of strings of variable length, and no list with one.
    FixedItems(usize, &'static str),
    /// The argument of this place, or name, is an array with items.
    Items(usize, &'static str),
    /// A filter of the neighbourhood that argument 1 tells, with the weights of argument 2.
    Footprint,
    /// The arguments of these places, or names, are numbers whose squares can be added up.
    Finite(&'static [(usize, &'static str)]),
    /// The arguments of these places, or names, are counts, all in all as many as an integer of C holds.
    Counts(&'static [(usize, &'static str)]),
    /// A generator of Sobol sequences: its tables have the dimensions and points that it is asked for.
    Sobol,
    /// Factors and distances (arguments 1 and 2) that the places of points are computed from are finite, in a way (argument 5) in which
    /// such a place becomes a whole number.
    Places,
    /// A signal goes on beyond its ends: it has as many numbers as its way of doing so goes by.
    Ends,
    /// A picture that goes on beyond its borders has points.
    Borders,
    /// A window of a picture: its points are as many as an integer of C has the number of, and there is time for them.
    Window,
    /// Shortest paths by Dijkstra's algorithm: no way around leads back for less than nothing.
    Paths,
    /// Regions of labels (argument 1) of a picture: there is room for as many.
    Labels,
    /// A rank (argument 1) is one that a matrix of the size of argument 0 may have.
    Rank,
    /// Argument 1 is the order of the columns of arguments 0 and 2.
    Order,
    /// A step of `lsoda`: its arguments are what it asks for.
    Step,
    /// A function of a module of ours looks at the object that a method belongs to, and at these arguments.
    Asks((&'static str, &'static str), &'static [(usize, &'static str)]),
    /// A method of an array goes through all its items; seconds for one (as for `Work::Steps`).
    Walk(f64),
    /// A loss of scikit-learn: what it is computed of has as many rows and classes as what it is written into.
    Loss,
    /// There is room for what the first arguments, of these names, ask for.
    Room(special::Room, &'static [&'static str]),
}

/// What a tree of points is asked for, within a radius of what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Near {
    /// Pairs of its points.
    Pairs,
    /// Those around points.
    Points,
    /// Those around each point of another tree.
    Tree,
    /// Distances to the points of another tree.
    Distances,
}

/// Places and names of the arguments, and what each found point takes.
pub struct AskedNear {
    pub other: Option<(usize, &'static str)>,
    /// (Argument `p` comes next.)
    pub radius: (usize, &'static str),
    pub bytes: u64,
    /// On a fast machine (a third of what was measured).
    pub seconds: f64,
}

impl Near {
    pub const fn asked(self) -> AskedNear {
        let (other, radius, bytes, seconds) = match self {
            Near::Pairs => (None, (0, "r"), 16, 1e-8),
            Near::Points => (Some((0, "x")), (1, "r"), 8, 3e-8),
            Near::Tree => (Some((0, "other")), (1, "r"), 8, 3e-8),
            Near::Distances => (Some((0, "other")), (1, "max_distance"), 24, 3e-8),
        };
        AskedNear { other, radius, bytes, seconds }
    }
}

const fn takes(place: usize, name: &'static str, each: f64, power: i32) -> Sizes {
    Sizes::Takes(Takes::power(place, name, each, power))
}

const fn steps(counts: &'static [Count], each: f64) -> Sizes {
    Sizes::Work(Work::Steps(counts, each))
}

/// (module, class, methods, what holds)
pub const CLASSES: &[(&str, &str, &[&str], Sizes)] = &[
    (
        "sklearn.tree._tree",
        "Tree",
        &["apply", "compute_feature_importances", "compute_node_depths", "decision_path", "predict"],
        Sizes::Tree(None),
    ),
    (
        "sklearn.tree._tree",
        "Tree",
        &["compute_partial_dependence"],
        Sizes::Asks(("trees", "check_dependence"), &[(0, "X"), (1, "target_features"), (2, "out")]),
    ),
    ("sklearn._loss._loss", "CyLossFunction", LOSSES, Sizes::Loss),
    ("sklearn._loss._loss", "CyHalfSquaredError", LOSSES, Sizes::Loss),
    ("sklearn._loss._loss", "CyAbsoluteError", LOSSES, Sizes::Loss),
    ("sklearn._loss._loss", "CyPinballLoss", LOSSES, Sizes::Loss),
    ("sklearn._loss._loss", "CyHuberLoss", LOSSES, Sizes::Loss),
    ("sklearn._loss._loss", "CyHalfPoissonLoss", LOSSES, Sizes::Loss),
    ("sklearn._loss._loss", "CyHalfGammaLoss", LOSSES, Sizes::Loss),
    ("sklearn._loss._loss", "CyHalfTweedieLoss", LOSSES, Sizes::Loss),
    ("sklearn._loss._loss", "CyHalfTweedieLossIdentity", LOSSES, Sizes::Loss),
    ("sklearn._loss._loss", "CyHalfBinomialLoss", LOSSES, Sizes::Loss),
    ("sklearn._loss._loss", "CyExponentialLoss", LOSSES, Sizes::Loss),
    ("sklearn._loss._loss", "CyHalfMultinomialLoss", LOSSES, Sizes::Loss),
    // (A loss of the code may have made them.)
    (
        "sklearn.ensemble._hist_gradient_boosting.histogram",
        "HistogramBuilder",
        &["__init__"],
        Sizes::Asks(("fits", "check_histograms"), &[(0, "X_binned"), (2, "gradients"), (3, "hessians"), (4, "hessians_are_constant")]),
    ),
    ("sklearn.metrics._dist_metrics", "DistanceMetric32", &["pairwise"], DISTANCES),
    ("sklearn.metrics._dist_metrics", "DistanceMetric64", &["pairwise"], DISTANCES),
    (
        "scipy.spatial._qhull",
        "Delaunay",
        &["convex_hull", "find_simplex", "lift_points", "plane_distance", "transform", "vertex_neighbor_vertices", "vertex_to_simplex"],
        Sizes::Triangles,
    ),
    ("yaml._yaml", "CEmitter", &["serialize"], Sizes::Nodes),
    ("sklearn.metrics._pairwise_distances_reduction._argkmin", "ArgKmin32", COMPUTE, NEIGHBOURS),
    ("sklearn.metrics._pairwise_distances_reduction._argkmin", "ArgKmin32", COMPUTE, NORMS),
    ("sklearn.metrics._pairwise_distances_reduction._argkmin", "ArgKmin64", COMPUTE, NEIGHBOURS),
    ("sklearn.metrics._pairwise_distances_reduction._argkmin", "ArgKmin64", COMPUTE, NORMS),
    ("sklearn.metrics._pairwise_distances_reduction._radius_neighbors", "RadiusNeighbors32", COMPUTE, NEIGHBOURS),
    ("sklearn.metrics._pairwise_distances_reduction._radius_neighbors", "RadiusNeighbors32", COMPUTE, NORMS),
    ("sklearn.metrics._pairwise_distances_reduction._radius_neighbors", "RadiusNeighbors64", COMPUTE, NEIGHBOURS),
    ("sklearn.metrics._pairwise_distances_reduction._radius_neighbors", "RadiusNeighbors64", COMPUTE, NORMS),
    ("sklearn.metrics._pairwise_distances_reduction._argkmin_classmode", "ArgKminClassMode32", COMPUTE, NEIGHBOURS),
    ("sklearn.metrics._pairwise_distances_reduction._argkmin_classmode", "ArgKminClassMode64", COMPUTE, NEIGHBOURS),
    ("sklearn.metrics._pairwise_distances_reduction._radius_neighbors_classmode", "RadiusNeighborsClassMode32", COMPUTE, NEIGHBOURS),
    ("sklearn.metrics._pairwise_distances_reduction._radius_neighbors_classmode", "RadiusNeighborsClassMode64", COMPUTE, NEIGHBOURS),
    ("scipy.interpolate._interpnd", "LinearNDInterpolator", EVALUATE, Sizes::Interpolated),
    ("scipy.interpolate._interpnd", "CloughTocher2DInterpolator", EVALUATE, Sizes::Interpolated),
    ("numpy", "ndarray", &["repeat"], Sizes::Repeats),
    ("numpy", "ndarray", &["dot"], Sizes::Work(Work::Product)),
    // (What repeats a few items has more than there is memory for.)
    ("numpy", "ndarray", &["byteswap", "fill", "nonzero", "setfield"], Sizes::Walk(EACH_ITEM)),
    ("numpy", "ndarray", &["compress"], steps(&[Count::Items(0, "condition")], EACH_ITEM)),
    ("numpy", "ufunc", &["at"], steps(&[Count::Places(1, "indices")], ADDED)),
    ("numpy", "ufunc", &["accumulate", "reduceat"], Sizes::Work(Work::Steps(&[Count::Items(0, "array")], ITEM))),
    ("numpy", "ufunc", &["reduce"], Sizes::Work(Work::Steps(&[Count::Items(0, "array")], ITEM))),
    // (The least integer of C has no opposite.)
    ("numpy", "ndarray", &["diagonal", "trace"], Sizes::Within((0, "offset"), -(i32::MAX as f64), i32::MAX as f64)),
    ("numpy.random._generator", "Generator", &["random", "standard_normal"], Sizes::Array(2, "out")),
    ("numpy.random._generator", "Generator", &["standard_exponential", "standard_gamma"], Sizes::Array(3, "out")),
    ("pandas._libs.arrays", "NDArrayBacked", &["repeat"], Sizes::Repeats),
    (
        "pandas._libs.tslibs.offsets",
        "BaseOffset",
        &["is_month_end", "is_month_start", "is_quarter_end", "is_quarter_start", "is_year_end", "is_year_start"],
        Sizes::Object(0, "ts"),
    ),
    // (Argument 0 is the time.)
    ("pandas._libs.tslibs.timestamps", "Timestamp", &["replace"], Sizes::Month(2, "month")),
    // (Argument 0 is the class.)
    ("pandas._libs.tslibs.period", "Period", &["__new__"], Sizes::MonthOfPeriod((5, "month"), (2, "freq"), Some((1, "value")))),
    ("pandas._libs.tslibs.offsets", "FY5253", FISCAL, Sizes::StartingMonth),
    ("pandas._libs.tslibs.offsets", "FY5253Quarter", FISCAL, Sizes::StartingMonth),
    ("scipy.spatial._ckdtree", "cKDTree", &["query"], Sizes::Nearest),
    ("scipy.spatial._ckdtree", "cKDTree", &["query_pairs"], Sizes::Near(Near::Pairs)),
    ("scipy.spatial._ckdtree", "cKDTree", &["query_ball_point"], Sizes::Near(Near::Points)),
    ("scipy.spatial._ckdtree", "cKDTree", &["query_ball_tree"], Sizes::Near(Near::Tree)),
    ("scipy.spatial._ckdtree", "cKDTree", &["sparse_distance_matrix"], Sizes::Near(Near::Distances)),
    ("numpy.random.mtrand", "RandomState", &["zipf"], Sizes::Takes(Takes::tries(0, "a", 2e-8, work::zipf, Some(1)))),
    ("numpy.random.mtrand", "RandomState", &["vonmises"], Sizes::Takes(Takes::tries(1, "kappa", 1e-9, work::vonmises, Some(2)))),
    ("numpy.random.mtrand", "RandomState", &["permutation", "shuffle"], steps(&[Count::Rows(0, "x")], EXCHANGE)),
    ("numpy.random._generator", "Generator", &["permutation", "shuffle"], steps(&[Count::Along((0, "x"), (1, "axis"))], EXCHANGE)),
    ("numpy.random._generator", "Generator", &["permuted"], steps(&[Count::Items(0, "x")], EXCHANGE)),
    ("numpy.random._generator", "Generator", &["multivariate_hypergeometric"], Sizes::Work(Work::Balls)),
    ("numpy.random.bit_generator", "BitGenerator", &["random_raw"], takes(0, "size", 1e-9, 1)),
    ("numpy.random._mt19937", "MT19937", &["jumped"], takes(0, "jumps", 3e-4, 1)),
    // (Argument 0 is the solver.)
    ("scipy.optimize._highspy._core", "_Highs", &["passOptions"], Sizes::TimeLimit(1, "options")),
    ("statsmodels.tsa.stl._stl", "STL", &["fit"], takes(0, "inner_iter", 2.5e-6, 1)),
    // (`cumsum` and the like of arrays call it, too.)
    ("numpy", "ufunc", &["accumulate"], Sizes::Along(3, "out")),
];
const LOSSES: &[&str] = &["gradient", "gradient_hessian", "gradient_proba", "loss", "loss_gradient"];
const FISCAL: &[&str] = &["get_year_end", "is_on_offset", "year_has_extra_week", "get_weeks"];
const EVALUATE: &[&str] = &["_evaluate_complex", "_evaluate_double"];
const COMPUTE: &[&str] = &["compute"];
const DISTANCES: Sizes = Sizes::Asks(("metrics", "check"), &[(0, "X"), (1, "Y")]);
const NORMS: Sizes = Sizes::Asks(("metrics", "check_norms"), &[(NAMED, "X"), (NAMED, "Y"), (NAMED, "metric_kwargs")]);
/// Points of two tables with as many columns.
const NEIGHBOURS: Sizes = Sizes::Alike(&[(NAMED, "X", "sf"), (NAMED, "Y", "tf")]);

/// Methods of PIL's images that blur.
pub const BLURS: &[&str] = &["box_blur", "gaussian_blur", "unsharp_mask"];
/// Functions of PIL that make pictures, and methods that do. (PIL itself looks at parts that are cut out.)
pub const PICTURES: &[&str] = &["fill", "new"];
pub const RESIZES: &[&str] = &["resize"];
pub const REDUCES: &[&str] = &["reduce"];
pub const FRACTALS: &[&str] = &["effect_mandelbrot"];
pub const EFFECTS: &[&str] = &["effect_noise"];
/// Methods of PIL's drawings.
pub const DRAWINGS: &[(&[&str], Work)] = &[
    (&["draw_lines"], Work::Lines),
    (&["draw_polygon"], Work::Polygon),
    (&["draw_rectangle"], Work::Rectangle),
    (&["draw_arc", "draw_chord", "draw_ellipse", "draw_pieslice"], Work::Arc),
];
pub const NEIGHBOURHOODS: &[&str] = &["modefilter", "rankfilter"];
/// Methods of PIL's images that take it for granted that there are points.
pub const OF_POINTS: &[&str] = &["expand", "offset", "rankfilter"];
/// The one that divides by its margin.
pub const MARGINS: &[&str] = &["expand"];
/// More threads than that the system may not have, which ends the process.
pub const MOST_THREADS: i64 = 256;
/// A blur sees no point further away.
pub const WIDEST_BLUR: f64 = 1e9;

/// Options of SuperLU, and what they may be. (For more columns at once than its default it has no memory, and for less than
/// there is in the matrix neither.)
pub const FACTORS: &[(&str, RangeInclusive<f64>)] =
    &[("PanelSize", 1.0..=20.0), ("Relax", 0.0..=20.0), ("ILU_FillFactor", 1.0..=f64::INFINITY)];

/// Of a descent by products: numbers of the f features, their products.
const DESCENT_BY_PRODUCTS: Sizes = Sizes::Alike(&[(0, "w", "f"), (3, "Q", "ff"), (4, "q", "f")]);
/// Of s points with f features.
const DESCENT: Sizes = Sizes::Alike(&[(0, "w", "f"), (3, "X", "sf"), (4, "y", "s")]);
const SPARSE_DESCENT: Sizes = Sizes::Alike(&[(NAMED, "w", "f"), (NAMED, "y", "s"), (NAMED, "sample_weight", "s"), (NAMED, "X_mean", "f")]);
const DESCENT_OF_TASKS: Sizes =
    Sizes::Alike(&[(NAMED, "W", "tf"), (NAMED, "X", "sf"), (NAMED, "Y", "st"), (NAMED, "sample_weight", "s"), (NAMED, "X_mean", "f")]);

/// Of n observations: p parameters, k states.
const SMOOTHING: Sizes =
    Sizes::Alike(&[(0, "params", "p"), (1, "y", "n"), (2, "yhat", "n"), (3, "xhat", "nk"), (4, "is_fixed", "p"), (5, "fixed_values", "p")]);

/// Of s points with f features and k centres.
const CENTRES: Sizes = Sizes::Alike(&[
    (0, "X", "sf"),
    (1, "sample_weight", "s"),
    (2, "centers_old", "kf"),
    (3, "centers_new", "kf"),
    (4, "weight_in_clusters", "k"),
    (5, "labels", "s"),
    (6, "center_shift", "k"),
]);
const CENTRES_BY_BOUNDS: Sizes = Sizes::Alike(&[
    (0, "X", "sf"),
    (1, "sample_weight", "s"),
    (2, "centers_old", "kf"),
    (3, "centers_new", "kf"),
    (4, "weight_in_clusters", "k"),
    (5, "center_half_distances", "kk"),
    (6, "distance_next_center", "k"),
    (7, "upper_bounds", "s"),
    (8, "lower_bounds", "sk"),
    (9, "labels", "s"),
    (10, "center_shift", "k"),
]);
const FIRST_BOUNDS: Sizes = Sizes::Alike(&[
    (0, "X", "sf"),
    (1, "centers", "kf"),
    (2, "center_half_distances", "kk"),
    (3, "labels", "s"),
    (4, "upper_bounds", "s"),
    (5, "lower_bounds", "sk"),
]);
const INERTIA: Sizes = Sizes::Alike(&[(0, "X", "sf"), (1, "sample_weight", "s"), (2, "centers", "kf"), (3, "labels", "s")]);
const CENTRES_OF_A_BATCH: Sizes = Sizes::Alike(&[
    (0, "X", "sf"),
    (1, "sample_weight", "s"),
    (2, "centers_old", "kf"),
    (3, "centers_new", "kf"),
    (4, "weight_sums", "k"),
    (5, "labels", "s"),
]);

/// Each array is gone to, however short.
const JOINED: Sizes = steps(&[Count::Many(0, "arrays")], 5.5e-8);
/// A number of one point and one of another.
const DISTANCE: f64 = 1.1e-10;
/// The same where each takes a power.
const DISTANCE_OF_POWERS: f64 = 4e-9;
const TRANSFORMS: Sizes = Sizes::Work(Work::Transforms((1, "axes"), None));
/// A graph, and from which nodes on paths are searched for.
const OF_GRAPH: &[(usize, &str)] = &[(0, "csgraph"), (2, "indices")];
/// Fewer items of a list take no time.
pub const MANY: usize = 1_000_000;

/// (module, functions, what holds of their arguments)
pub const MODULES: &[(&str, &[&str], Sizes)] = &[
    // (What it is given takes the place of the one that there was, before a look.)
    ("numpy.random.mtrand", &["set_bit_generator"], Sizes::Instance((0, "bitgen"), ("numpy.random", "BitGenerator"))),
    // (Its module has another name before numpy 2.)
    ("numpy._core._multiarray_umath", &["inner", "dot"], Sizes::Work(Work::Product)),
    ("numpy.core._multiarray_umath", &["inner", "dot"], Sizes::Work(Work::Product)),
    ("numpy._core._multiarray_umath", &["vdot", "count_nonzero"], Sizes::Work(Work::Steps(&[Count::Items(0, "a")], ITEM))),
    ("numpy._core._multiarray_umath", &["correlate2", "correlate"], Sizes::Work(Work::Convolution)),
    ("numpy.core._multiarray_umath", &["correlate2", "correlate"], Sizes::Work(Work::Convolution)),
    ("numpy._core._multiarray_umath", &["concatenate"], JOINED),
    ("numpy.core._multiarray_umath", &["concatenate"], JOINED),
    ("numpy._core._multiarray_umath", &["copyto"], steps(&[Count::Items(0, "dst")], EACH_ITEM)),
    ("numpy._core._multiarray_umath", &["putmask"], steps(&[Count::Items(0, "a")], EACH_ITEM)),
    ("numpy._core._multiarray_umath", &["_place"], steps(&[Count::Items(0, "arr")], EACH_ITEM)),
    ("numpy._core._multiarray_umath", &["where"], steps(&[Count::Items(0, "condition")], EACH_ITEM)),
    ("numpy._core._multiarray_umath", &["c_einsum"], Sizes::Work(Work::Sums)),
    ("scipy.linalg._batched_linalg", &["_inv"], Sizes::Work(Work::Decomposition(1.3))),
    ("scipy.linalg._batched_linalg", &["_solve"], Sizes::Work(Work::Decomposition(0.3))),
    ("scipy.special._specfun", &["airyzo"], takes(0, "nt", 7e-8, 1)),
    ("scipy.special._specfun", &["jyzo"], takes(1, "nt", 7e-7, 1)),
    ("scipy.special._specfun", &["cerzo", "cyzo"], takes(0, "nt", 8e-10, 3)),
    ("scipy.special._specfun", &["fcszo"], takes(1, "nt", 8e-10, 3)),
    ("scipy.special._specfun", &["klvnzo"], Sizes::Takes(Takes::tries(0, "nt", 1e-9, work::zeros_of_kelvin, None))),
    ("scipy.interpolate._ppoly", &["fix_continuity"], Sizes::Work(Work::Continuity)),
    ("scipy.special._specfun", &["segv"], Sizes::Room(special::Room::Characteristics, &["m", "n", "c"])),
    ("scipy.special._specfun", &["jdzo"], Sizes::Within((0, "nt"), 0.0, 1200.0)),
    // (It counts with integers of C.)
    ("scipy.stats._rcont.rcont", &["rvs_rcont1", "rvs_rcont2"], Sizes::Counts(&[(0, "row"), (1, "col")])),
    ("scipy.cluster._vq", &["vq"], Sizes::Finite(&[(0, "obs"), (1, "codes")])),
    ("scipy.cluster._vq", &["vq"], Sizes::Items(1, "codes")),
    // (It has room for as many digits, and takes -1 for as many as there are.)
    ("scipy.io._fast_matrix_market._fmm_core", &["open_write_file", "open_write_stream"], Sizes::Within((3, "precision"), -1.0, 17.0)),
    // (By default 4. What it takes grows with its square.)
    ("matplotlib._image", &["resample"], Sizes::Within((7, "radius"), 0.0, 64.0)),
    ("sklearn.manifold._barnes_hut_tsne", &["gradient"], Sizes::Finite(&[(1, "pos_output")])),
    ("scipy.sparse.linalg._dsolve._superlu", &["gssv", "gstrf"], Sizes::Factors),
    // (Each of half of the taps is asked at sixteen times as many places, once at least.)
    ("scipy.signal._sigtools", &["_remez"], takes(0, "numtaps", 1e-9, 2)),
    ("scipy.integrate._odepack", &["lsoda"], Sizes::Step),
    ("sklearn.tree._tree", &["ccp_pruning_path"], Sizes::Tree(Some(0))),
    ("sklearn.tree._tree", &["_build_pruned_tree_ccp"], Sizes::Tree(Some(1))),
    ("sklearn.ensemble._gradient_boosting", &["predict_stage", "predict_stages"], Sizes::Trees),
    (
        "scipy.cluster._hierarchy",
        &[
            "calculate_cluster_sizes",
            "cluster_dist",
            "cluster_in",
            "cluster_maxclust_dist",
            "cluster_maxclust_monocrit",
            "cluster_monocrit",
            "cophenetic_distances",
            "get_max_Rfield_for_each_cluster",
            "get_max_dist_for_each_cluster",
            "inconsistent",
            "leaders",
            "prelist",
        ],
        Sizes::Linkage,
    ),
    ("scipy.cluster._optimal_leaf_ordering", &["optimal_leaf_ordering"], Sizes::Linkage),
    ("scipy.spatial._distance_wrap", &["cdist_mahalanobis_double_wrap"], Sizes::Square(3, "VI")),
    ("scipy.spatial._distance_wrap", &["pdist_mahalanobis_double_wrap"], Sizes::Square(2, "VI")),
    ("scipy.spatial._distance_wrap", &["to_vector_from_squareform_wrap", "to_squareform_from_vector_wrap"], Sizes::Numbers),
    ("scipy.stats._sobol", &["_cscramble", "_fast_forward", "_draw"], Sizes::Sobol),
    ("scipy.ndimage._nd_image", &["zoom_shift"], Sizes::Places),
    ("scipy.ndimage._nd_image", &["find_objects"], Sizes::Labels),
    ("scipy.signal._upfirdn_apply", &["_apply"], Sizes::Ends),
    (
        "scipy.linalg._decomp_interpolative",
        &[
            "iddr_aid",
            "iddr_asvd",
            "iddr_id",
            "iddr_rid",
            "iddr_rsvd",
            "iddr_svd",
            "idzr_aid",
            "idzr_asvd",
            "idzr_rid",
            "idzr_rsvd",
            "idzr_svd",
            "idzr_id",
        ],
        Sizes::Rank,
    ),
    ("scipy.linalg._decomp_interpolative", &["idd_reconid", "idz_id2svd", "idz_reconid", "idd_id2svd"], Sizes::Order),
    ("scipy.signal._sigtools", &["_convolve2d"], Sizes::Borders),
    ("scipy.signal._sigtools", &["_medfilt2d"], Sizes::Window),
    ("scipy.ndimage._nd_image", &["distance_transform_op"], Sizes::Ranks),
    ("scipy.ndimage._nd_image", &["correlate1d", "min_or_max_filter1d", "uniform_filter1d"], Sizes::Line),
    ("scipy.ndimage._nd_image", &["rank_filter"], Sizes::Within((1, "rank"), 0.0, i32::MAX as f64)),
    ("numpy._core._multiarray_umath", &["lexsort"], Sizes::FixedItems(0, "keys")),
    ("numpy._core._multiarray_umath", &["_place"], Sizes::FixedItems(0, "arr")),
    ("scipy.ndimage._nd_image", &["min_or_max_filter"], Sizes::Footprint),
    // (Versions of scipy have one of them.)
    ("scipy.optimize._slsqplib", &["nnls"], Sizes::Items(0, "A")),
    ("scipy.optimize._cython_nnls", &["_nnls"], Sizes::Items(0, "A")),
    ("pandas._libs.window.indexers", &["calculate_variable_window_bounds"], Sizes::AsMany((0, "num_values"), (5, "index"))),
    ("pandas._libs.tslibs.period", &["period_ordinal"], Sizes::MonthOfPeriod((1, "m"), (8, "freq"), None)),
    ("scipy.ndimage._nd_image", &["binary_erosion"], Sizes::Origins(5)),
    ("scipy.ndimage._nd_image", &["binary_erosion2"], Sizes::Origins(4)),
    ("scipy.spatial._voronoi", &["sort_vertices_of_regions"], Sizes::Regions),
    ("scipy.sparse.csgraph._shortest_path", &["dijkstra"], Sizes::Paths),
    // (It writes the first path before it looks whether there is room for one.)
    ("scipy.sparse.csgraph._shortest_path", &["yen"], Sizes::Within((3, "K"), 1.0, i32::MAX as f64)),
    ("sklearn.cluster._hdbscan._tree", &["labelling_at_cut", "tree_to_labels"], Sizes::Asks(("trees", "check_links"), &[(0, "linkage")])),
    ("scipy.interpolate._dierckx", &["evaluate_ndbspline"], Sizes::Asks(("splines", "check"), OF_SPLINE)),
    ("scipy.interpolate._bspl", &["evaluate_ndbspline"], Sizes::Asks(("splines", "check"), OF_SPLINE)),
    ("scipy.interpolate._interpnd", &["estimate_gradients_2d_global"], Sizes::Triangles),
    ("sklearn.svm._libsvm", &["decision_function", "predict", "predict_proba"], Sizes::Vectors),
    (
        "sklearn.svm._libsvm_sparse",
        &["libsvm_sparse_decision_function", "libsvm_sparse_predict", "libsvm_sparse_predict_proba"],
        Sizes::SparseVectors,
    ),
    ("sklearn.cluster._k_means_lloyd", &["lloyd_iter_chunked_dense", "lloyd_iter_chunked_sparse"], CENTRES),
    ("sklearn.cluster._k_means_elkan", &["elkan_iter_chunked_dense", "elkan_iter_chunked_sparse"], CENTRES_BY_BOUNDS),
    ("sklearn.cluster._k_means_elkan", &["init_bounds_dense", "init_bounds_sparse"], FIRST_BOUNDS),
    ("sklearn.cluster._k_means_common", &["_inertia_dense", "_inertia_sparse"], INERTIA),
    ("sklearn.cluster._k_means_minibatch", &["_minibatch_update_dense", "_minibatch_update_sparse"], CENTRES_OF_A_BATCH),
    ("sklearn.ensemble._hist_gradient_boosting._predictor", &["_predict_from_raw_data"], Sizes::Columns),
    ("scipy.signal._spline", &["sepfir2d"], Sizes::Filters),
    ("scipy.stats._qmc_cy", &["_cy_van_der_corput"], Sizes::Threads(3, "workers")),
    ("scipy.stats._qmc_cy", &["_cy_van_der_corput_scrambled"], Sizes::Threads(4, "workers")),
    (
        "scipy.stats._qmc_cy",
        &[
            "_cy_wrapper_centered_discrepancy",
            "_cy_wrapper_l2_star_discrepancy",
            "_cy_wrapper_mixture_discrepancy",
            "_cy_wrapper_wrap_around_discrepancy",
        ],
        Sizes::Threads(2, "workers"),
    ),
    ("sklearn.utils.sparsefuncs_fast", &["csr_mean_variance_axis0", "csc_mean_variance_axis0"], Sizes::Weights),
    ("scipy.interpolate._dierckx", &["evaluate_all_bspl", "find_interval"], Sizes::Knots(0)),
    ("scipy.interpolate._dierckx", &["_coloc", "_norm_eq_lsq", "data_matrix", "data_matrix_periodic", "fpknot"], Sizes::Knots(1)),
    ("scipy.interpolate._dierckx", &["evaluate_spline"], Sizes::Spline(0)),
    ("scipy.interpolate._fitpack", &["_insert"], Sizes::Spline(1)),
    ("sklearn.linear_model._cd_fast", &["enet_coordinate_descent"], DESCENT),
    ("sklearn.linear_model._cd_fast", &["enet_coordinate_descent_gram"], DESCENT_BY_PRODUCTS),
    ("sklearn.linear_model._cd_fast", &["enet_coordinate_descent_multi_task"], DESCENT_OF_TASKS),
    ("sklearn.linear_model._cd_fast", &["sparse_enet_coordinate_descent"], SPARSE_DESCENT),
    (
        "statsmodels.tsa.exponential_smoothing._ets_smooth",
        &["_ets_smooth_add_add", "_ets_smooth_add_mul", "_ets_smooth_mul_add", "_ets_smooth_mul_mul"],
        SMOOTHING,
    ),
    ("scipy.stats._rcont.rcont", &["rvs_rcont1"], steps(&[Count::Number(3, "size"), Count::Sum(0, "row")], 2e-8)),
    ("scipy.stats._rcont.rcont", &["rvs_rcont2"], steps(&[Count::Number(3, "size"), Count::Items(0, "row"), Count::Items(1, "col")], 1e-7)),
    ("scipy.ndimage._nd_image", &["correlate"], steps(&[Count::Items(0, "input"), Count::NotZero(1, "weights")], 5e-10)),
    ("scipy.ndimage._nd_image", &["correlate1d"], steps(&[Count::Items(0, "input"), Count::Items(1, "weights")], 1.5e-10)),
    ("scipy.ndimage._nd_image", &["generic_filter"], steps(&[Count::Items(0, "input"), Count::NotZero(2, "footprint")], 1e-9)),
    ("scipy.ndimage._nd_image", &["distance_transform_bf"], Sizes::Work(Work::Told(("pictures", "around"), &[(0, "input")], 1.2e-9))),
    ("scipy.signal._peak_finding_utils", &["_peak_prominences"], Sizes::Work(Work::Hills)),
    ("scipy.cluster._hierarchy", &["mst_single_linkage"], steps(&[Count::Items(0, "dists")], 8e-9)),
    ("scipy.cluster._hierarchy", &["nn_chain", "fast_linkage"], steps(&[Count::Items(0, "dists")], 1.2e-8)),
    ("scipy.sparse.csgraph._shortest_path", &["bellman_ford"], Sizes::Work(Work::Told(("graphs", "relaxed"), OF_GRAPH, 6e-10))),
    ("scipy.ndimage._nd_image", &["min_or_max_filter"], steps(&[Count::Items(0, "input"), Count::NotZero(1, "footprint")], 1e-9)),
    ("scipy.ndimage._nd_image", &["rank_filter"], steps(&[Count::Items(0, "input"), Count::NotZero(2, "footprint")], 2e-9)),
    // (Argument 3 is 0 for the inner part alone, which may be small, 1 for one as large as the first array, 2 for all.)
    ("scipy.signal._sigtools", &["_convolve2d"], steps(&[Count::Number(3, "mode"), Count::Items(0, "in1"), Count::Items(1, "in2")], 9e-10)),
    ("scipy.signal._sigtools", &["_correlateND"], steps(&[Count::Items(2, "out"), Count::Items(1, "kernel")], 6e-9)),
    ("scipy.signal._sigtools", &["_linear_filter"], steps(&[Count::Items(0, "b"), Count::Items(2, "X")], 5e-10)),
    ("scipy.signal._sigtools", &["_linear_filter"], steps(&[Count::Items(1, "a"), Count::Items(2, "X")], 5e-10)),
    ("scipy.sparse.csgraph._shortest_path", &["floyd_warshall"], steps(&[Count::Rows(0, "csgraph"); 3], 1e-9)),
    ("pandas._libs.algos", &["nancorr", "nancorr_spearman"], steps(&[Count::Items(0, "mat"), Count::Columns(0, "mat")], 3.5e-10)),
    ("scipy.fft._pocketfft.pypocketfft", &["c2c", "r2c", "genuine_hartley", "separable_hartley"], TRANSFORMS),
    ("scipy.fft._pocketfft.pypocketfft", &["r2r_fftpack"], TRANSFORMS),
    ("scipy.fft._pocketfft.pypocketfft", &["c2r"], Sizes::Work(Work::Transforms((1, "axes"), Some((2, "lastsize"))))),
    ("scipy.fft._pocketfft.pypocketfft", &["dct", "dst"], Sizes::Work(Work::Transforms((2, "axes"), None))),
    (
        "scipy.spatial._distance_pybind",
        &[
            "cdist_braycurtis",
            "cdist_canberra",
            "cdist_chebyshev",
            "cdist_cityblock",
            "cdist_euclidean",
            "cdist_hamming",
            "cdist_minkowski",
            "cdist_sqeuclidean",
        ],
        steps(&[Count::Items(0, "x"), Count::Rows(1, "y")], DISTANCE),
    ),
    (
        "scipy.spatial._distance_pybind",
        &[
            "pdist_braycurtis",
            "pdist_canberra",
            "pdist_chebyshev",
            "pdist_cityblock",
            "pdist_euclidean",
            "pdist_hamming",
            "pdist_minkowski",
            "pdist_sqeuclidean",
        ],
        steps(&[Count::Items(0, "x"), Count::Rows(0, "x")], DISTANCE / 2.0),
    ),
    (
        "scipy.spatial._distance_pybind",
        &["cdist_minkowski"],
        steps(&[Count::Powers(4, "p"), Count::Items(0, "x"), Count::Rows(1, "y")], DISTANCE_OF_POWERS),
    ),
    (
        "scipy.spatial._distance_pybind",
        &["pdist_minkowski"],
        steps(&[Count::Powers(3, "p"), Count::Items(0, "x"), Count::Rows(0, "x")], DISTANCE_OF_POWERS / 2.0),
    ),
    ("scipy.spatial._distance_wrap", &["cdist_jensenshannon_double_wrap"], steps(&[Count::Items(0, "XA"), Count::Rows(1, "XB")], 5e-9)),
    ("scipy.spatial._distance_wrap", &["pdist_jensenshannon_double_wrap"], steps(&[Count::Items(0, "X"), Count::Rows(0, "X")], 2.5e-9)),
    (
        "scipy.stats._qmc_cy",
        &["_cy_wrapper_centered_discrepancy", "_cy_wrapper_mixture_discrepancy", "_cy_wrapper_wrap_around_discrepancy"],
        steps(&[Count::Items(0, "sample"), Count::Rows(0, "sample")], 1e-10),
    ),
    // (Beyond that, it goes on without an end.)
    ("sklearn.svm._liblinear", &["train_wrap"], Sizes::Within((6, "C"), 0.0, 1e100)),
];

/// What functions of BLAS and LAPACK compute of matrices, if they are asked for the least.
#[derive(Clone, Copy, Debug)]
pub enum OfMatrices {
    /// A factor of `rows * columns * the smaller of them`.
    Factor(f64),
    /// Numbers of a matrix of bands, in rows; seconds for the square of its columns (a third of what was measured).
    Bands(f64),
    /// Sums of products with two triangles; seconds for each term (a third of what was measured).
    Sylvester(f64),
    /// A part of the product of two.
    Product(f64),
    /// A part of the product of one with itself, turned.
    Square(f64),
}

const FIRST: &[(usize, &str)] = &[(0, "a")];
const SECOND: &[(usize, &str)] = &[(1, "a")];
const FIRST_TWO: &[(usize, &str)] = &[(0, "a"), (1, "b")];
const BOTH: &[(usize, &str)] = &[(1, "a"), (2, "b")];

/// (Names, without the letter for the kind of numbers; places and names of the matrices; what is computed of them)
pub const OF_MATRICES: &[(&[&str], &[(usize, &str)], OfMatrices)] = &[
    (&["sbevd", "hbevd", "sbev"], &[(0, "ab")], OfMatrices::Bands(4e-9)),
    (&["trsyl"], FIRST_TWO, OfMatrices::Sylvester(1e-10)),
    (&["geev"], FIRST, OfMatrices::Factor(10.0)),
    // (A function that chooses comes first.)
    (&["gees"], SECOND, OfMatrices::Factor(10.0)),
    (&["ggev"], FIRST, OfMatrices::Factor(25.0)),
    (&["gges"], SECOND, OfMatrices::Factor(25.0)),
    (&["gesdd", "gesvd", "gelsd", "gelss"], FIRST, OfMatrices::Factor(4.0)),
    (&["gehrd"], FIRST, OfMatrices::Factor(3.0)),
    (&["syev", "syevd", "syevr", "syevx", "heev", "heevd", "heevr", "heevx"], FIRST, OfMatrices::Factor(1.3)),
    (&["sygv", "sygvd", "sygvx", "hegv", "hegvd", "hegvx", "sytrd", "hetrd"], FIRST, OfMatrices::Factor(1.3)),
    (&["geqrf", "geqp3", "gerqf", "gelsy", "gels"], FIRST, OfMatrices::Factor(1.3)),
    (&["getrf", "getc2", "gesv"], FIRST, OfMatrices::Factor(0.6)),
    (&["potrf", "pstrf", "posv", "sytrf", "hetrf", "sysv", "hesv"], FIRST, OfMatrices::Factor(0.3)),
    (&["gemm", "symm", "hemm"], BOTH, OfMatrices::Product(1.0)),
    (&["trmm", "trsm"], BOTH, OfMatrices::Product(0.5)),
    (&["syrk", "herk"], SECOND, OfMatrices::Square(0.5)),
];

/// What functions of LAPACK take for granted of pivots: they lie in a matrix.
pub struct Pivots {
    /// Names, without the letter for the kind of numbers.
    pub functions: &'static [&'static str],
    /// Place and name of the arrays of pivots.
    pub arrays: &'static [(usize, &'static str)],
    /// The matrix, and the side that pivots are places on.
    pub matrix: (usize, &'static str),
    pub side: Side,
    /// The first place, and what a pivot may be besides.
    pub first: First,
}

/// A side of a matrix.
#[derive(Clone, Copy)]
pub enum Side {
    Rows,
    Columns,
    /// The matrix is a square; the function goes by either side.
    Both,
    /// What stands for the matrix is no matrix.
    Vector,
}

impl Side {
    /// How long it is, in an array of this shape. (A number stands for a matrix of one row and one column, a list for one column.)
    pub fn of(self, shape: &[usize]) -> usize {
        let side = |place: usize| shape.get(place).copied().unwrap_or(1);
        match self {
            Side::Rows | Side::Vector => side(0),
            Side::Columns => side(1),
            Side::Both => side(0).min(side(1)),
        }
    }
}

/// How places of pivots are counted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum First {
    Zero,
    One,
    /// From one; zeros stand for none.
    OneOrNone,
    /// From one; a negative pivot stands for two rows.
    OneSigned,
}

/// Functions of BLAS and LAPACK on triangles that lie in a row, without the letter for the kind of numbers: they square a size.
pub const PACKED: &[&str] = &[
    "hfrk", "hpmv", "hpr", "hpr2", "pftrf", "pftri", "pftrs", "ppcon", "ppsv", "pptrf", "pptri", "pptrs", "sfrk", "spmv", "spr", "spr2",
    "tfsm", "tfttp", "tfttr", "tpmv", "tpsv", "tpttf", "tpttr",
];

/// The room that an array must have.
#[derive(Clone, Copy, Debug)]
pub enum Room {
    /// For the triangle of a matrix of `n` rows.
    Triangle,
    /// As many rows as there are diagonals: those below the main one (`kl`) so often, and those above (`ku`).
    Bands(u64),
}

/// What a function, named as above, asks of an array, by place and name, without a look.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    pub function: &'static str,
    pub array: (usize, &'static str),
    pub room: Room,
}

pub const ASKED: &[Asked] = &[
    Asked { function: "ppcon", array: (1, "ap"), room: Room::Triangle },
    Asked { function: "gbcon", array: (2, "ab"), room: Room::Bands(2) },
    Asked { function: "langb", array: (3, "ab"), room: Room::Bands(1) },
];

/// As they are in `scipy.linalg.lapack`.
pub const PIVOTS: &[Pivots] = &[
    Pivots { functions: &["getrs", "getri"], arrays: &[(1, "piv")], matrix: (0, "lu"), side: Side::Both, first: First::Zero },
    Pivots { functions: &[LASWP], arrays: &[(1, "piv")], matrix: (0, "a"), side: Side::Rows, first: First::Zero },
    Pivots { functions: &["gesc2"], arrays: &[(2, "ipiv"), (3, "jpiv")], matrix: (0, "lu"), side: Side::Both, first: First::Zero },
    Pivots { functions: &["gesvx"], arrays: &[(5, "ipiv")], matrix: (0, "a"), side: Side::Both, first: First::One },
    Pivots {
        functions: &["sytrs", "sytri", "hetrs", "hetri", "sycon", "hecon", "syconv"],
        arrays: &[(1, "ipiv")],
        matrix: (0, "a"),
        side: Side::Both,
        first: First::OneSigned,
    },
    Pivots { functions: &["sysvx", "hesvx"], arrays: &[(3, "ipiv")], matrix: (0, "a"), side: Side::Both, first: First::OneSigned },
    Pivots { functions: &["gbtrs"], arrays: &[(4, "ipiv")], matrix: (0, "ab"), side: Side::Columns, first: First::Zero },
    Pivots { functions: &["gbcon"], arrays: &[(3, "ipiv")], matrix: (2, "ab"), side: Side::Columns, first: First::Zero },
    Pivots { functions: &["gttrs", "gtcon"], arrays: &[(4, "ipiv")], matrix: (1, "d"), side: Side::Vector, first: First::One },
    Pivots { functions: &["gtsvx"], arrays: &[(10, "ipiv")], matrix: (1, "d"), side: Side::Vector, first: First::One },
    Pivots {
        functions: &["stein"],
        arrays: &[(3, "iblock"), (4, "isplit")],
        matrix: (0, "d"),
        side: Side::Vector,
        first: First::OneOrNone,
    },
];

/// It takes pivots in steps: places and names of the first, the last, where they begin and how far they are apart.
pub const LASWP: &str = "laswp";
pub const LASWP_STEPS: [(usize, &str); 4] = [(2, "k1"), (3, "k2"), (4, "off"), (5, "inc")];

/// What functions of FITPACK take for granted of a spline, by places and names of arguments.
pub struct Fitpack {
    pub functions: &'static [&'static str],
    /// Knots and degree of each direction.
    pub directions: &'static [((usize, &'static str), (usize, &'static str))],
    /// What is given is more than the degree by this.
    pub order: i64,
    /// The highest degree that they have room for.
    pub most: usize,
}

const CURVE: &[((usize, &str), (usize, &str))] = &[((0, "t"), (2, "k"))];
const SURFACE: &[((usize, &str), (usize, &str))] = &[((0, "tx"), (3, "kx")), ((1, "ty"), (4, "ky"))];

/// As they are in `scipy.interpolate._dfitpack`. (The rest looks itself.)
pub const FITPACK: &[Fitpack] = &[
    Fitpack { functions: &["splev", "splder"], directions: CURVE, order: 0, most: 19 },
    Fitpack { functions: &["splint"], directions: CURVE, order: 0, most: 5 },
    Fitpack { functions: &["spalde"], directions: &[((0, "t"), (2, "k1"))], order: 1, most: 19 },
    Fitpack { functions: &["bispev", "bispeu", "parder", "pardeu", "pardtc", "dblint"], directions: SURFACE, order: 0, most: 5 },
];
