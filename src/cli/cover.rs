//! `cover`: front, spine and back of the book that `book` makes of the same catalogues and flags.

use super::book::{pdf_named, sections};
use super::failure::{Code, Failure, OrFail};
use super::press::{BookArgs, volume_path};
use super::progress::MessageArgs;
use super::stop::Stop;
use std::fs;
use std::path::{Path, PathBuf};
use sudoku_press::book::{self, Cover, Manuscript, Spine, Volume};
use sudoku_press::output::Pending;

/// What the user typed.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Catalogues: CSV with a column `puzzle`, and `solution` and `level` or not; - is standard input
    #[arg(required = true, value_name = "CATALOG")]
    catalogs: Vec<PathBuf>,

    /// File to write; those of several volumes are numbered
    #[arg(long, short, value_name = "FILE.pdf", default_value = "cover.pdf")]
    out: PathBuf,

    /// Width of the spine, such as 12.4mm or 0.49in; of several volumes one for each [default: by the
    /// printer's figures for the paper]
    #[arg(long, value_name = "WIDTH,...", value_delimiter = ',')]
    spine: Vec<Spine>,

    /// Text for the back, plain or with a little Markdown [default: none]
    #[arg(long, value_name = "FILE")]
    back: Option<PathBuf>,

    #[command(flatten)]
    book: BookArgs,

    #[command(flatten)]
    messages: MessageArgs,
}

/// Lays the book out, and makes the cover of each volume. All are laid out before one is written.
pub fn run(args: Args) -> Result<(), Failure> {
    pdf_named(&args.out)?;
    let design = args.book.design()?;
    let back = args.back.as_deref().map(manuscript).transpose()?;
    let stop = Stop::listen("covers that are finished stay", || ());
    let sections = sections(&args.catalogs, &stop)?;
    let volumes = design.laid_out(&sections)?.volumes;
    let spines = spines(&args.spine, &volumes)?;
    let covers = volumes.iter().zip(spines);
    let covers = covers.map(|(volume, spine)| Cover::new(volume, spine, back.as_ref()));
    let covers: Vec<Cover> = covers.collect::<Result<_, _>>().or_usage()?;
    for (i, cover) in covers.iter().enumerate() {
        stop.check()?;
        let path = volume_path(&args.out, i + 1, covers.len());
        let mut file = Pending::create(&path).or_unwritten(&path)?;
        book::write_cover(cover, &mut file).or_unwritten(&path)?;
        file.commit().or_unwritten(&path)?;
        args.messages
            .say(format_args!("{}: {}", path.display(), measures(cover)));
        if let Some(words) = cover.spine_blank() {
            args.messages.say(words);
        }
    }
    if let Some(why) = covers.iter().find_map(Cover::unsettled) {
        args.messages.say(format_args!("not settled: {why}"));
    }
    Ok(())
}

fn manuscript(path: &Path) -> Result<Manuscript, Failure> {
    let text = fs::read_to_string(path).or_unread(path)?;
    Manuscript::parse(&text).or_usage_in(path.display().to_string())
}

/// The spine of each volume, where they were given: one for each, or one for all that are equally
/// thick.
fn spines(given: &[Spine], volumes: &[Volume]) -> Result<Vec<Option<Spine>>, Failure> {
    let pages: Vec<usize> = volumes.iter().map(Volume::page_count).collect();
    let even = pages.iter().all(|n| *n == pages[0]);
    match given {
        [] => Ok(vec![None; volumes.len()]),
        [one] if even => Ok(vec![Some(*one); volumes.len()]),
        all if all.len() == volumes.len() => Ok(all.iter().copied().map(Some).collect()),
        all => {
            let pages: Vec<String> = pages.iter().map(usize::to_string).collect();
            let words = format!(
                "--spine has {} for {} volumes of {} pages; one for each would be right",
                all.len(),
                volumes.len(),
                pages.join(", ")
            );
            Err(Failure::say(Code::Usage, words))
        }
    }
}

fn measures(cover: &Cover) -> String {
    let (width, height) = cover.size();
    let size = format!("{:.3} x {:.3} in", width / 72.0, height / 72.0);
    let pages = cover.volume().page_count();
    match cover.spine() {
        Some(spine) => format!("{size}, with a spine of {spine} for {pages} pages"),
        None => format!("{size}, a front alone"),
    }
}
