//! Volumes without puzzles, such as a book of answers, against catalogues or the volumes that have the puzzles.

use super::book::Volume;
use super::catalog::Known;
use super::claims::{Claim, Judge, What};
use super::finding::Finding;
use super::order::{Expected, by_version, group, in_order, place};
use crate::grid::Grid;
use crate::puzzle::Puzzle;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// What a book says of each of its puzzles.
type Claims<'a> = BTreeMap<u64, Vec<(&'a Arc<str>, &'a Claim)>>;

fn by_number<'a>(volumes: &[&'a (Arc<str>, Volume)]) -> Claims<'a> {
    let mut claims = Claims::new();
    for (file, claim) in volumes
        .iter()
        .flat_map(|(file, volume)| volume.claims.iter().map(move |claim| (file, claim)))
    {
        claims.entry(claim.number).or_default().push((file, claim));
    }
    claims
}

/// Holds volumes against rows of catalogues, in the order in which least is wrong: see `against`.
pub(super) fn against(
    catalogs: &[(Arc<str>, Vec<Known>)],
    volumes: &[&(Arc<str>, Volume)],
) -> Vec<Finding> {
    let claims = by_number(volumes);
    if claims.is_empty() {
        return Vec::new();
    }
    let mut proved = Proved::default();
    let mut rows = in_order(catalogs);
    // Positions alone say nothing about the order of the puzzles.
    if !claims.values().flatten().any(|(_, claim)| claim.is_of_list()) {
        let within = |claim: &Claim| rows.iter().copied().find(|(_, row)| claim.contains(row));
        let all = claims.values().flatten();
        return all
            .filter_map(|(file, claim)| proved.finding(file, claim, within(claim)))
            .collect();
    }
    let findings = proved.compare(&rows, &claims);
    if findings.is_empty() {
        return findings;
    }
    let in_turn = in_turn(&rows, &claims, &mut proved);
    let in_turn = proved.compare(&in_turn, &claims);
    let sheets = by_version(&rows).map(|rows| proved.compare(&rows, &claims));
    group(&mut rows);
    let grouped = proved.compare(&rows, &claims);
    let all = [Some(findings), Some(in_turn), sheets, Some(grouped)];
    all.into_iter().flatten().min_by_key(Vec::len).unwrap_or_default()
}

/// Holds volumes without puzzles against the volumes that have them.
pub(super) fn beside(volumes: &[(Arc<str>, Volume)]) -> Vec<Finding> {
    let (alone, printed): (Vec<_>, Vec<_>) =
        volumes.iter().partition(|(_, volume)| volume.puzzles.is_empty());
    let claims = by_number(&alone);
    let grids = printed.iter().flat_map(|(_, volume)| &volume.puzzles);
    let grids: BTreeMap<u64, Grid> = grids.map(|(number, puzzle)| (*number, puzzle.grid)).collect();
    if grids.is_empty() {
        let lonely = alone.iter().filter(|(_, volume)| !volume.claims.is_empty());
        let right = "their catalogue, or the book with the puzzles, named with them";
        let found = "found answers, hints, times or techniques without their puzzles";
        return lonely.map(|(file, _)| Finding::whole(file, found, right)).collect();
    }
    let mut proved = Proved::default();
    let all = claims.values().flatten();
    all.filter_map(|(file, claim)| match grids.get(&claim.number) {
        None => Some(claim.of_no_puzzle(file)),
        Some(grid) => {
            let wrong = proved.wrong(claim, grid)?;
            Some(claim.finding(file, wrong))
        }
    })
    .collect()
}

/// Puzzles that were proved, and what was found out about them.
#[derive(Default)]
struct Proved {
    puzzles: HashMap<Grid, Option<Puzzle>>,
    judge: Judge,
}

impl Proved {
    /// What is wrong with a claim about the puzzle with these givens.
    fn wrong(&mut self, claim: &Claim, givens: &Grid) -> Option<(String, String)> {
        let puzzle = self.puzzles.entry(*givens);
        let puzzle = *puzzle.or_insert_with(|| Puzzle::prove(*givens).ok());
        // Of a row that is no puzzle there is a finding already.
        self.judge.wrong(claim, &puzzle?)
    }

    fn finding(
        &mut self,
        file: &Arc<str>,
        claim: &Claim,
        row: Option<Expected>,
    ) -> Option<Finding> {
        let Some((catalog, row)) = row else { return Some(claim.of_no_puzzle(file)) };
        let (found, right) = self.wrong(claim, row.givens.as_ref()?)?;
        let right = format!("{right}, by the puzzle of {catalog}:{}", row.line);
        Some(claim.finding(file, (found, right)))
    }

