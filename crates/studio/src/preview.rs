//! The book that the page shows: the real one, made in memory after each change. Its pages are
//! drawn when the page asks for them.

use super::book_job::{
    BookJob, BookPuzzles, BookValues, FieldProblem, is_of_making, puzzle_count, setting_of_rule,
};
use super::cover_places::CoverPlaces;
use super::fields::{POINTS_PER_MM, size_text};
use super::page_puzzles::VolumePage;
use super::puzzle_search::{self, FoundPuzzles};
use super::words::WindowWords;
use super::{choices, puzzle_files};
use book::{CoverDesign, Layout, MinuteRange, Section, Volume, VolumePlace};
use cover::{BackDesign, Cover, CoverLook};
use jobs::{BookPlan, Interrupt, RunError, RunPuzzles, RunSpec, Setting};
use make::Seed;
use preflight::{PreflightFinding, PrintSpec, Rule};
use proof::readback::Pdf;
use proof::sheet::{back_svg, front_svg, page_svg};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, Mutex};
use words::{Clause, clause};

/// The maximum number of puzzles of a book that is shown before it is made.
pub(super) const MAX_PUZZLES: u64 = 5_000;
/// The maximum number of windows whose previews are kept. The one that was used least recently
/// gives way.
const MAX_WINDOWS: usize = 8;
const MM_PER_INCH: f64 = 25.4;
/// The height of the picture of a front for shops, in pixels.
const SHOP_HEIGHT: usize = 2560;
/// The shop that takes no book without an ISBN, and prints no barcode itself.
const NEEDS_ISBN: &str = "ingram";
/// The puzzles on a page of the sizes that are sold most.
const USUAL_PER_PAGE: usize = 2;

/// The previews of the windows of the browser, the one that was used last at the end.
#[derive(Default)]
pub(super) struct PreviewWindows {
    windows: Vec<PreviewWindow>,
    newest: u64,
}

/// The preview of a window.
struct PreviewWindow {
    /// The name that the window has given itself.
    name: String,
    preview: Option<Arc<Preview>>,
    next: NextPreview,
}

/// A preview that is going to be made.
#[derive(Clone, Default)]
pub(super) struct NextPreview {
    pub id: u64,
    /// Stopped by the next change in the same window.
    pub interrupt: Interrupt,
    /// The puzzles of the last preview of the window. Locked while a preview is made.
    pub puzzles: Arc<Mutex<Option<Arc<RunPuzzles>>>>,
}

impl PreviewWindows {
    /// Begins a preview for a window, and stops an older one of the same window.
    pub fn begin(&mut self, name: &str) -> NextPreview {
        self.newest += 1;
        let known = self.windows.iter().position(|window| window.name == name);
        let (mut preview, mut next) = (None, NextPreview::default());
        if let Some(known) = known {
            let old = self.windows.remove(known);
            old.next.interrupt.stop();
            preview = old.preview;
            next.puzzles = old.next.puzzles;
        } else if self.windows.len() >= MAX_WINDOWS {
            self.windows.remove(0).next.interrupt.stop();
        }
        next.id = self.newest;
        self.windows.push(PreviewWindow { name: name.to_owned(), preview, next: next.clone() });
        next
    }

    /// Keeps a preview for its window, unless the window has given way.
    pub fn keep(&mut self, name: &str, preview: Preview) {
        if let Some(window) = self.windows.iter_mut().find(|window| window.name == name) {
            window.preview = Some(Arc::new(preview));
        }
    }

    /// Returns the preview with this number.
    pub fn find(&self, id: u64) -> Option<Arc<Preview>> {
        let mut previews = self.windows.iter().filter_map(|window| window.preview.as_ref());
        previews.find(|preview| preview.id == id).cloned()
    }

    /// Stops all work.
    pub fn stop(&self) {
        for window in &self.windows {
            window.next.interrupt.stop();
        }
    }
}

