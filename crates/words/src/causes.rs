//! Errors with their causes as sentences.

use std::error::Error;

/// Returns an error and its causes, the error first.
pub fn chain<'a>(
    error: &'a (dyn Error + 'static),
) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    let mut next = Some(error);
    std::iter::from_fn(move || {
        let error = next?;
        next = error.source();
        Some(error)
    })
}

/// Returns an error with its causes as one sentence without repeated words. Settings are named as
/// in a job file.
pub fn with_causes(error: &(dyn Error + 'static)) -> String {
    join_causes(error, |cause| cause.to_string())
}

/// Returns an error like [`with_causes`], with settings as flags.
pub fn with_causes_and_flags(error: &(dyn Error + 'static)) -> String {
    join_causes(error, |cause| format!("{cause:#}"))
}

fn join_causes(error: &(dyn Error + 'static), show: fn(&dyn Error) -> String) -> String {
    let texts: Vec<_> = told_causes(error, show).into_iter().map(|(_, words)| words).collect();
    texts.join(": ")
}

/// Returns an error and those of its causes that say something new, each with its words.
pub fn told_causes<'a>(
    error: &'a (dyn Error + 'static),
    show: fn(&dyn Error) -> String,
) -> Vec<(&'a (dyn Error + 'static), String)> {
    let mut told: Vec<(_, String)> = Vec::new();
    for cause in chain(error) {
        let words = show(cause);
        let is_told = |(_, before): &(_, String)| before.contains(&words);
        let repeats = told.last().is_some_and(|(_, last)| words.ends_with(last));
        if !repeats && !told.iter().any(is_told) {
            told.push((cause, words));
        }
    }
    told
}
