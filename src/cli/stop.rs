//! SIGINT and SIGTERM: the first ends a run in order, the second at once. Not a way to end in the
//! middle of a file: those appear whole or not at all, however the program ends.

use super::failure::{Code, Failure};
use super::messages::Messages;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::thread;
use std::time::Duration;
use sudoku_press::run::RunError;

/// What does not end in order within this time is ended: what is needed to go on is kept already.
const GRACE: Duration = Duration::from_millis(1_500);

/// Whether the run is to end.
pub struct Stop {
    signal: Arc<AtomicI32>,
    then: &'static str,
}

/// What is next when what was made is kept.
pub const GOES_ON: &str = "the same command goes on from here";
/// What is next when it is not.
pub const NOTHING_KEPT: &str = "nothing was kept";

impl Stop {
    /// Begins to listen; `then` says what is next when a signal has come, and `hurry` ends early
    /// what does not ask.
    pub fn listen(
        then: &'static str,
        messages: &Messages,
        hurry: impl Fn() + Send + 'static,
    ) -> Self {
        let signal = Arc::default();
        let stop = Self { signal, then };
        let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else {
            return stop;
        };
        let told = stop.signal.clone();
        let messages = messages.clone();
        thread::spawn(move || {
            for signal in signals.forever() {
                if told.swap(signal, Ordering::SeqCst) != 0 {
                    process::exit(128 + signal);
                }
                hurry();
                let messages = messages.clone();
                thread::spawn(move || {
                    thread::sleep(GRACE);
                    messages.end(128 + signal as u8);
                    process::exit(128 + signal);
                });
            }
        });
        stop
    }

    /// Fails with the signal's code, when one has come.
    pub fn check(&self) -> Result<(), Failure> {
        let (code, name) = match self.signal.load(Ordering::SeqCst) {
            0 => return Ok(()),
            SIGINT => (Code::Interrupted, "SIGINT"),
            _ => (Code::Terminated, "SIGTERM"),
        };
        let words = format_args!("stopped by {name}; {}", self.then);
        Err(Failure::say(code, words))
    }

    /// Why a run has ended: its error, or the signal that interrupted it.
    pub fn ended(&self, error: RunError) -> Failure {
        match (error, self.check()) {
            (RunError::Interrupted, Err(stopped)) => stopped,
            (error, _) => error.into(),
        }
    }
}
