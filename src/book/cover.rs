//! The cover of a volume: front, spine and back on one sheet. `layout` places its content.
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
use crate::book::look::CoverLook;
use crate::book::page::{Drawing, Page, Stamp};
use crate::book::volume::Volume;
use crate::print::CoverTemplate;
use crate::print::sheet::{CoverSheet, Spine, front_only};

/// The cover of one volume, laid out.
#[derive(Clone, Debug)]
pub struct Cover<'a> {
    volume: &'a Volume,
    sheet: CoverSheet,
    page: CoverPage,
}

impl<'a> Cover<'a> {
    /// Lays out the cover of a volume. The width of the spine is `spine` if given, otherwise it is
    /// computed from the printer's figures, the paper and the number of pages.
    ///
    /// # Errors
    /// [`CoverError`] when the width of the spine is unknown, or something does not fit.
    pub fn new(
        volume: &'a Volume,
        spine: Option<Spine>,
        look: &CoverLook,
    ) -> Result<Self, CoverError> {
        let terms = volume.terms.as_ref();
        let trim = (volume.area.width, volume.area.height);
        let sheet = CoverSheet::around(trim, volume.page_count(), terms, spine)?;
        if sheet.spine.is_none() && look.back.is_some() {
            return Err(front_only(terms, "back").into());
        }
        let page = CoverPage::new(volume, &sheet, look)?;
        Ok(Self { volume, sheet, page })
    }

    /// Lays out the covers of all volumes. `spines` has a width for each volume, one for all if they
    /// have the same number of pages, or none.
    ///
    /// # Errors
    /// As [`Cover::new`], and [`CoverError::Spines`] for another number of spines.
    pub fn of_volumes(
        volumes: &'a [Volume],
        spines: &[Spine],
        look: &CoverLook,
    ) -> Result<Vec<Self>, CoverError> {
        let pages: Vec<usize> = volumes.iter().map(Volume::page_count).collect();
        let even = pages.iter().all(|n| *n == pages[0]);
        let spines = match spines {
            [] => vec![None; volumes.len()],
            [one] if even => vec![Some(*one); volumes.len()],
            all if all.len() == volumes.len() => all.iter().copied().map(Some).collect(),
            all => {
                let pages: Vec<String> = pages.iter().map(usize::to_string).collect();
                return Err(CoverError::Spines {
                    volumes: volumes.len(),
                    pages: pages.join(", "),
                    found: all.len(),
                });
            }
        };
        let covers = volumes.iter().zip(spines);
        let covers = covers.map(|(volume, spine)| Self::new(volume, spine, look));
        covers.collect()
    }

    /// The same cover on the sheet of the printer's template, if that is larger.
    ///
    /// # Errors
    /// [`CoverError::Sheet`] when the cover does not fit.
    pub fn on(self, template: &CoverTemplate) -> Result<Self, CoverError> {
        Ok(Self { sheet: self.sheet.on(template)?, ..self })
    }

    /// The size of the sheet and the width of the spine, for people.
    pub fn measures(&self) -> String {
        let (width, height) = self.sheet.place().sheet;
        let size = format!("{:.3} x {:.3} in", width / 72.0, height / 72.0);
        let pages = self.volume.page_count();
        match self.spine() {
            Some(spine) => {
                let barcode = match (self.volume.isbn(), self.sheet.has_barcode()) {
                    (Some(isbn), true) => format!(", and the barcode of ISBN {isbn}"),
                    (Some(_), false) => ", and a white place for the printer's barcode".to_owned(),
                    (None, _) => String::new(),
                };
                format!("{size}, with a spine of {spine} for {pages} pages{barcode}")
            }
            None => format!("{size}, a front alone"),
        }
    }

    /// The volume of this cover.
    pub fn volume(&self) -> &'a Volume {
        self.volume
    }

    /// The measures of the sheet.
    pub fn sheet(&self) -> &CoverSheet {
        &self.sheet
    }

    /// Width and height of the sheet including bleed, in points.
    pub fn size(&self) -> (f64, f64) {
        (self.sheet.width(), self.sheet.height())
    }

    /// Bleed at each edge, in points.
    pub fn bleed(&self) -> f64 {
        self.sheet.rules.bleed
    }

    /// The spine; `None` for a front cover alone.
    pub fn spine(&self) -> Option<Spine> {
        self.sheet.spine()
    }

    /// A sentence that explains why the spine has no text; `None` if it has some.
    pub fn spine_blank(&self) -> Option<&str> {
        self.page.spine_blank.as_deref()
    }

    /// What the user should know of the picture; `None` if there is nothing to say.
    pub fn advice(&self) -> Option<&str> {
        self.page.advice.as_deref()
    }

    /// Why the printer's figures are unsettled and its own page must be checked; `None` if they are
    /// settled.
    pub fn unsettled(&self) -> Option<&str> {
        self.sheet.rules.unsettled.as_deref()
    }

    /// The sheet with everything drawn on it.
    pub fn page(&self) -> Page {
        Page {
            width: self.sheet.width(),
            height: self.sheet.height(),
            folio: String::new(),
            marks: self.page.marks.clone(),
        }
    }

    /// The drawing of a stamp on this cover.
    pub fn drawing(&self, stamp: Stamp) -> Drawing {
        self.page.drawing(stamp)
    }
}
