//! The keys and tables of a printer file. `check` validates their values.

use crate::pdfx::Pdfx;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The medium for which a book is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Medium {
    /// Paper: mirrored margins, titles and contents on right-hand pages.
    Print,
    /// A screen: equal margins, no blank pages, outline and links.
    Screen,
}

/// The colours in which a cover's file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Inks {
    /// Red, green and blue.
    Rgb,
    /// Cyan, magenta, yellow and black.
    Cmyk,
}

/// The top level of a printer file. The built-in file of `kdp` explains each key.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PrinterRules {
    pub name: String,
    pub title: String,
    pub edition: Medium,
    pub sources: BTreeMap<String, FigureSource>,
    pub trims: TrimRules,
    pub pages: PageRules,
    pub paper: Vec<Paper>,
    pub margins: MarginRules,
    pub bleed: BleedRules,
    pub ink: InkRules,
    pub blanks: BlankPageRules,
    pub file: FileRules,
    #[serde(default)]
    pub sales: Option<SalesRules>,
    pub titles: Option<TitleRules>,
    #[serde(default)]
    pub cover: Option<CoverRules>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FigureSource {
    pub what: String,
    pub checked: String,
}

// Tables of figures: each names its source, and the reason if it is unsettled.
macro_rules! tables {
    ($($(#[$of_table:meta])* $table:ident { $($(#[$of_key:meta])* $key:ident: $type:ty,)* })*) => {$(
        $(#[$of_table])*
        #[derive(Clone, Debug, PartialEq, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $table {
            $($(#[$of_key])* pub $key: $type,)*
            pub source: String,
            pub unsettled: Option<String>,
        }
    )*};
}

tables! {
    TrimRules {
        named: Vec<String>,
        custom: Option<CustomTrims>,
    }
    CustomTrims {
        min: String,
        max: String,
    }
    PageRules {
        even: bool,
        last_blank: bool,
    }
    Paper {
        name: String,
        about: String,
        colour: bool,
        pages: (usize, usize),
        #[serde(default)]
        except: Vec<TrimException>,
    }
    MarginRules {
        inside: Vec<Gutter>,
        outside: f64,
        outside_with_bleed: f64,
    }
    BleedRules {
        points: f64,
        at_binding: bool,
    }
    InkRules {
        min_type: f64,
        min_line: f64,
        max_grey: f64,
        image_dpi: f64,
        max_total: Option<f64>,
        /// The keys of the unsettled figures. If absent, `unsettled` concerns the whole table.
        unsettled_keys: Option<Vec<String>>,
    }
    BlankPageRules {
        max_run: usize,
    }
    /// The features that a file may contain.
    FileRules {
        annotations: bool,
        outlines: bool,
        metadata: bool,
        transparency: bool,
        max_version: Option<String>,
        /// The standard of PDF/X that files for the printer follow.
        pdfx: Option<Pdfx>,
    }
    /// The titles that the printer's shop accepts.
    TitleRules {
        /// The words that it forbids, in lower case.
        forbidden: Vec<String>,
    }
    /// The markets in which the books are sold.
    SalesRules {
        /// True if readers in the European Union can buy them.
        eu: bool,
    }
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TrimException {
    pub trims: Vec<String>,
    pub pages: (usize, usize),
    pub unsettled: Option<String>,
}

/// The minimum inside margin of books with up to `pages_to` pages.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Gutter {
    pub pages_to: usize,
    pub points: f64,
}

impl PrinterRules {
    /// Returns the tables that every printer has, except its papers: name, source, and the reason
    /// if it is unsettled.
    pub(super) fn tables(&self) -> [(&'static str, &String, &Option<String>); 7] {
        [
            ("trims", &self.trims.source, &self.trims.unsettled),
            ("pages", &self.pages.source, &self.pages.unsettled),
            ("margins", &self.margins.source, &self.margins.unsettled),
            ("bleed", &self.bleed.source, &self.bleed.unsettled),
            ("ink", &self.ink.source, &self.ink.unsettled),
            ("blanks", &self.blanks.source, &self.blanks.unsettled),
            ("file", &self.file.source, &self.file.unsettled),
        ]
    }

    /// Returns the reason why a table is unsettled; `None` if it is settled.
    pub(super) fn why(&self, table: &str) -> Option<&str> {
        match table {
            "cover" => self.cover.as_ref()?.unsettled.as_deref(),
            _ => self.tables().into_iter().find(|(name, ..)| *name == table)?.2.as_deref(),
        }
    }

    /// Returns the unsettled keys of a table; `None` if `unsettled` concerns the whole table.
    pub(super) fn unsettled_keys(&self, table: &str) -> Option<&[String]> {
        match table {
            "ink" => self.ink.unsettled_keys.as_deref(),
            "cover" => self.cover.as_ref()?.unsettled_keys.as_deref(),
            _ => None,
        }
    }

    /// Returns the reason why the figure of a key is unsettled; `None` if it is settled.
    pub(crate) fn unsettled(&self, table: &str, key: &str) -> Option<&str> {
        match self.unsettled_keys(table) {
            Some(keys) if !keys.iter().any(|unsettled| unsettled == key) => None,
            _ => self.why(table),
        }
    }
}

/// The requirements for covers; all lengths are in points. Missing keys have the values for no
/// particular printer.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CoverRules {
    /// True if the printer takes a front alone, without back and spine.
    pub front_only: bool,
    /// True if the cover is printed in colour, independent of the pages.
    pub colour: bool,
    /// The colour spaces that the file may use; the first one is used for writing.
    pub inks: Vec<Inks>,
    /// The percentages of cyan, magenta, yellow and black in large black areas; `None` means black
    /// ink alone.
    pub rich_black: Option<[f64; 4]>,
    /// The distance by which colour extends over each edge.
    pub bleed: f64,
    /// The minimum distance of type from the edges and from the spine.
    pub safe: f64,
    /// The thickness of a page by paper. A leaf has two pages.
    pub page: BTreeMap<String, f64>,
    /// The thickness that the cover itself adds to the spine.
    pub board: f64,
    /// The minimum number of pages of a book with type on its spine.
    pub spine_text_from: usize,
    /// The minimum distance of that type from the folds.
    pub spine_clear: f64,
    /// The area of the barcode.
    pub barcode: Barcode,
    /// The place to look up the thickness of a book, for papers that `page` lacks.
    pub spine_from: Option<String>,
    /// The name of the source of these figures.
    pub source: Option<String>,
    /// The reason why some of them must be checked on the printer's own page.
    pub unsettled: Option<String>,
    /// The keys of the unsettled figures. If absent, `unsettled` concerns the whole table.
    pub unsettled_keys: Option<Vec<String>>,
}

/// The size of the barcode area, and its distance from the edges in the lower right corner of the
/// back.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Barcode {
    /// The width in points.
    pub width: f64,
    /// The height in points.
    pub height: f64,
    /// The distance from the lower edge and from the right edge of the back, in points.
    pub edge: f64,
    /// The party that places the barcode there.
    #[serde(default)]
    pub by: BarcodePlacement,
}

/// The party that places the barcode on a cover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BarcodePlacement {
    /// The printer; the area stays white.
    #[default]
    Printer,
    /// The publisher, in the file.
    Publisher,
}

/// The values for no particular printer, or for one whose file has no table for covers.
impl Default for CoverRules {
    fn default() -> Self {
        Self {
            front_only: false,
            colour: true,
            inks: vec![Inks::Rgb, Inks::Cmyk],
            rich_black: None,
            bleed: 9.0,
            safe: 18.0,
            page: BTreeMap::new(),
            board: 0.0,
            spine_text_from: 79,
            spine_clear: 4.5,
            barcode: Barcode {
                width: 144.0,
                height: 86.4,
                edge: 18.0,
                by: BarcodePlacement::Publisher,
            },
            spine_from: None,
            source: None,
            unsettled: None,
            unsettled_keys: None,
        }
    }
}
