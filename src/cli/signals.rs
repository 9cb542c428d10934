//! SIGINT and SIGTERM: the first ends a run in order, the second at once. Not a way to end in the
//! middle of a file: those appear whole or not at all, however the program ends.

use super::{ExitCode, Failure, Messages};
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
const GRACE_PERIOD: Duration = Duration::from_millis(1_500);
/// How often the thread that waits for a signal looks for one.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The number of the signal that has come; 0 as long as none has.
static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);
/// What is next when a signal has come.
static RESUME_HINT: OnceLock<&str> = OnceLock::new();

/// What is next when what was made is kept.
pub const CONTINUE_HINT: &str = "the same command goes on from here";
/// What is next when it is not.
pub const NOTHING_KEPT_HINT: &str = "nothing was kept";

/// Ends the program with a code where the system refuses memory: the standard library says so in a line, and aborts.
pub fn exit_on_abort() {
    let always = Arc::new(AtomicBool::new(true));
    // Where the system gives no handler, it is a crash.
    let _ = flag::register_conditional_shutdown(SIGABRT, ExitCode::Failure as i32, always);
}

/// Makes a file that grows over the limit of the shell (`ulimit -f`) an error of that write. By default the system ends
/// the program.
pub fn ignore_file_size_signal() {
    #[cfg(unix)]
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// The run that a signal interrupts: that of the last call of [`install`].
static RUN: Mutex<Option<(Messages, Interrupt)>> = Mutex::new(None);
/// Whether the program listens already, or cannot.
static INSTALLED: Once = Once::new();

fn current_run() -> MutexGuard<'static, Option<(Messages, Interrupt)>> {
    RUN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Begins to listen: a signal interrupts what is returned; `then` says what is next when one has come. One thread and
/// one set of handlers serve all runs of the program.
///
/// Where the system gives no thread or no handler, a signal ends the program as if nobody listened.
pub fn install(resume_hint: &'static str, messages: &Messages) -> Interrupt {
    let interrupt = Interrupt::default();
    let _ = RESUME_HINT.set(resume_hint);
    *current_run() = Some((messages.clone(), interrupt.clone()));
    INSTALLED.call_once(|| {
        // The thread first: a signal that nobody waits for would be lost.
        let ends: Arc<AtomicBool> = Arc::default();
        let has_no_handlers = ends.clone();
        let thread = thread::Builder::new().name("signals".to_owned());
        if thread.spawn(move || wait(&has_no_handlers)).is_ok() && register().is_err() {
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
pub fn signal_exit(failure: Failure) -> Failure {
    let (code, name) = match SIGNAL.load(Ordering::SeqCst) as i32 {
        _ if !failure.is_interrupted() => return failure,
        0 => return failure,
        SIGINT => (ExitCode::Interrupted, "SIGINT"),
        _ => (ExitCode::Terminated, "SIGTERM"),
    };
    let then = RESUME_HINT.get().copied().unwrap_or(NOTHING_KEPT_HINT);
    Failure::msg(code, format_args!("stopped by {name}; {then}"))
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
fn wait(has_no_handlers: &AtomicBool) {
    while SIGNAL.load(Ordering::SeqCst) == 0 {
        if has_no_handlers.load(Ordering::SeqCst) {
            return;
        }
        thread::sleep(POLL_INTERVAL);
    }
    let interrupt = || {
        current_run().as_ref().map(|(messages, interrupt)| {
            interrupt.stop();
            messages.clone()
        })
    };
    interrupt();
    thread::sleep(GRACE_PERIOD);
    let code = 128 + SIGNAL.load(Ordering::SeqCst) as u8;
    if let Some(messages) = interrupt() {
        messages.finish(code);
    }
    process::exit(code.into());
}
