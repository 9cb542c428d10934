//! The standards of PDF for printing, PDF/X, that this program writes and checks.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A standard of PDF/X.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pdfx {
    /// PDF/X-1a:2001: PDF 1.3, black, process and spot colours only, no transparency.
    #[serde(rename = "1a")]
    X1a,
    /// PDF/X-4: PDF 1.6 with XMP metadata and an output profile.
    #[serde(rename = "4")]
    X4,
}

impl Pdfx {
    /// Its name on the command line and in printer files, its full name, and the document that defines it.
    /// Findings name the clauses of that.
    pub(super) fn words(self) -> [&'static str; 3] {
        match self {
            Self::X1a => ["1a", "PDF/X-1a:2001", "ISO 15930-1:2001"],
            Self::X4 => ["4", "PDF/X-4", "ISO 15930-7:2010"],
        }
    }
}

impl fmt::Display for Pdfx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words()[1])
    }
}
