//! The editions of a book: what it would be at each of the large printers, before one is begun.

use super::StudioState;
use super::book_job::{BookJob, BookValues, FieldProblem};
use super::fields::{POINTS_PER_MM, size_text};
use super::making_queue::read_job;
use super::preview::{MAX_PUZZLES, PreviewContent, PreviewError, spine_text};
use super::shelf_orders::values_of_edition;
use super::words::WindowWords;
use book::Volume;
use jobs::{Interrupt, RunError, RunPuzzles};
use serde_json::{Value, json};
use std::sync::Arc;
use words::Clause;

/// The printers that sell books all over the world.
const PRINTERS: [&str; 4] = ["kdp", "ingram", "lulu", "bod"];
/// The settings that belong to one edition, and so are no change worth a word.
const OF_EDITION: [&str; 4] = ["printer", "isbn", "seed", "quota"];

/// Returns the book at each printer: its size, pages, spine and paper, and the settings that are
/// others than now.
pub(super) fn list(
    state: &StudioState,
    name: &str,
    values: &BookValues,
    words: WindowWords,
) -> Value {
    let mut puzzles = None;
    let edition = |printer: &&str| edition(state, name, values, printer, &mut puzzles, words);
    PRINTERS.iter().map(edition).collect()
}

fn edition(
    state: &StudioState,
    name: &str,
    now: &BookValues,
    printer: &str,
    puzzles: &mut Option<Arc<RunPuzzles>>,
    words: WindowWords,
) -> Value {
    let is_own = now.get("printer").is_some_and(|own| own == printer);
    let mut row = json!({ "printer": printer, "own": is_own });
    let values = match values_of_edition(state, name, printer, words) {
        Ok(values) if !is_own => values,
        Ok(_) => now.clone(),
        Err(message) => {
            row["message"] = words.say(&message).into();
            return row;
        }
    };
    let changed: Vec<_> = values
        .iter()
        .filter(|(name, text)| now.get(*name) != Some(text))
        .map(|(name, _)| name)
        .chain(now.keys().filter(|name| !values.contains_key(*name)))
        .filter(|name| !OF_EDITION.contains(&name.as_str()))
        .collect();
    row["changed"] = json!(changed);
    let job = read_job(state, name, &values, state.seed_of(name));
    let job = job.map_err(|mut problems| problems.remove(0));
    match job.and_then(|job| measures(state, &job, puzzles, words)) {
        Ok(facts) => row["facts"] = facts,
        Err(problem) => row["message"] = words.problem(&problem)["message"].clone(),
    }
    row
}

/// Lays a book out. Returns its size, its pages, its spine and its paper in words.
fn measures(
    state: &StudioState,
    job: &BookJob,
    puzzles: &mut Option<Arc<RunPuzzles>>,
    words: WindowWords,
) -> Result<Value, FieldProblem> {
    let folder = state.options.folder.join(&job.book);
    let content = PreviewContent::read(job, &folder, puzzles, &Interrupt::default());
    let content = content.map_err(|error| match error {
        PreviewError::Problem(problem) => problem,
        PreviewError::Interrupted | PreviewError::TooLarge { .. } => {
            let late = "the pages of more than {} puzzles are counted when the book is made";
            FieldProblem::without_field(Clause::fill(late, [MAX_PUZZLES.into()]))
        }
    })?;
    let plan = job.plan();
    let layout = plan.lay_out(&content.sections).map_err(RunError::from)?;
    let covers = plan.covers(&layout).map_err(RunError::from)?;
    let pages: usize = layout.volumes.iter().map(Volume::page_count).sum();
    let spine = covers.first().and_then(|cover| cover.sheet().spine());
    let spine = spine.map(|spine| words.say(&spine_text(spine.points() / POINTS_PER_MM, plan)));
    let paper = plan.spec.as_ref().map(|spec| words.word("paper", spec.paper()));
    Ok(json!({
        "size": size_text(plan.trim, words),
        "pages": pages,
        "spine": spine,
        "estimate": plan.estimates_spines(),
        "paper": paper,
    }))
}
