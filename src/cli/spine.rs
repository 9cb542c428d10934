//! Flags that measure the spine, for `cover` and `preflight`.

use super::{Failure, FailureContext, judge_first, usage_error};
use ::preflight::{CoverTemplate, PrintSpec, Spine, Trim};
use ::proof::isolation::ForeignFile;
use clap::{Arg, Args};
use files::output;
use std::fmt::Display;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub struct SpineArgs {
    /// The printer's own cover template for this book: the width of the spine and the size of the
    /// sheet are read from it
    #[arg(long, value_name = "TEMPLATE.pdf")]
    spine_from: Option<PathBuf>,

    /// Weight of the paper in g/m2; with --bulk this makes the width of the spine
    #[arg(long, value_name = "G", requires = "bulk")]
    paper_gsm: Option<f64>,

    /// Bulk (volume) of the paper in cm3/g, such as 1.5
    #[arg(long, value_name = "CM3", requires = "paper_gsm")]
    bulk: Option<f64>,
}

/// Lets the weight of the paper exclude the other widths of a spine. The command adds `spine`,
/// which may be a setting.
pub fn exclude_spines(arg: Arg) -> Arg {
    if arg.get_id() == "paper_gsm" {
        return arg.conflicts_with_all(["spine", "spine_from"]);
    }
    arg
}

impl SpineArgs {
    /// Returns the path of the printer's template, if there is one.
    pub fn template_path(&self) -> Option<&PathBuf> {
        self.spine_from.as_ref()
    }

    /// Reads the printer's template, if there is one.
    pub fn template(&self) -> Result<Option<CoverTemplate>, Failure> {
        let read = |path: &PathBuf| {
            judge_first(&ForeignFile::Template(path.clone()))?;
            let bytes = output::read(path).read_context(path)?;
            CoverTemplate::read(&bytes).read_context(path)
        };
        self.spine_from.as_ref().map(read).transpose()
    }

    /// Returns the width of the spine for this number of pages; `None` if the flags do not
    /// determine it.
    pub fn width(
        &self,
        template: Option<&CoverTemplate>,
        trim: Trim,
        terms: Option<&PrintSpec>,
        pages: usize,
    ) -> Result<Option<Spine>, Failure> {
        if let (Some(weight), Some(bulk)) = (self.paper_gsm, self.bulk) {
            return Spine::from_paper(weight, bulk, pages).map(Some).usage_error();
        }
        let width = template.map(|template| template.spine(trim, terms)).transpose();
        Ok(width.map_err(|e| self.template_error(e))?.flatten())
    }

    /// Names the printer's template in an error about its figures.
    pub fn template_error(&self, error: impl Display) -> Failure {
        match &self.spine_from {
            Some(path) => usage_error(format_args!("{}: {error:#}", path.display())),
            None => usage_error(error),
        }
    }
}
