//! A connection to the server. No wait for an answer is without an end, and a connection that was lost is made again.

use super::ArchiveError;
use super::connect_options::ConnectOptions;
use std::cell::Cell;
use std::error::Error as _;
use std::io;
use std::pin::pin;
use std::thread;
use std::time::Duration;
use thiserror::Error;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Statement};

/// How long an answer may take that needs no keys, and how much longer for each key.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);
const TIMEOUT_PER_KEY: Duration = Duration::from_millis(1);
/// The waits before a connection that was lost is tried again: a server that is restarted needs seconds.
const RECONNECT_DELAYS_SECS: [u64; 6] = [0, 1, 2, 4, 8, 16];

/// Keys are looked up one by one: any other plan reads the whole table for each block of them. A server that no longer
/// hears from us gives up within two minutes, and its locks with it.
const SETTINGS: &str = "SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off;
    SET tcp_keepalives_idle = 60; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 6";

/// Why a question has no answer.
#[derive(Debug, Error)]
pub(super) enum SessionError {
    #[error(transparent)]
    Ours(#[from] ArchiveError),
    #[error(transparent)]
    Server(#[from] tokio_postgres::Error),
    /// No answer within this time.
    #[error("the server has not answered for {} s", .0.as_secs())]
    Silent(Duration),
}

pub(super) type SessionResult<T> = Result<T, SessionError>;

impl SessionError {
    /// Whether the connection is of no use any more.
    pub fn is_lost(&self) -> bool {
        let Self::Server(e) = self else {
            return false;
        };
        match e.code() {
            // Connection exceptions, and a server that ends or begins.
            Some(code) => code.code().starts_with("08") || code.code().starts_with("57P0"),
            None => e.is_closed() || e.source().is_some_and(|cause| cause.is::<io::Error>()),
        }
    }

    /// The error of the archive that has this address.
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
            Self::Server(e) if lost => ArchiveError::Lost(name(), words(&e)),
            Self::Server(e) => ArchiveError::Server(name(), words(&e)),
        }
    }
}

/// What the server says, or what has failed before it could, and what may help.
fn words(e: &tokio_postgres::Error) -> String {
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

/// Who asks says before each step how many keys it is about: the answer may take the longer.
#[derive(Default)]
pub(super) struct Deadline(Cell<Option<Duration>>);

impl Deadline {
    pub fn extend_for(&self, keys: u64) {
        let keys = u32::try_from(keys).unwrap_or(u32::MAX);
        self.0.set(Some(ANSWER_TIMEOUT + TIMEOUT_PER_KEY.saturating_mul(keys)));
    }
}

/// What a question is asked with.
pub(super) struct Connection {
    pub client: Client,
    /// The question for many keys, once it was asked.
    pub known: Option<Statement>,
}

/// An open connection, which is driven as long as somebody waits for an answer.
pub(super) struct Session {
    runtime: Runtime,
    /// There until the session is dropped.
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

    /// In the place of one that was lost: tries some times, and waits longer each time.
    pub fn open_again(options: &ConnectOptions) -> SessionResult<Self> {
        for wait in RECONNECT_DELAYS_SECS {
            thread::sleep(Duration::from_secs(wait));
            match Self::open(options) {
                Err(e) if e.is_lost() => {}
                opened => return opened,
            }
        }
        Self::open(options)
    }

    /// Asks, and waits for the answer.
    pub fn wait<T>(
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

/// The server is told that we go.
impl Drop for Session {
    fn drop(&mut self) {
        self.connection = None;
        let driver = &mut self.driver;
        let _ = self.runtime.block_on(async { timeout(Duration::from_secs(1), driver).await });
    }
}
