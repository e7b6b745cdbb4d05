//! What compiled functions of scipy take for granted of the sizes of their arguments, and of the numbers in them. (As they are
//! from scipy 1.15 to 1.18.)

/// What holds of the arguments of a function.
#[derive(Clone, Copy, Debug)]
pub enum Sizes {
    /// Argument 0 is a linkage: each row joins two clusters that there are by then. Argument 1, where it is an array, has a
    /// number for each row at least.
    Linkage,
    /// The argument of this place, or name, has the square of as many numbers as argument 0 has columns.
    Square(usize, &'static str),
    /// Knots, numbers and degree: there are as many numbers as knots and degree ask for.
    Spline,
}

/// (module, functions, what holds of their arguments)
pub const MODULES: &[(&str, &[&str], Sizes)] = &[
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
    ("scipy.interpolate._dierckx", &["evaluate_spline"], Sizes::Spline),
];
