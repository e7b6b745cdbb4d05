//! Where compiled functions of pandas find, among their arguments, the places by which they read and write memory: they look
//! at none of them. (As they are from pandas 1.5 to 3.0.)

/// What the places are places in.
#[derive(Clone, Copy, Debug)]
pub enum Within {
    /// The items of an argument along this axis.
    Axis(usize, usize),
    /// As many as this argument says.
    Number(usize),
    /// The ends of slices of an argument, which may be behind its last item.
    Ends(usize),
}

/// The array of places is this argument, or this item of it.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    pub argument: usize,
    pub item: Option<usize>,
    pub within: Within,
    /// Whether -1 stands for nothing.
    pub gaps: bool,
}

const fn taken(axis: usize) -> Places {
    Places { argument: 1, item: None, within: Within::Axis(0, axis), gaps: true }
}

const fn of_both(axis: usize) -> Places {
    Places { argument: 1, item: Some(axis), within: Within::Axis(0, axis), gaps: true }
}

const fn ends(argument: usize) -> Places {
    Places { argument, item: None, within: Within::Ends(0), gaps: false }
}

const WINDOWS: &[Places] = &[ends(1), ends(2)];

/// (module, a function that it has when it is loaded, beginnings of names of functions, what holds of their arguments)
pub const MODULES: &[(&str, &str, &[(&str, &[Places])])] = &[
    (
        "pandas._libs.algos",
        "take_1d_int64_int64",
        &[
            ("take_1d_", &[taken(0)]),
            ("take_2d_axis0_", &[taken(0)]),
            ("take_2d_axis1_", &[taken(1)]),
            ("take_2d_multi_", &[of_both(0), of_both(1)]),
            ("groupsort_indexer", &[Places { argument: 0, item: None, within: Within::Number(1), gaps: true }]),
        ],
    ),
    (
        "pandas._libs.window.aggregations",
        "roll_sum",
        &[
            ("roll_sum", WINDOWS),
            ("roll_mean", WINDOWS),
            ("roll_var", WINDOWS),
            ("roll_skew", WINDOWS),
            ("roll_kurt", WINDOWS),
            ("roll_median_c", WINDOWS),
            ("roll_max", WINDOWS),
            ("roll_min", WINDOWS),
            ("roll_first", WINDOWS),
            ("roll_last", WINDOWS),
            ("roll_nunique", WINDOWS),
            ("roll_quantile", WINDOWS),
            ("roll_rank", WINDOWS),
            ("ewm", WINDOWS),
        ],
    ),
];

/// A spline of several dimensions: points, knots, how many for each dimension, degrees, orders, coefficients, how many for each place,
/// their strides, and places.
pub const OF_SPLINE: &[(usize, &str)] =
    &[(0, "xi"), (1, "t"), (2, "len_t"), (3, "k"), (4, "nu"), (6, "c1r"), (7, "num_c_tr"), (8, "strides_c1"), (9, "indices_k1d")];
