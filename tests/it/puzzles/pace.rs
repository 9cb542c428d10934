//! What threads do for each puzzle while progress is shown.

use std::fs;

/// What every thread does for every puzzle took one lock for all of them, and made words that were drawn once in
/// thousands of times.
#[test]
fn a_puzzle_is_counted_without_a_lock_or_words() {
    for file in ["pace", "progress", "observer"] {
        let code = fs::read_to_string(format!("src/cli/{file}.rs")).unwrap();
        for lock in ["Mutex", "RwLock", "Condvar", "set_message"] {
            assert!(!code.contains(lock), "{file}.rs has {lock}");
        }
    }
}
