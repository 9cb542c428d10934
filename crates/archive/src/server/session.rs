//! A connection to the server. If it breaks, the next request opens another one.

use super::ArchiveError;
use super::connect_options::ConnectOptions;
use std::error::Error as _;
use std::time::Duration;
use std::{io, thread};
use thiserror::Error;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_postgres::Client;
use tokio_postgres::error::SqlState;

/// Delays before the attempts to reconnect. A restarting server needs seconds.
const RECONNECT_DELAYS_SECS: [u64; 6] = [0, 1, 2, 4, 8, 16];
/// Timeout of the message that ends a connection.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// An error of a query.
#[derive(Debug, Error)]
pub enum SessionError {
    #[error(transparent)]
    Ours(#[from] ArchiveError),
    #[error(transparent)]
    Server(#[from] tokio_postgres::Error),
}

pub type SessionResult<T> = Result<T, SessionError>;

impl SessionError {
    /// Returns true if the connection is unusable.
    pub fn is_lost(&self) -> bool {
        let Self::Server(e) = self else {
            return false;
        };
        match (e.code(), e.source()) {
            // Connection exceptions, and a server that starts or stops.
            (Some(code), _) => code.code().starts_with("08") || code.code().starts_with("57P0"),
            (None, Some(cause)) => e.is_closed() || cause.is::<io::Error>(),
            (None, None) => e.is_closed(),
        }
    }

    /// Converts the error into an error of the archive with these options.
    pub fn at(self, options: &ConnectOptions) -> ArchiveError {
        let name = options.name.clone();
        let is_lost = self.is_lost();
        match self {
            Self::Ours(e) => e,
            Self::Server(e) if e.code() == Some(&SqlState::UNDEFINED_TABLE) => {
                ArchiveError::Missing(name)
            }
            Self::Server(e) if e.code() == Some(&SqlState::DUPLICATE_TABLE) => {
                ArchiveError::Exists(name)
            }
            Self::Server(e) if is_lost => ArchiveError::Lost(name, error_text(&e)),
            Self::Server(e) => ArchiveError::Server(name, error_text(&e)),
        }
    }
}

/// Returns the error message of the server or of the connection, with advice.
fn error_text(e: &tokio_postgres::Error) -> String {
    let said = match e.as_db_error() {
        Some(said) => {
            let (code, message) = (said.code().code(), said.message());
            format!("the server says: {message} ({code})")
        }
        None => {
            let (mut words, mut cause) = (e.to_string(), e.source());
            while let Some(next) = cause {
                words += &format!(": {next}");
                cause = next.source();
            }
            words
        }
    };
    let advice = if said.contains("password") {
        "; the password comes from PGPASSWORD, or from PGPASSFILE (else ~/.pgpass), a file that its owner alone may read"
    } else if said.contains("no encryption") {
        "; sslmode=require in the address, or PGSSLMODE=require, encrypts the connection"
    } else if said.contains("statement timeout") {
        "; options=-cstatement_timeout%3D2h in the address allows two hours"
    } else {
        ""
    };
    format!("{said}{advice}")
}

/// An open connection. It makes progress only while a caller waits for an answer.
pub struct Session {
    runtime: Runtime,
    /// The client; `None` only while the session is dropped.
    client: Option<Client>,
    driver: JoinHandle<()>,
}

impl Session {
    pub fn open(options: &ConnectOptions) -> SessionResult<Self> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime =
            runtime.map_err(|e| ArchiveError::Server(options.name.clone(), e.to_string()))?;
        let (client, driver) = runtime.block_on(connect(options))?;
        Ok(Self { runtime, client: Some(client), driver })
    }

    /// Reconnects after a lost connection, with growing delays between the attempts.
    pub fn reconnect(options: &ConnectOptions) -> SessionResult<Self> {
        for wait in RECONNECT_DELAYS_SECS {
            thread::sleep(Duration::from_secs(wait));
            match Self::open(options) {
                Err(e) if e.is_lost() => {}
                opened => return opened,
            }
        }
        Self::open(options)
    }

    /// Runs a query and waits for the answer.
    pub fn run<T>(
        &mut self,
        question: &mut impl AsyncFnMut(&mut Client) -> SessionResult<T>,
    ) -> SessionResult<T> {
        let client = self.client.as_mut().expect("a session is not yet dropped");
        self.runtime.block_on(question(client))
    }
}

/// Connects to the first host that answers. `connect_timeout` of the driver ends before a server
/// lets the program in, so this timeout covers all of it.
async fn connect(options: &ConnectOptions) -> SessionResult<(Client, JoinHandle<()>)> {
    let connecting = options.config.connect(options.tls.clone());
    let Ok(connected) = timeout(options.timeout, connecting).await else {
        let words = format!("the server has not answered for {} s", options.timeout.as_secs());
        return Err(ArchiveError::Server(options.name.clone(), words).into());
    };
    let (client, connection) = connected?;
    Ok((client, tokio::spawn(async { drop(connection.await) })))
}

/// Closes the connection and waits until the server is told.
impl Drop for Session {
    fn drop(&mut self) {
        self.client = None;
        let driver = &mut self.driver;
        let _ = self.runtime.block_on(async { timeout(CLOSE_TIMEOUT, driver).await });
    }
}