/// A book in memory.
pub(super) struct Preview {
    pub id: u64,
    book: BookPlan,
    layout: Layout,
    volumes: Vec<Pdf>,
    /// The bytes of the volumes.
    bytes: usize,
    facts: Value,
    /// The reasons for which the printer would refuse a volume.
    findings: Vec<PreviewFinding>,
    /// Advice of preflight.
    advice: Vec<PreviewFinding>,
    /// Sentences about the puzzles.
    notes: Vec<Clause>,
    /// The usual minutes of a puzzle, from those of the easiest to those of the hardest level.
    minutes: Option<MinuteRange>,
    /// True if a puzzle may come twice.
    allows_duplicates: bool,
    /// True if the studio makes the puzzles, so that their number can change.
    makes_puzzles: bool,
    /// The missing pages of a spine without text.
    thin: Option<ThinSpine>,
}

/// A finding of preflight, or a sentence, with the setting that changes it.
struct PreviewFinding {
    rule: Option<Rule>,
    sentence: Clause,
}

impl PreviewFinding {
    fn new(sentence: &Clause) -> Self {
        Self { rule: None, sentence: sentence.clone() }
    }

    fn of_rule(finding: &PreflightFinding) -> Self {
        Self { rule: Some(finding.rule), sentence: finding.sentence() }
    }

    fn item(&self, preview: &Preview, words: WindowWords) -> Value {
        let said = words.say(&self.sentence);
        let Some(rule) = self.rule else { return json!({ "text": said }) };
        let topic = words.say(&rule.name().into());
        let text = words.text("checks.finding", &[("topic", &topic), ("said", &said)]);
        preview.check_item(text, setting_of_rule(rule), words)
    }
}

/// The reason why there is no preview.
pub(super) enum PreviewError {
    /// A newer change has interrupted the work.
    Interrupted,
    /// So many puzzles are not shown before the book is made.
    TooLarge {
        /// The puzzles of the book, or those of a pupil.
        puzzles: u64,
        /// The number of versions of each puzzle.
        versions: u64,
    },
    /// The book cannot be made.
    Problem(FieldProblem),
}

impl From<RunError> for PreviewError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Interrupted => Self::Interrupted,
            error => Self::Problem(error.into()),
        }
    }
}

impl PreviewError {
    fn unreadable(error: impl std::fmt::Display) -> Self {
        Self::Problem(FieldProblem::without_field(error.to_string()))
    }
}

/// The puzzles that a job brings into its preview.
pub(super) struct PreviewContent {
    pub sections: Vec<Section>,
    /// The usual minutes of a puzzle, from those of the easiest to those of the hardest level.
    minutes: Option<MinuteRange>,
    notes: Vec<Clause>,
}

impl PreviewContent {
    /// Reads the puzzles of a job, or makes them in memory. Those of the last preview are used
    /// again if they are the same.
    ///
    /// # Errors
    /// [`PreviewError`] if there are none.
    pub fn read(
        job: &BookJob,
        folder: &Path,
        puzzles: &mut Option<Arc<RunPuzzles>>,
        interrupt: &Interrupt,
    ) -> Result<Self, PreviewError> {
        Ok(match &job.source {
            BookPuzzles::Run(spec, seed) => {
                let made = make_puzzles(spec, *seed, folder, puzzles, interrupt)?;
                let (sections, notes) = (made.sections(&spec.book), made.notes());
                Self { sections, minutes: made.minutes(), notes }
            }
            BookPuzzles::File(file) => {
                let (sections, notes) =
                    puzzle_files::read_puzzles(&file.puzzles, &file.sections, interrupt)?;
                Self { sections, minutes: None, notes }
            }
        })
    }
}

/// The volumes of a preview, as their PDFs are.
#[derive(Default)]
struct PreviewVolumes {
    pdfs: Vec<Pdf>,
    /// The bytes of all files.
    bytes: usize,
    /// The reasons for which the printer would refuse a volume.
    findings: Vec<PreviewFinding>,
    advice: Vec<PreviewFinding>,
}

