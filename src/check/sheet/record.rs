//! Shows how a run was made, according to its manifest: settings, seed, version, files and hashes.

use super::subject::Subject;
use askama::Template;
use press::text::markup::render;
use store::files::output::FileRecord;

#[derive(Template)]
#[template(path = "proof/record.html")]
struct RecordSection<'a> {
    /// The names and values.
    pairs: Vec<(String, String)>,
    files: &'a [FileRecord],
    /// Files in the folder that the manifest does not list.
    others: &'a [String],
}

/// Returns the settings and files of a run, or a sentence for other files.
pub(super) fn record(subject: &Subject) -> String {
    let Some(made) = &subject.made else {
        return "<p>These files are not the folder of a finished run: there is no manifest.</p>\n"
            .to_owned();
    };
    let counts = made.counts.iter().map(|(level, n)| format!("{level}: {n}"));
    let mut pairs = vec![
        ("program".to_owned(), made.program.clone()),
        ("seed".to_owned(), made.seed.to_string()),
        ("puzzles by level".to_owned(), counts.collect::<Vec<_>>().join(", ")),
    ];
    pairs.extend(made.short.iter().map(|why| ("short".to_owned(), why.clone())));
    pairs.extend(made.settings.clone());
    render(&RecordSection { pairs, files: &made.files, others: &subject.others })
}
