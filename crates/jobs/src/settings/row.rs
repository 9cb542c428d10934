//! A row of the list of settings: everything that is known about one setting.

use super::Settings;
use super::value::{only, without_separators};
use crate::Preset as _;
use crate::nearest_name::{nearest, with_nearest};
use book::{Language, Template};
use human::Ladder;
use preflight::Printer;
use serde_json::Value;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use words::{Clause, ValueError, clause, is_same_name};

/// The value of `pattern` that names the built-in pictures.
pub(super) const DESIGNED_PATTERNS: &str = "designed";

/// A setting. Flags, keys of job files, variables of the environment, manifests and the reference
/// page are made from it.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The name in flags, job files and manifests.
    pub name: &'static str,
    /// The group under which help lists it.
    pub group: Group,
    /// The form of its value.
    pub kind: SettingKind,
    /// The placeholder of its value in help, such as `N` or `FILE`.
    pub value_name: &'static str,
    /// Its help, a sentence without a full stop.
    pub help: &'static str,
    /// Further sentences of its help; empty if there are none.
    pub more: &'static str,
    /// The names of values that are built in, each with its file; empty if there are none.
    pub built_in: &'static [(&'static str, &'static str)],
    /// A value as users write it; empty for a switch.
    pub example: &'static str,
    /// The value that it has if nobody sets it, in words; empty if its type has a default, or none.
    pub usual: &'static str,
    /// True if it takes several values, separated by commas.
    pub is_list: bool,
    /// True if the values of a stronger layer follow those of a weaker one, in whose place they
    /// would be otherwise.
    pub is_added: bool,
    /// The only command that has it; `None` for all commands of its group.
    pub command: Option<&'static str>,
    /// The commands that have it beside those of its group.
    pub others: &'static [&'static str],
    /// The commands whose short help shows it.
    pub common: &'static [&'static str],
    /// The settings that must not be set beside it.
    pub excludes: &'static [&'static str],
    /// The setting without which it has no meaning.
    pub needs: Option<&'static str>,
    /// True if the manifest of a run keeps it.
    pub is_kept: bool,
    /// True if it decides the puzzles of a run.
    pub decides_puzzles: bool,
    /// Returns its value in JSON; `None` where it is not set.
    pub(super) write: fn(&Settings) -> Option<Value>,
    /// Sets it to the value of these texts, or says what was expected.
    read: fn(&mut Settings, &[OsString]) -> Result<(), Clause>,
}

words::named! {
    /// The groups of settings, each with its heading, in the order of help.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Group {
        /// The place and the work of a run.
        Run = "Run",
        /// The kind and the number of puzzles.
        Puzzles = "Puzzles",
        /// The difficulty of the puzzles.
        Difficulty = "Difficulty",
        /// The book.
        Book = "Book",
        /// The copyright page.
        CopyrightPage = "Copyright page",
        /// The printer.
        Printer = "Printer",
        /// The covers.
        Cover = "Cover",
        /// The catalogue.
        Catalogue = "Catalogue",
        /// The archive of printed puzzles.
        Archive = "Archive",
        /// Messages while the program works.
        Messages = "Messages",
        /// Sharded runs.
        Parts = "Parts",
        /// Values that only the manifest has.
        Manifest = "Manifest",
    }
}

impl Group {
    /// Returns true for the settings of messages.
    pub fn is_of_messages(self) -> bool {
        self == Self::Messages
    }

    /// Returns true for the settings of the archive and of its locks.
    pub fn is_of_archive(self) -> bool {
        self == Self::Archive
    }

    /// Returns true for the settings of single puzzles.
    pub fn is_of_puzzles(self) -> bool {
        matches!(self, Self::Puzzles | Self::Difficulty)
    }

