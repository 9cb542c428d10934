//! Columns of a foreign table that have names of ours: whether they state our levels and ratings is
//! known only after the last row.

use super::row::{Claim, ClaimState};
use std::collections::BTreeMap;
use tables::TableHeader;

/// The claims of all rows so far, by column.
#[derive(Debug, Default)]
pub(super) struct ClaimIndex(BTreeMap<&'static str, ColumnClaims>);

/// The claims of a column.
#[derive(Debug, Default)]
struct ColumnClaims {
    /// True if a row has a value that ours never has, so the column belongs to somebody else.
    is_foreign: bool,
    rows: u64,
    /// The number of rows whose value is not proved.
    unproved: u64,
    /// The first of these rows, in words.
    first: String,
}

impl ClaimIndex {
    /// Adds the claims of the row at this line.
    pub(super) fn add(&mut self, line: u64, claims: Vec<Claim>) {
        for Claim { column, state } in claims {
            let known = self.0.entry(column).or_default();
            known.rows += 1;
            match state {
                ClaimState::Proved => {}
                ClaimState::Foreign => known.is_foreign = true,
                ClaimState::Unproved { stated, expected } => {
                    if known.unproved == 0 {
                        known.first = match expected {
                            Some(expected) => {
                                format!("line {line} states {stated}, ours is {expected}")
                            }
                            None => format!("line {line} states {stated}"),
                        };
                    }
                    known.unproved += 1;
                }
            }
        }
    }

    /// Removes the columns whose values are all ours from the columns that were not verified.
    /// Returns a sentence for each column that may be ours, and was not proved.
    pub(super) fn settle(&self, header: &TableHeader, unjudged: &mut Vec<String>) -> Vec<String> {
        let mut unproved = Vec::new();
        for (column, claims) in &self.0 {
            let name = header.find(column).and_then(|at| header.names().get(at));
            let Some(name) = name.filter(|_| !claims.is_foreign) else { continue };
            if claims.unproved == 0 {
                unjudged.retain(|other| other != name);
            } else {
                let ColumnClaims { rows, unproved: count, first, .. } = claims;
                unproved.push(format!(
                    "the column `{name}` may have another meaning than in our catalogues: \
                     {count} of {rows} rows are not proved ({first})"
                ));
            }
        }
        unproved
    }
}
