//! Lays out the pages with the rules and a worked example.

use crate::book::arrange::Spread;
use crate::book::layout::furniture::{FootText, foot};
use crate::book::page::Mark;
use crate::book::volume::Volume;
use crate::words::say;

/// Draws the first or the second page; also returns the baseline of its last line.
pub(super) fn how_to_play(volume: &Volume, index: usize, second: bool) -> (Vec<Mark>, f64) {
    let rules = volume.rules();
    let left = volume.live_left(index);
    let body = rules.body().size;
    let mut marks = Vec::new();
    let below = |marks: &mut Vec<Mark>| rules.rules(marks, left) + body * 0.5;
    let spread = rules.spread();
    let (next, end) = match (spread, second) {
        (Spread::One, _) => {
            let y = rules.rules(&mut marks, left);
            rules.example(&mut marks, (left, y))
        }
        (Spread::StepsNext, false) => {
            let y = rules.rules(&mut marks, left);
            let end = rules.example_grid(&mut marks, (left, y));
            (end, end)
        }
        (Spread::StepsNext, true) => rules.steps_next(&mut marks, left),
        (Spread::ExampleNext, true) => rules.example(&mut marks, (left, rules.top())),
        (Spread::ExampleNext | Spread::RulesAlone, _) => {
            let y = below(&mut marks);
            (y, y - body)
        }
    };
    // Further paragraphs if there is room, first the one that names the pages of answers.
    let mut end = end;
    if second || spread.pages() == 1 {
        let answers = volume.pagination.answer_page(0);
        let answers = answers
            .map(|page| say!(volume.language, "how_to_play.answers", page))
            .unwrap_or_default();
        let texts = [volume.language.text("how_to_play.advice"), &answers];
        end = end.max(rules.further(&mut marks, (left, next), texts));
    }
    foot(volume, &mut marks, index, FootText::Nothing);
    (marks, end)
}
