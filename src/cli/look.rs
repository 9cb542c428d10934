//! Flags that decide what a cover looks like.

use super::choice::{Choice, one_of};
use super::failure::{Code, Failure, OrFail};
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;
use sudoku_press::book::{CoverDesign, CoverLook, Language, PaletteChoice, Picture};
use sudoku_press::files::output;
use sudoku_press::run::read_text;

const DESIGNS: &[Choice<CoverDesign>] = &[
    ("puzzle", "A puzzle of the book, and a badge with the number of puzzles", CoverDesign::Puzzle),
    ("tiles", "The givens of a puzzle as bright tiles on a dark ground", CoverDesign::Tiles),
    ("digit", "One huge digit: the number of the volume, or one of a puzzle", CoverDesign::Digit),
];

const BINDINGS: &[Choice<bool>] =
    &[("paperback", "A soft cover", false), ("hardcover", "A hard cover", true)];

#[derive(Args, Debug)]
#[command(next_help_heading = "Cover")]
pub struct LookArgs {
    /// What the front shows
    #[arg(long, value_name = "NAME", value_parser = one_of(DESIGNS), default_value = "puzzle",
        conflicts_with = "cover_picture")]
    cover_design: CoverDesign,

    /// Colours: harbour (navy and sky blue), forest (green and straw), brick (rust and cream), dusk (violet
    /// and gold), lagoon (teal and peach), plum (aubergine and rose), coffee (brown and amber), slate (grey
    /// and lime), black (black and white); or by-volume or by-level for the next one each [default: harbour,
    /// or black for a printer without colour]
    #[arg(long, value_name = "NAME")]
    palette: Option<PaletteChoice>,

    /// Picture for the whole front: a JPEG or PNG of 300 dpi; it is centred, and what is too wide or too
    /// high is cut off
    #[arg(long, value_name = "FILE")]
    cover_picture: Option<PathBuf>,

    /// Text for the back cover: plain or simple Markdown [default: none]
    #[arg(long, value_name = "FILE")]
    back: Option<PathBuf>,

    /// Binding of the book
    #[arg(long, value_name = "KIND", value_parser = one_of(BINDINGS), default_value = "paperback")]
    binding: bool,
}

impl LookArgs {
    /// Reads the picture and the text.
    pub fn look(&self, language: &Language) -> Result<CoverLook, Failure> {
        if self.binding {
            let why = "--binding hardcover: no page of a printer that was read gives the measures of a hard \
                       cover (boards, hinges, wrap); use the printer's template and a design program";
            return Err(Failure::say(Code::Usage, why));
        }
        let picture = |path: &PathBuf| {
            let bytes = output::read(path).or_unread(path)?;
            Picture::read(bytes).map(Arc::new).or_unread(path)
        };
        let back = |path: &PathBuf| read_text(path, language).or_usage();
        Ok(CoverLook {
            design: self.cover_design,
            palette: self.palette.unwrap_or_default(),
            picture: self.cover_picture.as_ref().map(picture).transpose()?,
            back: self.back.as_ref().map(back).transpose()?.map(|(text, _)| text),
        })
    }
}
