//! Another printer, language, design or size over an earlier layer of a job. What the new one
//! cannot have becomes the nearest that it has, or is left out; a note names both values. A value
//! that the later layer names itself wins.

use super::job::{Job, SettingText};
use super::levels::names_small_size;
use super::row::Setting;
use crate::run::{Preset, SpineWidth, find_preset, preset_name};
use engine::sudoku::named::is_same_name;
use press::book::{BookOptions, Language, Template};
use press::printers::{Printer, Trim};
use press::text::problem::{Clause, clause, setting};

/// The settings of 9 x 9 cells alone, which small puzzles do not have.
pub(crate) const OF_CLASSIC_SIZE: [&str; 10] = [
    "symmetry", "givens", "pattern", "minimal", "variants", "er", "minutes", "needs", "without",
    "course",
];

/// The language of a book whose job names none.
const USUAL_LANGUAGE: &str = "en";

/// An earlier layer of a job, which a later one changes.
pub(super) struct EarlierLayer<'a> {
    later: &'a mut Job,
    texts: &'a mut Vec<SettingText>,
}

impl<'a> EarlierLayer<'a> {
    pub fn new(later: &'a mut Job, texts: &'a mut Vec<SettingText>) -> Self {
        Self { later, texts }
    }

    /// Fits the layer to the printer, the language and the design that the later layer names.
    pub fn fit(&mut self) {
        self.for_printer();
        self.for_language();
        self.for_design();
    }

    /// Returns a value that the later layer does not name.
    fn inherited(&self, name: &str) -> Option<String> {
        if self.later.is_set(name) { None } else { self.before(name) }
    }

    /// Returns a value of the earlier layer, whatever the later one has.
    fn before(&self, name: &str) -> Option<String> {
        self.texts.iter().find(|text| text.setting.name == name)?.text()
    }

    fn leave_out(&mut self, name: &str) {
        self.texts.retain(|text| text.setting.name != name);
    }

    fn replace(&mut self, name: &'static str, value: &str) {
        for text in self.texts.iter_mut().filter(|text| text.setting.name == name) {
            text.texts = text.setting.split(value);
        }
    }

    /// Returns the preset that the later layer names in place of another one.
    fn changed<T: Preset>(&self) -> Option<T> {
        let (later, before) = (self.later.text(T::FLAG)?, self.before(T::FLAG).unwrap_or_default());
        let names = [&later, &before].map(|name| preset_name::<T>(name).unwrap_or(name).to_owned());
        if names[0] == names[1] {
            return None;
        }
        // A preset that cannot be read is reported where the book is made.
        Some(find_preset::<T>(&later).ok()?.0)
    }

    fn for_printer(&mut self) {
        let Some(printer) = self.changed::<Printer>() else { return };
        let name = printer.name().to_owned();
        let spine = self.inherited("spine").filter(|width| width != SpineWidth::ESTIMATE);
        if let Some(width) = spine {
            self.leave_out("spine");
            let width = setting("spine").to(width);
            self.later.note(clause!("{} is of another printer's paper and left out", width));
        }
        if let Some(paper) = self.inherited("paper")
            && !printer.papers().any(|known| is_same_name(known, &paper))
        {
            let nearest = nearest_paper(&printer, &paper).to_owned();
            self.replace("paper", &nearest);
            self.note_nearest(&name, "paper", paper, nearest);
        }
        if let Some(text) = self.inherited("trim")
            && let Ok(trim) = text.parse::<Trim>()
            && printer.nearest_trim(trim) != trim
        {
            let nearest = printer.nearest_trim(trim).to_string();
            self.replace("trim", &nearest);
            self.note_nearest(&name, "trim", text, nearest);
        }
    }

    fn note_nearest(&mut self, printer: &str, name: &'static str, old: String, new: String) {
        let (old, new) = (setting(name).to(old), setting(name).to(new));
        let printer = printer.to_owned();
        self.later.note(clause!(
            "printer {} does not have {}; the nearest is {}",
            printer,
            old,
            new
        ));
    }

    fn for_language(&mut self) {
        let usual = self.later.continues_run().then(|| USUAL_LANGUAGE.to_owned());
        let Some(before) = self.before(Language::FLAG).or(usual) else { return };
        let Some(later) = self.later.text(Language::FLAG) else { return };
        let codes = [&before, &later].map(|name| match find_preset::<Language>(name) {
            Ok((language, _)) => language.code().to_owned(),
            Err(_) => name.clone(),
        });
        if codes[0] == codes[1] {
            return;
        }
        let mut left = BookOptions::LANGUAGE_SETTINGS.to_vec();
        left.retain(|name| self.inherited(name).is_some());
        let named = left.iter().map(|name| Clause::from(setting(*name)));
        let Some(named) = named.reduce(|named, name| clause!("{}, {}", named, name)) else {
            return;
        };
        self.texts.retain(|text| !left.contains(&text.setting.name));
        let [before, later] = codes;
        let begin = format!("not taken from the edition in {before}: {}", left.join(", "));
        self.later.note(clause!("{}; name those in {} with {}", begin, later, named));
    }

    fn for_design(&mut self) {
        let Some(design) = self.changed::<Template>() else { return };
        for name in ["first-day", "last-day"] {
            let Some(day) = self.inherited(name).filter(|_| !design.has_dates()) else { continue };
            self.leave_out(name);
            let (design, day) = (design.name().to_owned(), setting(name).to(day));
            self.later.note(clause!("design {} has no dates; {} is left out", design, day));
        }
    }

    /// Leaves the settings of 9 x 9 cells out if the later layer names small sizes alone.
    pub fn for_size(&mut self) {
        let size = self.later.text("size").unwrap_or_default();
        let quota = self.later.text("quota").unwrap_or_default();
        let has_small_alone = size.starts_with(['4', '6'])
            || (!quota.is_empty() && quota.split(',').all(names_small_size));
        if !has_small_alone {
            return;
        }
        for name in OF_CLASSIC_SIZE {
            let Some(value) = self.inherited(name) else { continue };
            self.leave_out(name);
            if Setting::find(name).is_some_and(|row| !row.is_default(&value)) {
                let value = setting(name).to(value);
                self.later.note(clause!("4x4 and 6x6 have no {}; it is left out", value));
            }
        }
    }
}

/// Returns the paper of a printer that is nearest to one of another printer: with a word of its
/// name, or else the first.
fn nearest_paper<'a>(printer: &'a Printer, paper: &str) -> &'a str {
    for known in printer.papers() {
        let mut words = paper.split(WORD_ENDS);
        if words.any(|word| known.split(WORD_ENDS).any(|own| is_same_name(own, word))) {
            return known;
        }
    }
    printer.papers().next().unwrap_or_default()
}

/// The signs between the words of the name of a paper.
const WORD_ENDS: [char; 2] = ['-', ' '];
