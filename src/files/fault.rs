//! Fault injection for tests: points at which the program dies or a call fails. They exist only in
//! builds with debug assertions, so shipped programs have none.
//!
//! A point has the name of the call that follows it: to die at `rename` is to die when the file is
//! synced but does not have its final name yet. The command line arms one fault per process.

/// Passes a point. Compiles to nothing without debug assertions.
///
/// # Errors
/// When the point is armed to fail, the error of a full or broken disk.
#[cfg(not(debug_assertions))]
#[inline(always)]
pub fn pass(_: &str) -> std::io::Result<()> {
    Ok(())
}

/// Whether a fault is armed. If so, checkpoints are saved as often as possible, so that a test can die
/// between them.
#[cfg(not(debug_assertions))]
#[inline(always)]
pub fn armed() -> bool {
    false
}

#[cfg(debug_assertions)]
pub use debug::{arm, armed, pass};

#[cfg(debug_assertions)]
mod debug {
    use std::io;
    use std::process;
    use std::sync::{Mutex, MutexGuard, PoisonError};

    struct Fault {
        point: String,
        /// Number of passages until the fault occurs.
        left: u64,
        /// The error to return; `None` aborts the process, like `kill -9`.
        error: Option<io::ErrorKind>,
    }

    static FAULT: Mutex<Option<Fault>> = Mutex::new(None);

    fn fault() -> MutexGuard<'static, Option<Fault>> {
        FAULT.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Arms the n-th passage of a point: `rename:3:die`, `write:1:full`, `sync:2:broken`. All later
    /// passages of the point fail too: a full disk stays full.
    ///
    /// # Panics
    /// When `order` does not have this form, which is a mistake in a test.
    pub fn arm(order: &str) {
        let words: Vec<_> = order.split(':').collect();
        let [point, n, what] = words[..] else {
            panic!("{order:?} is not POINT:N:die|full|broken");
        };
        let error = match what {
            "die" => None,
            "full" => Some(io::ErrorKind::StorageFull),
            "broken" => Some(io::ErrorKind::Other),
            _ => panic!("{what:?} is not die, full or broken"),
        };
        *fault() = Some(Fault {
            point: point.to_owned(),
            left: n.parse().expect("a number of passages"),
            error,
        });
    }

    /// Whether a fault is armed.
    pub fn armed() -> bool {
        fault().is_some()
    }

    /// Passes a point; aborts the process if it is armed to die.
    ///
    /// # Errors
    /// When the point is armed to fail.
    pub fn pass(point: &str) -> io::Result<()> {
        let mut fault = fault();
        let Some(fault) = fault.as_mut().filter(|fault| fault.point == point) else {
            return Ok(());
        };
        fault.left = fault.left.saturating_sub(1);
        match fault.error {
            _ if fault.left > 0 => Ok(()),
            None => process::abort(),
            Some(kind) => Err(kind.into()),
        }
    }
}
