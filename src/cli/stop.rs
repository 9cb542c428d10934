//! SIGINT and SIGTERM: the first ends a run in order, the second at once. Not a way to end in the
//! middle of a file: those appear whole or not at all, however the program ends.

use super::{Code, Failure, Messages};
use signal_hook::consts::{SIGABRT, SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, Once, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;
use sudoku_press::run::Interrupt;

/// What does not end in order within this time is ended: what is needed to go on is kept already.
const GRACE: Duration = Duration::from_millis(1_500);
/// How often the thread that waits for a signal looks for one.
const LOOK: Duration = Duration::from_millis(20);

/// The number of the signal that has come; 0 as long as none has.
static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);
/// What is next when a signal has come.
static THEN: OnceLock<&str> = OnceLock::new();

/// What is next when what was made is kept.
pub const GOES_ON: &str = "the same command goes on from here";
/// What is next when it is not.
pub const NOTHING_KEPT: &str = "nothing was kept";

/// Ends the program with a code where the system refuses memory: the standard library says so in a line, and aborts.
pub fn abort_with_a_code() {
    let always = Arc::new(AtomicBool::new(true));
    // Where the system gives no handler, it is a crash.
    let _ = flag::register_conditional_shutdown(SIGABRT, Code::No as i32, always);
}

/// Makes a file that grows over the limit of the shell (`ulimit -f`) an error of that write. By default the system ends
/// the program.
pub fn keep_the_file_limit_an_error() {
    #[cfg(unix)]
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// The run that a signal interrupts: that of the last call of [`listen`].
static RUN: Mutex<Option<(Messages, Interrupt)>> = Mutex::new(None);
/// Whether the program listens already, or cannot.
static LISTENS: Once = Once::new();

fn run() -> MutexGuard<'static, Option<(Messages, Interrupt)>> {
    RUN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Begins to listen: a signal interrupts what is returned; `then` says what is next when one has come. One thread and
/// one set of handlers serve all runs of the program.
///
/// Where the system gives no thread or no handler, a signal ends the program as if nobody listened.
pub fn listen(then: &'static str, messages: &Messages) -> Interrupt {
    let interrupt = Interrupt::default();
    let _ = THEN.set(then);
    *run() = Some((messages.clone(), interrupt.clone()));
    LISTENS.call_once(|| {
        // The thread first: a signal that nobody waits for would be lost.
        let ends: Arc<AtomicBool> = Arc::default();
        let is_deaf = ends.clone();
        let thread = thread::Builder::new().name("signals".to_owned());
        if thread.spawn(move || wait(&is_deaf)).is_ok() && register().is_err() {
            ends.store(true, Ordering::SeqCst);
        }
    });
    // One that came between two runs.
    if SIGNAL.load(Ordering::SeqCst) != 0 {
        interrupt.stop();
    }
    interrupt
}

/// Why a command has ended: its failure, or the signal that interrupted it, with its code.
pub fn ended(failure: Failure) -> Failure {
    let (code, name) = match SIGNAL.load(Ordering::SeqCst) as i32 {
        _ if !failure.is_interrupted() => return failure,
        0 => return failure,
        SIGINT => (Code::Interrupted, "SIGINT"),
        _ => (Code::Terminated, "SIGTERM"),
    };
    let then = THEN.get().copied().unwrap_or(NOTHING_KEPT);
    Failure::say(code, format_args!("stopped by {name}; {then}"))
}

/// Flags only: of what a handler may do, they alone are the same on Unix and Windows.
fn register() -> io::Result<()> {
    let again: Arc<AtomicBool> = Arc::default();
    for signal in [SIGINT, SIGTERM] {
        // In this order: the second signal finds the flag that the first has set.
        flag::register_conditional_shutdown(signal, 128 + signal, again.clone())?;
        flag::register(signal, again.clone())?;
        flag::register_usize(signal, SIGNAL.clone(), signal as usize)?;
    }
    Ok(())
}

/// Waits for the first signal, interrupts the run, and ends the program when its time is over. Waits no more once
/// there are no handlers.
fn wait(is_deaf: &AtomicBool) {
    while SIGNAL.load(Ordering::SeqCst) == 0 {
        if is_deaf.load(Ordering::SeqCst) {
            return;
        }
        thread::sleep(LOOK);
    }
    let interrupt = || {
        run().as_ref().map(|(messages, interrupt)| {
            interrupt.stop();
            messages.clone()
        })
    };
    interrupt();
    thread::sleep(GRACE);
    let code = 128 + SIGNAL.load(Ordering::SeqCst) as u8;
    if let Some(messages) = interrupt() {
        messages.end(code);
    }
    process::exit(code.into());
}
