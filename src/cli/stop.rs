//! SIGINT and SIGTERM: the first ends a run in order, the second at once. Not a way to end in the
//! middle of a file: those appear whole or not at all, however the program ends.

use super::failure::{Code, Failure};
use super::watch;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::thread;
use std::time::Duration;
use sudoku_press::batch::Stopper;

/// What does not end in order within this time is ended: what is needed to go on is kept already.
const GRACE: Duration = Duration::from_millis(1_500);

/// Whether the run is to end.
#[derive(Clone, Default)]
pub struct Stop(Arc<AtomicI32>);

impl Stop {
    /// Begins to listen; the batch is what takes long.
    pub fn listen(stopper: Stopper) -> Self {
        let stop = Self::default();
        let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else {
            return stop;
        };
        let told = stop.clone();
        thread::spawn(move || {
            for signal in signals.forever() {
                if told.0.swap(signal, Ordering::SeqCst) != 0 {
                    process::exit(128 + signal);
                }
                stopper.stop();
                thread::spawn(move || {
                    thread::sleep(GRACE);
                    watch::end(128 + signal as u8);
                    process::exit(128 + signal);
                });
            }
        });
        stop
    }

    /// Whether a signal has come.
    pub fn now(&self) -> bool {
        self.0.load(Ordering::SeqCst) != 0
    }

    /// Fails with the signal's code, when one has come; `then` says what is next.
    pub fn check(&self, then: &str) -> Result<(), Failure> {
        let (code, name) = match self.0.load(Ordering::SeqCst) {
            0 => return Ok(()),
            SIGINT => (Code::Interrupted, "SIGINT"),
            _ => (Code::Terminated, "SIGTERM"),
        };
        Err(Failure::say(
            code,
            format_args!("stopped by {name}; {then}"),
        ))
    }
}