impl PreviewVolumes {
    fn write(
        book: &BookPlan,
        layout: &Layout,
        interrupt: &Interrupt,
    ) -> Result<Self, PreviewError> {
        let mut volumes = Self::default();
        let mut check = || match interrupt.check() {
            Ok(()) => Ok(()),
            Err(_) => Err(std::io::ErrorKind::Interrupted.into()),
        };
        for volume in &layout.volumes {
            interrupt.check()?;
            let mut bytes = Vec::new();
            if let Err(e) = volume.write_with_progress(&mut bytes, &mut check) {
                interrupt.check()?;
                return Err(PreviewError::unreadable(e));
            }
            let inspect = || book.spec.as_ref().map(|spec| preflight::inspect(&bytes, spec));
            let (report, pdf) = rayon::join(inspect, || Pdf::open(&bytes));
            if let Some(report) = report.transpose().map_err(PreviewError::unreadable)? {
                for finding in &report.findings {
                    let list = if finding.advice.is_none() {
                        &mut volumes.findings
                    } else {
                        &mut volumes.advice
                    };
                    list.push(PreviewFinding::of_rule(finding));
                }
            }
            volumes.bytes += bytes.len();
            volumes.pdfs.push(pdf.map_err(PreviewError::unreadable)?);
        }
        Ok(volumes)
    }
}

impl Preview {
    /// Makes the book of a job, whose folder may have a finished one. The puzzles of the last
    /// preview are used again if the change leaves them as they are.
    ///
    /// # Errors
    /// [`PreviewError`] if there is nothing to show.
    pub fn make(
        id: u64,
        job: &BookJob,
        folder: &Path,
        puzzles: &mut Option<Arc<RunPuzzles>>,
        interrupt: &Interrupt,
    ) -> Result<Self, PreviewError> {
        let book = job.plan();
        let allows_duplicates = match &job.source {
            BookPuzzles::Run(..) => false,
            BookPuzzles::File(file) => file.sections.allows_duplicates(),
        };
        let content = PreviewContent::read(job, folder, puzzles, interrupt)?;
        let count: usize = content.sections.iter().map(|section| section.puzzles.len()).sum();
        let layout = book.lay_out(&content.sections).map_err(RunError::from)?;
        let PreviewVolumes { pdfs, bytes, mut findings, advice } =
            PreviewVolumes::write(book, &layout, interrupt)?;
        let covers = book.covers(&layout).map_err(RunError::from)?;
        if let Some(spec) = &book.spec {
            for cover in &covers {
                interrupt.check()?;
                findings.extend(refusals_of_cover(cover, spec)?);
            }
        }
        let places = places(&layout);
        let first = places.iter().find(|place| place["part"] == "puzzles");
        let opens = first.map_or(json!(1), |place| place["page"].clone());
        let makes_puzzles = job.seed().is_some();
        let mut facts = json!({
            "preview": id,
            "pages": pdfs.iter().map(Pdf::page_count).sum::<usize>(),
            "puzzles": count as u64 / book.versions(),
            "volumes": pdfs.len(),
            "cover": !covers.is_empty(),
            "png": covers.first().is_some_and(Cover::has_front_png),
            "trim_mm": [book.trim.width() / POINTS_PER_MM, book.trim.height() / POINTS_PER_MM],
            "title": layout.volumes[0].titles.title,
            "problems": [],
            "places": places,
            "opens": opens,
            "folios": folios(&layout),
        });
        let mut thin = None;
        if let Some(cover) = covers.first() {
            facts["spine_mm"] =
                cover.sheet().spine().map(|spine| spine.points() / POINTS_PER_MM).into();
            thin = thin_spine(cover, &layout.volumes[0]);
            facts["sources"] = cover.unsettled().into_iter().collect();
        }
        drop(covers);
        Ok(Self {
            id,
            book: book.clone(),
            layout,
            volumes: pdfs,
            bytes,
            facts,
            findings,
            advice,
            notes: content.notes,
            minutes: content.minutes,
            allows_duplicates,
            makes_puzzles,
            thin,
        })
    }

    /// Returns the bytes of a page, on average.
    pub fn bytes_per_page(&self) -> f64 {
        let pages: usize = self.volumes.iter().map(Pdf::page_count).sum();
        self.bytes as f64 / pages.max(1) as f64
    }

