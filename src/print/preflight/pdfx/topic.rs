//! What the clauses of the two standards are about, and their numbers.
//!
//! Those of ISO 15930-7 are the numbers of its public table of contents. Of ISO 15930-1, three are public
//! (6.2, 6.3, 6.17). The others are derived: that standard has the clauses of its successor ISO 15930-4
//! in the same order, with one more clause at the front, and five more, OPI among them, before encryption.

use crate::print::Pdfx;

macro_rules! topics {
    ($($topic:ident $first:literal $fourth:literal,)*) => {
        /// What a clause is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum Topic { $($topic,)* }

        impl Topic {
            /// The number of the clause.
            pub fn clause(self, pdfx: Pdfx) -> &'static str {
                let (first, fourth) = match self { $(Self::$topic => ($first, $fourth),)* };
                match pdfx {
                    Pdfx::X1a => first,
                    Pdfx::X4 => fourth,
                }
            }
        }
    };
}

// The topics with their clauses in PDF/X-1a and in PDF/X-4.
topics! {
    Structure "6.2" "6.1",
    Colour "6.3" "6.4",
    Fonts "6.4" "6.5",
    Names "6.4" "6.6",
    Files "6.5" "6.7",
    Filters "6.6" "6.8",
    Trapping "6.7" "6.9",
    Metadata "6.8" "6.10",
    Identification "6.8" "6.11",
    Boxes "6.9" "6.12",
    State "6.10" "6.13",
    PostScript "6.11" "6.14",
    Opi "6.13" "6.3",
    Encryption "6.17" "6.15",
    Images "6.18" "6.16",
    Annotations "6.19" "6.17",
    Actions "6.20" "6.18",
    Operators "6.21" "6.19",
    // What PDF 1.3 lacks is not part of the data structure of the older standard.
    Transparency "6.2" "6.20",
    Viewer "6.2" "6.21",
    Presentations "6.2" "6.22",
    Intents "6.10" "6.23",
    Layers "6.2" "6.24",
    Forms "6.2" "6.26",
}
