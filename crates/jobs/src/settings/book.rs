//! The settings of the look of a book and of its covers.

use book::{BookOptions, CoverDesign};
use cover::{BackDesign, PaletteChoice};
use preflight::{Spine, Trim};
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;
use std::path::PathBuf;
use words::{NamedSetting, setting};

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
    /// The files of the user that the book was made of, in the order of their settings; empty
    /// before they are read.
    pub user_files: Vec<UserFile>,
}

/// A file of the user that a book was made of. A manifest names no folder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UserFile {
    /// The setting that named the file.
    pub setting: String,
    /// The part of the book whose text it is, for the setting `text`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// The name of the file.
    pub file: String,
    /// The SHA-256 of the file; of a text, without its encoding.
    pub sha256: String,
}

/// The width of a spine, as the setting names it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum SpineWidth {
    /// The width of the printer's calculator or template.
    Given(Spine),
    /// The width that the command `cover` has computed for this very book.
    Computed(Spine),
    /// An estimate for a first look; the printer has the last word.
    Estimate,
}

impl SpineWidth {
    /// The word of an estimate.
    pub const ESTIMATE: &'static str = "estimate";

    /// Returns true for an estimate.
    pub fn is_estimate(self) -> bool {
        self == Self::Estimate
    }

    /// Returns the width of the printer's calculator or template, if it is one.
    pub fn given(self) -> Option<Spine> {
        if let Self::Given(spine) = self { Some(spine) } else { None }
    }

    /// Returns the width for a number of pages on this paper.
    pub fn of_pages(self, paper: &str, pages: usize) -> Spine {
        match self {
            Self::Given(spine) | Self::Computed(spine) => spine,
            Self::Estimate => Spine::estimate(paper, pages),
        }
    }
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
    pub spines: Vec<SpineWidth>,
    /// The layout of the back; `None` for the one that suits the book.
    pub back_design: Option<BackDesign>,
    /// The text on the back.
    pub back: Option<String>,
    /// The file of the picture on the front.
    pub picture: Option<PathBuf>,
}

impl CoverSettings {
    /// Adds the width of a spine that was computed for this very book.
    pub fn add_computed_spine(&mut self, spine: Option<Spine>) {
        self.spines.extend(spine.map(SpineWidth::Computed));
    }

    /// Returns the width of the spine of the volume with this index, if it is set.
    pub fn spine(&self, volume: usize) -> Option<SpineWidth> {
        self.spines.get(volume).or_else(|| self.spines.first()).copied()
    }
}

impl BookSettings {
    /// Returns true if the book has a standard of PDF/X, or a printer that may want one.
    pub fn may_be_pdfx(&self) -> bool {
        self.imprint.pdfx.is_some() || self.files.printer.is_some()
    }

    /// Begins the book with the puzzle of this number.
    pub fn begin_at(&mut self, number: u64) {
        let number = u32::try_from(number).ok().and_then(NonZeroU32::new);
        self.imprint.first_number = number.filter(|number| number.get() > 1);
        self.continues_series = false;
    }

    /// Returns the parts and the sums of the user's files that a setting names.
    pub(super) fn contents(&self, setting: &str) -> impl Iterator<Item = (Option<&str>, &str)> {
        let named = self.user_files.iter().filter(move |file| file.setting == setting);
        named.map(|file| (file.part.as_deref(), &*file.sha256))
    }
}

impl UserFile {
    /// Describes the file in messages: `text about`, or `font` and its name.
    pub fn describe(&self) -> String {
        let Self { setting, part, file, .. } = self;
        format!("{setting} {}", part.as_ref().unwrap_or(file))
    }

    /// Names its setting, with `FILE` in place of the file.
    pub fn named_setting(&self) -> NamedSetting {
        let named = setting(self.setting.clone());
        match &self.part {
            Some(part) => named.to(format_args!("{part}=FILE")),
            None => named.to("FILE"),
        }
    }
}
