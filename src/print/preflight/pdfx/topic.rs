//! What the clauses of the two standards are about, and their numbers.
//!
//! Those of ISO 15930-7 are the numbers of its public table of contents. Of ISO 15930-1, three are public
//! (6.2, 6.3, 6.17). The others are derived: that standard has the clauses of its successor ISO 15930-4
//! in the same order, with one more clause at the front, and five more, OPI among them, before encryption.

use crate::print::Pdfx;

/// What a clause is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Topic {
    Structure,
    Colour,
    Fonts,
    Names,
    Files,
    Filters,
    Trapping,
    Metadata,
    Identification,
    Boxes,
    State,
    PostScript,
    Opi,
    Encryption,
    Images,
    Annotations,
    Actions,
    Operators,
    Transparency,
    Viewer,
    Presentations,
    Intents,
    Layers,
    Forms,
}

impl Topic {
    /// The number of the clause.
    pub fn clause(self, pdfx: Pdfx) -> &'static str {
        let (first, fourth) = match self {
            Self::Structure => ("6.2", "6.1"),
            Self::Colour => ("6.3", "6.4"),
            Self::Fonts => ("6.4", "6.5"),
            Self::Names => ("6.4", "6.6"),
            Self::Files => ("6.5", "6.7"),
            Self::Filters => ("6.6", "6.8"),
            Self::Trapping => ("6.7", "6.9"),
            Self::Metadata => ("6.8", "6.10"),
            Self::Identification => ("6.8", "6.11"),
            Self::Boxes => ("6.9", "6.12"),
            Self::State => ("6.10", "6.13"),
            Self::PostScript => ("6.11", "6.14"),
            Self::Opi => ("6.13", "6.3"),
            Self::Encryption => ("6.17", "6.15"),
            Self::Images => ("6.18", "6.16"),
            Self::Annotations => ("6.19", "6.17"),
            Self::Actions => ("6.20", "6.18"),
            Self::Operators => ("6.21", "6.19"),
            // What PDF 1.3 lacks is not part of the data structure of the older standard.
            Self::Transparency => ("6.2", "6.20"),
            Self::Viewer => ("6.2", "6.21"),
            Self::Presentations => ("6.2", "6.22"),
            Self::Intents => ("6.10", "6.23"),
            Self::Layers => ("6.2", "6.24"),
            Self::Forms => ("6.2", "6.26"),
        };
        match pdfx {
            Pdfx::X1a => first,
            Pdfx::X4 => fourth,
        }
    }
}
