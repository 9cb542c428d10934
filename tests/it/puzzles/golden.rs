//! Catalogues of a seed: the same bytes with any number of threads, and the golden catalogue.

use crate::support::golden::assert_golden;
use crate::support::puzzles::grid;
use crate::support::reference::smallest_by_brute_force;
use grid::{Engine, Level, Score};
use make::{Batch, GivensConstraints, Look, Plan, Seed};
use std::collections::{HashMap, HashSet};
use tables::{CatalogWriter, TableFormat};

const SEED: Seed = Seed(20_090_101);

fn csv(plan: &Plan, threads: usize) -> String {
    let mut catalog = CatalogWriter::new(Vec::new(), TableFormat::Csv).unwrap();
    for item in Batch::new(plan.clone(), SEED, threads).unwrap() {
        catalog.write(&item.unwrap().puzzle().unwrap().entry).unwrap();
    }
    String::from_utf8(catalog.finish().unwrap()).unwrap()
}

#[test]
fn same_bytes_with_1_2_and_8_threads() {
    let plan = Plan::new(Level::ALL.map(|level| (level, 150)).to_vec());
    let one = csv(&plan, 1);
    assert_eq!(one.lines().count(), 1 + 5 * 150);
    assert_eq!(csv(&plan, 2), one);
    assert_eq!(csv(&plan, 8), one);
}

/// A catalogue of the published method. `golden.csv` changes only together with a line in the
/// changelog.
#[test]
fn golden_catalogue() {
    let shape = GivensConstraints { look: Look::Published, ..GivensConstraints::default() };
    let plan = Plan::new(Level::ALL.map(|level| (level, 4)).to_vec());
    let made = csv(&Plan { givens: shape, ..plan }, 2);
    assert_golden(&made, "tests/it/golden.csv", include_str!("../golden.csv"));
}

/// The golden catalogue is not believed: every row is judged by slow code.
#[test]
fn the_golden_catalogue_verifies() {
    let mut rows = csv::Reader::from_reader(include_str!("../golden.csv").as_bytes());
    let mut classes = HashSet::new();
    for row in rows.deserialize() {
        let row: HashMap<String, String> = row.unwrap();
        let givens = grid(&row["puzzle"]);
        let [solution] = Engine::Mrv.solutions(&givens, 2)[..] else {
            panic!("not unique: {givens}");
        };
        assert_eq!(row["solution"], solution.to_string());
        let score = Score {
            givens: row["clues"].parse().unwrap(),
            row_col_min: row["row_col_min"].parse().unwrap(),
            searches: row["searches"].parse().unwrap(),
        };
        assert_eq!(score.givens, givens.filled_count());
        assert_eq!(score.searches, givens.plain_searches(1_000_000));
        assert_eq!(row["difficulty"], score.total());
        assert_eq!(row["level"], score.level().number().to_string());
        assert_eq!(row["canonical"], smallest_by_brute_force(&givens).to_string());
        classes.insert(row["canonical"].clone());
    }
    assert_eq!(classes.len(), 20);
}
