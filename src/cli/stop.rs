//! SIGINT and SIGTERM: the first ends a run in order, the second at once. Not a way to end in the
//! middle of a file: those appear whole or not at all, however the program ends.

use super::failure::{Code, Failure};
use super::messages::Messages;
use signal_hook::consts::{SIGABRT, SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use sudoku_press::run::{Interrupt, RunError};

/// What does not end in order within this time is ended: what is needed to go on is kept already.
const GRACE: Duration = Duration::from_millis(1_500);
/// How often the thread that waits for a signal looks for one.
const LOOK: Duration = Duration::from_millis(20);

/// Whether the run is to end.
pub struct Stop {
    /// The number of the signal; 0 as long as none has come.
    signal: Arc<AtomicUsize>,
    then: &'static str,
    /// What it interrupts.
    pub interrupt: Interrupt,
}

/// Ends the program with a code where the system refuses memory: the standard library says so in a line, and aborts.
pub fn abort_with_a_code() {
    let always = Arc::new(AtomicBool::new(true));
    // Where the system gives no handler, it is a crash.
    let _ = flag::register_conditional_shutdown(SIGABRT, Code::No as i32, always);
}

/// What is next when what was made is kept.
pub const GOES_ON: &str = "the same command goes on from here";
/// What is next when it is not.
pub const NOTHING_KEPT: &str = "nothing was kept";

impl Stop {
    /// Begins to listen; `then` says what is next when a signal has come.
    ///
    /// Where the system gives no handler, a signal ends the program as if nobody listened. Where it
    /// gives no thread, nothing is interrupted: the program ends when it next asks.
    pub fn listen(then: &'static str, messages: &Messages) -> Self {
        let signal: Arc<AtomicUsize> = Arc::default();
        let interrupt = Interrupt::default();
        if register(&signal).is_ok() {
            let (signal, messages, interrupt) =
                (signal.clone(), messages.clone(), interrupt.clone());
            let name = "signals".to_owned();
            let _ = thread::Builder::new()
                .name(name)
                .spawn(move || wait(&signal, &messages, &interrupt));
        }
        Self { signal, then, interrupt }
    }

    /// Fails with the signal's code, when one has come.
    pub fn check(&self) -> Result<(), Failure> {
        let (code, name) = match self.signal.load(Ordering::SeqCst) as i32 {
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

/// Flags only: of what a handler may do, they alone are the same on Unix and Windows.
fn register(number: &Arc<AtomicUsize>) -> io::Result<()> {
    let again: Arc<AtomicBool> = Arc::default();
    for signal in [SIGINT, SIGTERM] {
        // In this order: the second signal finds the flag that the first has set.
        flag::register_conditional_shutdown(signal, 128 + signal, again.clone())?;
        flag::register(signal, again.clone())?;
        flag::register_usize(signal, number.clone(), signal as usize)?;
    }
    Ok(())
}

/// Waits for the first signal, interrupts the run, and ends the program when its time is over.
fn wait(number: &AtomicUsize, messages: &Messages, interrupt: &Interrupt) {
    while number.load(Ordering::SeqCst) == 0 {
        thread::sleep(LOOK);
    }
    interrupt.stop();
    thread::sleep(GRACE);
    let code = 128 + number.load(Ordering::SeqCst) as u8;
    messages.end(code);
    process::exit(code.into());
}