    /// The heading in help; `None` for the options that come first.
    pub const fn heading(self) -> Option<&'static str> {
        match self {
            Self::Run | Self::Manifest => None,
            group => Some(group.name()),
        }
    }

    /// The commands that have its settings.
    const fn commands(self) -> &'static [&'static str] {
        match self {
            Self::Run
            | Self::Puzzles
            | Self::Difficulty
            | Self::Catalogue
            | Self::Archive
            | Self::Messages => &["run", "generate"],
            Self::Book | Self::CopyrightPage | Self::Printer => &["run", "book", "cover"],
            Self::Cover => &["run", "cover"],
            Self::Parts => &["generate"],
            Self::Manifest => &[],
        }
    }
}

/// The form of a value.
#[derive(Clone, Copy, Debug)]
pub enum SettingKind {
    /// On or off.
    Switch,
    /// A whole number.
    Number {
        /// The smallest that is allowed.
        min: u64,
        /// The largest that is allowed.
        max: u64,
    },
    /// One of a few words: the words, each with its help.
    Choice(fn() -> Vec<(&'static str, &'static str)>),
    /// A path, which may have characters that are no text.
    Path,
    /// Text, whose form the placeholder shows.
    Text,
    /// Text in at most two words.
    Words,
}

impl SettingKind {
    /// Returns true if a flag of this kind takes no value.
    pub const fn is_switch(self) -> bool {
        matches!(self, Self::Switch)
    }
}

