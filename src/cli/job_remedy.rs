//! Remedies for settings that nobody typed: the job of the command sets them, a file or a finished
//! run. `--unset` leaves such a setting out.

use super::Failure;
use ::jobs::{Job, Origin, RunError, Setting, SettingText};
use book::LayoutError;
use words::{Clause, Problem};

/// The end of the text before a setting that a message tells to leave out.
const LEAVE_OUT: &str = "leave out ";

impl Failure {
    /// Names `--unset` in the remedy, if a setting of the job causes the error and not a flag.
    pub fn with_job(self, job: &Job) -> Self {
        let mended = self.problem().and_then(|problem| mend_remedy(problem, job));
        match mended {
            Some(problem) => Self::new(self.code, problem),
            None => self,
        }
    }

    /// Returns the problem that a person can mend, if the error is one.
    fn problem(&self) -> Option<&Problem> {
        if let Some(error) = self.cause::<RunError>() {
            return error.problem();
        }
        match self.cause::<LayoutError>() {
            Some(error) => Some(error.problem()),
            None => self.cause::<Problem>(),
        }
    }
}

/// Returns the problem with a remedy that names `--unset`; `None` if its remedy is right.
fn mend_remedy(problem: &Problem, job: &Job) -> Option<Problem> {
    let named = problem.setting.as_deref().and_then(|setting| inherited(job, &setting.name));
    let remedy = match problem.remedy.as_deref() {
        Some(remedy) if remedy.to_string() == "leave it out" => unset_remedy(named?),
        Some(remedy) => with_unset(remedy, job)?,
        // A file of the user can be mended at the place that the message names.
        None if problem.place.is_none() || job.continues_run() => unset_remedy(named?),
        None => return None,
    };
    Some(problem.clone().remedy(remedy))
}

/// Returns the value of a setting that was not typed.
fn inherited<'a>(job: &'a Job, name: &str) -> Option<&'a SettingText> {
    let text = job.get(name)?;
    let is_inherited = matches!(text.origin, Origin::File(_) | Origin::Environment(_));
    is_inherited.then_some(text)
}

/// Returns the remedy that leaves out a value.
fn unset_remedy(text: &SettingText) -> Clause {
    let (name, origin) = (text.setting.name, &text.origin);
    Clause::from(format!("--{} {name} leaves out the one of {origin}", Setting::UNSET))
}

/// Returns a remedy in which each setting to leave out that was not typed is named with `--unset`;
/// `None` if there is none.
fn with_unset(remedy: &Clause, job: &Job) -> Option<Clause> {
    let Clause::Filled(template, parts) = remedy else { return None };
    let mut mended = parts.to_vec();
    let mut is_mended = false;
    for (part, text) in mended.iter_mut().zip(template.split("{}")) {
        let replaced = match &*part {
            Clause::Setting(setting) if text.ends_with(LEAVE_OUT) => {
                inherited(job, &setting.name).map(name_unset)
            }
            part => with_unset(part, job),
        };
        if let Some(replaced) = replaced {
            *part = replaced;
            is_mended = true;
        }
    }
    is_mended.then(|| Clause::Filled(template.clone(), mended.into()))
}

/// Names a value to leave out, its origin and the flag.
fn name_unset(text: &SettingText) -> Clause {
    let (name, origin) = (text.setting.name, &text.origin);
    Clause::from(format!("`{name}` of {origin} with --{} {name}", Setting::UNSET))
}
