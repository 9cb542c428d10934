//! A connection to the server. Every query has a deadline, and lost connections are re-established.

use super::ArchiveError;
use super::connect_options::ConnectOptions;
use std::cell::Cell;
use std::error::Error as _;
use std::pin::pin;
use std::time::Duration;
use std::{io, thread};
use thiserror::Error;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Statement};

/// Timeout of an answer, and extra time for each key of the query.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);
const TIMEOUT_PER_KEY: Duration = Duration::from_millis(1);
/// Delays before the attempts to reconnect. A restarting server needs seconds.
const RECONNECT_DELAYS_SECS: [u64; 6] = [0, 1, 2, 4, 8, 16];

/// Keys are looked up one by one, because any other plan reads the whole table for each block of
/// keys. A server that no longer hears from this client gives up within two minutes and releases
/// its locks.
const SETTINGS: &str = "SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off;
    SET tcp_keepalives_idle = 60; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 6";

/// An error of a query.
#[derive(Debug, Error)]
pub(super) enum SessionError {
    #[error(transparent)]
    Ours(#[from] ArchiveError),
    #[error(transparent)]
    Server(#[from] tokio_postgres::Error),
    /// The server did not answer within this time.
    #[error("the server has not answered for {} s", .0.as_secs())]
    Silent(Duration),
}

pub(super) type SessionResult<T> = Result<T, SessionError>;

impl SessionError {
    /// Returns true if the connection is unusable.
    pub fn is_lost(&self) -> bool {
        let Self::Server(e) = self else {
            return false;
        };
        match e.code() {
            // Connection exceptions, and a server that starts or stops.
            Some(code) => code.code().starts_with("08") || code.code().starts_with("57P0"),
            None => e.is_closed() || e.source().is_some_and(|cause| cause.is::<io::Error>()),
        }
    }

    /// Converts the error into an error of the archive with these options.
    pub fn at(self, options: &ConnectOptions) -> ArchiveError {
        let name = || options.name.clone();
        let lost = self.is_lost();
        match self {
            Self::Ours(e) => e,
            Self::Silent(_) => ArchiveError::Server(name(), self.to_string()),
            Self::Server(e) if e.code() == Some(&SqlState::UNDEFINED_TABLE) => {
                ArchiveError::Missing(name())
            }
            Self::Server(e) if e.code() == Some(&SqlState::DUPLICATE_TABLE) => {
                ArchiveError::Exists(name())
            }
            Self::Server(e) if lost => ArchiveError::Lost(name(), error_text(&e)),
            Self::Server(e) => ArchiveError::Server(name(), error_text(&e)),
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
    } else {
        ""
    };
    format!("{said}{advice}")
}

/// A deadline that grows with the work. Callers announce the number of keys before each step.
#[derive(Default)]
pub(super) struct Deadline(Cell<Option<Duration>>);

impl Deadline {
    pub fn extend_for(&self, keys: u64) {
        let keys = u32::try_from(keys).unwrap_or(u32::MAX);
        self.0.set(Some(ANSWER_TIMEOUT + TIMEOUT_PER_KEY.saturating_mul(keys)));
    }
}

/// A client with its prepared statement.
pub(super) struct Connection {
    pub client: Client,
    /// The statement that locates keys, once it is prepared.
    pub known: Option<Statement>,
}

/// An open connection. It makes progress only while a caller waits for an answer.
pub(super) struct Session {
    runtime: Runtime,
    /// The connection; `None` only while the session is dropped.
    connection: Option<Connection>,
    driver: JoinHandle<()>,
}

impl Session {
    pub fn open(options: &ConnectOptions) -> SessionResult<Self> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime =
            runtime.map_err(|e| ArchiveError::Server(options.name.clone(), e.to_string()))?;
        let connect = async {
            let mut connected = None;
            for config in &options.configs {
                connected = Some(config.connect(options.tls.clone()).await);
                if matches!(connected, Some(Ok(_))) {
                    break;
                }
            }
            let (client, connection) = connected.expect("an address has a configuration")?;
            let driver = tokio::spawn(async { drop(connection.await) });
            client.batch_execute(SETTINGS).await?;
            Ok::<_, SessionError>((client, driver))
        };
        let connected = runtime.block_on(async { timeout(options.connect, connect).await });
        let (client, driver) = connected.map_err(|_| SessionError::Silent(options.connect))??;
        Ok(Self { runtime, connection: Some(Connection { client, known: None }), driver })
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
        question: &mut impl AsyncFnMut(&mut Connection, &Deadline) -> SessionResult<T>,
    ) -> SessionResult<T> {
        let Self { runtime, connection, .. } = self;
        let connection = connection.as_mut().expect("a session is not yet dropped");
        runtime.block_on(async {
            let deadline = Deadline::default();
            let mut asked = pin!(question(connection, &deadline));
            let mut limit = ANSWER_TIMEOUT;
            loop {
                match timeout(limit, asked.as_mut()).await {
                    Ok(done) => return done,
                    Err(_) => limit = deadline.0.take().ok_or(SessionError::Silent(limit))?,
                }
            }
        })
    }
}

/// Closes the connection and waits until the server is told, for at most a second.
impl Drop for Session {
    fn drop(&mut self) {
        self.connection = None;
        let driver = &mut self.driver;
        let _ = self.runtime.block_on(async { timeout(Duration::from_secs(1), driver).await });
    }
}
