//! The colours of covers: the palettes of `templates/covers/palettes.toml`.

use crate::page::Colour;
use pdf_reader::SolidInks;
use preflight::Inks;
use serde::Deserialize;
use std::fmt;
use std::sync::LazyLock;
use words::{ValueError, is_same_name};

/// A set of colours that go together.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Palette {
    /// The name of the palette.
    pub name: String,
    /// The colours in a few words.
    pub about: String,
    #[serde(flatten)]
    tints: Colours<Tint>,
}

/// A colour by its red, green and blue. Files in CMYK have computed inks.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "String")]
struct Tint([u8; 3]);

/// The maximum total of computed inks in percent of one ink.
const MAX_COMPUTED_INK: f64 = 240.0;

impl Tint {
    /// Returns the colour in a file of this colour space. Equal parts of red, green and blue become
    /// grey.
    fn colour(self, inks: Inks) -> Colour {
        let rgb = self.0.map(|part| f64::from(part) / 255.0);
        match inks {
            _ if rgb[0] == rgb[1] && rgb[1] == rgb[2] => Colour::Grey(round_to_thousandths(rgb[0])),
            Inks::Rgb => Colour::Rgb(rgb.map(round_to_thousandths)),
            Inks::Cmyk => {
                Colour::Cmyk(SolidInks::convert_to_inks(rgb)).with_ink_within(MAX_COMPUTED_INK)
            }
        }
    }
}

impl TryFrom<String> for Tint {
    type Error = String;

    fn try_from(digits: String) -> Result<Self, String> {
        let rgb = parse_hex(&digits).map(Self);
        rgb.ok_or_else(|| format!("expected six hexadecimal digits, found {digits}"))
    }
}

impl fmt::Display for Tint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self([red, green, blue]) = self;
        write!(f, "{red:02x}{green:02x}{blue:02x}")
    }
}

/// The content of the file of palettes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PaletteFile {
    palette: Vec<Palette>,
}

static PALETTES: LazyLock<Vec<Palette>> = LazyLock::new(|| {
    let text = include_str!("../templates/covers/palettes.toml");
    let all: PaletteFile = toml::from_str(text).expect("the palettes are tested");
    all.palette
});