    /// Returns the facts that the page shows beside the pages, with what must be mended and what is
    /// good to know.
    pub fn facts(&self, values: &BookValues, words: WindowWords) -> Value {
        let mut facts = self.facts.clone();
        // The window says in one sentence what the printer's file says in many.
        let sources = facts.get_mut("sources").and_then(Value::as_array_mut);
        for source in sources.into_iter().flatten() {
            let printer = values.get("printer").map(String::as_str).unwrap_or_default();
            let printer = words.text(&format!("word.printer.{printer}"), &[]);
            *source = words.text("know.sources", &[("printer", &printer)]).into();
        }
        facts["findings"] = self.findings.iter().map(|finding| finding.item(self, words)).collect();
        let notes = self.notes.iter().map(|note| PreviewFinding::new(note).item(self, words));
        let advice = self.advice.iter().map(|finding| finding.item(self, words));
        facts["know"] = notes.chain(advice).chain(self.reminders(values, words)).collect();
        facts["jumps"] = self.jumps(words);
        facts["facts"] = self.short_facts(words);
        facts["verdict"] = self.verdict(values, words).into();
        if self.book.estimates_spines() {
            let message = self.spine_note(words);
            facts["missing"] = json!([{ "setting": "spine", "message": message }]);
        }
        facts
    }

    /// Returns the width of the spine in the unit of the book; `None` for a book without one.
    fn spine_width(&self) -> Option<Clause> {
        Some(spine_text(self.facts["spine_mm"].as_f64()?, &self.book))
    }

    /// Returns a sentence with a button that leads to a setting, if the form has a field for it:
    /// that of puzzles of a file has none that says how puzzles are made.
    fn check_item(&self, text: String, setting: &str, words: WindowWords) -> Value {
        if !self.makes_puzzles && Setting::find(setting).is_some_and(is_of_making) {
            return json!({ "text": text });
        }
        let button = words.text("know.field", &[("label", &words.label(setting))]);
        json!({ "text": text, "button": button, "setting": setting })
    }

    /// Returns the note about a spine whose width is an estimate.
    fn spine_note(&self, words: WindowWords) -> String {
        let width = self.spine_width().map(|width| words.say(&width)).unwrap_or_default();
        let pages = self.layout.volumes[0].page_count().to_string();
        words.text("know.spine", &[("width", &width), ("pages", &pages)])
    }

    /// Returns the sentences about the printer in the line of the state. No printer accepts a cover
    /// whose spine is an estimate.
    fn verdict(&self, values: &BookValues, words: WindowWords) -> Vec<String> {
        let printer = values.get("printer");
        let is_estimate = self.book.estimates_spines();
        let mut sentences = Vec::new();
        if let Some(printer) = printer
            && (!is_estimate || !self.findings.is_empty())
        {
            sentences.push(words.verdict(printer, self.findings.len()));
        }
        if is_estimate {
            sentences.push(match printer {
                Some(name) => {
                    words.text("line.spine", &[("printer", &words.word("printer", name))])
                }
                None => words.text("line.spine.none", &[]),
            });
        }
        sentences
    }

    /// Returns the places to which the page offers to go, each with its text.
    fn jumps(&self, words: WindowWords) -> Value {
        let has_cover = self.facts["cover"] == true;
        let mut jumps = vec![json!([words.text("places", &[]), ""])];
        if has_cover {
            jumps.push(json!([words.text("cover.front", &[]), 0]));
        }
        let mut known = HashSet::new();
        for place in self.facts["places"].as_array().into_iter().flatten() {
            let part = place["part"].as_str().unwrap_or_default();
            let name = match place["chapter"].as_str() {
                Some(chapter) => chapter.to_owned(),
                None => words.text(&format!("part.{part}"), &[]),
            };
            let page = &place["page"];
            if !name.is_empty() && known.insert(name.clone()) {
                let values = [("name", &*name), ("page", &page.to_string())];
                jumps.push(json!([words.text("places.page", &values), page]));
            }
        }
        if has_cover {
            jumps.push(json!([words.text("cover.whole", &[]), "cover"]));
        }
        jumps.into()
    }

    /// Returns the facts that stand beside the state of the book.
    fn short_facts(&self, words: WindowWords) -> Value {
        let mut facts = vec![json!(["trim", size_text(self.book.trim, words)])];
        if let Some(width) = self.spine_width().map(|width| words.say(&width)) {
            facts.push(fact("spine", &width, words));
        }
        if self.volumes.len() > 1 {
            facts.push(fact("volumes", &self.volumes.len().to_string(), words));
        }
        let count = words.number(self.facts["puzzles"].as_u64().unwrap_or_default());
        let mut puzzles = fact("puzzles", &count, words);
        if self.book.options().sheets.is_some() {
            let own = self.facts["puzzles"].as_u64().unwrap_or_default();
            puzzles[1] = words.puzzles(own, self.book.versions()).into();
        } else if self.allows_duplicates {
            puzzles[1] = words.text("fact.puzzles.repeated", &[("n", &count)]).into();
        }
        facts.push(puzzles);
        if let Some(MinuteRange { fewest, most }) = self.minutes {
            let range =
                if fewest == most { most.to_string() } else { format!("{fewest}–{most}") };
            facts.push(fact("minutes", &range, words));
        }
        facts.into()
    }

