//! `cover`: front, spine and back of the book that `book` makes of the same catalogues and flags.

use super::book;
use super::failure::{Failure, OrFail};
use super::follow::explain;
use super::messages::Messages;
use super::preflight;
use super::stop::Stop;
use serde_json::json;
use std::path::{Path, PathBuf};
use sudoku_press::book::{Cover, Language, Manuscript, write_cover};
use sudoku_press::files::output::{self, Existing, Pending};
use sudoku_press::print::Spine;
use sudoku_press::run::{RunError, volume_path};

const EXAMPLES: &str = "\
Examples:
  sudoku-press cover catalog.csv --printer kdp --trim 6x9 --author 'A. Author'
  sudoku-press cover catalog.csv --spine 12.4mm --back blurb.md --out cover.pdf";

#[derive(clap::Args, Debug)]
#[group(skip)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Width of the spine, such as 12.4mm or 0.49in; one for each volume [default: from the thickness of
    /// the paper]
    #[arg(long, value_name = "WIDTH,...", value_delimiter = ',')]
    spine: Vec<Spine>,

    /// Text for the back cover: plain or simple Markdown [default: none]
    #[arg(long, value_name = "FILE")]
    back: Option<PathBuf>,

    #[command(flatten)]
    inside: book::Args,
}

/// Lays the book out, and makes the cover of each volume. All are laid out before one is written, and
/// all are written before one is checked against the printer's rules.
pub fn run(args: Args, messages: &Messages) -> Result<(), Failure> {
    messages.obey(&args.inside.messages);
    let out = args.inside.out("cover.pdf")?;
    let book = args.inside.book.plan()?;
    let read = |path| manuscript(path, &book.imprint.language);
    let back = args.back.as_deref().map(read).transpose()?;
    let stop = Stop::listen("covers that are finished stay", messages);
    let sections = args.inside.sections(&stop)?;
    let layout = book.lay_out(&sections, None).or_usage()?;
    if args.inside.book.explains() {
        explain(book.account(&layout));
    }
    let covers = Cover::of_volumes(&layout.volumes, &args.spine, back.as_ref()).or_usage()?;
    let path = |i: usize| volume_path(&out, i + 1, covers.len());
    let mut paths = (0..covers.len()).map(path);
    if args.inside.existing() == Existing::Keep
        && let Some(path) = paths.find(|path| path.symlink_metadata().is_ok())
    {
        return Err(RunError::Exists(path).into());
    }
    for (i, cover) in covers.iter().enumerate() {
        stop.check()?;
        let path = path(i);
        let mut file = Pending::begin(&path, args.inside.existing()).or_unwritten(&path)?;
        write_cover(cover, &mut file).or_unwritten(&path)?;
        file.commit().or_unwritten(&path)?;
        let words = format!("{}: {}", path.display(), cover.measures());
        messages.say("file", words, json!({ "path": path.display().to_string() }));
        if let Some(words) = cover.spine_blank() {
            messages.say("message", words, json!({}));
        }
    }
    if let Some(why) = covers.iter().find_map(Cover::unsettled) {
        messages.say("message", format_args!("not settled: {why}"), json!({}));
    }
    let Some(terms) = &book.terms else {
        return Ok(());
    };
    let mut covers = covers.iter().enumerate();
    covers.try_for_each(|(i, cover)| preflight::made(&path(i), terms, Some(cover.sheet())))
}

fn manuscript(path: &Path, language: &Language) -> Result<Manuscript, Failure> {
    let text = output::read_to_string(path).or_unread(path)?;
    Manuscript::parse(&text, language).or_usage_in(path.display().to_string())
}