/// Methods of a setting that each set one field.
macro_rules! setters {
    ($($(#[doc = $about:literal])* $name:ident: $field:ident = $Type:ty;)*) => {
        $($(#[doc = $about])*
        pub(super) const fn $name(mut self, value: $Type) -> Self {
            self.$field = value;
            self
        })*
    };
}

impl Setting {
    /// The setting that names the puzzles that are replaced.
    pub const ANOTHER: &'static str = "another";
    /// The setting that brings others back to their defaults.
    pub const UNSET: &'static str = "unset";
    /// The settings that say how many puzzles of which levels a run has.
    pub const COUNTS: [&'static str; 7] =
        ["size", "levels", "count", "total", "quota", "pages", "last-day"];
    /// The settings among them that give a number of puzzles.
    pub(crate) const NUMBERS: [&'static str; 4] = ["total", "count", "quota", "pages"];
    /// The settings that decide how many puzzles a page has.
    pub(crate) const OF_PAGES: [&'static str; 4] = ["template", "printer", "trim", "per-page"];
    /// The settings of 9 x 9 cells alone, which small puzzles do not have.
    pub const OF_CLASSIC_SIZE: [&'static str; 9] =
        ["givens", "pattern", "minimal", "variants", "er", "minutes", "needs", "without", "course"];
    /// The settings that name files and folders which a command writes.
    pub const OUTPUTS: [&'static str; 4] = ["out", "into", "archive", "metrics-file"];

    /// Returns a switch with this name and group, which reads and writes its value by these
    /// functions.
    pub(super) const fn new(
        name: &'static str,
        group: Group,
        write: fn(&Settings) -> Option<Value>,
        read: fn(&mut Settings, &[OsString]) -> Result<(), Clause>,
    ) -> Self {
        Self {
            name,
            group,
            kind: SettingKind::Switch,
            value_name: "",
            help: "",
            more: "",
            built_in: &[],
            example: "",
            usual: "",
            is_list: false,
            is_added: false,
            command: None,
            others: &[],
            common: &[],
            excludes: &[],
            needs: None,
            is_kept: false,
            decides_puzzles: false,
            write,
            read,
        }
    }

    /// Sets the form of the value and its placeholder in help.
    const fn valued(mut self, kind: SettingKind, value_name: &'static str) -> Self {
        self.kind = kind;
        self.value_name = value_name;
        self
    }

    /// Takes a whole number from `min` to `max`.
    pub(super) const fn number(self, value_name: &'static str, min: u64, max: u64) -> Self {
        self.valued(SettingKind::Number { min, max }, value_name)
    }

    /// Takes one of these words.
    pub(super) const fn choice(
        self,
        value_name: &'static str,
        words: fn() -> Vec<(&'static str, &'static str)>,
    ) -> Self {
        self.valued(SettingKind::Choice(words), value_name)
    }

    /// Takes a path.
    pub(super) const fn path(self, value_name: &'static str) -> Self {
        self.valued(SettingKind::Path, value_name)
    }

    /// Takes text, whose form the placeholder shows.
    pub(super) const fn text(self, value_name: &'static str) -> Self {
        self.valued(SettingKind::Text, value_name)
    }

    /// Takes text in at most two words.
    pub(super) const fn words(self, value_name: &'static str) -> Self {
        self.valued(SettingKind::Words, value_name)
    }

    /// Makes it a list of values, separated by commas.
    pub(super) const fn list(mut self) -> Self {
        self.is_list = true;
        self
    }

    /// Makes it a list to which stronger layers add.
    pub(super) const fn added(mut self) -> Self {
        self.is_added = true;
        self.list()
    }

    setters! {
        /// Sets the help, a sentence without a full stop.
        help: help = &'static str;
        /// Adds further sentences to the help.
        more: more = &'static str;
        /// Names the values that are built in.
        built_in: built_in = &'static [(&'static str, &'static str)];
        /// Gives an example of a value, as users write it.
        example: example = &'static str;
        /// Describes the default in words.
        usual: usual = &'static str;
        /// Gives it to these commands too.
        also: others = &'static [&'static str];
        /// Shows the setting in the short help of these commands.
        common: common = &'static [&'static str];
        /// Names the settings that must not be set beside it.
        excludes: excludes = &'static [&'static str];
    }

    /// Limits it to one command.
    pub(super) const fn only(mut self, command: &'static str) -> Self {
        self.command = Some(command);
        self
    }

    /// Names the setting that it requires.
    pub(super) const fn needs(mut self, name: &'static str) -> Self {
        self.needs = Some(name);
        self
    }

    /// Makes the manifest keep it.
    pub(super) const fn kept(mut self) -> Self {
        self.is_kept = true;
        self
    }

    /// Makes the manifest keep it, and marks that it decides the puzzles of a run.
    pub(super) const fn deciding(mut self) -> Self {
        self.decides_puzzles = true;
        self.kept()
    }

    /// Returns all sentences of its help.
    pub fn sentences(&self) -> String {
        let names: Vec<_> = self.built_in.iter().map(|(name, _)| *name).collect();
        let built_in = match names.split_last() {
            Some((last, names)) => format!("Built in are {} and {last}. ", names.join(", ")),
            None => String::new(),
        };
        format!("{}. {built_in}{}", self.help, self.more).trim_end().to_owned()
    }

    /// Returns true if the command has this setting.
    pub fn is_of(&self, command: &str) -> bool {
        match self.command {
            Some(only) => only == command,
            None => self.group.commands().contains(&command) || self.others.contains(&command),
        }
    }

    /// Returns true if the two settings must not be set together.
    pub fn is_excluded_by(&self, other: &Self) -> bool {
        self.excludes.contains(&other.name) || other.excludes.contains(&self.name)
    }

    /// Returns the file that a value names for reading, and what stands before its name, such as
    /// `about=`. `None` for a value that names something built in, or no file to read.
    pub fn input_file<'a>(&self, value: &'a OsStr) -> Option<(&'a str, &'a Path)> {
        let text = value.to_str().unwrap_or_default();
        if self.name == "pattern" && are_pictures(text) {
            return None;
        }
        let is_file = match self.name {
            "template" => Template::known_name(text).is_none(),
            "printer" => Printer::known_name(text).is_none(),
            "lang" => Language::known_name(text).is_none(),
            "pattern" => text != DESIGNED_PATTERNS,
            name => matches!(self.kind, SettingKind::Path) && !Self::OUTPUTS.contains(&name),
        };
        let (part, file) = match text.find('=') {
            Some(at) if self.name == "text" => text.split_at(at + 1),
            _ => return is_file.then_some(("", Path::new(value))),
        };
        Some((part, Path::new(file)))
    }

    /// Returns true if it names a design, a printer or a language, built in or a file.
    pub fn is_preset(&self) -> bool {
        [Template::FLAG, Printer::FLAG, Language::FLAG].contains(&self.name)
    }

    /// Returns true if the setting of this name belongs to covers.
    pub fn is_named_of_cover(name: &str) -> bool {
        Self::find(name).is_some_and(|row| row.group == Group::Cover)
    }

    /// Returns true if it is part of the job that a manifest keeps. The place, the secret, the
    /// machine and the messages of a run are not; its seed is what it has made.
    pub fn is_of_job(&self) -> bool {
        const OF_WORK: [&str; 7] =
            ["out", "seed", "date", "timezone", "secret", "threads", Setting::UNSET];
        let is_of_work =
            matches!(self.group, Group::Archive | Group::Messages | Group::Parts | Group::Manifest);
        !is_of_work && !OF_WORK.contains(&self.name)
    }

    /// Returns true if this text is the value that the setting has if nobody sets it.
    pub fn is_default(&self, text: &str) -> bool {
        let (usual, mut settings) = (Settings::default(), Settings::default());
        let is_right = self.set(&mut settings, &self.split(text)).is_ok();
        is_right && (self.write)(&settings) == (self.write)(&usual)
    }

    /// Returns true for the same row of the list.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.name == other.name && self.group == other.group
    }

    /// Sets it to the value of these texts: one, or of a list several.
    ///
    /// # Errors
    /// With what was expected.
    pub(super) fn set(&self, settings: &mut Settings, texts: &[OsString]) -> Result<(), Clause> {
        match self.kind {
            SettingKind::Number { min, max } => {
                let text = only(texts)?;
                let digits = without_separators(text);
                let number = digits.parse::<u64>().ok().filter(|n| (min..=max).contains(n));
                let expected = clause!("a number from {} to {}", min, max);
                number.ok_or_else(|| ValueError::quoted(expected, text))?;
                (self.read)(settings, &[digits.into()])
            }
            SettingKind::Choice(words) => {
                (self.read)(settings, &[known_word(&words(), texts)?.into()])
            }
            _ => (self.read)(settings, texts),
        }
    }

    /// Checks these texts, as far as that does not depend on other settings.
    ///
    /// # Errors
    /// With what was expected.
    pub fn check(&self, texts: &[OsString]) -> Result<(), Clause> {
        // A name may be of a level or of a band: another setting says which.
        let mut human = Settings { ladder: Ladder::Human, ..Settings::default() };
        self.set(&mut Settings::default(), texts)
            .or_else(|e| self.set(&mut human, texts).map_err(|_| e))
    }

    /// Returns what joins the values of a list in a job file: the separator of the setting, as its
    /// placeholder says.
    pub fn joiner(&self) -> &'static str {
        match self.value_name {
            "LINES" | "TITLES" => "; ",
            "TEXT" => ", ",
            _ => ",",
        }
    }

    /// Splits a text of a job file, a variable or a manifest into the values of this setting.
    pub fn split(&self, text: &str) -> Vec<OsString> {
        if self.is_list { text.split(',').map(OsString::from).collect() } else { vec![text.into()] }
    }
}

/// Returns true for pictures of givens in one line, which are no name of a file: 81 characters `x`
/// and `.` each, with commas between them.
pub(super) fn are_pictures(text: &str) -> bool {
    let is_picture = |part: &str| part.len() == 81 && part.bytes().all(|b| b"x.".contains(&b));
    text.split(',').all(is_picture)
}

/// Returns the word that a text means, in any case and with any separators.
pub(super) fn known_word(
    words: &[(&'static str, &'static str)],
    texts: &[OsString],
) -> Result<&'static str, Clause> {
    let text = only(texts)?;
    let found = words.iter().find(|(word, _)| is_same_name(word, text));
    found.map(|(word, _)| *word).ok_or_else(|| {
        let names: Vec<_> = words.iter().map(|(word, _)| (*word).to_owned()).collect();
        // The digits of a number say nothing about what was meant.
        let near = nearest(&names, &text.to_lowercase()).filter(|_| text.parse::<f64>().is_err());
        with_nearest(ValueError::quoted(names.join(", "), text).into(), near)
    })
}
