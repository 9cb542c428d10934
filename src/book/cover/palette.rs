//! The colours of covers: the palettes of `templates/covers/palettes.toml`.

use super::{Colour, Inks};
use crate::sudoku::named::is_same_name;
use crate::sudoku::value_error::ValueError;
use serde::Deserialize;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

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
    /// Cyan, magenta, yellow and black in percent; otherwise they are computed.
    inks: Option<[u8; 4]>,
}

/// Maximum total of computed inks, in percent of one.
const MAX_INKS: f64 = 2.4;

impl Tint {
    /// A colour without inks of its own.
    fn of([red, green, blue]: [u8; 3]) -> Self {
        Self { rgb: format!("{red:02x}{green:02x}{blue:02x}"), inks: None }
    }

    /// The colour in a file with these inks. Where red, green and blue are equal, it is grey.
    fn colour(&self, inks: Inks) -> Colour {
        let rgb = of_hex(&self.rgb).expect("tested").map(|part| f64::from(part) / 255.0);
        match (inks, self.inks) {
            _ if rgb[0] == rgb[1] && rgb[1] == rgb[2] => Colour::Grey(rounded(rgb[0])),
            (Inks::Rgb, _) => Colour::Rgb(rgb.map(rounded)),
            (Inks::Cmyk, Some(inks)) => Colour::Cmyk(inks.map(|ink| f64::from(ink) / 100.0)),
            (Inks::Cmyk, None) => Colour::Cmyk(separated(rgb).map(rounded)),
        }
    }
}

/// Red, green and blue as cyan, magenta, yellow and black, with as much black as possible.
fn separated(rgb: [f64; 3]) -> [f64; 4] {
    let light = rgb.into_iter().fold(0.0, f64::max);
    let [cyan, magenta, yellow] =
        rgb.map(|part| if light > 0.0 { 1.0 - part / light } else { 0.0 });
    let black = 1.0 - light;
    let less = ((MAX_INKS - black) / (cyan + magenta + yellow).max(0.01)).min(1.0);
    [cyan * less, magenta * less, yellow * less, black]
}

/// The palettes of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct All {
    palette: Vec<Palette>,
}

static ALL: LazyLock<Vec<Palette>> = LazyLock::new(|| {
    let text = include_str!("../../../templates/covers/palettes.toml");
    let all: All = toml::from_str(text).expect("the palettes are tested");
    all.palette
});

/// The colours of a palette, as a file has them.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct Colours<T = Colour> {
    /// The colour of back, spine and front.
    pub ground: T,
    /// Pale shapes on the ground.
    pub shade: T,
    /// The second colour on the ground: badges, bright tiles and small text.
    pub accent: T,
    /// The dark band at the foot, dark tiles, and text on a bright ground.
    pub deep: T,
    /// Sheets of paper, and text on a dark ground.
    pub paper: T,
    /// Text and grids on the paper.
    pub ink: T,
    /// Found digits on the paper.
    pub figure: T,
}

impl<T> Colours<T> {
    /// The same roles with other values.
    fn map<U>(&self, to: impl Fn(&T) -> U) -> Colours<U> {
        Colours {
            ground: to(&self.ground),
            shade: to(&self.shade),
            accent: to(&self.accent),
            deep: to(&self.deep),
            paper: to(&self.paper),
            ink: to(&self.ink),
            figure: to(&self.figure),
        }
    }
}

/// Minimum contrast of text with what is below it, and of large shapes.
pub(in crate::book) const READABLE: f64 = 4.5;
const LARGE: f64 = 3.0;

impl Colours {
    /// The colour of text on the ground.
    pub fn text(&self) -> Colour {
        self.on(self.ground, &[self.paper, self.deep])
    }

    /// The colour of small and secondary text on the ground.
    pub(in crate::book) fn soft(&self) -> Colour {
        self.on(self.ground, &[self.accent])
    }

