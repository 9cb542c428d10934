//! The fields of the form, made from the list of settings: for each its step, its group, its form,
//! what it takes, and the kind of pictures by which it is chosen.

use super::book_job::{has_field, is_of_making};
use super::words::WindowWords;
use book::{Language, Template};
use cover::PaletteChoice;
use jobs::{Preset, Setting, SettingKind};
use page::{Colour, Palette};
use preflight::{Inks, Printer, Trim};
use serde_json::{Value, json};

/// The steps of the form, each with its settings in order. All other settings are for experts.
const STEPS: [(&str, &[&str]); 5] = [
    ("book", &["title", "subtitle", "author", "copyright", "lang"]),
    ("puzzles", &["quota", "symmetry", "look"]),
    ("pages", &["template", "trim", "per-page", "answers"]),
    (
        "cover",
        &[
            "cover",
            "series",
            "back",
            "back-design",
            "cover-design",
            "palette",
            "cover-picture",
            "logo",
        ],
    ),
    (
        "printer",
        &["printer", "paper", "isbn", "spine", "publisher", "address", "email", "fill-pages"],
    ),
];
/// The setting whose text has several lines.
const OF_LINES: &str = "back";
/// The step of the other settings.
const EXPERT: &str = "expert";
/// The number of colours of a swatch.
const SWATCH_COLOURS: usize = 3;

/// The settings that are chosen by pictures, and the kind of the pictures.
const PICTURES: [(&str, &str); 6] = [
    ("quota", "levels"),
    ("template", "design"),
    ("trim", "size"),
    ("cover-design", "front"),
    ("palette", "palette"),
    ("back-design", "back"),
];

/// The sizes that people choose most, with those of tablets. The window shows the ones that the
/// printer has.
const USUAL_TRIMS: [&str; 15] = [
    "6x9",
    "8.5x11",
    "8x10",
    "7x10",
    "5x8",
    "5.5x8.5",
    "a4",
    "a5",
    "letter",
    "remarkable-2",
    "remarkable-paper-pro",
    "kindle-scribe",
    "kindle-scribe-11",
    "supernote-nomad",
    "supernote-manta",
];

/// The sizes of Chinese printing shops: A4, and the leaves of sheets cut into 32 parts.
const CHINESE_TRIMS: [&str; 4] = ["a4", "140x203mm", "130x184mm", "a5"];

/// The number of points of a millimetre.
pub(super) const POINTS_PER_MM: f64 = 72.0 / 25.4;

/// Returns the step of a setting, and its place among all fields.
fn step(setting: &Setting) -> (&'static str, usize) {
    let mut place = 0;
    for (step, names) in STEPS {
        if let Some(found) = names.iter().position(|name| *name == setting.name) {
            return (step, place + found);
        }
        place += names.len();
    }
    (EXPERT, place)
}

/// Returns the fields of the form: those of the steps, then the others in the order of the list.
pub(super) fn fields(words: WindowWords) -> Value {
    let mut rows: Vec<&Setting> = Vec::new();
    for row in Setting::all().filter(|row| has_field(row)) {
        if rows.iter().all(|known| known.name != row.name) {
            rows.push(row);
        }
    }
    rows.sort_by_key(|row| step(row).1);
    rows.into_iter().map(|row| field(row, words)).collect()
}

fn field(setting: &Setting, words: WindowWords) -> Value {
    let (kind, limits) = match setting.kind {
        SettingKind::Switch => ("switch", None),
        SettingKind::Number { min, max } => ("number", Some((min, max))),
        SettingKind::Choice(_) => ("choice", None),
        SettingKind::Path => ("file", None),
        SettingKind::Text if setting.name == OF_LINES => ("lines", None),
        SettingKind::Text | SettingKind::Words => ("text", None),
    };
    let is_preset = ["template", "printer", "lang"].contains(&setting.name);
    let picture = PICTURES.iter().find(|(name, _)| *name == setting.name);
    json!({
        "name": setting.name,
        "step": step(setting).0,
        "group": setting.group.heading(),
        "making": is_of_making(setting),
        "kind": if is_preset { "choice" } else { kind },
        "picture": picture.map(|(_, picture)| *picture),
        "example": words.example(setting),
        "value": setting.value_name,
        "default": setting.default_text().unwrap_or_default(),
        "usual": setting.usual,
        "min": limits.map(|(min, _)| min),
        "max": limits.map(|(_, max)| max),
        "choices": choices(setting, words),
        "list": setting.is_list,
        "needs": setting.needs,
        "excludes": setting.excludes,
        "help": setting.sentences(),
    })
}

