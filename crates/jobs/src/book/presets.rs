//! Presets: designs, printers and languages that are built in or files of the user, found by name.

use super::plan::specimens;
use crate::nearest_name::nearest;
use book::{BookOptions, Language, Template};
use files::UserText;
use human::Ladder;
use preflight::Printer;
use std::io;
use std::path::Path;
use words::{Problem, TomlError, is_same_name};

/// The number of puzzles of each level, or of each turn, in the book that a design is judged by.
const LINTED_PUZZLES: u64 = 40;

/// A kind of preset: a design, a printer or a language.
pub trait Preset: Sized {
    /// The flag and the command that name one.
    const FLAG: &'static str;
    /// The word for one of them.
    const KIND: &'static str;
    /// The built-in presets: name and text.
    const BUILTIN: &'static [(&'static str, &'static str)];
    /// Parses the text of a preset.
    ///
    /// # Errors
    /// [`TomlError`] if the text is not a preset of this kind.
    fn parse(text: &str) -> Result<Self, TomlError>;
    /// Returns the name.
    fn name(&self) -> &str;
    /// Returns the description in one line.
    fn about(&self) -> String;
    /// Returns the name for which `name` is an alias, such as the language of a country code.
    fn alias(name: &str) -> Option<&'static str> {
        let _ = name;
        None
    }
    /// Returns warnings about a valid preset, a sentence each.
    fn lint(&self) -> Vec<String> {
        Vec::new()
    }
    /// Returns the listed name of a built-in preset for any of its names.
    fn known_name(name: &str) -> Option<&'static str> {
        find_builtin::<Self>(name).map(|(name, _)| name)
    }
    /// Reads a built-in preset by name, or a file, and returns it with its text. A file whose name
    /// is that of a built-in preset needs a path: `./kdp`.
    ///
    /// # Errors
    /// [`Problem`] if there is no such preset or its text is invalid.
    fn find(name: &str) -> Result<(Self, String), Problem> {
        let text = match find_builtin::<Self>(name) {
            Some((_, text)) => text.to_owned(),
            None => UserText::read(Path::new(name)).map_err(|why| missing::<Self>(name, why))?,
        };
        let preset = Self::parse(&text).map_err(|e| Problem::unusable(Self::FLAG, name, e))?;
        Ok((preset, text))
    }
}

impl Preset for Template {
    const FLAG: &'static str = "template";
    const KIND: &'static str = "design";
    const BUILTIN: &'static [(&'static str, &'static str)] = Template::BUILTIN;
    fn parse(text: &str) -> Result<Self, TomlError> {
        Template::parse(text)
    }
    fn name(&self) -> &str {
        self.name()
    }
    fn about(&self) -> String {
        self.description().to_owned()
    }
    /// Inspects the pages of a book of some hundred puzzles in the design's own size.
    fn lint(&self) -> Vec<String> {
        let trim = self.trim().unwrap_or_else(|| "8.5x11".parse().expect("this is a page size"));
        let ladder = if self.turns(Ladder::Published).len() < self.turn_numbers().len() {
            Ladder::Human
        } else {
            Ladder::Published
        };
        let turns = self.turns(ladder);
        let mut quotas = Vec::new();
        for rung in ladder.rungs() {
            let count = turns.iter().filter(|turn| **turn == rung).count() as u64;
            quotas.push((rung, LINTED_PUZZLES * if turns.is_empty() { 1 } else { count }));
        }
        match book::volumes(self, trim, &BookOptions::default(), &specimens(&quotas)) {
            Ok(volumes) => volumes[0].faults(),
            Err(e) => vec![e.to_string()],
        }
    }
}

impl Preset for Printer {
    const FLAG: &'static str = "printer";
    const KIND: &'static str = "printer";
    const BUILTIN: &'static [(&'static str, &'static str)] = Printer::BUILTIN;
    fn parse(text: &str) -> Result<Self, TomlError> {
        Printer::parse(text)
    }
    fn name(&self) -> &str {
        self.name()
    }
    fn about(&self) -> String {
        let papers: Vec<&str> = self.papers().collect();
        format!("{}: {}", self.title(), papers.join(", "))
    }
}

