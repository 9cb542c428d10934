//! Books: speed of layout, writing and preflight.

use crate::{REPEATS, random_dig, rng};
use book::{Section, Template, Volume};
use cpu_time::ThreadTime;
use grid::{Level, Puzzle, Solution};
use preflight::{PrintSpec, Printer};
use std::hint::black_box;
use std::time::Duration;

/// Prints the median CPU time of a complete task.
fn whole(name: &str, mut work: impl FnMut()) {
    let mut times: Vec<Duration> = (0..REPEATS)
        .map(|_| {
            let start = ThreadTime::now();
            work();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    println!("{name:<64} {:>10.3} s", times[REPEATS / 2].as_secs_f64());
}

/// Lays out the thickest single volume with at most this number of pages.
fn thickest(
    design: &Template,
    terms: Option<&PrintSpec>,
    puzzles: &[Puzzle],
    pages: usize,
) -> Volume {
    let trim = "6x9".parse().expect("it is a size");
    let lay_out = |count: usize| {
        let sections = [Section::new(Level::Hard, puzzles[..count].to_vec())];
        let layout = book::LayoutSpec::new(design, &sections).printer(terms).trim(trim).lay_out();
        layout.expect("it fits").volumes.swap_remove(0)
    };
    let (mut few, mut many) = (50, puzzles.len());
    while few + 1 < many {
        let middle = (few + many) / 2;
        let volume = lay_out(middle);
        if volume.puzzle_count() == middle && volume.page_count() <= pages {
            few = middle;
        } else {
            many = middle;
        }
    }
    lay_out(few)
}

pub fn measure(grids: &[Solution]) {
    let mut random = rng(3);
    let all = grids.iter().zip([24, 28, 34, 45, 60].into_iter().cycle());
    let puzzles: Vec<Puzzle> = all.map(|(g, n)| random_dig(g, n, &mut random)).collect();
    println!("book, one puzzle a page, 6 x 9 in");
    let design = |text: &str| Template::parse(text).expect("it is a design");
    let large = Template::BUILTIN.iter().find(|(name, _)| *name == "large-print");
    let (_, text) = large.expect("it is built in");
    let thick = design(&text.replace("page_limit = 550", "page_limit = 1000"));
    let volume = thickest(&thick, None, &puzzles, 1000);
    let mut pdf = Vec::new();
    whole(&format!("  {} pages laid out and written", volume.page_count()), || {
        pdf.clear();
        volume.write(&mut pdf).expect("memory takes everything");
    });
    let bytes = pdf.len() / volume.page_count();
    println!("  {bytes} bytes a page, those of answers included");

    let kdp = Printer::builtin("kdp").expect("it is built in");
    let terms = kdp.terms("6x9".parse().expect("it is a size"), None);
    let terms = terms.expect("KDP cuts it");
    let volume = thickest(&design(text), Some(&terms), &puzzles, 828);
    pdf.clear();
    volume.write(&mut pdf).expect("memory takes everything");
    whole(&format!("  {} pages looked at by preflight", volume.page_count()), || {
        let report = preflight::inspect(&pdf, &terms).expect("it is a PDF");
        assert!(black_box(report).findings.is_empty());
    });
}
