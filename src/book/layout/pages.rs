//! Lays out the pages of a volume on request.

use crate::book::layout::answers::answers;
use crate::book::layout::contents::contents;
use crate::book::layout::drawings::drawing;
use crate::book::layout::entries::{hints, times};
use crate::book::layout::front::{also_by, copyright_page, half_title, levels, title_page};
use crate::book::layout::furniture::{FootText, foot};
use crate::book::layout::how_to_play::how_to_play;
use crate::book::layout::opener::opener;
use crate::book::layout::puzzles::puzzles_page;
use crate::book::layout::techniques::technique_page;
use crate::book::layout::to_fill_in::{notes, practice, progress};
use crate::book::page::{Drawing, Mark, Page, Stamp};
use crate::book::pagination::PageKind;
use crate::book::volume::Volume;
impl Volume {
    /// The pages, each laid out when the iterator reaches it.
    pub fn pages(&self) -> impl Iterator<Item = Page> + '_ {
        (0..self.page_count()).map(|index| lay(self, index))
    }

    /// The drawing of a stamp on these pages.
    pub fn drawing(&self, stamp: Stamp) -> Drawing {
        drawing(self, stamp)
    }
}

/// Lays out the page with this index.
pub(super) fn lay(volume: &Volume, index: usize) -> Page {
    let marks = match &volume.pagination.pages[index] {
        PageKind::HalfTitle => half_title(volume),
        PageKind::Title => title_page(volume),
        PageKind::Copyright => copyright_page(volume, index).0,
        PageKind::Contents => contents(volume, index).0,
        PageKind::HowToPlay { second } => how_to_play(volume, index, *second).0,
        PageKind::Levels => levels(volume, index).0,
        PageKind::Blank => Vec::new(),
        PageKind::Opener { section } => opener(volume, index, *section),
        PageKind::Puzzles { section, puzzles } => {
            puzzles_page(volume, index, *section, puzzles.clone())
        }
        PageKind::Answers { puzzles } => answers(volume, index, puzzles.clone()),
        PageKind::Progress { puzzles } => progress(volume, index, puzzles.clone()),
        PageKind::Notes => notes(volume, index),
        PageKind::Technique { lesson } => technique_page(volume, index, &volume.lessons[*lesson]).0,
        PageKind::Hints { puzzles } => hints(volume, index, puzzles.clone()),
        PageKind::Times { puzzles } => times(volume, index, puzzles.clone()),
        PageKind::Practice { dots } => practice(volume, index, *dots),
        PageKind::AlsoBy => also_by(volume, index).0,
        PageKind::Text { text, page } => text_page(volume, index, *text, *page),
    };
    Page {
        width: volume.area.width,
        height: volume.area.height,
        folio: volume.pagination.folio(index),
        marks,
    }
}

/// A page of a text of the user.
pub(super) fn text_page(volume: &Volume, index: usize, text: usize, page: usize) -> Vec<Mark> {
    let (left, top) = (volume.live_left(index), volume.area.top);
    let mut marks = volume.texts[text].pages[page].clone();
    for mark in &mut marks {
        if let Mark::Text { at, .. } = mark {
            *at = (at.0 + left, at.1 + top);
        }
    }
    foot(volume, &mut marks, index, FootText::Nothing);
    marks
}
