//! Where compiled functions find the parts of sparse matrices among their arguments: they read and write memory by the
//! numbers in arrays of indices, and look at none of them. (From the headers of scipy's `sparsetools`, as they are from 1.15
//! to 1.18, and of its interface to SuperLU.)

/// How many of something there are.
#[derive(Clone, Copy, Debug)]
pub enum Size {
    /// As many as this argument says.
    Is(usize),
    /// As many as this argument has elements.
    Length(usize),
    /// As many rows as this argument points to: one less than its elements.
    Rows(usize),
    /// As many as this argument has elements, divided by what another says.
    Share(usize, usize),
    One,
    Any,
}

/// What holds of some of the arguments. Arguments are numbered from 0.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// Where the values lie: `values` is none for functions that look at none, and each is a block of this size.
    Compressed { pointers: usize, indices: usize, values: Option<usize>, rows: Size, columns: Size, block: (Size, Size) },
    /// `count` indices in each of these arguments, each below a size, and as many values.
    Entries { count: Size, indices: &'static [(usize, Size)], values: Option<usize> },
    /// Number of diagonals, length of each, offsets and values, from `at` on; offsets lie in a matrix of this size.
    Diagonals { at: usize, rows: Size, columns: Size },
    /// Ends of a slice of rows.
    Ends { ends: [usize; 2], below: Size },
    /// Matrices one after the other: how many, the rows of each, the columns of each; pointers, indices, values of all.
    Stacked,
    /// One array for all dimensions of `count` entries. What they add up to by `strides` is below `target`; where the last
    /// dimension has no stride, it is below `last`.
    Strided { count: usize, strides: usize, coordinates: usize, values: usize, target: Size, last: Option<Size> },
    /// The same, with shapes in the place of strides: of what is written, and of what is read by the last dimension.
    Shaped { count: usize, coordinates: usize, values: usize, target: usize, source: usize },
}

use Size::{Any, Is, Length, One, Rows, Share};

const fn compressed(rows: Size, columns: Size, pointers: usize) -> Part {
    blocks(rows, columns, pointers, (One, One))
}

const fn blocks(rows: Size, columns: Size, pointers: usize, block: (Size, Size)) -> Part {
    Part::Compressed { pointers, indices: pointers + 1, values: Some(pointers + 2), rows, columns, block }
}

const fn pattern(rows: Size, columns: Size, pointers: usize) -> Part {
    Part::Compressed { pointers, indices: pointers + 1, values: None, rows, columns, block: (One, One) }
}

/// SuperLU takes values, indices, pointers.
const fn reversed(rows: Size, values: usize) -> Part {
    Part::Compressed { pointers: values + 2, indices: values + 1, values: Some(values), rows, columns: rows, block: (One, One) }
}

/// What holds of the parts of a matrix in an order of our own: sizes, then arrays.
pub const OF_ROWS: Part = compressed(Is(0), Is(1), 2);
pub const OF_BLOCKS: Part = blocks(Is(0), Is(1), 4, (Is(2), Is(3)));
pub const OF_DIAGONALS: Part = Part::Diagonals { at: 0, rows: Any, columns: Any };
pub const OF_ENTRIES: Part = Part::Entries { count: Is(0), indices: &[(3, Is(1)), (4, Is(2))], values: Some(5) };

const SPARSETOOLS: &str = "scipy.sparse._sparsetools";