    /// Returns what the maker of a book that is sold may have forgotten, each with a setting.
    fn reminders(&self, values: &BookValues, words: WindowWords) -> Vec<Value> {
        let has = |name: &str| values.contains_key(name);
        let printer = values.get("printer").map(String::as_str).unwrap_or_default();
        let is_sold = choices::is_of_shop(printer);
        let mut items = Vec::new();
        if is_sold && !has("title") {
            let title = self.facts["title"].as_str().unwrap_or_default();
            let text = words.text("know.title", &[("title", title)]);
            items.push(self.check_item(text, "title", words));
        }
        items.extend(self.notes_pages(printer, words));
        items.extend(self.crowded_pages(values, words));
        if let Some(thin) = &self.thin {
            let [pages, needed, puzzles] =
                [thin.pages, thin.needed, thin.puzzles].map(|n| n.to_string());
            let numbers = [("pages", &*pages), ("needed", &*needed), ("puzzles", &*puzzles)];
            let count = self.facts["puzzles"].as_u64().unwrap_or_default();
            let mut item = json!({ "text": words.text("know.thin", &numbers) });
            if self.makes_puzzles {
                item["button"] = words.text("know.thin.mend", &numbers).into();
                let missing = (thin.puzzles as u64).div_ceil(self.book.versions());
                item["deal"] = (count + missing).into();
            }
            items.push(item);
        }
        let cases = [
            (is_sold && !has("author"), "know.author", "author"),
            (is_sold && !(has("address") && has("email")), "know.address", "address"),
        ];
        for (applies, key, setting) in cases {
            if applies {
                items.push(self.check_item(words.text(key, &[]), setting, words));
            }
        }
        if printer == NEEDS_ISBN && self.facts["cover"] == true && !has("isbn") {
            let name = words.word("printer", printer);
            items.push(self.check_item(
                words.text("know.isbn", &[("printer", &name)]),
                "isbn",
                words,
            ));
        }
        if self.book.estimates_spines() {
            items.push(self.check_item(self.spine_note(words), "spine", words));
        }
        items
    }

    /// Returns a reminder that most pages are for notes because the printer wants so many pages.
    fn notes_pages(&self, printer: &str, words: WindowWords) -> Option<Value> {
        let spec = self.book.spec.as_ref()?;
        let volumes = self.layout.volumes.iter();
        let notes: usize = volumes.map(|volume| volume.pages_of_part("notes")).sum();
        if notes == 0 {
            return None;
        }
        let [notes, pages, least] =
            [notes as u64, self.facts["pages"].as_u64()?, spec.pages().0 as u64]
                .map(|n| n.to_string());
        let printer = words.text(&format!("word.printer.{printer}"), &[]);
        let numbers =
            [("notes", &*notes), ("pages", &pages), ("least", &least), ("printer", &printer)];
        // More pages of puzzles need fewer of notes.
        let setting = if self.makes_puzzles { "quota" } else { "per-page" };
        Some(self.check_item(words.text("know.notes", &numbers), setting, words))
    }

    /// Returns a reminder that a large page has more puzzles than the usual ones.
    fn crowded_pages(&self, values: &BookValues, words: WindowWords) -> Option<Value> {
        let is_classic = values.get("template").is_none_or(|design| design == "classic");
        let is_chosen = values.contains_key("per-page") || values.contains_key("size");
        let (on_page, _) = self.layout.volumes[0].grids_per_page();
        if !is_classic || is_chosen || on_page <= USUAL_PER_PAGE {
            return None;
        }
        let (found, usual) = (on_page.to_string(), USUAL_PER_PAGE.to_string());
        Some(json!({
            "text": words.text("know.crowded", &[("n", &found)]),
            "button": words.text("know.crowded.mend", &[("n", &usual)]),
            "setting": "per-page",
            "value": usual,
        }))
    }

