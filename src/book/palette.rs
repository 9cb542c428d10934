//! The colours of covers: the palettes of `templates/covers/palettes.toml`.

use crate::book::page::Colour;
use crate::printers::Inks;
use serde::Deserialize;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;
use thiserror::Error;

/// A set of colours that go together.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Palette {
    /// Its name.
    pub name: String,
    /// Its colours in a few words.
    pub about: String,
    #[serde(flatten)]
    tints: Colours<Tint>,
}

/// A colour for files of both kinds.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tint {
    /// Red, green and blue in six hexadecimal digits.
    rgb: String,
    /// Cyan, magenta, yellow and black in percent.
    inks: [u8; 4],
}

/// The palettes of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct All {
    palette: Vec<Palette>,
}

static ALL: LazyLock<Vec<Palette>> = LazyLock::new(|| {
    let text = include_str!("../../templates/covers/palettes.toml");
    let all: All = toml::from_str(text).expect("the palettes are tested");
    all.palette
});

/// The colours of a palette, as a file has them.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct Colours<T = Colour> {
    /// The dark colour of the back, the spine and the head of the front.
    pub ground: T,
    /// Pale tiles on the ground.
    pub shade: T,
    /// Bright tiles and badges on the ground, and small text.
    pub accent: T,
    /// Text on the ground, and the pale colour of a front.
    pub paper: T,
    /// Text and grids on the paper.
    pub ink: T,
    /// The large digit on the paper.
    pub figure: T,
}

impl Palette {
    /// The palette for printers without colour.
    const BLACK: &'static str = "black";

    /// All palettes. The last is black and white.
    pub fn all() -> &'static [Self] {
        &ALL
    }

    /// Whether it needs more than black ink.
    pub fn is_coloured(&self) -> bool {
        self.name != Self::BLACK
    }

    /// Its colours in files with these inks. Where red, green and blue are equal, it is grey.
    pub fn colours(&self, inks: Inks) -> Colours {
        let colour = |tint: &Tint| {
            let part =
                |at| tint.rgb.get(at..at + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
            let rgb = [0, 2, 4].map(|at| f64::from(part(at).expect("tested")) / 255.0);
            match inks {
                _ if rgb[0] == rgb[1] && rgb[1] == rgb[2] => Colour::Grey(rounded(rgb[0])),
                Inks::Rgb => Colour::Rgb(rgb.map(rounded)),
                Inks::Cmyk => Colour::Cmyk(tint.inks.map(|ink| f64::from(ink) / 100.0)),
            }
        };
        Colours {
            ground: colour(&self.tints.ground),
            shade: colour(&self.tints.shade),
            accent: colour(&self.tints.accent),
            paper: colour(&self.tints.paper),
            ink: colour(&self.tints.ink),
            figure: colour(&self.tints.figure),
        }
    }
}

/// Rounds to thousandths, which is finer than any press.
fn rounded(part: f64) -> f64 {
    (part * 1000.0).round() / 1000.0
}

/// How the palette of a cover is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum PaletteChoice {
    /// The first palette. Without colour it is black and white, and so are the choices below but a name.
    #[default]
    Usual,
    /// This one.
    Named(&'static Palette),
    /// The next one for each volume.
    ByVolume,
    /// One for each level, by that of the puzzle on the front.
    ByLevel,
}

impl PaletteChoice {
    /// The palette of a volume with this number, counted from 1, whose front shows a puzzle of the level
    /// with this number. `has_colour` is whether the cover is printed in colour.
    pub(in crate::book) fn palette(
        self,
        volume: usize,
        level: usize,
        has_colour: bool,
    ) -> &'static Palette {
        let black = || ALL.iter().find(|palette| !palette.is_coloured()).expect("tested");
        let coloured: Vec<_> = ALL.iter().filter(|palette| palette.is_coloured()).collect();
        let number = match self {
            Self::Named(palette) => return palette,
            _ if !has_colour => return black(),
            Self::Usual => 1,
            Self::ByVolume => volume,
            Self::ByLevel => level,
        };
        coloured[(number.max(1) - 1) % coloured.len()]
    }
}

impl fmt::Display for PaletteChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Usual => "usual",
            Self::Named(palette) => &palette.name,
            Self::ByVolume => "by-volume",
            Self::ByLevel => "by-level",
        })
    }
}

/// Why a word names no palette.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected by-volume, by-level or a palette ({known}), found {found:?}")]
pub struct PaletteError {
    known: String,
    found: String,
}

impl FromStr for PaletteChoice {
    type Err = PaletteError;

    fn from_str(text: &str) -> Result<Self, PaletteError> {
        let named = || ALL.iter().find(|palette| palette.name == text).map(Self::Named);
        let choice = match text {
            "by-volume" => Some(Self::ByVolume),
            "by-level" => Some(Self::ByLevel),
            _ => named(),
        };
        choice.ok_or_else(|| {
            let known: Vec<_> = ALL.iter().map(|palette| palette.name.as_str()).collect();
            PaletteError { known: known.join(", "), found: text.to_owned() }
        })
    }
}
