//! A design prepared for one book, with sizes for the trim and with its fonts.

use crate::model::design::keys::{AnswerPlace, FamilyNames, LARGE_PRINT, PageHead, Template};
use crate::model::part::PartName;
use crate::model::{Answers, BookOptions, PuzzleCodePlace, PuzzleSymbols};
use crate::text::manuscript::typographic;
use explain::HintStrength;
use page::{FamilyStacks, FontFamily, FontStack, PuzzleCodeStyle};

/// The design of one book.
#[derive(Clone, Debug, PartialEq)]
pub struct BookDesign {
    /// The keys of the template, with sizes scaled for this book.
    pub keys: Template,
    pub typefaces: Typefaces,
    /// The name of the language's default titles: the name of the design, or a kind of book.
    pub titles: String,
    /// True if the hints are printed below the puzzles.
    pub hints_below: bool,
    /// True if a low page may have fewer rows of puzzles than the design says.
    pub may_have_fewer_rows: bool,
    /// True if pages of puzzles leave room for a line with the name of a level.
    pub has_heading_lines: bool,
    /// True if puzzles have letters, which stand below them to cross out.
    pub has_letters: bool,
    /// The place of the QR codes of puzzles, if they have any.
    pub code_place: Option<PuzzleCodePlace>,
}

/// The faces of a book: the faces of the design, then the fonts of the user and of the language for
/// characters that the design's faces lack.
#[derive(Clone, Debug, PartialEq)]
pub struct Typefaces {
    pub title: FontStack,
    pub words: FamilyStacks,
    pub figures: FamilyStacks,
    /// The faces of feet and of labels beside numbers: digits and words have one weight.
    pub captions: FontStack,
    /// Line spacing of running text, as a multiple of the type size.
    pub leading: f64,
}

impl BookDesign {
    /// Prepares a template for pages of this width. On pages wider than 6 in, type grows with the
    /// square root of the width, by at most 20 %. Running text grows to at most [`LARGE_PRINT`].
    pub fn new(design: &Template, options: &BookOptions, trim_width: f64) -> Self {
        let growth = (trim_width / 432.0).sqrt().clamp(1.0, 1.2);
        let mut keys = design.clone();
        for size in [&mut keys.sizes.title, &mut keys.sizes.heading] {
            *size *= growth;
        }
        // The number of a puzzle is for pages 6 in wide and wider; on narrower ones it is smaller.
        let number = keys.puzzle.number * (trim_width / 432.0).min(1.0);
        keys.puzzle.number = keys.sizes.legible(number);
        keys.answers.place = match options.answer_placement() {
            None => keys.answers.place,
            Some(Answers::Foot) => AnswerPlace::Foot,
            Some(_) => AnswerPlace::BackMatter,
        };
        if let Some(per_page) = options.per_page {
            keys.set_puzzles_per_page(per_page, trim_width);
        }
        // Each child writes a name on its sheet.
        keys.puzzle.class |= keys.children && options.sheets.is_some();
        if options.parts.is_none() {
            // A sheet is no book that a child finishes, and a calendar of each month has boxes to
            // tick.
            let has_calendars = options.first_day.is_some() && keys.has_days() && keys.openers;
            keys.parts.retain(|part| match part.parse() {
                Ok(PartName::Reward) => options.sheets.is_none(),
                Ok(PartName::Progress) => !has_calendars,
                _ => true,
            });
        }
        let body = keys.sizes.body;
        keys.sizes.body = (body * growth).min(LARGE_PRINT.max(body));
        for line in [&mut keys.title, &mut keys.subtitle].into_iter().flatten() {
            *line = typographic(line, &options.language.quotes());
        }
        let parts = options.parts.as_ref().unwrap_or(&keys.parts);
        Self {
            typefaces: Typefaces::new(&keys.faces, options),
            hints_below: PartName::Hints.is_in(parts) && keys.hints == AnswerPlace::Foot,
            may_have_fewer_rows: options.per_page.is_none(),
            has_heading_lines: false,
            has_letters: PuzzleSymbols::letters(&options.symbols).is_some(),
            code_place: options.code_place(),
            titles: keys.name.clone(),
            keys,
        }
    }