/// The colours of a palette, one for each role. `T` is the colour of a file.
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
    /// Returns the same roles with other values.
    pub fn map<U>(&self, to: impl Fn(&T) -> U) -> Colours<U> {
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

/// The polynomial that stands for the gamma of a screen, and the weights of red, green and blue.
const CUBE: f64 = 0.305_306;
const SQUARE: f64 = 0.682_171;
const LINE: f64 = 0.012_523;
const LUMINANCE: [f64; 3] = [0.2126, 0.7152, 0.0722];
/// The minimum contrast of text and of large shapes with the colour behind them.
const TEXT_CONTRAST: f64 = 4.5;
const SHAPE_CONTRAST: f64 = 3.0;

impl Colours {
    /// Returns the colour of text on the ground.
    pub fn text(&self) -> Colour {
        self.on(self.ground, &[self.paper, self.deep])
    }

    /// Returns the colour of small and secondary text on the ground.
    pub fn soft(&self) -> Colour {
        self.on(self.ground, &[self.accent])
    }

    /// Returns the first of these colours that can be seen as a large shape on the ground, or else
    /// the colour of text.
    pub fn large_shape(&self, wishes: &[Colour]) -> Colour {
        let found = wishes.iter().find(|wish| wish.contrast(self.ground) >= SHAPE_CONTRAST);
        found.copied().unwrap_or(self.text())
    }

    /// Returns the first of these colours that can be read as small text on `base`. Otherwise
    /// returns paper or ink, whichever has more contrast.
    pub fn on(&self, base: Colour, wishes: &[Colour]) -> Colour {
        let found = wishes.iter().find(|wish| wish.contrast(base) >= TEXT_CONTRAST);
        let is_paper = self.paper.contrast(base) > self.ink.contrast(base);
        found.copied().unwrap_or(if is_paper { self.paper } else { self.ink })
    }
}

impl Colour {
    /// Returns the contrast with another colour by WCAG 2, from 1 to 21.
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Returns the luminance: 0 is black, 1 is white.
    fn luminance(self) -> f64 {
        // This polynomial replaces a power, whose last digits differ between platforms. Its error
        // is at most 0.003.
        let linear = self.on_screen().map(|part| part * (part * (part * CUBE + SQUARE) + LINE));
        LUMINANCE.iter().zip(linear).map(|(weight, part)| weight * part).sum()
    }

    /// Returns this colour with at most `max_total` percent of ink. Black stays. Inks are in
    /// thousandths.
    pub fn with_ink_within(self, max_total: f64) -> Self {
        let Self::Cmyk(inks) = self else { return self };
        let limited = SolidInks::limit_inks(inks, max_total);
        if limited == inks {
            return Self::Cmyk(inks.map(round_to_thousandths));
        }
        // Rounded down, the total stays within the limit.
        let [cyan, magenta, yellow, black] = limited;
        let [cyan, magenta, yellow] =
            [cyan, magenta, yellow].map(|ink| (ink * 1000.0).floor() / 1000.0);
        Self::Cmyk([cyan, magenta, yellow, round_to_thousandths(black)])
    }

    /// Returns red, green and blue on a screen, from 0 to 1.
    pub fn on_screen(self) -> [f64; 3] {
        match self {
            Self::Grey(light) => [light; 3],
            Self::Rgb(parts) => parts,
            Self::Cmyk(inks) => SolidInks::convert_to_rgb(inks),
        }
    }
}

impl Palette {
    /// The name of the palette for printers without colour.
    const BLACK: &'static str = "black";

    /// Returns all palettes. The last one is black and white.
    pub fn all() -> &'static [Self] {
        &PALETTES
    }

    /// Returns the palette with this name. Upper and lower case are the same.
    pub fn named(name: &str) -> Option<&'static Self> {
        PALETTES.iter().find(|palette| is_same_name(&palette.name, name))
    }

    /// Returns true if the palette needs more than black ink.
    pub fn is_coloured(&self) -> bool {
        self.name != Self::BLACK
    }

    /// Returns the colours of the palette in a file of this colour space.
    pub fn colours(&self, inks: Inks) -> Colours {
        let mut colours = self.tints.map(|tint| tint.colour(inks));
        if inks == Inks::Cmyk && self.is_coloured() {
            // Small type in several inks is blurred where they do not meet.
            colours.ink = Colour::Cmyk([0.0, 0.0, 0.0, 1.0]);
        }
        colours
    }

    /// Returns a colour of a drawing; in a palette without colours it is a grey.
    pub fn paint(&self, rgb: [u8; 3], inks: Inks) -> Colour {
        if self.is_coloured() { Tint(rgb).colour(inks) } else { Self::grey(rgb) }
    }

    /// Converts RGB to a grey of about the same lightness.
    pub fn grey(rgb: [u8; 3]) -> Colour {
        // The square root is close to the gamma of a screen.
        Colour::Grey(round_to_thousandths(Tint(rgb).colour(Inks::Rgb).luminance().sqrt()))
    }

    /// Builds a palette from two colours of a publisher, such as `ground=#ffc629,accent=#16264d`.
    /// `None` for a text of another form.
    pub fn from_house_colours(text: &str) -> Option<Result<Self, ValueError>> {
        let (ground, accent) = parse_house_colours(text)?;
        Some(Self::house(ground, accent))
    }

    /// Builds a palette from the ground and the accent of a publisher. All other colours follow
    /// from them.
    ///
    /// # Errors
    /// [`ValueError`] if the accent cannot be seen on the ground.
    fn house(ground: [u8; 3], accent: [u8; 3]) -> Result<Self, ValueError> {
        let [paper, ink] = [[0xff, 0xfb, 0xf4], [0x14, 0x14, 0x14]];
        let found = contrast(ground, accent);
        if found < SHAPE_CONTRAST {
            let expected = format!(
                "an accent that can be read on its ground, a contrast of at least {SHAPE_CONTRAST}"
            );
            let remedy = "use a darker or a brighter one";
            return Err(ValueError::new(expected, format_args!("{found:.1}; {remedy}")));
        }
        let is_dark = contrast(ground, paper) >= TEXT_CONTRAST;
        let deep = if contrast(accent, paper) >= 7.0 { accent } else { toward(ground, 0, 11) };
        let seen =
            [accent, ground, deep].into_iter().find(|&rgb| contrast(rgb, paper) >= SHAPE_CONTRAST);
        let shade = toward(ground, if is_dark { 0 } else { 0xff }, 3);
        let figure = seen.unwrap_or(ink);
        let all = Colours { ground, shade, accent, deep, paper, ink, figure };
        let name = format!("ground=#{},accent=#{}", Tint(ground), Tint(accent));
        let tints = all.map(|rgb| Tint(*rgb));
        Ok(Self { name, about: "colours of a house".to_owned(), tints })
    }
}

/// Returns the contrast of two colours on a screen.
fn contrast(a: [u8; 3], b: [u8; 3]) -> f64 {
    let [a, b] = [a, b].map(|rgb| Tint(rgb).colour(Inks::Rgb));
    a.contrast(b)
}

/// Mixes this many sixteenths of white or black into a colour.
fn toward(rgb: [u8; 3], to: u8, parts: u16) -> [u8; 3] {
    rgb.map(|part| ((u16::from(part) * (16 - parts) + u16::from(to) * parts) / 16) as u8)
}

/// Rounds to thousandths, which is finer than any press.
fn round_to_thousandths(part: f64) -> f64 {
    (part * 1000.0).round() / 1000.0
}

/// Parses six hexadecimal digits as red, green and blue.
fn parse_hex(digits: &str) -> Option<[u8; 3]> {
    let is_hex = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let [_, rgb @ ..] = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)?.to_be_bytes();
    Some(rgb)
}

/// Parses `ground=#ffc629,accent=#16264d` as ground and accent.
fn parse_house_colours(text: &str) -> Option<([u8; 3], [u8; 3])> {
    let (ground, accent) = text.split_once(',')?;
    let ground = ground.trim().strip_prefix("ground=")?.trim().strip_prefix('#')?;
    let accent = accent.trim().strip_prefix("accent=")?.trim().strip_prefix('#')?;
    Some((parse_hex(ground)?, parse_hex(accent)?))
}
