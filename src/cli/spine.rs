//! Flags of covers: what is on them, for `run` and `cover`, and the width of the spine, for `cover` and `preflight`.

use super::{Failure, OrFail, one_of};
use clap::Args;
use std::path::PathBuf;
use sudoku_press::book::{CoverDesign, PaletteChoice, Scene};
use sudoku_press::printers::{CoverTemplate, Spine, Terms, Trim};
use sudoku_press::run::CoverSettings;
use sudoku_press::store::files::output;

/// What a cover has that its book does not have.
#[derive(Args, Default, Debug)]
#[command(next_help_heading = "Cover")]
pub struct CoverArgs {
    /// Width of the spine, such as 12.4mm or 0.49in; one for each volume [default: from the thickness of
    /// the paper]
    #[arg(long, value_name = "WIDTH,...", value_delimiter = ',')]
    spine: Vec<Spine>,

    /// Text for the back cover: plain or simple Markdown [default: none]
    #[arg(long, value_name = "FILE")]
    pub back: Option<PathBuf>,

    /// What the front shows [default: what suits the design of the book, mostly pencil]
    #[arg(long, value_name = "NAME", value_parser = one_of(CoverDesign::TABLE), conflicts_with = "cover_picture")]
    cover_design: Option<CoverDesign>,

    /// What is seen through the front window [default: another one for each volume]
    #[arg(long, value_name = "NAME", value_parser = one_of(Scene::TABLE))]
    scene: Option<Scene>,

    /// Colours: harbour (navy and sky blue), sun (yellow, navy and red), forest, apricot, brick, sky, dusk, lime,
    /// lagoon, rose, plum, linen, coffee, mint, slate, lilac, black (black and white); two of your own,
    /// ground=#ffc629,accent=#16264d; or by-volume or by-level for another one each [default: that of the
    /// front, or black for a printer without colour]
    #[arg(long, value_name = "NAME")]
    palette: Option<PaletteChoice>,

    /// Picture for the whole front, a JPEG or a PNG of 300 dpi: it is centred, and what is too wide or too
    /// high is cut off
    #[arg(long, value_name = "FILE")]
    cover_picture: Option<PathBuf>,
}

impl CoverArgs {
    /// What these flags ask of the covers of a book.
    pub fn settings(&self) -> CoverSettings {
        CoverSettings {
            is_wanted: true,
            design: self.cover_design,
            palette: self.palette.clone().unwrap_or_default(),
            scene: self.scene,
            spines: self.spine.clone(),
            back: self.back.clone(),
            picture: self.cover_picture.clone(),
        }
    }
}

#[derive(Args, Debug)]
pub struct SpineArgs {
    /// The printer's own cover template for this book: the width of the spine and the size of the sheet
    /// are read from it
    #[arg(long, value_name = "TEMPLATE.pdf")]
    spine_from: Option<PathBuf>,

    /// Weight of the paper in g/m2; with --bulk this makes the width of the spine
    #[arg(long, value_name = "G", requires = "bulk", conflicts_with_all = ["spine", "spine_from"])]
    paper_gsm: Option<f64>,

    /// Bulk (volume) of the paper in cm3/g, such as 1.5
    #[arg(long, value_name = "CM3", requires = "paper_gsm")]
    bulk: Option<f64>,
}

impl SpineArgs {
    /// The printer's template, if there is one.
    pub fn template(&self) -> Result<Option<CoverTemplate>, Failure> {
        let read = |path: &PathBuf| {
            let bytes = output::read(path).or_unread(path)?;
            CoverTemplate::read(&bytes).or_unread(path)
        };
        self.spine_from.as_ref().map(read).transpose()
    }

    /// The width of the spine of a book of this number of pages; `None` if the flags do not tell it.
    pub fn width(
        &self,
        template: Option<&CoverTemplate>,
        trim: Trim,
        terms: Option<&Terms>,
        pages: usize,
    ) -> Result<Option<Spine>, Failure> {
        if let (Some(weight), Some(bulk)) = (self.paper_gsm, self.bulk) {
            return Spine::of_paper(weight, bulk, pages).map(Some).or_usage();
        }
        let width = template.map(|template| template.spine(trim, terms)).transpose().or_usage()?;
        Ok(width.flatten())
    }
}
