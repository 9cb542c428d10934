//! Another printer, language, design or size over an earlier layer of a job. What the new one
//! cannot have becomes the nearest that it has, or is left out; a note names both values. A value
//! that the later layer names itself wins.

use super::job::{Job, Origin, SettingText};
use super::levels::{is_small_size, names_small_size};
use super::row::Setting;
use crate::{BookPlan, Preset, SpineWidth};
use book::{Language, PuzzlesPerPage, Template};
use human::Ladder;
use preflight::{Printer, Trim};
use std::collections::BTreeSet;
use words::{Clause, clause, is_same_name, setting};

/// The settings whose values belong to one language, or as an ISBN to one edition.
const OF_LANGUAGE: [&str; 7] =
    ["title", "subtitle", "series", "also-by", "isbn", "dedication", "back"];

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
        self.for_names();
        self.for_puzzles();
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
        let names = [&later, &before].map(|name| T::known_name(name).unwrap_or(name).to_owned());
        if names[0] == names[1] {
            return None;
        }
        // A preset that cannot be read is reported where the book is made.
        Some(T::find(&later).ok()?.0)
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
            self.take_nearest(&format!("printer {name}"), "paper", paper, &nearest);
        }
        if let Some(text) = self.inherited("trim")
            && let Ok(trim) = text.parse::<Trim>()
            && printer.nearest_trim(trim) != trim
        {
            let nearest = printer.nearest_trim(trim).to_string();
            self.take_nearest(&format!("printer {name}"), "trim", text, &nearest);
        }
    }

    /// Gives a setting the value that is nearest to the old one, and notes both.
    fn take_nearest(&mut self, owner: &str, name: &'static str, old: String, nearest: &str) {
        self.replace(name, nearest);
        let (old, new) = (setting(name).to(old), setting(name).to(nearest));
        let owner = owner.to_owned();
        self.later.note(clause!("{} does not have {}; the nearest is {}", owner, old, new));
    }

    fn for_language(&mut self) {
        let usual = self.later.continues_run().then(|| USUAL_LANGUAGE.to_owned());
        let Some(before) = self.before(Language::FLAG).or(usual) else { return };
        let Some(later) = self.later.text(Language::FLAG) else { return };
        let codes = [&before, &later].map(|name| match Language::find(name) {
            Ok((language, _)) => language.code().to_owned(),
            Err(_) => name.clone(),
        });
        if codes[0] == codes[1] {
            return;
        }
        let mut left = OF_LANGUAGE.to_vec();
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
        let owner = format!("design {}", design.name());
        let has_own_answers = self.later.is_set("answers") || self.before("answers").is_some();
        if let Some(parts) = self.inherited("parts").filter(|_| !has_own_answers)
            && !self.can_have("parts", "puzzles,answers")
        {
            let mut names: Vec<&str> = parts.split(',').collect();
            names.retain(|name| !is_same_name(name, "answers"));
            let nearest = names.join(",");
            if nearest != parts {
                self.take_nearest(&owner, "parts", parts, &nearest);
            }
        }
        if let Some(turns) = self.inherited("turns")
            && let Some(nearest) = nearest_turns(&design, &turns)
        {
            self.take_nearest(&owner, "turns", turns, &nearest);
        }
        if let Some(number) = self.inherited("per-page")
            && let Some(nearest) = self.nearest_per_page(&number)
        {
            self.take_nearest(&owner, "per-page", number, &nearest);
        }
    }

    /// Leaves the number of sheets out if the later layer names the pupils.
    fn for_names(&mut self) {
        let names = self.later.get("names").map_or(0, |names| names.texts.len());
        if names > 1
            && let Some(sheets) = self.inherited("sheets")
            && sheets != names.to_string()
        {
            self.leave_out("sheets");
            let sheets = setting("sheets").to(sheets);
            self.later.note(clause!("{} names have a sheet each; {} is left out", names, sheets));
        }
    }

    /// Leaves exchanges out if the later layer changes which puzzles have their numbers.
    fn for_puzzles(&mut self) {
        const OF_NUMBERS: [&str; 5] = ["seed", "template", "first-day", "order", "first-number"];
        let has_changed = |row: &Setting| {
            (row.decides_puzzles
                || OF_NUMBERS.contains(&row.name)
                || Setting::COUNTS.contains(&row.name))
                && row.name != Setting::ANOTHER
                && (self.later.is_unset(row.name) && self.before(row.name).is_some()
                    || self.later.is_set(row.name)
                        && self.later.text(row.name) != self.before(row.name))
        };
        let Some(swaps) = self.before("swap").filter(|_| Setting::all().any(has_changed)) else {
            return;
        };
        self.leave_out("swap");
        let swaps = setting("swap").to(swaps);
        self.later.note(clause!("the puzzles of the numbers change; {} is left out", swaps));
    }

    /// Returns the largest number of puzzles on a page, below this one, for which the new design
    /// has room; `None` if it has room for this one, or for none.
    fn nearest_per_page(&self, number: &str) -> Option<String> {
        let numbers = PuzzlesPerPage::ALL.map(PuzzlesPerPage::name);
        let place = numbers.iter().position(|own| is_same_name(own, number))?;
        let fitting =
            numbers[..=place].iter().rev().find(|number| self.can_have("per-page", number))?;
        (*fitting != numbers[place]).then(|| (*fitting).to_owned())
    }

    /// Returns true if a book of the new design can have this value.
    fn can_have(&self, name: &str, value: &str) -> bool {
        let mut job = Job::default();
        for name in [Template::FLAG, Printer::FLAG, "trim", "paper"] {
            let earlier = || self.texts.iter().find(|text| text.setting.name == name);
            if let Some(text) = self.later.get(name).or_else(earlier) {
                // A wrong value is reported where the book is made.
                drop(job.add(text.clone()));
            }
        }
        let Some(row) = Setting::find(name) else { return false };
        drop(job.add(SettingText::new(row, value, Origin::Default)));
        let plan = job.settings().and_then(|settings| BookPlan::from_settings(&settings.book));
        plan.is_ok_and(|plan| plan.puzzles_a_page(Ladder::default()).is_ok())
    }

    /// Leaves the settings of 9 x 9 cells out if the later layer names small sizes alone.
    pub fn for_size(&mut self) {
        let size = self.later.text("size").unwrap_or_default();
        let quota = self.later.text("quota").unwrap_or_default();
        let has_small_alone =
            is_small_size(&size) || (!quota.is_empty() && quota.split(',').all(names_small_size));
        if !has_small_alone {
            return;
        }
        for name in Setting::OF_CLASSIC_SIZE {
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

/// Returns the turns of a design with a level for each day of the week that are nearest to other
/// turns; `None` if the design can have these.
fn nearest_turns(design: &Template, turns: &str) -> Option<String> {
    let levels: Vec<u8> =
        turns.split(',').map(|turn| turn.trim().parse().ok()).collect::<Option<_>>()?;
    if design.clone().with_turns(levels.clone()).is_ok() {
        return None;
    }
    let levels: Vec<u8> = BTreeSet::from_iter(levels).into_iter().collect();
    let nearest = design.turns_through(&levels);
    design.clone().with_turns(nearest.clone()).ok()?;
    Some(nearest.iter().map(u8::to_string).collect::<Vec<_>>().join(","))
}
