//! The one studio of a folder. It holds a lock while it runs. Beside the lock, a record has its
//! port and its secret, so that a second start finds it and shows its page. Both lie in a folder
//! that only this user can read or write: no other user can answer in its place or learn the
//! secret.
//!
//! A file without a held lock means nothing, because a crash leaves it.

use super::StudioOptions;
use super::guard::Guard;
use files::lock::{Lock, LockError};
use files::{PrivateDir, output};
use serde::Deserialize;
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

/// The time that another studio has for an answer, the number of questions, and the pause between
/// them. A studio that ends lets its lock go meanwhile.
const ANSWER_TIME: Duration = Duration::from_secs(2);
const QUESTIONS: usize = 10;
const PAUSE: Duration = Duration::from_millis(100);
/// The maximum number of bytes of an answer.
const MAX_ANSWER: u64 = 4 << 20;

/// The lock of a folder of books. Dropping it removes its record.
pub(super) struct FolderClaim {
    _lock: Lock,
    folder: PrivateDir,
    name: String,
}

/// A studio that has the folder open already.
pub struct OpenStudio {
    guard: Guard,
}

/// The result of a claim.
pub(super) enum ClaimResult {
    /// The folder is free; `None` if no private folder can be written, so that no studio is found.
    Free(Option<FolderClaim>),
    /// Another process of this user has the folder open, and answers.
    Open(OpenStudio),
}

/// Claims the folder with this key for a studio, or finds the studio that has it open.
///
/// # Errors
/// [`ErrorKind::TimedOut`] if the other studio does not answer.
pub(super) fn claim(options: &StudioOptions, key: &str) -> io::Result<ClaimResult> {
    let name = key.to_owned();
    // All starts look into the same folder first, also one without a desktop.
    let mut places = options.work.iter().rev();
    let Some(folder) = places.find_map(|place| PrivateDir::open_below(place).ok()) else {
        return Ok(ClaimResult::Free(None));
    };
    let lock_file = folder.path_of(&format!("{name}.lock"));
    let mut holder = String::new();
    for _ in 0..QUESTIONS {
        match Lock::acquire(&lock_file, &options.holder) {
            Ok(lock) => {
                // A crash may have left a record, and another program may have its port now.
                let _ = output::remove(&folder.path_of(&name));
                return Ok(ClaimResult::Free(Some(FolderClaim { _lock: lock, folder, name })));
            }
            Err(LockError::Io(_)) => return Ok(ClaimResult::Free(None)),
            Err(LockError::Held(process)) => holder = process,
        }
        let record = folder.path_of(&name);
        if let Some(studio) = OpenStudio::read(&record)
            && studio.request("GET /api/settings", "").is_ok()
            // A holder that ends removes its record, so the answer was not of another program.
            && OpenStudio::read(&record).is_some_and(|now| now.guard.token == studio.guard.token)
        {
            return Ok(ClaimResult::Open(studio));
        }
        thread::sleep(PAUSE);
    }
    let words = format!(
        "a studio that has this folder open does not answer ({holder}); end that process, and \
         start the studio again"
    );
    Err(io::Error::new(ErrorKind::TimedOut, words))
}

impl FolderClaim {
    /// Writes the port and the secret of this studio.
    ///
    /// # Errors
    /// An I/O error if the record cannot be written.
    pub fn record(&self, guard: &Guard) -> io::Result<()> {
        self.folder.write(&self.name, format!("{} {}\n", guard.port, guard.token).as_bytes())
    }
}

impl Drop for FolderClaim {
    fn drop(&mut self) {
        let _ = output::remove(&self.folder.path_of(&self.name));
    }
}

/// The answer to the question for the file that leads to the page.
#[derive(Deserialize)]
struct RedirectAnswer {
    file: PathBuf,
}

impl OpenStudio {
    /// Reads the record of a studio; `None` if it is missing or not complete.
    fn read(record: &std::path::Path) -> Option<Self> {
        let text = String::from_utf8(output::read(record).ok()?).ok()?;
        let (port, token) = text.strip_suffix('\n')?.split_once(' ')?;
        Some(Self { guard: Guard { port: port.parse().ok()?, token: token.to_owned() } })
    }

    /// Returns the address of the page, with the secret in its fragment.
    pub fn address(&self) -> String {
        self.guard.address()
    }

    /// Makes the studio write a file that leads a browser to the page, and returns its path.
    ///
    /// # Errors
    /// An I/O error if the studio does not answer or cannot write the file.
    pub fn write_redirect(&self) -> io::Result<PathBuf> {
        let body = self.request("POST /api/window", "{}")?;
        let answer: RedirectAnswer = serde_json::from_str(&body)?;
        Ok(answer.file)
    }

    /// Sends a request as the page does. Returns the body of the answer.
    fn request(&self, line: &str, body: &str) -> io::Result<String> {
        let Guard { port, token } = &self.guard;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, *port));
        let mut stream = TcpStream::connect_timeout(&address, ANSWER_TIME)?;
        stream.set_read_timeout(Some(ANSWER_TIME))?;
        stream.set_write_timeout(Some(ANSWER_TIME))?;
        let request = format!(
            "{line} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes())?;
        let mut answer = String::new();
        stream.take(MAX_ANSWER).read_to_string(&mut answer)?;
        match answer.split_once("\r\n\r\n") {
            Some((head, body)) if head.starts_with("HTTP/1.1 200 ") => Ok(body.to_owned()),
            _ => Err(ErrorKind::InvalidData.into()),
        }
    }
}
