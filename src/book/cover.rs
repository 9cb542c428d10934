//! The cover of a volume: front, spine and back on one sheet. Its measures are here; where things
//! stand on it is layout's to say.
//!
//! ```text
//! ┌─────────────────────────────────────────────┐ bleed, cut off
//! │ ┌─────────────────┬───────┬───────────────┐ │
//! │ │      back       │ spine │     front     │ │ trim
//! │ │        barcode  │       │               │ │
//! │ └─────────────────┴───────┴───────────────┘ │
//! └─────────────────────────────────────────────┘
//! ```

use crate::book::error::CoverError;
use crate::book::layout::CoverPage;
use crate::book::page::{Drawing, Page, Stamp};
use crate::book::typesetting::Manuscript;
use crate::book::volume::Volume;
use crate::print::sheet::{CoverSheet, Spine, front_only};

/// The cover of one volume, laid out.
#[derive(Clone, Debug)]
pub struct Cover<'a> {
    volume: &'a Volume,
    sheet: CoverSheet,
    page: CoverPage,
}

impl<'a> Cover<'a> {
    /// Lays out the cover of a volume. The spine is as wide as the printer's figures make so many
    /// pages on this paper, or as wide as it is said to be; `back` is a text of the user's.
    ///
    /// # Errors
    /// [`CoverError`] when the spine is not known, or something does not fit.
    pub fn new(
        volume: &'a Volume,
        spine: Option<Spine>,
        back: Option<&Manuscript>,
    ) -> Result<Self, CoverError> {
        let terms = volume.terms.as_ref();
        let trim = (volume.area.width, volume.area.height);
        let sheet = CoverSheet::around(trim, volume.page_count(), terms, spine)?;
        if sheet.spine.is_none() && back.is_some() {
            return Err(front_only(terms, "back").into());
        }
        let page = CoverPage::new(volume, &sheet, back)?;
        Ok(Self {
            volume,
            sheet,
            page,
        })
    }

    /// The volume whose cover it is.
    pub fn volume(&self) -> &'a Volume {
        self.volume
    }

    /// Its measures.
    pub fn sheet(&self) -> &CoverSheet {
        &self.sheet
    }

    /// Width and height of the sheet with its bleed, in points.
    pub fn size(&self) -> (f64, f64) {
        (self.sheet.width(), self.sheet.height())
    }

    /// How much is cut off at each edge, in points.
    pub fn bleed(&self) -> f64 {
        self.sheet.rules.bleed
    }

    /// How wide the spine is; none for a front alone.
    pub fn spine(&self) -> Option<Spine> {
        self.sheet.spine()
    }

    /// Why the spine has no text, if it has none: a sentence.
    pub fn spine_blank(&self) -> Option<&str> {
        self.page.spine_blank.as_deref()
    }

    /// Why the printer's figures should be held against its own page before they are trusted; none
    /// if they are settled.
    pub fn unsettled(&self) -> Option<&str> {
        self.sheet.rules.unsettled.as_deref()
    }

    /// What stands on it.
    pub fn page(&self) -> Page {
        Page {
            width: self.sheet.width(),
            height: self.sheet.height(),
            folio: String::new(),
            marks: self.page.marks.clone(),
        }
    }

    /// What a stamp on its page looks like.
    pub fn drawing(&self, stamp: Stamp) -> Drawing {
        self.page.drawing(stamp)
    }
}
