//! `cover`: front, spine and back of the book that `book` makes of the same catalogues and flags.

use super::book;
use super::failure::{Failure, OrFail};
use super::follow::{Follower, explain};
use super::look::LookArgs;
use super::messages::Messages;
use super::spine::SpineArgs;
use super::stop::Stop;
use sudoku_press::book::Cover;
use sudoku_press::print::Spine;

const EXAMPLES: &str = "\
Examples:
  sudoku-press cover catalog.csv --printer kdp --trim 6x9 --author 'A. Author'
  sudoku-press cover catalog.csv --spine 12.4mm --palette dusk --cover-design tiles --back blurb.md";

#[derive(clap::Args, Debug)]
#[group(skip)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Width of the spine, such as 12.4mm or 0.49in; one for each volume [default: from the thickness of
    /// the paper]
    #[arg(long, value_name = "WIDTH,...", value_delimiter = ',')]
    spine: Vec<Spine>,

    #[command(flatten)]
    measure: SpineArgs,

    #[command(flatten)]
    look: LookArgs,

    #[command(flatten)]
    inside: book::Args,
}

/// Lays the book out, and makes the cover of each volume. All are laid out before one is written, and
/// all are written before one is checked against the printer's rules.
pub fn run(args: Args, messages: &Messages) -> Result<(), Failure> {
    messages.obey(&args.inside.messages);
    let out = args.inside.out("cover.pdf")?;
    let book = args.inside.book.plan()?;
    let look = args.look.look(&book.imprint.language)?;
    let stop = Stop::listen("covers that are finished stay", messages);
    let sections = args.inside.sections(&stop)?;
    let layout = book.lay_out(&sections, None).or_usage()?;
    if args.inside.book.explains() {
        explain(book.account(&layout));
    }
    let (template, mut spines) = (args.measure.template()?, args.spine);
    if spines.is_empty() {
        // A template is for one number of pages: its spine must do for all volumes.
        let of = if template.is_some() { &layout.volumes[..1] } else { &layout.volumes };
        let (template, terms) = (template.as_ref(), book.terms.as_ref());
        for volume in of {
            spines.extend(args.measure.width(template, book.trim, terms, volume.page_count())?);
        }
    }
    let mut covers = Cover::of_volumes(&layout.volumes, &spines, &look).or_usage()?;
    if let Some(template) = &template {
        let placed = covers.into_iter().map(|cover| cover.on(template));
        covers = placed.collect::<Result<_, _>>().or_usage()?;
    }
    let existing = args.inside.existing();
    let pressed = book.press_covers(&covers, &out, existing, &stop.interrupt);
    let pressed = pressed.map_err(|e| stop.ended(e))?;
    for ((path, _), cover) in pressed.iter().zip(&covers) {
        messages.file(path, format_args!("{}: {}", path.display(), cover.measures()));
        if let Some(words) = cover.spine_blank() {
            messages.note(words);
        }
    }
    if let Some(advice) = covers.iter().find_map(Cover::advice) {
        messages.note(advice);
    }
    if let Some(why) = covers.iter().find_map(Cover::unsettled) {
        messages.note(format_args!("not settled: {why}"));
    }
    let sheets = covers.iter().map(|cover| Some(cover.sheet()));
    let files = pressed.iter().map(|(path, _)| path.as_path()).zip(sheets);
    let mut follower = Follower::new(&args.inside.messages, messages).of_book(&book, false);
    Ok(book.inspect(files, &mut follower)?)
}
