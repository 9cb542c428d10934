//! The setting that selects the palette of a cover.

use page::Palette;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use words::{ValueError, clause, is_same_name};

/// The rule that selects the palette of a cover.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum PaletteChoice {
    /// The palette of the front design. Without colour it is black and white, and so are `ByVolume`
    /// and `ByLevel`.
    #[default]
    Usual,
    /// A palette by its name.
    Named(&'static Palette),
    /// A palette from two colours of the publisher.
    House(Box<Palette>),
    /// Another palette for each volume, in turn.
    ByVolume,
    /// A palette for each level, by the level of the puzzle on the front.
    ByLevel,
}

impl PaletteChoice {
    /// Returns the palette of a volume. `volume` is the number of the volume, counted from 1, and
    /// `level` is the number of the level of the puzzle on the front. `usual` names the palette of
    /// the front design, and `has_colour` tells if the cover is printed in colour.
    pub fn palette(
        &self,
        volume: usize,
        level: usize,
        usual: &str,
        has_colour: bool,
    ) -> Cow<'static, Palette> {
        Cow::Borrowed(match self {
            Self::Named(palette) => palette,
            Self::House(palette) => return Cow::Owned(palette.as_ref().clone()),
            _ if !has_colour => {
                Palette::all().iter().find(|palette| !palette.is_coloured()).expect("tested")
            }
            Self::Usual => Palette::named(usual).expect("fronts name a palette"),
            Self::ByVolume => coloured_in_turn(volume),
            Self::ByLevel => coloured_in_turn(level),
        })
    }
}

/// Returns a palette with colours by a number, counted from 1.
fn coloured_in_turn(number: usize) -> &'static Palette {
    let coloured: Vec<_> = Palette::all().iter().filter(|palette| palette.is_coloured()).collect();
    coloured[(number.max(1) - 1) % coloured.len()]
}

impl fmt::Display for PaletteChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Usual => "usual",
            Self::Named(palette) => &palette.name,
            Self::House(palette) => &palette.name,
            Self::ByVolume => "by-volume",
            Self::ByLevel => "by-level",
        })
    }
}

impl FromStr for PaletteChoice {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        if let Some(palette) = Palette::from_house_colours(text) {
            return Ok(Self::House(Box::new(palette?)));
        }
        let choice = match text {
            _ if is_same_name(text, "by-volume") => Some(Self::ByVolume),
            _ if is_same_name(text, "by-level") => Some(Self::ByLevel),
            _ => Palette::named(text).map(Self::Named),
        };
        choice.ok_or_else(|| {
            let known: Vec<_> =
                Palette::all().iter().map(|palette| palette.name.as_str()).collect();
            let wanted = clause!(
                "by-volume, by-level, a palette ({}) or two colours ({})",
                known.join(", "),
                "ground=#ffc629,accent=#16264d",
            );
            ValueError::quoted(wanted, text)
        })
    }
}