    /// Returns a page of the book, counted from 1 through all volumes, as SVG.
    pub fn page(&self, page: usize) -> Option<String> {
        let (volume, page) = self.find_page(page)?;
        Some(page_svg(&self.volumes[volume], page + 1))
    }

    /// Returns the puzzles of a page, counted from 1 through all volumes, with their places.
    pub fn puzzles(&self, page: usize) -> Option<Value> {
        Some(self.volume_page(page)?.puzzles(self.book.versions(), self.makes_puzzles))
    }

    /// Returns the solution of a puzzle of a page, counted from 0 on the page, as SVG.
    pub fn solution(&self, page: usize, puzzle: usize) -> Option<String> {
        self.volume_page(page)?.solution(puzzle)
    }

    fn volume_page(&self, page: usize) -> Option<VolumePage<'_>> {
        let (volume, page) = self.find_page(page)?;
        let [left, bottom, right, top] = self.volumes[volume].page_box(page)?;
        let size = [right - left, top - bottom];
        Some(VolumePage { layout: &self.layout, volume, page, size })
    }

    /// Returns the volume with a page, counted from 1 through all volumes, and the place of the
    /// page in the volume. Both are counted from 0.
    fn find_page(&self, page: usize) -> Option<(usize, usize)> {
        let mut page = page.checked_sub(1)?;
        for (place, volume) in self.volumes.iter().enumerate() {
            if page < volume.page_count() {
                return Some((place, page));
            }
            page -= volume.page_count();
        }
        None
    }

    /// Returns the front of the first volume as SVG.
    pub fn front(&self) -> Option<String> {
        self.cover_pdf().map(|cover| front_svg(&cover, &self.volumes[0]))
    }

    /// Returns the front of the first volume as a PNG for shops; `None` for one with a JPEG.
    pub fn front_png(&self) -> Option<Vec<u8>> {
        let covers = self.book.covers(&self.layout).ok()?;
        let (png, _) = covers.first()?.front_png(SHOP_HEIGHT).ok()?;
        Some(png)
    }

    /// Returns the cover of the first volume as SVG.
    pub fn cover(&self) -> Option<String> {
        self.cover_pdf().map(|cover| page_svg(&cover, 1))
    }

    /// Returns the places of the cover of the first volume.
    pub fn cover_places(&self) -> Option<Value> {
        let covers = self.book.covers(&self.layout).ok()?;
        let back = self.book.settings.cover.back.as_deref();
        let volume = &self.layout.volumes[0];
        Some(CoverPlaces { cover: covers.first()?, volume, back }.json())
    }

    /// Returns the front that the first volume has with another design, as SVG.
    pub fn front_in(&self, design: CoverDesign) -> Option<String> {
        let mut look = self.book.cover.clone()?;
        look.design = Some(design);
        if design != CoverDesign::Picture {
            look.picture = None;
        }
        Some(front_svg(&self.cover_in(&look)?, &self.volumes[0]))
    }

    /// Returns the back that the first volume has with another layout, as SVG; `None` for a front
    /// alone.
    pub fn back_in(&self, design: BackDesign) -> Option<String> {
        let look = CoverLook { back_design: Some(design), ..self.book.cover.clone()? };
        self.facts["spine_mm"].as_f64()?;
        Some(back_svg(&self.cover_in(&look)?, &self.volumes[0]))
    }

    /// Returns the cover that the first volume has with another look.
    fn cover_in(&self, look: &CoverLook) -> Option<Pdf> {
        let spine = self.book.spines(&self.layout).first().copied();
        pdf_of_cover(&Cover::new(&self.layout.volumes[0], spine, look).ok()?)
    }

    fn cover_pdf(&self) -> Option<Pdf> {
        let covers = self.book.covers(&self.layout).ok()?;
        pdf_of_cover(covers.first()?)
    }
}

/// Returns the width of a spine in the unit of a book. The width is in millimetres.
pub(super) fn spine_text(width: f64, book: &BookPlan) -> Clause {
    if book.trim.is_in_inches() {
        clause!("{} in", format!("{:.3}", width / MM_PER_INCH))
    } else {
        clause!("{} mm", format!("{width:.1}"))
    }
}

