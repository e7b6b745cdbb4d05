//! What compiled functions of scipy and scikit-learn take for granted of what a class of the code computes for them, or has been set in
//! one of its objects. (As they are in scipy 1.17 and scikit-learn 1.9; `sizes` has the rest.)

use crate::front::policy::sizes::Sizes;

/// A density: points, weights, where it is asked for, and the factor of its matrix.
const OF_DENSITY: &[(usize, &str)] = &[(0, "points"), (1, "values"), (2, "xi"), (3, "cho_cov")];

/// A fit of ODRPACK: parameters, values, places, what it is asked for, and the numbers that it begins anew with.
const OF_FIT: &[(usize, &str)] = &[(1, "beta0"), (2, "y"), (3, "x"), (11, "job"), (25, "iwork")];

/// Steps down a gradient: weights and their averages, the loss, the table, which rows are left out, and whether there are averages.
/// (Before scikit-learn 1.8 what follows on the loss stands one place further on.)
const OF_STEPS: &[(usize, &str)] = &[
    (0, "weights"),
    (2, "average_weights"),
    (4, "loss"),
    (8, "dataset"),
    (9, "validation_mask"),
    (10, "validation_mask"),
    (27, "average"),
    (28, "average"),
];

/// Categories: the number of each in a table, the values of its rows, and how many there are in each column.
const OF_CATEGORIES: &[(usize, &str)] = &[(0, "X_int"), (1, "y"), (2, "n_categories")];

/// A step of a search: numbers of the search, the gradient, and where it stands.
const OF_SEARCH: &[(usize, &str)] = &[(0, "state"), (2, "gradx"), (5, "sol"), (8, "buffer")];

/// Points, knots, powers, and how the space is moved.
const INTERPOLATION: Sizes = Sizes::Alike(&[(0, "x", "md"), (1, "y", "nd"), (4, "powers", "rd"), (5, "shift", "d"), (6, "scale", "d")]);
const SYSTEM: Sizes = Sizes::Alike(&[(0, "y", "nd"), (1, "d", "ns"), (2, "smoothing", "n"), (5, "powers", "rd")]);

/// (module, functions, what holds of their arguments)
pub const MODULES: &[(&str, &[&str], Sizes)] = &[
    ("scipy.odr.__odrpack", &["odr"], Sizes::Asks(("fits", "check"), OF_FIT)),
    (
        "scipy.stats._stats",
        &["gaussian_kernel_estimate_log", "gaussian_kernel_estimate"],
        Sizes::Asks(("fits", "check_density"), OF_DENSITY),
    ),
    ("scipy.optimize._lbfgsb", &["setulb"], Sizes::Asks(("fits", "check_gradient"), &[(1, "x"), (6, "g")])),
    ("scipy.optimize._slsqplib", &["slsqp"], Sizes::Asks(("fits", "check_search"), OF_SEARCH)),
    (
        "scipy.sparse.linalg._eigen.arpack._arpacklib",
        &["snaupd_wrap", "dnaupd_wrap", "cnaupd_wrap", "znaupd_wrap", "ssaupd_wrap", "dsaupd_wrap"],
        Sizes::Asks(("fits", "check_start"), &[(1, "resid"), (2, "v")]),
    ),
    ("scipy.interpolate._rbfinterp_pythran", &["_build_evaluation_coefficients"], INTERPOLATION),
    ("scipy.interpolate._rbfinterp_pythran", &["_build_system"], SYSTEM),
    ("scipy.ndimage._nd_image", &["value_indices"], Sizes::Asks(("fits", "check_range"), &[(0, "arr")])),
    ("scipy.sparse.csgraph._tools", &["construct_dist_matrix"], Sizes::Asks(("fits", "check_paths"), &[(1, "predecessors")])),
    ("sklearn.linear_model._sgd_fast", &["_plain_sgd32", "_plain_sgd64"], Sizes::Asks(("fits", "check_steps"), OF_STEPS)),
    (
        "sklearn.preprocessing._target_encoder_fast",
        &["_fit_encoding_fast", "_fit_encoding_fast_auto_smooth"],
        Sizes::Asks(("fits", "check_categories"), OF_CATEGORIES),
    ),
];
