//! Making the puzzles of a run: what `run` and `generate` have in common, from the seed to the archive.
//! Not what becomes of the puzzles: each entry goes to whoever asked for it.

use super::dealt::Dealt;
use super::failure::{Code, Failure, OrFail};
use super::keep::{Keeper, Keys};
use super::make::{self, MakeArgs};
use super::pieces::{Outcome, Pieces, Place};
use super::progress::Progress;
use super::stop::{GOES_ON, NOTHING_KEPT, Stop};
use super::summary::Tally;
use super::watch;
use std::collections::BTreeMap;
use std::path::Path;
use sudoku_press::archive::Run;
use sudoku_press::batch::{Batch, Issued, Plan, Shortfall};
use sudoku_press::entry::Entry;
use sudoku_press::files::fault;
use sudoku_press::score::Level;
use sudoku_press::seed::Seed;

/// A run whose puzzles are to be made.
pub struct Work<'a> {
    /// The user's seed, that of the pieces, or one that was drawn.
    pub seed: Seed,
    /// Ends the run when a signal has come.
    pub stop: Stop,
    plan: Plan,
    entry: Run,
    batch: Option<Batch>,
    pieces: Option<Pieces>,
    keys: Keys<'a>,
}

impl<'a> Work<'a> {
    /// Prepares a run, with levels that take turns if they do: `run` with a seed, which goes on from the pieces in `place`, if there are any.
    /// Without a place, none are kept.
    pub fn begin(
        args: &MakeArgs,
        turns: &[Level],
        keeper: Option<&'a Keeper>,
        place: Option<Place>,
        run: impl Fn(Seed) -> Run,
    ) -> Result<Self, Failure> {
        // All that decides what the run makes: with another archive it would be another run's pieces.
        let identity = |seed| -> Result<String, Failure> {
            let run = run(seed);
            let state = keeper.map_or(Ok(String::new()), |keeper| keeper.state(&run))?;
            Ok(format!("{}{state}", run.name()))
        };
        let unfinished = || {
            let place = place.as_ref()?;
            Pieces::seed_of(place, |seed| identity(seed).unwrap_or_default())
        };
        let seed = make::seed_or_draw(args.seed().or_else(unfinished))?;
        let entry = run(seed);
        watch::is_run(&entry);
        let plan = args.plan(seed, turns);
        let mut batch = args.batch(plan.clone())?;
        if let Some(keeper) = keeper {
            batch = keeper.refuse(batch, &entry)?;
        }
        let stopper = batch.stopper();
        let then = place.as_ref().map_or(NOTHING_KEPT, |_| GOES_ON);
        let pieces = match place {
            Some(place) => Some(Pieces::of(place, identity(seed)?, seed)),
            None => None,
        };
        Ok(Self {
            seed,
            stop: Stop::listen(then, move || stopper.stop()),
            plan,
            entry,
            batch: Some(batch),
            pieces,
            keys: Keys::new(keeper),
        })
    }

    /// Makes all puzzles, each into `each`, with a bar for each level. What an earlier start has left
    /// in pieces comes first, and what is made goes into pieces. Where levels take turns, `order` is
    /// theirs, and that of the catalogue and the archive.
    pub fn make_all(
        &mut self,
        progress: &Progress,
        order: impl Iterator<Item = Level>,
        mut each: impl FnMut(&Entry) -> Result<(), Failure>,
    ) -> Result<(Tally, Vec<Shortfall>), Failure> {
        let mut tally = Tally::new(&self.plan.quotas);
        let mut short = Vec::new();
        let mut bars = self
            .plan
            .quotas
            .iter()
            .map(|&(level, n)| (level, progress.level(level, n)))
            .collect::<BTreeMap<_, _>>();
        let keys = &mut self.keys;
        let mut write = |issued: Issued| {
            keys.note(&issued)?;
            each(&issued.entry)
        };
        let mut dealt = Dealt::new(order);
        let mut take = |outcome: Outcome| {
            match outcome {
                Ok(issued) => {
                    watch::made(issued.entry.origin.reissue);
                    let level = issued.entry.origin.slot.level;
                    if let Some(bar) = bars.get_mut(&level) {
                        bar.step();
                    }
                    tally.count(&issued);
                    dealt.take(issued, &mut write)?;
                }
                Err(shortfall) => short.push(shortfall),
            }
            Ok(())
        };
        let mut batch = self.batch.take().expect("the puzzles are made once");
        if let Some(pieces) = &mut self.pieces {
            pieces.replay(&self.plan, &mut batch, &mut take)?;
        }
        for outcome in batch {
            // From here on the batch yields nothing that can be used.
            if self.stop.now() {
                break;
            }
            if let Some(pieces) = &mut self.pieces {
                pieces.note(&outcome)?;
            }
            take(outcome)?;
        }
        dealt.rest().try_for_each(write)?;
        self.check()?;
        Ok((tally, short))
    }

    /// When a signal has come, keeps what was made, and fails with the signal's code.
    pub fn check(&mut self) -> Result<(), Failure> {
        if let Some(pieces) = &mut self.pieces
            && self.stop.now()
        {
            pieces.keep()?;
        }
        self.stop.check()
    }

    /// Enters the puzzles in the archive, if there is one.
    pub fn enter(&self) -> Result<(), Failure> {
        let archive = Path::new("the archive");
        fault::pass("enter").or_unwritten(archive)?;
        self.keys.enter(&self.entry)?;
        fault::pass("entered").or_unwritten(archive)
    }
}

/// Code 3 and the sentences, when a level could not be filled.
pub fn all_made(short: &[impl ToString]) -> Result<(), Failure> {
    if short.is_empty() {
        return Ok(());
    }
    let sentences: Vec<_> = short.iter().map(ToString::to_string).collect();
    Err(Failure::say(Code::Short, sentences.join("; ")))
}
