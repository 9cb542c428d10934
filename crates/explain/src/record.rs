//! Steps as records for programs.

use super::path::SolvePath;
use super::picture::StepPicture;
use super::sentence::sentence;
use super::texts::{ExplanationTexts, house_id};
use grid::{Cell, DigitSet};
use human::{Chain, ChainPattern, Link, PathStep};
use serde::Serialize;

/// A step in r1c1 notation. The fields of the JSON object are in this order.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StepRecord {
    /// The number of the step, counted from 1.
    pub step: usize,
    /// The rating, with one decimal.
    pub rating: f64,
    /// The identifier of the technique.
    pub technique: &'static str,
    /// The name that solvers give to this shape of a chain, if it has one: `skyscraper`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<&'static str>,
    /// The placement, if the step has one: `r1c2=3`.
    pub placement: Option<String>,
    /// The eliminations: `r2c4-37` removes 3 and 7 from r2c4.
    pub eliminations: Vec<String>,
    /// The cells that the step looks at: `r1c1`. For a chain, the cells of its nodes.
    pub cells: Vec<String>,
    /// The houses that the step looks at: `r1`, `c1`, `b1`.
    pub houses: Vec<String>,
    /// The chains, each a list of nodes. Empty for a step without chains.
    pub chain: Vec<Vec<NodeRecord>>,
    /// The explanation in words.
    pub text: String,
    /// The puzzle: 81 characters, row by row.
    pub puzzle: String,
    /// The identifier of the puzzle, if its file has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

/// A node of a chain.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct NodeRecord {
    /// The statement: `r1c1=5` if the cell is 5, `r1c1-5` if it is not.
    pub node: String,
    /// The reason: `start`, `cell` (its other candidates), a house (`r1`, `c1`, `b1`), or the
    /// identifier of a technique.
    pub link: String,
    /// The nodes that it follows from, as indices into this chain, counted from 0.
    pub parents: Vec<usize>,
}

impl StepRecord {
    /// Creates the record of a step. `number` counts from 1.
    pub fn new(words: &ExplanationTexts, puzzle: &str, number: usize, told: &PathStep) -> Self {
        let PathStep { before, step } = told;
        let picture = StepPicture::from_step(before, step);
        Self {
            step: number,
            rating: f64::from(step.tenths().0) / 10.0,
            technique: step.technique.name(),
            pattern: told.kind().pattern().map(ChainPattern::name),
            placement: step.placement.map(|(cell, digit)| format!("{cell}={digit}")),
            eliminations: elimination_texts(&step.eliminations),
            cells: picture.cells.map(|cell| cell.to_string()).collect(),
            houses: picture.houses.into_iter().map(house_id).collect(),
            chain: step.reason.chains().iter().map(nodes).collect(),
            text: sentence(words, before, step),
            puzzle: puzzle.to_owned(),
            id: None,
        }
    }
}

/// Writes eliminations: `r2c4-37` removes 3 and 7 from r2c4.
pub(super) fn elimination_texts(eliminations: &[(Cell, DigitSet)]) -> Vec<String> {
    let mut texts = Vec::new();
    for (cell, digits) in eliminations {
        let removed: String = digits.map(|digit| digit.to_string()).collect();
        texts.push(format!("{cell}-{removed}"));
    }
    texts
}

/// Returns the records of a path, with the identifier of its puzzle.
pub fn step_records(
    words: &ExplanationTexts,
    path: &SolvePath,
    id: Option<&str>,
) -> impl Iterator<Item = StepRecord> {
    let puzzle = path.grid.to_string();
    (1..).zip(&path.steps).map(move |(number, told)| {
        let record = StepRecord::new(words, &puzzle, number, told);
        StepRecord { id: id.map(str::to_owned), ..record }
    })
}

fn nodes(chain: &Chain) -> Vec<NodeRecord> {
    let mut nodes = Vec::new();
    for ((node, link), parents) in chain.nodes.iter().zip(&chain.parents) {
        let link = match link {
            Link::Assumed => "start".to_owned(),
            Link::Cell => "cell".to_owned(),
            Link::House(house) => house_id(*house),
            Link::Technique(technique) => technique.name().to_owned(),
        };
        nodes.push(NodeRecord { node: node.to_string(), link, parents: parents.clone() });
    }
    nodes
}

/// Writes the records of a path as JSON lines, with the identifier of its puzzle.
pub fn json_lines(words: &ExplanationTexts, path: &SolvePath, id: Option<&str>) -> String {
    let mut lines = String::new();
    for record in step_records(words, path, id) {
        lines += &serde_json::to_string(&record).expect("it has text keys");
        lines.push('\n');
    }
    lines
}