    /// Holds claims against rows in the order of the book, of which the first has the least number.
    fn compare(&mut self, rows: &[Expected], claims: &Claims) -> Vec<Finding> {
        let listed = |claims: &[(&Arc<str>, &Claim)]| claims.iter().any(|(_, c)| c.is_of_list());
        let numbers = claims.iter().filter(|(_, claims)| listed(claims)).map(|(number, _)| *number);
        let numbers: BTreeSet<u64> = numbers.collect();
        let first = numbers.first().copied().unwrap_or(1);
        let row =
            |number: u64| rows.get(usize::try_from(number.checked_sub(first)?).ok()?).copied();
        let mut findings = Vec::new();
        for (&number, claims) in claims {
            for (file, claim) in claims {
                findings.extend(self.finding(file, claim, row(number)));
            }
        }
        let missing = (first..).take(rows.len()).find(|number| !numbers.contains(number));
        if let (Some(number), Some((file, _))) = (missing, claims.values().flatten().next()) {
            let found = format!("found nothing about puzzle {number}");
            findings.push(Finding::whole(file, found, "every row of the catalogue"));
        }
        findings
    }
}

/// States that are kept at each puzzle, of those that have the fewest mistakes.
const KEPT: usize = 300;

/// The rows as a book has them whose levels take turns: the order of which least is wrong. Several levels may have a
/// puzzle that fits, so the best states are followed together; of those alike, the ones that take evenly.
fn in_turn<'a>(rows: &[Expected<'a>], claims: &Claims, proved: &mut Proved) -> Vec<Expected<'a>> {
    let levels: Vec<&[Expected]> = rows.chunk_by(|a, b| place(a.1) == place(b.1)).collect();
    // How many rows of each level were taken, and how many mistakes there are; and of each state its last level,
    // and the state before.
    let mut states: Vec<(Vec<usize>, usize)> = vec![(vec![0; levels.len()], 0)];
    let mut layers: Vec<Vec<(usize, usize)>> = Vec::new();
    for claims in claims.values() {
        let mut next: BTreeMap<Vec<usize>, (usize, usize, usize)> = BTreeMap::new();
        for (before, (taken, wrong)) in states.iter().enumerate() {
            for (level, rows) in levels.iter().enumerate() {
                let Some((_, row)) = rows.get(taken[level]) else { continue };
                let mut is_wrong = |claim: &Claim, givens| proved.wrong(claim, givens).is_some();
                let givens = row.givens.as_ref();
                let more = givens.map_or(1, |givens| {
                    claims.iter().filter(|(_, claim)| is_wrong(claim, givens)).count()
                });
                let mut taken = taken.clone();
                taken[level] += 1;
                let state = (wrong + more, level, before);
                let known = next.entry(taken).or_insert(state);
                *known = state.min(*known);
            }
        }
        let spread = |taken: &[usize]| {
            let part = |(taken, rows): (&usize, &&[Expected])| taken * 1000 / rows.len();
            let parts = || taken.iter().zip(&levels).map(part);
            parts().max().unwrap_or(0) - parts().min().unwrap_or(0)
        };
        let mut best: Vec<_> = next.into_iter().collect();
        best.sort_by_key(|(taken, (wrong, ..))| (*wrong, spread(taken)));
        best.truncate(KEPT);
        if best.is_empty() {
            break;
        }
        layers.push(best.iter().map(|(_, (_, level, before))| (*level, *before)).collect());
        states = best.into_iter().map(|(taken, (wrong, ..))| (taken, wrong)).collect();
    }
    let (mut path, mut state) = (Vec::new(), 0);
    for layer in layers.iter().rev() {
        let (level, before) = layer[state];
        path.push(level);
        state = before;
    }
    let mut left = levels;
    let mut order = Vec::with_capacity(rows.len());
    for level in path.into_iter().rev() {
        if let Some((first, rest)) = left[level].split_first() {
            order.push(*first);
            left[level] = rest;
        }
    }
    order.extend(left.into_iter().flatten());
    order
}

impl Claim {
    /// Whether it is one of a list of all puzzles.
    fn is_of_list(&self) -> bool {
        !matches!(self.what, What::Step { .. })
    }

    /// Whether the puzzle of a row may be the one of a position.
    fn contains(&self, row: &Known) -> bool {
        let What::Step { drawn, .. } = &self.what else { return false };
        let mut givens = row.givens.iter().flat_map(Grid::filled).peekable();
        givens.peek().is_some() && givens.all(|(cell, digit)| drawn.grid[cell] == Some(digit))
    }
}