    /// The first of some colours that can be seen as a large shape on the ground; otherwise that of text.
    pub(in crate::book) fn large(&self, wishes: &[Colour]) -> Colour {
        let found = wishes.iter().find(|wish| wish.contrast(self.ground) >= LARGE);
        found.copied().unwrap_or(self.text())
    }

    /// The first of some colours that can be read as small text on a colour; otherwise paper or ink, whichever is
    /// read better.
    pub fn on(&self, base: Colour, wishes: &[Colour]) -> Colour {
        let found = wishes.iter().find(|wish| wish.contrast(base) >= READABLE);
        let is_paper = self.paper.contrast(base) > self.ink.contrast(base);
        found.copied().unwrap_or(if is_paper { self.paper } else { self.ink })
    }
}

impl Colour {
    /// The contrast with another colour by WCAG 2, from 1 to 21; inks are taken as ideal.
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// The luminance: 0 is black, 1 is white.
    fn luminance(self) -> f64 {
        // A polynomial in place of the power, whose last digits differ between platforms. It is off by 0.003 at most.
        let linear = |part: f64| part * (part * (part * 0.305_306 + 0.682_171) + 0.012_523);
        let [red, green, blue] = self.on_screen().map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Red, green and blue on a screen; inks are taken as ideal.
    pub(in crate::book) fn on_screen(self) -> [f64; 3] {
        match self {
            Self::Grey(light) => [light; 3],
            Self::Rgb(parts) => parts,
            Self::Cmyk([c, m, y, k]) => [c, m, y].map(|ink| (1.0 - ink) * (1.0 - k)),
        }
    }
}

impl Palette {
    /// The palette for printers without colour.
    const BLACK: &'static str = "black";

    /// All palettes. The last is black and white.
    pub fn all() -> &'static [Self] {
        &ALL
    }

    /// Returns the palette with this name, in any case.
    pub fn named(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|palette| is_same_name(&palette.name, name))
    }

    /// Whether it needs more than black ink.
    pub fn is_coloured(&self) -> bool {
        self.name != Self::BLACK
    }

    /// Its colours in files with these inks.
    pub fn colours(&self, inks: Inks) -> Colours {
        self.tints.map(|tint| tint.colour(inks))
    }

    /// A colour of a drawing, by its red, green and blue; grey in a palette without colours.
    pub(in crate::book) fn paint(&self, rgb: [u8; 3], inks: Inks) -> Colour {
        if self.is_coloured() { Tint::of(rgb).colour(inks) } else { Self::grey(rgb) }
    }

    /// A colour as a grey.
    pub(in crate::book) fn grey(rgb: [u8; 3]) -> Colour {
        // The root is near the gamma of a screen.
        Colour::Grey(rounded(Tint::of(rgb).colour(Inks::Rgb).luminance().sqrt()))
    }

    /// A palette of a house: its ground and its accent; all else follows from them.
    ///
    /// # Errors
    /// When one of them cannot be seen on the other.
    fn of_house(ground: [u8; 3], accent: [u8; 3]) -> Result<Self, ValueError> {
        let [paper, ink] = [[0xff, 0xfb, 0xf4], [0x14, 0x14, 0x14]];
        let colour = |rgb| Tint::of(rgb).colour(Inks::Rgb);
        let contrast = |a, b| colour(a).contrast(colour(b));
        let found = contrast(ground, accent);
        if found < LARGE {
            let expected =
                format!("an accent that can be read on its ground, a contrast of at least {LARGE}");
            let remedy = "use a darker or a brighter one";
            return Err(ValueError::new(expected, format_args!("{found:.1}; {remedy}")));
        }
        let toward = |rgb: [u8; 3], to: u8, parts: u16| {
            rgb.map(|part| ((u16::from(part) * (16 - parts) + u16::from(to) * parts) / 16) as u8)
        };
        let is_dark = contrast(ground, paper) >= READABLE;
        let deep = if contrast(accent, paper) >= 7.0 { accent } else { toward(ground, 0, 11) };
        let seen = [accent, ground, deep].into_iter().find(|&rgb| contrast(rgb, paper) >= LARGE);
        let shade = toward(ground, if is_dark { 0 } else { 0xff }, 3);
        let figure = seen.unwrap_or(ink);
        let all = Colours { ground, shade, accent, deep, paper, ink, figure };
        let hex = |rgb: [u8; 3]| Tint::of(rgb).rgb;
        let name = format!("ground=#{},accent=#{}", hex(ground), hex(accent));
        let mut tints = all.map(|rgb| Tint::of(*rgb));
        tints.ink.inks = Some([0, 0, 0, 100]);
        Ok(Self { name, about: "colours of a house".to_owned(), tints })
    }
}

