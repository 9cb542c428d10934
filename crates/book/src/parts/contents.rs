//! The contents. The outline of the screen edition has the same entries.

use super::{
    ASCENT, DrawOp, LinkTarget, PageSlot, PartName, TextColumn, TextStyle, Volume, heading,
};
use words::is_east_asian;

/// The minimum number of dots between a title and its page number. A shorter row is left out.
const MIN_DOTS: usize = 3;
/// The minimum distance between two baselines, in type sizes.
const LEADING: f64 = 1.25;
/// The maximum distance between two baselines, in type sizes. A few entries fill a page better.
const MAX_LEADING: f64 = 3.2;
/// The minimum and the maximum type size, as fractions of the usual one.
const SMALLER: f64 = 0.8;
const LARGER: f64 = 1.15;

/// The type sizes of titles and page numbers, in body sizes, and the line spacing of a title.
const TITLE_SIZE: f64 = 1.1;
const FOLIO_SIZE: f64 = 1.05;
const TITLE_LEADING: f64 = 1.3;
/// The distance to the first baseline, in sizes of a title, the space between texts, and the part
/// of it into which the dots reach, in body sizes.
const FIRST_DROP: f64 = 0.6;
const TEXT_GAP: f64 = 0.9;
const DOTS_BEFORE: f64 = 0.4;

/// An entry of the contents.
pub struct ContentsEntry {
    pub title: String,
    /// The page, with the chapter of the entry.
    pub slot: PageSlot,
    /// The text beside the title: the numbers of the puzzles of a level.
    pub aside: Option<String>,
    /// The index of the page.
    pub page: usize,
}

/// Returns the entries of the contents and the outline: every part with a heading. Pages with the
/// same heading give one entry, for the first of them, although blank pages are between them.
pub fn entries(volume: &Volume) -> Vec<ContentsEntry> {
    let (mut entries, mut before) = (Vec::new(), None);
    for (page, &slot) in volume.pagination.pages.iter().enumerate() {
        let chapters = match slot.part {
            PartName::Puzzles => volume.chapters_on(&slot),
            _ => slot.subject()..slot.subject() + 1,
        };
        for slot in chapters.map(|chapter| slot.with_subject(chapter)) {
            let Some(heading) = heading(volume, &slot) else { continue };
            if before.as_ref() == Some(&heading) {
                continue;
            }
            let (title, aside) = heading.clone();
            before = Some(heading);
            entries.push(ContentsEntry { title, slot, aside, page });
        }
    }
    entries
}

/// The styles and the measures of the lines of the contents.
struct ContentsLines {
    title: TextStyle,
    aside: TextStyle,
    folio: TextStyle,
    leader: TextStyle,
    leading: f64,
    /// The right end of the page numbers.
    end: f64,
    /// The right end of the dots.
    room: f64,
}

impl ContentsLines {
    /// Returns the measures of lines that each have this free height.
    fn new(volume: &Volume, page: &TextColumn, free: f64) -> Self {
        let sizes = &volume.setup.design.keys.sizes;
        // Many lines on a low page, such as twelve months, have smaller type.
        let scale = (free / (sizes.body * TITLE_SIZE * LEADING)).clamp(SMALLER, LARGER);
        let body = sizes.legible(sizes.body * scale);
        let words = volume.setup.words();
        let title = TextStyle::new(words.regular, body * TITLE_SIZE);
        let live = page.width.min(volume.setup.area.max_line_ems() * body);
        let end = page.left + live;
        let folios = volume.setup.figures().regular;
        Self {
            title,
            aside: TextStyle::new(words.italic, body),
            folio: TextStyle::new(folios, body * FOLIO_SIZE),
            leader: TextStyle::new(words.regular, body),
            leading: free.clamp(title.size * LEADING, title.size * MAX_LEADING),
            end,
            room: end,
        }
    }

    /// Returns the space between the texts of a line.
    fn gap(&self) -> f64 {
        self.leader.size * TEXT_GAP
    }

    /// Draws the lines of an entry, and links their area. Neighbouring areas touch, but do not
    /// overlap.
    fn draw(&self, volume: &Volume, page: &mut TextColumn, entry: &ContentsEntry) {
        let above = ASCENT * self.title.size + (self.leading - self.title.size) / 2.0;
        let corner = (page.left, page.y - above);
        let lines =
            self.title.faces.wrap_paragraph(&entry.title, self.title.size, self.room - page.left);
        let last = match lines.last() {
            Some(line) => self.title.width(line) + self.gap(),
            None => 0.0,
        };
        let mut pen = page.left + last;
        page.draw_lines(lines, self.title, self.title.size * TITLE_LEADING);
        page.y = page.end;
        let y = page.y;
        if let Some(range) = &entry.aside
            && pen + self.aside.width(range) <= self.room
        {
            page.draw_line(self.aside, (pen, y), range);
            pen += self.aside.width(range) + self.gap();
        }
        // Draw the dots that lead to the page number.
        let dot = if entry.title.chars().any(is_east_asian) { "· " } else { ". " };
        let free = self.room - (pen - self.leader.size * DOTS_BEFORE);
        let count = (free / self.leader.width(dot)).max(0.0) as usize;
        if count >= MIN_DOTS {
            let dots = dot.repeat(count).trim_end().to_owned();
            self.leader.draw_right(&mut page.marks, (self.room, y), &dots);
        }
        let number = volume.pagination.folio(entry.page);
        self.folio.draw_right(&mut page.marks, (self.end, y), &number);
        page.y += self.leading;
        let size = (self.end - page.left, page.y - above - corner.1);
        page.marks.push(DrawOp::Link { corner, size, target: LinkTarget::Page(entry.page) });
    }
}

/// Draws the heading and the lines.
pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let index = volume.pagination.pages.iter().position(|other| other == slot);
    let entries = entries(volume);
    page.draw_heading(volume.setup.language.text("contents.heading"));
    let sizes = &volume.setup.design.keys.sizes;
    let room = page.room() / (sizes.legible(sizes.body * SMALLER) * TITLE_SIZE * LEADING);
    let behind = thinned(entries.iter().filter(|entry| Some(entry.page) > index), room as usize);
    let free = page.room() / behind.clone().count().max(1) as f64;
    let mut lines = ContentsLines::new(volume, page, free);
    // The rows of dots are aligned: all end before the widest page number.
    let folios = behind.clone().map(|entry| volume.pagination.folio(entry.page));
    let widest = folios.map(|number| lines.folio.width(&number)).fold(0.0, f64::max);
    lines.room = lines.end - widest - lines.gap();
    page.y += lines.title.size * FIRST_DROP;
    for entry in behind {
        lines.draw(volume, page, entry);
    }
}

/// Keeps as many entries as fit in `room` lines. If not all fit, only every second, third, sixth or
/// twelfth chapter remains. A volume may have twenty months.
fn thinned<'a>(
    entries: impl Iterator<Item = &'a ContentsEntry> + Clone,
    room: usize,
) -> impl Iterator<Item = &'a ContentsEntry> + Clone {
    let chapters = entries.clone().filter(|entry| entry.aside.is_some()).count();
    let others = entries.clone().count() - chapters;
    let fits = |step: &usize| others + chapters.div_ceil(*step) <= room;
    let step = [1, 2, 3, 6].into_iter().find(fits).unwrap_or(12);
    let mut chapter = 0;
    entries.filter(move |entry| {
        let of_step = entry.aside.is_none() || chapter % step == 0;
        chapter += usize::from(entry.aside.is_some());
        of_step
    })
}
