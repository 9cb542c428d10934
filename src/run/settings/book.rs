//! The settings of the look of a book and of its covers.

use crate::run::{BookPlan, CoverPlan};
use press::book::{BookOptions, CoverDesign, CoverLook, Language, PaletteChoice};
use press::printers::{Spine, Trim};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The names and files of which a book is made.
#[derive(Clone, PartialEq, Debug)]
pub struct BookFiles {
    /// The design: the name of a built-in one, or a file.
    pub template: String,
    /// The size of the page; `None` for the size in the design.
    pub trim: Option<Trim>,
    /// The language: the code of a built-in one, or a file.
    pub lang: String,
    /// Fonts, the first of which sets the title.
    pub font: Vec<PathBuf>,
    /// The logo of the publisher.
    pub logo: Option<PathBuf>,
    /// Texts of parts, by the name of the part.
    pub text: Vec<(String, PathBuf)>,
    /// The printer: the name of a built-in one, or a file; `None` for none in particular.
    pub printer: Option<String>,
    /// A paper of the printer; `None` for its first.
    pub paper: Option<String>,
}

impl Default for BookFiles {
    fn default() -> Self {
        Self {
            template: "classic".to_owned(),
            trim: None,
            lang: "en".to_owned(),
            font: Vec::new(),
            logo: None,
            text: Vec::new(),
            printer: None,
            paper: None,
        }
    }
}

/// The settings of the look of a book. Files of the user are named, not read.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BookSettings {
    /// Design, language, printer, fonts and texts, by name or path.
    pub files: BookFiles,
    /// Title, author and what else is printed about the book. What files hold is left out.
    pub imprint: BookOptions,
    /// The order in which levels take turns, if it is not the design's.
    pub turns: Option<Vec<u8>>,
    /// True if each volume is also written as a booklet.
    pub booklet: bool,
    /// Number of volumes; `None` for the smallest number that the printer can bind.
    pub volumes: Option<usize>,
    /// True if the puzzle numbers continue those of the series.
    pub continues_series: bool,
    /// The covers.
    pub cover: CoverSettings,
}

/// The settings of the covers of a book.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CoverSettings {
    /// True if the book has covers.
    pub is_wanted: bool,
    /// The design of the front; `None` for the one that suits the design of the book.
    pub design: Option<CoverDesign>,
    /// The choice of colours.
    pub palette: PaletteChoice,
    /// The widths of the spines, one for each volume or one for all; none for that of the paper.
    pub spines: Vec<Spine>,
    /// The file of the text on the back.
    pub back: Option<PathBuf>,
    /// The file of the picture on the front.
    pub picture: Option<PathBuf>,
}

impl BookSettings {
    /// Returns the settings of a plan, without the paths of files of the user.
    pub(super) fn from_plan(book: &BookPlan) -> Self {
        let terms = book.terms.as_ref();
        Self {
            files: BookFiles {
                template: book.template.name().to_owned(),
                trim: Some(book.trim),
                lang: book.imprint.language.code().to_owned(),
                printer: terms.map(|terms| terms.printer().to_owned()),
                paper: terms.map(|terms| terms.paper().to_owned()),
                ..BookFiles::default()
            },
            imprint: BookOptions {
                language: Language::default(),
                fonts: Vec::new(),
                texts: BTreeMap::new(),
                logo: None,
                ..book.imprint.clone()
            },
            turns: book.own_turns(),
            booklet: book.booklet,
            volumes: book.volumes,
            continues_series: false,
            cover: book.cover.as_ref().map(CoverSettings::from_plan).unwrap_or_default(),
        }
    }
}

impl CoverSettings {
    /// Returns the settings of a cover, without the paths of files of the user.
    fn from_plan(CoverPlan { look, spines }: &CoverPlan) -> Self {
        let CoverLook { design, palette, .. } = look;
        Self {
            is_wanted: true,
            design: *design,
            palette: palette.clone(),
            spines: spines.clone(),
            back: None,
            picture: None,
        }
    }
}