    /// Adapts the design to a course: without the page about levels, and with a line below each
    /// puzzle that says where to look. A list of parts from the user stays as it is.
    pub fn for_course(mut self, options: &BookOptions) -> Self {
        "course".clone_into(&mut self.titles);
        if options.parts.is_none() {
            let left_out = [PartName::Levels, PartName::Hints, PartName::Techniques];
            let parts = &mut self.keys.parts;
            parts.retain(|name| left_out.iter().all(|part| part.name() != name));
            let end = match PartName::Puzzles.place_in(parts) {
                Some(puzzles) => puzzles + 1,
                None => 0,
            };
            parts.insert(end, PartName::Hints.to_string());
            self.hints_below = true;
        }
        self
    }

    /// Gives a book of small grids alone the titles of mini Sudoku. Books for children, in large
    /// print, for classes and with heads keep those of their design.
    pub fn for_small_grids(mut self) -> Self {
        let Template { children, sizes, puzzle, .. } = &self.keys;
        let is_plain = puzzle.head == PageHead::None && !puzzle.class;
        if is_plain && !children && !sizes.is_large_print() {
            "mini".clone_into(&mut self.titles);
        }
        self
    }

    /// Returns the side of the QR code beside each answer, with its quiet zone, or 0 without codes.
    pub fn code_beside_answer(&self) -> f64 {
        let is_here = self.code_place == Some(PuzzleCodePlace::Answers);
        if is_here { PuzzleCodeStyle::SIDE } else { 0.0 }
    }

    /// Returns true if each puzzle has a QR code below it.
    pub fn has_code_below(&self) -> bool {
        self.code_place == Some(PuzzleCodePlace::Puzzles)
    }

    /// Returns the height for the QR code below each puzzle, or 0 without codes. Its lower quiet
    /// zone is in the space below, which is higher.
    pub fn code_height_below(&self) -> f64 {
        let height = PuzzleCodeStyle::SIDE - PuzzleCodeStyle::MIN_QUIET;
        if self.has_code_below() { height } else { 0.0 }
    }

    /// Returns the width that the QR code takes from the line below each puzzle, or 0 without
    /// codes.
    pub fn code_width_below(&self) -> f64 {
        if self.has_code_below() { PuzzleCodeStyle::SIDE } else { 0.0 }
    }

    /// Returns the key of the introduction to the hints.
    pub fn hints_intro_key(&self) -> &'static str {
        match self.keys.hints_say {
            HintStrength::Where => "hints.intro_where",
            HintStrength::What => "hints.intro",
        }
    }

    /// Returns the title: the user's if it is not blank, otherwise the template's, otherwise the
    /// language's.
    pub fn title<'a>(&'a self, options: &'a BookOptions) -> &'a str {
        let given = options.title.as_deref().map(str::trim).filter(|given| !given.is_empty());
        let title = given.or(self.keys.title.as_deref());
        title.unwrap_or_else(|| options.language.title(&self.titles))
    }

    /// Returns the subtitle of a book with this number of puzzles: the user's if it is not blank,
    /// otherwise the template's, otherwise the language's.
    pub fn subtitle(&self, options: &BookOptions, puzzles: usize) -> String {
        let language = &options.language;
        match self.own_subtitle(options) {
            Some(subtitle) => language.fill_number(subtitle, puzzles),
            None => language.subtitle(&self.titles, puzzles),
        }
    }

    /// Returns true if the user or the template sets the subtitle.
    pub fn has_own_subtitle(&self, options: &BookOptions) -> bool {
        self.own_subtitle(options).is_some()
    }

    /// Returns the subtitle of the user, or else that of the template, if there is one.
    fn own_subtitle<'a>(&'a self, options: &'a BookOptions) -> Option<&'a str> {
        let given = options.subtitle.as_deref().map(str::trim).filter(|given| !given.is_empty());
        given.or(self.keys.subtitle.as_deref())
    }
}

impl Typefaces {
    /// Chooses the faces. The first font of the user, if any, sets the title.
    fn new(names: &FamilyNames, options: &BookOptions) -> Self {
        let [words, figures] = [&names.words, &names.figures].map(|name| {
            let family = FontFamily::named(name).expect("checked when the template was read");
            let key = if family.serif { "faces.serif" } else { "faces.sans" };
            let stand_in = FontFamily::named(options.language.text(key));
            let stacks = FamilyStacks::new(family, &options.fonts, stand_in);
            stacks.in_language(options.language.code())
        });
        let captions = figures.regular.in_weight_of(options.language.text("answers.heading"));
        let title = match options.fonts.first() {
            Some(&own) => words.regular.with_first(own),
            None => words.regular,
        };
        Self { title, words, figures, captions, leading: options.language.leading() }
    }
}
