//! Points at which a test lets the program die, or a call fail. They are there where debug assertions
//! are; what is shipped has none of it.
//!
//! A point bears the name of the call right after it, so that to die at `rename` is to die when the
//! file was synced and has not yet its final name. One fault a process, armed by the command line.

/// Passes a point; it costs nothing in a release build.
///
/// # Errors
/// When the point is armed to fail: what a full or broken disk would answer.
#[cfg(not(debug_assertions))]
#[inline(always)]
pub fn pass(_: &str) -> std::io::Result<()> {
    Ok(())
}

/// Whether a fault is armed. Where one is, pieces of a run are as small as can be, so that there are
/// some to die in.
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
        /// How often the point is passed until then.
        left: u64,
        /// Dies, as by `kill -9`, when there is none.
        error: Option<io::ErrorKind>,
    }

    static FAULT: Mutex<Option<Fault>> = Mutex::new(None);

    fn fault() -> MutexGuard<'static, Option<Fault>> {
        FAULT.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Arms the n-th passage of a point: `rename:3:die`, `write:1:full`, `sync:2:broken`. A full disk
    /// stays full: later passages of the point fail too.
    ///
    /// # Panics
    /// When the order is not of this form: that is a mistake in a test.
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

    /// Passes a point.
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
