//! The PDF/X standards that this program writes and checks.

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
    /// The name of each, its description, and the value.
    pub const TABLE: &'static [(&'static str, &'static str, Self)] = &[
        ("1a", "PDF/X-1a:2001: PDF 1.3, only black, process and spot colours", Self::X1a),
        ("4", "PDF/X-4: PDF 1.6, with metadata and an output profile", Self::X4),
    ];

    /// Returns the name on the command line and in printer files: `1a` or `4`.
    pub fn name(self) -> &'static str {
        match self {
            Self::X1a => "1a",
            Self::X4 => "4",
        }
    }

    /// Returns the document that defines the standard.
    pub fn source(self) -> &'static str {
        match self {
            Self::X1a => "ISO 15930-1:2001",
            Self::X4 => "ISO 15930-7:2010",
        }
    }
}

impl fmt::Display for Pdfx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::X1a => "PDF/X-1a:2001",
            Self::X4 => "PDF/X-4",
        })
    }
}