/// Rounds to thousandths, which is finer than any press.
fn rounded(part: f64) -> f64 {
    (part * 1000.0).round() / 1000.0
}

/// How the palette of a cover is chosen.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum PaletteChoice {
    /// That of the front. Without colour it is black and white, and so are the choices below but a name.
    #[default]
    Usual,
    /// This one.
    Named(&'static Palette),
    /// That of a house.
    House(Box<Palette>),
    /// The next one for each volume.
    ByVolume,
    /// One for each level, by that of the puzzle on the front.
    ByLevel,
}

impl PaletteChoice {
    /// The palette of a volume with this number, counted from 1, whose front shows a puzzle of the level
    /// with this number. `usual` is the palette of the front, and `has_colour` is whether the cover is printed in colour.
    pub(in crate::book) fn palette(
        &self,
        volume: usize,
        level: usize,
        usual: &str,
        has_colour: bool,
    ) -> Cow<'static, Palette> {
        let black = || ALL.iter().find(|palette| !palette.is_coloured()).expect("tested");
        let coloured: Vec<_> = ALL.iter().filter(|palette| palette.is_coloured()).collect();
        let turn = |number: usize| coloured[(number.max(1) - 1) % coloured.len()];
        Cow::Borrowed(match self {
            Self::Named(palette) => palette,
            Self::House(palette) => return Cow::Owned(palette.as_ref().clone()),
            _ if !has_colour => black(),
            Self::Usual => Palette::named(usual).unwrap_or_else(|| turn(1)),
            Self::ByVolume => turn(volume),
            Self::ByLevel => turn(level),
        })
    }
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
        if let Some((ground, accent)) = house(text) {
            return Ok(Self::House(Box::new(Palette::of_house(ground, accent)?)));
        }
        let choice = match text {
            _ if is_same_name(text, "by-volume") => Some(Self::ByVolume),
            _ if is_same_name(text, "by-level") => Some(Self::ByLevel),
            _ => Palette::named(text).map(Self::Named),
        };
        choice.ok_or_else(|| {
            let known: Vec<_> = ALL.iter().map(|palette| palette.name.as_str()).collect();
            let wanted = format!(
                "by-volume, by-level, a palette ({}) or two colours (ground=#ffc629,accent=#16264d)",
                known.join(", ")
            );
            ValueError::quoted(wanted, text)
        })
    }
}

/// Red, green and blue of six hexadecimal digits.
pub(in crate::book) fn of_hex(digits: &str) -> Option<[u8; 3]> {
    let is_hex = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let [_, rgb @ ..] = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)?.to_be_bytes();
    Some(rgb)
}

/// The colours in `ground=#ffc629,accent=#16264d`.
fn house(text: &str) -> Option<([u8; 3], [u8; 3])> {
    let hex = |part: &str| of_hex(part.trim().strip_prefix('#')?);
    let (ground, accent) = text.split_once(',')?;
    let ground = hex(ground.trim().strip_prefix("ground=")?)?;
    Some((ground, hex(accent.trim().strip_prefix("accent=")?)?))
}
