//! Golden catalogues: what a seed made once, it makes always. tests/README.md says how they are made anew.

/// Fails with the first row that differs from a golden catalogue, which lies at this path.
pub fn assert_golden(made: &str, path: &str, golden: &str) {
    let (mut ours, mut rows) = (made.lines(), golden.lines());
    for number in 1.. {
        match (ours.next(), rows.next()) {
            (None, None) => return,
            (ours, row) => assert_eq!(ours, row, "row {number} of {path}"),
        }
    }
}