impl Preset for Language {
    const FLAG: &'static str = "lang";
    const KIND: &'static str = "language";
    const BUILTIN: &'static [(&'static str, &'static str)] = Language::BUILTIN;
    fn parse(text: &str) -> Result<Self, TomlError> {
        Language::parse(text)
    }
    fn name(&self) -> &str {
        self.code()
    }
    fn about(&self) -> String {
        self.text("name").to_owned()
    }
    fn alias(name: &str) -> Option<&'static str> {
        /// Codes of scripts, countries and languages that stand for a built-in language.
        const ALIASES: &[(&str, &str)] = &[
            ("zh-CN", "zh"),
            ("zh-SG", "zh"),
            ("cn", "zh"),
            ("zh-Hant", "zh-TW"),
            ("zh-HK", "zh-TW"),
            ("zh-MO", "zh-TW"),
            ("tw", "zh-TW"),
            ("jp", "ja"),
            ("kr", "ko"),
            ("pt", "pt-BR"),
            ("br", "pt-BR"),
            ("us", "en-US"),
        ];
        let mut code = name.to_owned();
        loop {
            let alias = ALIASES.iter().find(|(alias, _)| is_same_name(alias, &code));
            let wanted = alias.map_or(&*code, |(_, code)| code);
            if let Some((found, _)) = find_named::<Self>(wanted) {
                return Some(found);
            }
            code = shorter_code(&code)?;
        }
    }
}

/// Returns the code to which a code falls back by RFC 4647: without its country first, then without
/// its script: `zh-Hant-HK` to `zh-Hant`, `de-AT` to `de`. Other variants of Portuguese do not fall
/// back to Brazilian Portuguese.
fn shorter_code(code: &str) -> Option<String> {
    let (shorter, added) = code.rsplit_once(['-', '_'])?;
    let is_added = matches!(added.len(), 2 | 4) && added.bytes().all(|b| b.is_ascii_alphabetic());
    let is_brazilian = is_same_name(shorter, "pt");
    (is_added && !is_brazilian).then(|| shorter.to_owned())
}

/// Returns the name and the text of a built-in preset. Case and separators are ignored. `name` is
/// the file name, the name inside the text (`zh-Hans` of `zh`), or an alias.
fn find_builtin<T: Preset>(name: &str) -> Option<(&'static str, &'static str)> {
    find_named::<T>(name).or_else(|| find_named::<T>(T::alias(name)?))
}

/// Finds a built-in preset by the name of its file, or else by the name inside its text.
fn find_named<T: Preset>(name: &str) -> Option<(&'static str, &'static str)> {
    let by_file = T::BUILTIN.iter().find(|(file, _)| is_same_name(file, name));
    let found = by_file.or_else(|| T::BUILTIN.iter().find(|(_, text)| is_named::<T>(text, name)));
    found.copied()
}

/// Returns true if the name inside the text of a preset is this one.
fn is_named<T: Preset>(text: &str, name: &str) -> bool {
    T::parse(text).is_ok_and(|preset| is_same_name(preset.name(), name))
}

/// Returns the error of an unknown name. It suggests the nearest built-in name, if any, instead of
/// the system's message.
fn missing<T: Preset>(name: &str, why: io::Error) -> Problem {
    if why.raw_os_error().is_some() && why.kind() != io::ErrorKind::NotFound {
        return Problem::unusable(T::FLAG, name, why);
    }
    let names: Vec<String> = T::BUILTIN.iter().map(|(name, _)| (*name).to_owned()).collect();
    let (kind, known) = (T::KIND, names.join(", "));
    let is_path = name.contains(['/', '\\', '.']);
    let found = match why.kind() {
        _ if why.raw_os_error().is_none() => format!("{name:?} ({why})"),
        io::ErrorKind::NotFound if is_path => format!("{name:?}: there is no such file"),
        io::ErrorKind::NotFound => match nearest(&names, &name.to_lowercase()) {
            Some(nearest) => format!("{name:?}, which is neither; the nearest is {nearest}"),
            None => format!("{name:?}, which is neither"),
        },
        _ => format!("{name:?} ({why})"),
    };
    Problem::expected(format!("a built-in {kind} ({known}) or a file"), found).with_setting(T::FLAG)
}
