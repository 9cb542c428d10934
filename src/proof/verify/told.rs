//! Volumes without puzzles, such as a book of answers, against catalogues or the volumes that have the puzzles.

use super::against::{Expected, group, in_order, place};
use super::book::Volume;
use super::catalog::Known;
use super::claims::{Claim, Judge, What};
use super::finding::Finding;
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
    group(&mut rows);
    let grouped = proved.compare(&rows, &claims);
    let fewest = [findings, in_turn, grouped].into_iter().min_by_key(Vec::len);
    fewest.unwrap_or_default()
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

/// The rows as a book has them whose levels take turns: at each number the next row of the level of which
/// least is wrong.
fn in_turn<'a>(rows: &[Expected<'a>], claims: &Claims, proved: &mut Proved) -> Vec<Expected<'a>> {
    let mut left: Vec<&[Expected]> = rows.chunk_by(|a, b| place(a.1) == place(b.1)).collect();
    let mut order = Vec::with_capacity(rows.len());
    for claims in claims.values() {
        let unlike = |rows: &&mut &[Expected]| {
            let givens = rows.first().and_then(|(_, row)| row.givens.as_ref());
            givens.map_or(usize::MAX, |givens| {
                claims.iter().filter(|(_, claim)| proved.wrong(claim, givens).is_some()).count()
            })
        };
        let next = left.iter_mut().filter(|rows| !rows.is_empty()).min_by_key(unlike);
        if let Some(rows) = next
            && let Some((first, rest)) = rows.split_first()
        {
            order.push(*first);
            *rows = rest;
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
