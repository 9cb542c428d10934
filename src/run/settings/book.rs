//! What is asked of the look of a book and of its covers.

use crate::book::{CoverDesign, CoverLook, Imprint, Language, PaletteChoice, Scene};
use crate::printers::{Spine, Trim};
use crate::run::{BookPlan, CoverPlan};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The names and files that a book is made of: settings, as flags and manifests have them.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "program", derive(clap::Args))]
pub struct BookFiles {
    /// Design of the book: a built-in one (see `template list`) or a file
    #[cfg_attr(
        feature = "program",
        arg(long, value_name = "NAME|FILE", default_value = "classic")
    )]
    pub template: String,

    /// Size of the page: a4, letter, 6x9, 8.5x11, or any WxHin or WxHmm [default: the design's]
    #[cfg_attr(feature = "program", arg(long, value_name = "SIZE"))]
    pub trim: Option<Trim>,

    /// Language of the book: de, en, en-US, es, fr, it, ja, nl, pl, pt-BR, zh, or a file; ko and zh-TW
    /// with a --font of yours
    #[cfg_attr(feature = "program", arg(long, value_name = "CODE|FILE", default_value = "en"))]
    pub lang: String,

    /// Font for the title, and for characters that the design's faces lack: a .ttf, .otf or .ttc
    /// file; up to eight
    #[cfg_attr(feature = "program", arg(long, value_name = "FILE", value_delimiter = ','))]
    pub font: Vec<PathBuf>,

    /// Logo for the title page, the spine and the back of the cover: an SVG in plain colours, or a PNG
    #[cfg_attr(feature = "program", arg(long, value_name = "FILE"))]
    pub logo: Option<PathBuf>,

    /// Font for the title, the word and the numbers on the front of the cover: a .ttf, .otf or .ttc file
    /// [default: a heavy face of ours]
    #[cfg_attr(feature = "program", arg(long, value_name = "FILE"))]
    pub title_face: Option<PathBuf>,

    /// Text of a part, plain or with a little Markdown: about=me.md, how-to-play=rules.md
    #[cfg_attr(feature = "program", arg(long, value_name = "PART=FILE", value_delimiter = ','))]
    #[cfg_attr(feature = "program", arg(value_parser = part_and_file))]
    pub text: Vec<(String, PathBuf)>,

    /// Printer whose rules the book follows: kdp, ingram, lulu, bod, office, screen, or a printer file
    /// (see `printer list`) [default: none, with margins that suit all of them]
    #[cfg_attr(feature = "program", arg(long, value_name = "NAME|FILE", help_heading = "Printer"))]
    pub printer: Option<String>,

    /// Paper from the printer's list, such as white or cream [default: the printer's first]
    #[cfg_attr(feature = "program", arg(long, value_name = "NAME", help_heading = "Printer"))]
    #[cfg_attr(feature = "program", arg(requires = "printer"))]
    pub paper: Option<String>,
}

/// Reads `about=me.md`.
#[cfg(feature = "program")]
fn part_and_file(text: &str) -> Result<(String, PathBuf), String> {
    let pair = text.split_once('=').filter(|pair| !pair.0.is_empty() && !pair.1.is_empty());
    let pair = pair.map(|(part, file)| (crate::book::part_name(part), file.into()));
    pair.ok_or_else(|| format!("expected a part and a file, such as about=me.md, found {text:?}"))
}

impl Default for BookFiles {
    fn default() -> Self {
        Self {
            template: "classic".to_owned(),
            trim: None,
            lang: "en".to_owned(),
            font: Vec::new(),
            logo: None,
            title_face: None,
            text: Vec::new(),
            printer: None,
            paper: None,
        }
    }
}

/// What is asked of the look of a book. Files of the user are named, not read.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BookSettings {
    /// Design, language, printer, fonts and texts, by name or path.
    pub files: BookFiles,
    /// Title, author and what else is printed about the book. What files hold is left out.
    pub imprint: Imprint,
    /// The order in which levels take turns, if it is not the design's.
    pub turns: Option<Vec<u8>>,
    /// Whether each volume is written as a booklet too.
    pub booklet: bool,
    /// Number of volumes; `None` for the smallest number that the printer can bind.
    pub volumes: Option<usize>,
    /// The covers.
    pub cover: CoverSettings,
}

/// What is asked of the covers of a book.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CoverSettings {
    /// Whether the book has covers.
    pub is_wanted: bool,
    /// What the front shows; `None` for what suits the design of the book.
    pub design: Option<CoverDesign>,
    /// How the colours are chosen.
    pub palette: PaletteChoice,
    /// What is seen through the window of the front; `None` for another scene in each volume.
    pub scene: Option<Scene>,
    /// The widths of the spines, one for each volume or one for all; none for that of the paper.
    pub spines: Vec<Spine>,
    /// The file of the text on the back.
    pub back: Option<PathBuf>,
    /// The file of the picture on the front.
    pub picture: Option<PathBuf>,
}

impl BookSettings {
    /// Those of a plan, without the paths of files of the user.
    pub(super) fn of(book: &BookPlan) -> Self {
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
            imprint: Imprint {
                language: Language::default(),
                fonts: Vec::new(),
                texts: BTreeMap::new(),
                logo: None,
                title_face: None,
                ..book.imprint.clone()
            },
            turns: book.own_turns(),
            booklet: book.booklet,
            volumes: book.volumes,
            cover: book.cover.as_ref().map(CoverSettings::of).unwrap_or_default(),
        }
    }
}

impl CoverSettings {
    fn of(CoverPlan { look, spines }: &CoverPlan) -> Self {
        let CoverLook { design, palette, scene, .. } = look;
        Self {
            is_wanted: true,
            design: *design,
            palette: palette.clone(),
            scene: *scene,
            spines: spines.clone(),
            back: None,
            picture: None,
        }
    }
}
