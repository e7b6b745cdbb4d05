//! Functions of `scipy.special` that keep what they compute in arrays of fixed sizes and look at a part of their orders and
//! parameters, and those that take steps up to an order. (As they are in scipy 1.17.)

/// What there is room for, by the first numbers that a function is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// Mathieu's functions: order and parameter. What is more has no value in scipy either, as far as a parameter is an integer of C.
    Mathieu,
    /// Of spheroidal waves, by the orders m and n and the parameter c: characteristic values, functions of the angle, and
    /// of the radius, of the first and of the second kind.
    Characteristic,
    /// The same of all n from m on.
    Characteristics,
    /// The same in scipy before 1.17, which writes one number too many where n - m is even.
    FewCharacteristics,
    Angular,
    Radial,
    RadialOfSecondKind,
}

impl Room {
    /// Whether there is room for these numbers. (Of too few, and of what is no number, there is none.)
    pub fn holds(self, numbers: &[f64]) -> bool {
        if self == Room::Mathieu {
            return matches!(numbers, [order, parameter, ..] if *order <= 1e3 && parameter.abs() <= 1e6);
        }
        let &[m, n, c, ..] = numbers else { return false };
        let (terms, size) = ((n - m) / 2.0, c.abs());
        match self {
            Room::Characteristic => 10.0 + terms + size <= 298.0,
            Room::Characteristics => (0.0..=199.0).contains(&(n - m)) && Room::Characteristic.holds(numbers),
            Room::FewCharacteristics => (n - m) % 2.0 == 1.0 && Room::Characteristics.holds(numbers),
            Room::Angular => 25.0 + terms + size <= 198.0,
            Room::Radial => 50.0 + n + 2.0 * size <= 250.0,
            Room::RadialOfSecondKind => Room::Radial.holds(numbers) && 25.0 + terms + m + size <= 198.0 && 25.0 + terms + c >= 2.0,
            Room::Mathieu => false,
        }
    }
}

/// Steps up to the largest of some numbers.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    pub arguments: &'static [usize],
    /// Whether there are steps for integers alone.
    pub integers: bool,
    /// Whether there are steps for numbers above zero alone.
    pub above_zero: bool,
    /// Seconds that a fast machine needs for one (half of what was measured).
    pub each: f64,
}

const fn steps(arguments: &'static [usize], each: f64) -> Steps {
    Steps { arguments, integers: false, above_zero: false, each }
}

/// (functions, what there is room for)
pub const ROOMS: &[(&[&str], Room)] = &[
    (&["mathieu_cem", "mathieu_sem", "mathieu_modcem1", "mathieu_modcem2", "mathieu_modsem1", "mathieu_modsem2"], Room::Mathieu),
    (&["pro_cv", "obl_cv"], Room::Characteristic),
    (&["pro_ang1", "pro_ang1_cv", "obl_ang1", "obl_ang1_cv"], Room::Angular),
    (&["pro_rad1", "pro_rad1_cv", "obl_rad1", "obl_rad1_cv"], Room::Radial),
    (&["pro_rad2", "pro_rad2_cv", "obl_rad2", "obl_rad2_cv"], Room::RadialOfSecondKind),
];

/// (functions, steps)
pub const STEPS: &[(&[&str], Steps)] = &[
    (&["lpmv"], steps(&[0, 1], 4e-9)),
    (&["pbdv", "pbvv"], steps(&[0], 4e-9)),
    (&["mathieu_a", "mathieu_b"], steps(&[0], 1e-8)),
    (&["smirnovi"], steps(&[0], 1e-6)),
    (&["hyperu"], steps(&[0, 1], 3e-9)),
    (&["hyp1f1"], Steps { arguments: &[2], integers: false, above_zero: true, each: 1e-12 }),
    (
        &[
            "eval_chebyc",
            "eval_chebys",
            "eval_chebyt",
            "eval_chebyu",
            "eval_gegenbauer",
            "eval_genlaguerre",
            "eval_hermite",
            "eval_hermitenorm",
            "eval_jacobi",
            "eval_laguerre",
            "eval_legendre",
            "eval_sh_chebyt",
            "eval_sh_chebyu",
            "eval_sh_jacobi",
            "eval_sh_legendre",
        ],
        Steps { arguments: &[0], integers: true, above_zero: false, each: 1e-9 },
    ),
];

/// Modules that these are in, each with a function that it has when it is loaded.
pub const MODULES: &[(&str, &str)] = &[("scipy.special._ufuncs", "zetac"), ("scipy.special._special_ufuncs", "wright_bessel")];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_for_what_the_arrays_hold() {
        assert!(Room::Mathieu.holds(&[3.0, 5.0, 0.5]) && Room::Mathieu.holds(&[0.0, -5.0]));
        assert!(!Room::Mathieu.holds(&[3.0, 1e8]) && !Room::Mathieu.holds(&[3.0, f64::NAN]) && !Room::Mathieu.holds(&[3.0]));
        assert!(Room::Radial.holds(&[0.0, 1.0, 5.0]) && !Room::Radial.holds(&[2.0, 150.0, 50.0]));
        assert!(Room::RadialOfSecondKind.holds(&[0.0, 1.0, 5.0]) && !Room::RadialOfSecondKind.holds(&[2.0, 4.0, -28.0]));
        assert!(Room::Characteristic.holds(&[3.0, 100.0, 200.0]) && !Room::Characteristic.holds(&[0.0, 1.0, 500.0]));
        assert!(Room::Characteristics.holds(&[-200.0, -2.0, 50.0]) && Room::Characteristics.holds(&[2.0, 2.0, 0.5]));
        assert!(!Room::Characteristics.holds(&[-200.0, -2.0, 200.0]) && !Room::Characteristics.holds(&[2.0, 1.0, 0.5]));
        assert!(Room::FewCharacteristics.holds(&[2.0, 129.0, 0.5]) && !Room::FewCharacteristics.holds(&[2.0, 4.0, 0.5]));
        assert!(Room::Angular.holds(&[1.0, 3.0, 100.0]) && !Room::Angular.holds(&[1.0, 3.0, 200.0]));
    }
}