/// (module, functions, what holds of their arguments)
pub const FUNCTIONS: &[(&str, &[&str], &[Part])] = &[
    (
        SPARSETOOLS,
        &[
            "csr_tocsc",
            "csr_todense",
            "csr_matvec",
            "csr_scale_rows",
            "csr_scale_columns",
            "csr_sum_duplicates",
            "csr_eliminate_zeros",
            "get_csr_submatrix",
            "csr_sample_values",
        ],
        &[compressed(Is(0), Is(1), 2)],
    ),
    (SPARSETOOLS, &["csr_sample_offsets"], &[pattern(Is(0), Is(1), 2)]),
    (SPARSETOOLS, &["csr_matvecs"], &[compressed(Is(0), Is(1), 3)]),
    (SPARSETOOLS, &["csc_matvec"], &[compressed(Is(1), Is(0), 2)]),
    (SPARSETOOLS, &["csc_matvecs"], &[compressed(Is(1), Is(0), 3)]),
    (SPARSETOOLS, &["csr_diagonal"], &[compressed(Is(1), Is(2), 3)]),
    (SPARSETOOLS, &["csr_tobsr"], &[compressed(Is(0), Is(1), 4)]),
    (SPARSETOOLS, &["csr_count_blocks"], &[pattern(Is(0), Is(1), 4)]),
    (SPARSETOOLS, &["csr_has_sorted_indices", "csr_has_canonical_format", "cs_graph_components"], &[pattern(Is(0), Any, 1)]),
    (SPARSETOOLS, &["csr_sort_indices"], &[compressed(Is(0), Any, 1)]),
    (SPARSETOOLS, &["expandptr"], &[pattern(Is(0), Any, 1)]),
    (SPARSETOOLS, &["csr_row_index"], &[compressed(Any, Any, 2), Part::Entries { count: Is(0), indices: &[(1, Rows(2))], values: None }]),
    (SPARSETOOLS, &["csr_row_slice"], &[compressed(Any, Any, 3), Part::Ends { ends: [0, 1], below: Rows(3) }]),
    (
        SPARSETOOLS,
        &["csr_column_index1"],
        &[pattern(Is(2), Is(3), 4), Part::Entries { count: Is(0), indices: &[(1, Is(3))], values: None }],
    ),
    (SPARSETOOLS, &["csr_column_index2"], &[Part::Entries { count: Is(2), indices: &[(3, Length(1))], values: Some(4) }]),
    (SPARSETOOLS, &["csr_matmat_maxnnz"], &[pattern(Is(0), Rows(4), 2), pattern(Any, Is(1), 4)]),
    (SPARSETOOLS, &["csr_matmat"], &[compressed(Is(0), Rows(5), 2), compressed(Any, Is(1), 5)]),
    (SPARSETOOLS, &["csr_*_csr"], &[compressed(Is(0), Is(1), 2), compressed(Is(0), Is(1), 5)]),
    (SPARSETOOLS, &["csr_hstack"], &[Part::Stacked]),
    // (Versions of scipy before 1.16 have these, too.)
    (SPARSETOOLS, &["csc_tocsr"], &[compressed(Is(1), Is(0), 2)]),
    (SPARSETOOLS, &["csc_diagonal"], &[compressed(Is(2), Is(1), 3)]),
    (SPARSETOOLS, &["csc_matmat_maxnnz"], &[pattern(Is(1), Rows(2), 4), pattern(Any, Is(0), 2)]),
    (SPARSETOOLS, &["csc_matmat"], &[compressed(Is(1), Rows(2), 5), compressed(Any, Is(0), 2)]),
    (SPARSETOOLS, &["csc_*_csc"], &[compressed(Is(1), Is(0), 2), compressed(Is(1), Is(0), 5)]),
    (
        SPARSETOOLS,
        &["bsr_tocsr", "bsr_transpose", "bsr_scale_rows", "bsr_scale_columns", "bsr_sort_indices", "bsr_matvec"],
        &[blocks(Is(0), Is(1), 4, (Is(2), Is(3)))],
    ),
    (SPARSETOOLS, &["bsr_diagonal"], &[blocks(Is(1), Is(2), 5, (Is(3), Is(4)))]),
    (SPARSETOOLS, &["bsr_matvecs"], &[blocks(Is(0), Is(1), 5, (Is(3), Is(4)))]),
    (SPARSETOOLS, &["bsr_matmat"], &[blocks(Is(1), Rows(9), 6, (Is(3), Is(5))), blocks(Any, Is(2), 9, (Is(5), Is(4)))]),
    (SPARSETOOLS, &["bsr_*_bsr"], &[blocks(Is(0), Is(1), 4, (Is(2), Is(3))), blocks(Is(0), Is(1), 7, (Is(2), Is(3)))]),
    (SPARSETOOLS, &["coo_tocsr", "coo_todense"], &[Part::Entries { count: Is(2), indices: &[(3, Is(0)), (4, Is(1))], values: Some(5) }]),
    (SPARSETOOLS, &["coo_matvec"], &[Part::Entries { count: Is(0), indices: &[(1, Length(5)), (2, Length(4))], values: Some(3) }]),
    (
        SPARSETOOLS,
        &["coo_matmat_dense"],
        &[Part::Entries { count: Is(0), indices: &[(2, Share(6, 1)), (3, Share(5, 1))], values: Some(4) }],
    ),
    (SPARSETOOLS, &["coo_todense_nd"], &[Part::Strided { count: 1, strides: 0, coordinates: 3, values: 4, target: Length(5), last: None }]),
    (
        SPARSETOOLS,
        &["coo_matvec_nd"],
        &[Part::Strided { count: 0, strides: 2, coordinates: 3, values: 4, target: Length(6), last: Some(Length(5)) }],
    ),
    (SPARSETOOLS, &["coo_matmat_dense_nd"], &[Part::Shaped { count: 0, coordinates: 5, values: 6, target: 4, source: 3 }]),
    (SPARSETOOLS, &["dia_matvec", "dia_matvecs", "dia_tocsr"], &[Part::Diagonals { at: 2, rows: Any, columns: Any }]),
    (
        SPARSETOOLS,
        &["dia_matmat"],
        &[Part::Diagonals { at: 2, rows: Is(0), columns: Is(1) }, Part::Diagonals { at: 7, rows: Is(1), columns: Is(6) }],
    ),
    ("scipy.sparse.linalg._dsolve._superlu", &["gssv", "gstrf"], &[reversed(Is(0), 2)]),
    ("scipy.sparse.linalg._dsolve._superlu", &["gstrs"], &[reversed(Is(1), 3), reversed(Is(6), 8)]),
];

/// Modules of compiled functions that take whole matrices and read their arrays themselves.
pub const MODULES: &[&str] = &[
    "scipy.sparse.csgraph._flow",
    "scipy.sparse.csgraph._matching",
    "scipy.sparse.csgraph._min_spanning_tree",
    "scipy.sparse.csgraph._reordering",
    "scipy.sparse.csgraph._shortest_path",
    "scipy.sparse.csgraph._tools",
    "scipy.sparse.csgraph._traversal",
    "sklearn.utils.sparsefuncs_fast",
];

/// What holds of the arguments of `module.name`.
pub fn parts(module: &str, name: &str) -> Option<&'static [Part]> {
    let fits = |pattern: &str| match pattern.split_once('*') {
        Some((first, last)) => name.strip_prefix(first).is_some_and(|rest| rest.ends_with(last)),
        None => pattern == name,
    };
    FUNCTIONS.iter().find(|(of, names, _)| *of == module && names.iter().any(|pattern| fits(pattern))).map(|(_, _, parts)| *parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_alone_and_by_their_ends() {
        assert!(parts(SPARSETOOLS, "csr_matvec").is_some());
        assert!(matches!(parts(SPARSETOOLS, "bsr_plus_bsr"), Some([_, _])));
        assert!(parts(SPARSETOOLS, "dia_plus_csr").is_none());
        assert!(parts("scipy.sparse", "csr_matvec").is_none());
    }
}