/// Returns the findings for which a printer would refuse a cover.
fn refusals_of_cover(
    cover: &Cover<'_>,
    spec: &PrintSpec,
) -> Result<Vec<PreviewFinding>, PreviewError> {
    let mut bytes = Vec::new();
    cover::write(cover, &mut bytes).map_err(PreviewError::unreadable)?;
    let report = preflight::inspect_cover(&bytes, spec, cover.sheet());
    let report = report.map_err(PreviewError::unreadable)?;
    let refusals = report.findings.iter().filter(|finding| finding.advice.is_none());
    Ok(refusals.map(PreviewFinding::of_rule).collect())
}

/// Returns the name of a fact about a book, and its text.
pub(super) fn fact(name: &str, n: &str, words: WindowWords) -> Value {
    json!([name, words.text(&format!("fact.{name}"), &[("n", n)])])
}

fn pdf_of_cover(cover: &Cover<'_>) -> Option<Pdf> {
    let mut bytes = Vec::new();
    cover::write(cover, &mut bytes).ok()?;
    Pdf::open(&bytes).ok()
}

/// Returns the pages to which a reader may want to go, counted from 1 through all volumes.
fn places(layout: &Layout) -> Vec<Value> {
    let mut places = Vec::new();
    let mut before = 0;
    for volume in &layout.volumes {
        for VolumePlace { page, part, chapter } in volume.places() {
            places.push(json!({ "page": before + page + 1, "part": part, "chapter": chapter }));
        }
        before += volume.page_count();
    }
    places
}

/// Returns the printed numbers of all pages.
fn folios(layout: &Layout) -> Value {
    let volumes = layout.volumes.iter();
    volumes.flat_map(|volume| (0..volume.page_count()).map(|page| volume.folio(page))).collect()
}

/// The pages of a book whose spine has no text, those from which it has text, and about as many
/// puzzles as are missing.
struct ThinSpine {
    pages: usize,
    needed: usize,
    puzzles: usize,
}

/// Returns what is missing for text on the spine; `None` if the spine has text.
fn thin_spine(cover: &Cover<'_>, volume: &Volume) -> Option<ThinSpine> {
    let needed = cover.sheet().rules.spine_text_from;
    let pages = volume.page_count();
    if cover.spine_blank().is_none() || pages >= needed {
        return None;
    }
    let (puzzles, answers) = volume.grids_per_page();
    // Each page of puzzles has its share of a page of answers.
    let share = 1.0 / puzzles.max(1) as f64 + 1.0 / answers.max(puzzles).max(1) as f64;
    let missing = ((needed - pages) as f64 / share).ceil() as usize;
    Some(ThinSpine { pages, needed, puzzles: missing })
}

/// Makes the puzzles of a run, unless those of the last preview are the same.
fn make_puzzles(
    spec: &RunSpec,
    seed: Seed,
    folder: &Path,
    puzzles: &mut Option<Arc<RunPuzzles>>,
    interrupt: &Interrupt,
) -> Result<Arc<RunPuzzles>, PreviewError> {
    if puzzle_count(spec) > MAX_PUZZLES {
        let versions = spec.book.versions();
        return Err(PreviewError::TooLarge { puzzles: puzzle_count(spec) / versions, versions });
    }
    if let Some(known) = puzzles.as_ref()
        && known.is_of(spec, seed)?
    {
        return Ok(known.clone());
    }
    let made = match puzzle_search::find(spec, seed, folder, interrupt)? {
        FoundPuzzles::All(made) => Arc::new(*made),
        FoundPuzzles::Some(found) => return Err(no_more_puzzles(spec, found)),
    };
    *puzzles = Some(made.clone());
    Ok(made)
}

/// Returns the problem that a preview finds no more puzzles, at the setting that may ask for too
/// much.
fn no_more_puzzles(spec: &RunSpec, found: u64) -> PreviewError {
    let wrong = clause!(
        "{} of {} puzzles were found, and no other one in {} seconds; ask for less, or make the \
         book, which searches longer",
        found,
        puzzle_count(spec),
        puzzle_search::MAX_WAIT.as_secs()
    );
    PreviewError::Problem(FieldProblem::of_setting(spec.hardest_wish(), wrong))
}
