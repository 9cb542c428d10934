//! Handling of SIGHUP, SIGINT and SIGTERM: the first signal ends a run in an orderly way, the
//! second at once. Files stay whole in any case, because each appears only when it is complete.

use super::{ExitCode, Failure, Messages};
use ::jobs::Interrupt;
#[cfg(unix)]
use files::output;
#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGABRT, SIGINT, SIGTERM};
use signal_hook::flag;
#[cfg(unix)]
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, Once, OnceLock, PoisonError};
use std::time::Duration;
use std::{io, process, thread};

/// The maximum time of an orderly shutdown. Afterwards the program exits; checkpoints already hold
/// what a later run needs.
const GRACE_PERIOD: Duration = Duration::from_millis(1_500);
/// The interval at which the signal thread looks for a signal.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The number of the signal that arrived; 0 if none has.
static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);
/// The hint that the user gets after a signal.
static RESUME_HINT: OnceLock<&str> = OnceLock::new();

/// The hint if the work is kept.
pub const CONTINUE_HINT: &str = "run the same command again to continue";
/// The hint if the work is lost.
pub const NOTHING_KEPT_HINT: &str = "nothing was kept";

/// Exits with an error code if the standard library aborts because memory is exhausted. The library
/// prints a line itself.
pub fn exit_on_abort() {
    let always = Arc::new(AtomicBool::new(true));
    // Without a handler, the abort looks like a crash.
    let _ = flag::register_conditional_shutdown(SIGABRT, ExitCode::Failure as i32, always);
}

/// Turns a file that exceeds `ulimit -f` into an error of that write. By default the system ends
/// the program.
pub fn ignore_file_size_signal() {
    #[cfg(unix)]
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// The run that a signal interrupts: the one of the last call of [`install`].
static RUN: Mutex<Option<(Messages, Interrupt)>> = Mutex::new(None);
/// Guard that installs the handlers only once.
static INSTALLED: Once = Once::new();

fn current_run() -> MutexGuard<'static, Option<(Messages, Interrupt)>> {
    RUN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Installs the handlers. A signal stops the returned interrupt; `resume_hint` tells the user what
/// follows. One thread and one set of handlers serve all runs of the program.
///
/// If the system provides no thread or no handler, a signal ends the program in the default way.
pub fn install(resume_hint: &'static str, messages: &Messages) -> Interrupt {
    let interrupt = Interrupt::default();
    let _ = RESUME_HINT.set(resume_hint);
    *current_run() = Some((messages.clone(), interrupt.clone()));
    INSTALLED.call_once(|| {
        // The thread starts first, because without it a signal would be lost.
        let ends: Arc<AtomicBool> = Arc::default();
        let has_no_handlers = ends.clone();
        let thread = thread::Builder::new().name("signals".to_owned());
        if thread.spawn(move || wait(&has_no_handlers)).is_ok() && register().is_err() {
            ends.store(true, Ordering::SeqCst);
        }
    });
    // A signal may have arrived between two runs.
    if SIGNAL.load(Ordering::SeqCst) != 0 {
        interrupt.stop();
    }
    interrupt
}

/// Returns the reason for the end of a command: its failure, or the signal that interrupted it.
pub fn signal_exit(failure: Failure) -> Failure {
    let (code, name) = match SIGNAL.load(Ordering::SeqCst) as i32 {
        _ if !failure.is_interrupted() => return failure,
        0 => return failure,
        SIGINT => (ExitCode::Interrupted, "SIGINT"),
        #[cfg(unix)]
        SIGHUP => (ExitCode::HungUp, "SIGHUP"),
        _ => (ExitCode::Terminated, "SIGTERM"),
    };
    let then = RESUME_HINT.get().copied().unwrap_or(NOTHING_KEPT_HINT);
    Failure::msg(code, format_args!("stopped by {name}; {then}"))
}

/// Registers handlers that only set flags. Nothing else that a handler may do works the same on
/// Unix and Windows.
fn register() -> io::Result<()> {
    let again: Arc<AtomicBool> = Arc::default();
    for signal in stop_signals() {
        // The order matters: the second signal finds the flag that the first has set.
        flag::register_conditional_shutdown(signal, 128 + signal, again.clone())?;
        flag::register(signal, again.clone())?;
        flag::register_usize(signal, SIGNAL.clone(), signal as usize)?;
    }
    Ok(())
}

/// Returns the signals that end a command. A process that ignores SIGHUP, as `nohup` starts it,
/// continues after the terminal is closed.
#[cfg(unix)]
fn stop_signals() -> Vec<i32> {
    let mut signals = vec![SIGINT, SIGTERM];
    if ignored_signals().is_some_and(|ignored| ignored & 1 << (SIGHUP - 1) == 0) {
        signals.push(SIGHUP);
    }
    signals
}

#[cfg(not(unix))]
fn stop_signals() -> Vec<i32> {
    vec![SIGINT, SIGTERM]
}

/// Returns the signals that this process ignores, a bit for each; `None` if the system does not
/// tell.
#[cfg(unix)]
fn ignored_signals() -> Option<u64> {
    let status = output::read_to_string(Path::new("/proc/self/status")).ok()?;
    let bits = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(bits.trim(), 16).ok()
}

/// Waits for the first signal, interrupts the run, and exits after the grace period. Returns if
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
