//! The notes of runs, in two tables.

use super::super::notes::FIGURES;
pub(super) use super::super::notes::{RunNote, SERIES};
use rusqlite::Connection;

/// Stores a note, inside the transaction of the caller.
pub(super) fn write(
    db: &Connection,
    RunNote { run, topic, text }: &RunNote,
) -> rusqlite::Result<()> {
    match topic.strip_prefix(SERIES) {
        Some(series) => {
            let (first, last) = text.split_once(' ').unwrap_or((text, text));
            let keep = "INSERT OR REPLACE INTO series VALUES (?1, ?2, ?3 + 0, ?4 + 0)";
            db.execute(keep, (run, series, first, last))
        }
        None => db.execute("INSERT OR REPLACE INTO figures VALUES (?1, ?2)", (run, text)),
    }
    .map(drop)
}

/// Returns the notes whose topic has this prefix, oldest run first.
pub(super) fn read(db: &Connection, topic: &str) -> rusqlite::Result<Vec<RunNote>> {
    let mut notes = Vec::new();
    for (table, columns) in [
        ("figures", format!("'{FIGURES}', counts")),
        ("series", format!("'{SERIES}' || series.name, first || ' ' || last")),
    ] {
        let query = format!(
            "SELECT run.id, run.name, {columns} FROM {table} JOIN run ON run.name = {table}.run"
        );
        let mut query = db.prepare(&query)?;
        let found = query.query_map([], |row| {
            let (run, topic, text) = (row.get(1)?, row.get(2)?, row.get(3)?);
            Ok((row.get::<_, i64>(0)?, RunNote { run, topic, text }))
        })?;
        notes.extend(found.collect::<rusqlite::Result<Vec<_>>>()?);
    }
    notes.sort_by_key(|(run, _)| *run);
    let notes = notes.into_iter().map(|(_, note)| note);
    Ok(notes.filter(|note| note.topic.starts_with(topic)).collect())
}
