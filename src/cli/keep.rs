//! The archive as `run` and `generate` use it: refuse what was printed, enter what is printed. Not
//! the commands that ask an archive.

use super::failure::{Code, Failure, OrFail};
use super::locks::{self, LockArgs};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use sudoku_press::archive::{Archive, ArchiveError, Run};
use sudoku_press::batch::{Batch, Dedup, Issued, Plan};
use sudoku_press::key::Key;

/// What the user typed.
#[derive(Args, Debug)]
#[command(next_help_heading = "Archive")]
pub struct KeepArgs {
    /// Archive of everything ever printed: what is in it, in any disguise, is not made again, and
    /// what is made is entered (`archive create` begins one)
    #[arg(long, value_name = "FILE")]
    pub archive: Option<PathBuf>,

    #[command(flatten)]
    pub locks: LockArgs,
}

/// An archive that is locked and open.
pub struct Keeper {
    archive: Arc<Mutex<Asked>>,
}

/// The archive, and what went wrong when it was asked: whoever asks takes yes or no only.
struct Asked {
    archive: Archive,
    wrong: Option<ArchiveError>,
}

impl KeepArgs {
    /// Locks and opens the archive, if there is to be one.
    pub fn open(&self, plan: &Plan) -> Result<Option<Keeper>, Failure> {
        let Some(path) = &self.archive else {
            return Ok(None);
        };
        if plan.dedup == Dedup::Exact {
            let words = "an archive knows puzzles by their class: --archive needs --dedup class";
            return Err(Failure::say(Code::Usage, words));
        }
        Keeper::open(path, &self.locks).map(Some)
    }
}

impl Keeper {
    /// Locks and opens an archive.
    pub fn open(path: &Path, locks: &LockArgs) -> Result<Self, Failure> {
        let archive = locks.archive(path)?;
        let wrong = None;
        Ok(Self {
            archive: Arc::new(Mutex::new(Asked { archive, wrong })),
        })
    }

    fn asked(&self) -> MutexGuard<'_, Asked> {
        // What is behind the lock is whole between any two calls.
        self.archive.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a batch refuse what other runs have printed.
    pub fn refuse(&self, batch: Batch, run: &Run) -> Result<Batch, Failure> {
        let own = self.asked().archive.number_of(&run.name())?;
        let archive = self.archive.clone();
        let known = move |key: &Key| {
            let mut asked = archive.lock().unwrap_or_else(PoisonError::into_inner);
            let answer = asked.archive.knows(key, own);
            answer.unwrap_or_else(|e| {
                asked.wrong.get_or_insert(e);
                false
            })
        };
        batch.refusing(Box::new(known)).or_usage()
    }

    /// The first thing that went wrong while the batch asked.
    pub fn sound(&self) -> Result<(), Failure> {
        match self.asked().wrong.take() {
            None => Ok(()),
            Some(e) => Err(e.into()),
        }
    }

    /// Enters a run that is complete.
    pub fn enter(&self, run: &Run, keys: &[Key]) -> Result<(), Failure> {
        self.sound()?;
        let entered = self.asked().archive.enter(run, &locks::now(), keys);
        Ok(entered.map(drop)?)
    }

    /// What the archive holds but for this run.
    pub fn state(&self, run: &Run) -> Result<String, Failure> {
        Ok(self.asked().archive.state(&run.name())?)
    }
}

/// The keys of what is printed, in order; none are kept when there is no archive.
pub struct Keys<'a> {
    keeper: Option<&'a Keeper>,
    keys: Vec<Key>,
}

impl<'a> Keys<'a> {
    pub fn new(keeper: Option<&'a Keeper>) -> Self {
        let keys = Vec::new();
        Self { keeper, keys }
    }

    /// Takes note of what is printed, and fails as soon as the archive has.
    pub fn note(&mut self, issued: &Issued) -> Result<(), Failure> {
        let Some(keeper) = self.keeper else {
            return Ok(());
        };
        self.keys.push(issued.key);
        keeper.sound()
    }

    /// Enters them all.
    pub fn enter(&self, run: &Run) -> Result<(), Failure> {
        self.keeper
            .map_or(Ok(()), |keeper| keeper.enter(run, &self.keys))
    }
}
