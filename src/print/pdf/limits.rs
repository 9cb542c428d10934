//! The limits within which a file is read, and how a walk ends when it exceeds one.

use lopdf::DecompressError;

/// The maximum number of unpacked bytes of a stream of objects, and of the content of a page with
/// all its forms. Parsed objects take up to three hundred times their bytes in memory.
pub(super) const MAX_PARSED: usize = 6 << 20;
/// The maximum number of letters, sides of paths and pictures on a page. A page of a Sudoku book has
/// some thousands. Each needs up to about 200 bytes of memory.
pub(super) const MAX_MARKS: usize = 500_000;
/// The same on all pages of a document together.
pub(super) const MAX_MARKS_IN_ALL: usize = 8_000_000;
/// The maximum depth of forms inside forms. A form that contains itself never ends.
pub(super) const MAX_FORMS_DEEP: usize = 12;
/// The maximum number of widths that are read of a font: a list of widths may be repeated by
/// reference.
pub(super) const MAX_WIDTHS: usize = 1 << 18;
/// The maximum number of graphics states that are saved at a time. The standard asks a viewer for 28.
pub(super) const MAX_SAVED: usize = 1000;

/// Why a walk ended early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// A content stream is missing or damaged.
    Unreadable(String),
    /// More steps than the walker was given, or more content or marks than a page may have.
    Endless,
    /// Forms, arrays or saved graphics states are nested deeper than in any book.
    Deep,
}

impl From<lopdf::Error> for Stop {
    fn from(error: lopdf::Error) -> Self {
        match error {
            lopdf::Error::Decompress(DecompressError::MemoryLimitExceeded { .. }) => Self::Endless,
            error => Self::Unreadable(error.to_string()),
        }
    }
}
