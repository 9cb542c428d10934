//! A finished run in a folder: the same command leaves it alone, any other is refused, and `--force`
//! removes it when its replacement is ready. Not how a run is made.

use super::failure::{Code, Failure, OrFail};
use super::keep::Keeper;
use super::locks::LockArgs;
use super::pieces::Place;
use super::progress::MessageArgs;
use super::settings::{PROGRAM, Settings};
use super::watch;
use super::work;
use std::fs;
use std::io;
use std::path::Path;
use sudoku_press::archive::{Archive, Run};
use sudoku_press::canon::Canonical;
use sudoku_press::files::fault;
use sudoku_press::files::lock::Lock;
use sudoku_press::files::output::{self, MANIFEST, SUMS};
use sudoku_press::key::Key;
use sudoku_press::seed::Seed;
use sudoku_press::table::Reader;
use sudoku_press::table::compress;

pub type Manifest = output::Manifest<Settings>;

/// The lock on a run's folder.
pub const LOCK: &str = ".lock";

/// The finished run in a folder, if there is one.
pub fn find(folder: &Path) -> Result<Option<Manifest>, Failure> {
    Manifest::read(folder).map_err(|e| unknown_run(folder, &e))
}

/// The run in a folder, as an archive would have it.
pub fn entry_of(folder: &Path) -> io::Result<Option<Run>> {
    let manifest = Manifest::read(folder)?;
    Ok(manifest.map(|manifest| Run {
        program: manifest.program,
        ..manifest.settings.entry(Seed(manifest.seed))
    }))
}

/// Removes a finished run that is to be replaced.
pub fn discard(folder: &Path, old: Option<&Manifest>) -> Result<(), Failure> {
    let books = old
        .into_iter()
        .flat_map(|old| &old.files)
        .map(|file| file.name.as_str());
    for name in [MANIFEST, SUMS].into_iter().chain(books) {
        let path = folder.join(name);
        match fault::pass("remove").and_then(|()| fs::remove_file(&path)) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e).or_unwritten(&path),
            _ => {}
        }
    }
    Ok(())
}

/// The command whose run is in a folder already.
pub struct Again<'a> {
    pub folder: &'a Path,
    pub settings: &'a Settings,
    /// The seed, if the user gave one.
    pub seed: Option<Seed>,
    pub archive: Option<&'a Path>,
    pub locks: &'a LockArgs,
    pub messages: &'a MessageArgs,
}

impl Again<'_> {
    /// A finished run stands for the same command; for any other it is in the way.
    pub fn stands(&self, old: &Manifest) -> Result<(), Failure> {
        let folder = self.folder.display();
        let other_seed = self.seed.is_some_and(|seed| seed.0 != old.seed);
        let mut differences = self.settings.differences(&old.settings);
        if other_seed {
            differences.push("seed".to_owned());
        }
        if old.program != PROGRAM {
            differences.push(format!("version ({})", old.program));
        }
        if !differences.is_empty() {
            let words = format!(
                "{folder} holds a finished run with other settings ({}); --force replaces it, --out names another folder",
                differences.join(", ")
            );
            return Err(Failure::say(Code::Usage, words));
        }
        let run = old.settings.entry(Seed(old.seed));
        watch::is_run(&run);
        if let Some((name, damage)) = old.damaged(self.folder).or_unread(self.folder)? {
            let words =
                format!("{folder} holds this run, but {name} {damage}; --force makes it again");
            return Err(Failure::say(Code::No, words));
        }
        // What a crash right after the manifest has left; but not what a run that replaces this works on.
        if let Ok(_lock) = Lock::take(&self.folder.join(LOCK), "") {
            Place::in_folder(self.folder).sweep();
        }
        if let Some(archive) = self.archive {
            self.settle(archive, old, &run)?;
        }
        self.messages.say(format_args!(
            "{folder} holds this run, seed {}: nothing to do",
            old.seed
        ));
        work::all_made(&old.short)
    }

    /// A finished run that the archive has not, because the archive is an older copy, is entered.
    fn settle(&self, archive: &Path, old: &Manifest, run: &Run) -> Result<(), Failure> {
        if Archive::open_to_read(archive)?
            .number_of(&run.name())?
            .is_some()
        {
            Archive::sweep(archive);
            return Ok(());
        }
        let keeper = Keeper::open(archive, self.locks)?;
        let path = self.folder.join(old.settings.catalog());
        let mut keys = Vec::new();
        let file = compress::Reader::open(&path).or_unread(&path)?;
        for record in Reader::new(file).or_unread(&path)? {
            let puzzle = record.or_unread(&path)?.puzzle;
            keys.push(Key::of_class(&Canonical::of(&puzzle)));
        }
        keeper.enter(run, &keys)?;
        let (folder, archive) = (self.folder.display(), archive.display());
        self.messages
            .say(format_args!("{folder} was not in {archive}, and is now"));
        Ok(())
    }
}

fn unknown_run(folder: &Path, e: &io::Error) -> Failure {
    let words = format!(
        "{} cannot be read as the manifest of a run ({e}); --force replaces it, --out names another folder",
        folder.join(MANIFEST).display()
    );
    Failure::say(Code::Usage, words)
}