/// Returns the words of a setting: all that it takes, or those that people choose most.
fn choices(setting: &Setting, words: WindowWords) -> Vec<Value> {
    if let SettingKind::Choice(words) = setting.kind {
        let words = words().into_iter();
        return words.map(|(word, help)| json!({ "word": word, "help": help })).collect();
    }
    match setting.name {
        "template" => preset_names::<Template>().into_iter().map(plain).collect(),
        "lang" => preset_names::<Language>().into_iter().map(plain).collect(),
        "printer" => preset_names::<Printer>().into_iter().filter_map(printer).collect(),
        "trim" => trims(words).iter().filter_map(|name| trim(name, words)).collect(),
        "palette" => {
            let palettes = Palette::all().iter().map(palette);
            palettes.chain([volume_palettes()]).collect()
        }
        "paper" => papers().iter().map(|paper| plain(paper)).collect(),
        _ => Vec::new(),
    }
}

fn plain(word: &str) -> Value {
    json!({ "word": word, "help": "" })
}

/// Returns a printer with its papers and with the usual sizes that it has.
fn printer(name: &str) -> Option<Value> {
    let printer = Printer::builtin(name)?;
    let named: Vec<String> = printer.trims().map(|trim| trim.to_string()).collect();
    let is_usual = |name: &&str| named.iter().any(|known| known == name);
    let mut trims: Vec<&str> = USUAL_TRIMS.into_iter().filter(is_usual).collect();
    let others = named.iter().map(String::as_str);
    trims.extend(others.filter(|name| !USUAL_TRIMS.contains(name)));
    Some(json!({
        "word": name,
        "help": "",
        "papers": printer.papers().collect::<Vec<_>>(),
        "trims": trims,
    }))
}

/// Returns the sizes of all printers, the usual ones of the window's language first.
fn trims(words: WindowWords) -> Vec<String> {
    let chinese: &[&str] = if words.is_chinese() { &CHINESE_TRIMS } else { &[] };
    let others = USUAL_TRIMS.iter().chain(&CHINESE_TRIMS).filter(|name| !chinese.contains(name));
    let mut trims: Vec<String> = Vec::new();
    for name in chinese.iter().chain(others) {
        if !trims.iter().any(|known| known == name) {
            trims.push((*name).to_owned());
        }
    }
    for (name, _) in Printer::BUILTIN {
        let printer = Printer::builtin(name).expect("it is built in");
        for trim in printer.trims().map(|trim| trim.to_string()) {
            if !trims.contains(&trim) {
                trims.push(trim);
            }
        }
    }
    trims
}

/// Returns a size with its width and its height in millimetres, and its text in the unit of people
/// who use it; a sheet or a tablet has its name.
fn trim(name: &str, words: WindowWords) -> Option<Value> {
    let trim: Trim = name.parse().ok()?;
    let size = [trim.width(), trim.height()].map(|points| points / POINTS_PER_MM);
    let text = if name == "letter" { measure(trim, words) } else { size_text(trim, words) };
    Some(json!({ "word": name, "help": "", "mm": size, "text": text }))
}

/// Returns the name of a size in the window's words, or the size as people write it.
pub(super) fn size_text(trim: Trim, words: WindowWords) -> String {
    let name = trim.to_string();
    let known = words.word("trim", &name);
    if known == name { measure(trim, words) } else { known }
}

/// Returns a size as people write it: `6 × 9 in`, `148 × 210 mm`.
fn measure(trim: Trim, words: WindowWords) -> String {
    let (unit, points, key) = if trim.is_in_inches() {
        (100.0, 72.0, "unit.inches")
    } else {
        (1.0, POINTS_PER_MM, "unit.mm")
    };
    let [width, height] =
        [trim.width(), trim.height()].map(|side| (side / points * unit).round() / unit);
    let sides = [("width", &*width.to_string()), ("height", &*height.to_string())];
    words.with_decimals(&words.text(key, &sides))
}

/// Returns a palette with the colours of its swatch.
fn palette(palette: &Palette) -> Value {
    let colours = palette.colours(Inks::Rgb);
    let swatch = [colours.ground, colours.accent, colours.deep].map(css_colour);
    json!({ "word": palette.name, "help": "", "colours": swatch })
}

/// Returns the choice of another palette for each volume, with the grounds of the first ones.
fn volume_palettes() -> Value {
    let first = Palette::all().iter().take(SWATCH_COLOURS);
    let grounds = first.map(|palette| css_colour(palette.colours(Inks::Rgb).ground));
    let swatch: Vec<_> = grounds.collect();
    json!({ "word": PaletteChoice::ByVolume.to_string(), "help": "", "colours": swatch })
}

/// Returns a colour of an RGB file as a style sheet has it.
fn css_colour(colour: Colour) -> String {
    let [red, green, blue] = colour.on_screen().map(|part| (part * 255.0).round() as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Returns the papers of all printers, each once.
fn papers() -> Vec<String> {
    let mut papers: Vec<String> = Vec::new();
    for (name, _) in Printer::BUILTIN {
        let printer = Printer::builtin(name).expect("it is built in");
        for paper in printer.papers() {
            if !papers.iter().any(|known| known == paper) {
                papers.push(paper.to_owned());
            }
        }
    }
    papers
}

/// Returns the names of the built-in presets of a kind.
fn preset_names<T: Preset>() -> Vec<&'static str> {
    T::BUILTIN.iter().map(|(name, _)| *name).collect()
}
