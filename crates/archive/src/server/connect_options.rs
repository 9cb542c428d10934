//! Options of a connection: the address, and the environment variables and files that all
//! PostgreSQL clients read. Passwords are read here, so that no setting contains one.

use super::ArchiveError;
use super::tls::{CertPolicy, TlsSettings};
use percent_encoding::percent_decode_str;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fs};
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

/// Timeout for connecting to one host, unless the address has another.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Settings of the server for a connection. A statement has some ten thousand keys, or all keys of
/// a run that is removed. Keys are looked up one by one, because any other plan reads the whole
/// table. A server that no longer hears from this client releases its locks within two minutes.
const SERVER_OPTIONS: &str = "-c statement_timeout=30min -c enable_hashjoin=off \
    -c enable_mergejoin=off -c jit=off -c tcp_keepalives_idle=60 -c tcp_keepalives_interval=10 \
    -c tcp_keepalives_count=6";
/// The directories of the socket on Debian and in PostgreSQL itself. A password file calls them
/// `localhost`.
const SOCKET_DIRS: [&str; 2] = ["/var/run/postgresql", "/tmp"];

/// A server, and the options of connections to it.
#[derive(Clone)]
pub struct ConnectOptions {
    /// The name in messages, without a password.
    pub name: PathBuf,
    /// The hosts, which are tried in turn, and everything else that the driver knows.
    pub config: Config,
    pub tls: TlsSettings,
    /// Timeout for connecting, for all hosts together.
    pub timeout: Duration,
}

/// Returns an environment variable if it is set and not empty.
fn env_var(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

impl ConnectOptions {
    /// Parses `postgres://user@host:port/database?sslmode=verify-full`.
    ///
    /// # Errors
    /// If it has another form or a password, names certificates that cannot be read, or names hosts
    /// with several passwords.
    pub fn parse(url: &str) -> Result<Self, ArchiveError> {
        let (base, parameters) = url.split_once('?').unwrap_or((url, ""));
        let mut sslmode = env_var("PGSSLMODE");
        let mut roots = env_var("PGSSLROOTCERT");
        let mut passfile = env_var("PGPASSFILE");
        let mut others = Vec::new();
        for parameter in parameters.split('&').filter(|parameter| !parameter.is_empty()) {
            match parameter.split_once('=') {
                Some(("sslmode", value)) => sslmode = Some(value.to_owned()),
                Some(("sslrootcert", value)) => roots = Some(percent_decode(value)),
                Some(("passfile", value)) => passfile = Some(percent_decode(value)),
                _ => others.push(parameter),
            }
        }
        let plain = format!("{base}?{}", others.join("&"));
        // The error of the parser might quote a password.
        let mut config: Config = plain.parse().map_err(|_| ArchiveError::Address)?;
        if config.get_password().is_some() {
            return Err(ArchiveError::Password);
        }
        let (mode, check) = parse_encryption(sslmode.as_deref(), roots.as_deref())?;
        let has_socket = config.get_hosts().iter().any(|host| matches!(host, Host::Unix(_)));
        let timeout = match config.get_connect_timeout() {
            Some(timeout) if !timeout.is_zero() => *timeout,
            _ => CONNECT_TIMEOUT,
        };
        // Options of the address come last, and win.
        let options = format!("{SERVER_OPTIONS} {}", config.get_options().unwrap_or_default());
        config
            .ssl_mode(if has_socket { SslMode::Disable } else { mode })
            .application_name("sudoku-press")
            .options(options)
            .connect_timeout(timeout)
            .keepalives_idle(Duration::from_secs(60))
            .keepalives_interval(Duration::from_secs(10))
            .keepalives_retries(6)
            .tcp_user_timeout(Duration::from_secs(120));
        let password = match env_var("PGPASSWORD") {
            Some(password) => Some(password),
            None => pgpass_password(&config, passfile.map(PathBuf::from))?,
        };
        if let Some(password) = password {
            config.password(password);
        }
        let timeout = timeout * host_count(&config) as u32;
        Ok(Self { name: url.into(), config, tls: TlsSettings::new(check)?, timeout })
    }
}

fn host_count(config: &Config) -> usize {
    config.get_hosts().len().max(config.get_hostaddrs().len()).max(1)
}

/// Decides on encryption and the certificate policy by the rules of libpq.
///
/// # Errors
/// If the mode is unknown, or its certificates are missing.
fn parse_encryption(
    sslmode: Option<&str>,
    roots: Option<&str>,
) -> Result<(SslMode, CertPolicy), ArchiveError> {
    let is_system = roots == Some("system");
    let file = match roots {
        Some("system") => None,
        Some(file) => Some(PathBuf::from(file)),
        None => home_file(".postgresql/root.crt").filter(|file| file.is_file()),
    };
    let mode = sslmode.unwrap_or(if is_system { "verify-full" } else { "prefer" });
    if is_system && mode != "verify-full" {
        let words = format!("sslrootcert=system needs sslmode=verify-full, found {mode}");
        return Err(ArchiveError::Connection(words));
    }
    Ok(match (mode, file) {
        ("disable", _) => (SslMode::Disable, CertPolicy::None),
        ("allow" | "prefer", _) => (SslMode::Prefer, CertPolicy::None),
        ("require", None) => (SslMode::Require, CertPolicy::None),
        ("require" | "verify-ca", Some(file)) => (SslMode::Require, CertPolicy::Ca(file)),
        ("verify-full", Some(file)) => (SslMode::Require, CertPolicy::CaAndHost(Some(file))),
        ("verify-full", None) if is_system => (SslMode::Require, CertPolicy::CaAndHost(None)),
        ("verify-ca" | "verify-full", None) => {
            return Err(ArchiveError::Connection(format!(
                "sslmode={mode} needs the certificate of the authority: expected sslrootcert=FILE, PGSSLROOTCERT, \
                 ~/.postgresql/root.crt, or sslrootcert=system for those of this system, found none"
            )));
        }
        _ => {
            return Err(ArchiveError::Connection(format!(
                "expected sslmode disable, allow, prefer, require, verify-ca or verify-full, found {mode:?}"
            )));
        }
    })
}

fn home_file(name: &str) -> Option<PathBuf> {
    Some(Path::new(&env_var("HOME")?).join(name))
}

/// Decodes the value of a parameter, in which bytes may be written as `%2F`.
fn percent_decode(value: &str) -> String {
    percent_decode_str(value).decode_utf8_lossy().into_owned()
}

/// Looks up the password of the hosts in a password file, `~/.pgpass` by default. The file is
/// ignored if anybody but its owner may read it.
///
/// # Errors
/// If the hosts have several passwords: a host must not receive the password of another one.
fn pgpass_password(config: &Config, file: Option<PathBuf>) -> Result<Option<String>, ArchiveError> {
    let lines = file.or_else(|| home_file(".pgpass")).and_then(read_private);
    let (Some(lines), Some(user)) = (lines, config.get_user()) else {
        return Ok(None);
    };
    let database = config.get_dbname().unwrap_or(user);
    let mut passwords = Vec::new();
    for index in 0..host_count(config) {
        let ports = config.get_ports();
        let port = ports.get(index).or(ports.first()).copied().unwrap_or(5432).to_string();
        let wanted = [&host_name(config, index), &port, database, user];
        passwords.push(lines.lines().find_map(|line| matching_password(line, wanted)));
    }
    passwords.dedup();
    if passwords.len() > 1 {
        let words = "expected one password for all hosts of the address, found several in the password file; \
                     give the hosts one password, or set PGPASSWORD";
        return Err(ArchiveError::Connection(words.to_owned()));
    }
    Ok(passwords.pop().flatten())
}

/// Reads a file that nobody but its owner may read.
fn read_private(file: PathBuf) -> Option<String> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let about = fs::metadata(&file).ok()?;
        if !about.is_file() || about.mode() & 0o077 != 0 {
            return None;
        }
    }
    fs::read_to_string(file).ok()
}

/// Returns the name of a host in a password file.
fn host_name(config: &Config, index: usize) -> String {
    match (config.get_hosts().get(index), config.get_hostaddrs().get(index)) {
        (Some(Host::Tcp(name)), _) => name.clone(),
        #[cfg(unix)]
        (Some(Host::Unix(path)), _) if SOCKET_DIRS.map(Path::new).contains(&path.as_path()) => {
            "localhost".to_owned()
        }
        #[cfg(unix)]
        (Some(Host::Unix(path)), _) => path.to_string_lossy().into_owned(),
        (None, Some(address)) => address.to_string(),
        (None, None) => String::new(),
    }
}

/// Returns the password of a line `host:port:database:user:password` if the line is for a
/// connection. A backslash escapes the next character.
fn matching_password(line: &str, wanted: [&str; 4]) -> Option<String> {
    if line.starts_with('#') {
        return None;
    }
    let mut fields = vec![String::new()];
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        if character == ':' && fields.len() < 5 {
            fields.push(String::new());
            continue;
        }
        let character = if character == '\\' { characters.next() } else { Some(character) };
        fields.last_mut()?.extend(character);
    }
    let [host, port, database, user, password] = <[String; 5]>::try_from(fields).ok()?;
    for (field, wanted) in [host, port, database, user].iter().zip(wanted) {
        if field != "*" && field != wanted {
            return None;
        }
    }
    Some(password)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes a password file with these permissions.
    fn password_file(lines: &str, mode: u32) -> (temp_dir::TempDir, PathBuf) {
        let folder = temp_dir::TempDir::new().unwrap();
        let file = folder.child("passwords");
        fs::write(&file, lines).unwrap();
        #[cfg(unix)]
        fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(mode)).unwrap();
        (folder, file)
    }

    /// Looks up the password of an address.
    fn password(url: &str, file: &Path) -> Result<Option<String>, ArchiveError> {
        pgpass_password(&url.parse().unwrap(), Some(file.to_owned()))
    }

    #[test]
    fn first_matching_line_gives_the_password() {
        let lines = "# db:5432:printed:me:comment\nother:*:*:*:1\ndb:5433:*:*:2\n\
                     db:*:printed:me:a\\:b\\\\c:d\nlocalhost:5432:printed:me:here\n*:*:*:*:last\n";
        let (_folder, file) = password_file(lines, 0o600);
        for (url, expected) in [
            ("postgres://me@db/printed", "a:b\\c:d"),
            ("postgres://me@db:5433/printed", "2"),
            ("postgres://me@db/else", "last"),
            ("postgres://me@other/printed", "1"),
            ("postgres://you@db/printed", "last"),
            ("postgres://me@%2Fvar%2Frun%2Fpostgresql/printed", "here"),
            ("postgres://me@%2Fsrv/printed", "last"),
        ] {
            assert_eq!(password(url, &file).unwrap().as_deref(), Some(expected), "{url}");
        }
        let url = "postgres://me@db/printed";
        assert_eq!(password(url, Path::new("missing")).unwrap(), None);
        let (_folder, file) = password_file(lines, 0o640);
        assert!(cfg!(not(unix)) || password(url, &file).unwrap().is_none());
    }

    #[test]
    fn no_host_gets_the_password_of_another_one() {
        let lines = "a:5432:*:me:1\nb:5433:*:me:1\nc:5432:*:me:2\n";
        let (_folder, file) = password_file(lines, 0o600);
        let own = |hosts: &str| password(&format!("postgres://me@{hosts}/printed"), &file);
        assert_eq!(own("a:5432,b:5433").unwrap().as_deref(), Some("1"));
        assert_eq!(own("d,e").unwrap(), None);
        for hosts in ["a,c", "a,d", "d,a", "a,b"] {
            let refused = own(hosts).unwrap_err().to_string();
            assert!(refused.contains("PGPASSWORD"), "{hosts}: {refused}");
        }
    }

    #[test]
    fn options_of_the_address_win() {
        let options = ConnectOptions::parse(
            "postgres://me@a:5432,b/printed?sslmode=disable&options=-cstatement_timeout%3D2h&connect_timeout=3",
        )
        .unwrap();
        let server = options.config.get_options().unwrap();
        assert!(server.starts_with("-c statement_timeout=30min"), "{server}");
        assert!(server.ends_with(" -cstatement_timeout=2h"), "{server}");
        assert_eq!(options.timeout, Duration::from_secs(6));
    }

    #[test]
    fn encryption_follows_the_rules_of_libpq() {
        let of = |mode, roots| {
            parse_encryption(mode, roots).map(|(mode, check)| (mode, format!("{check:?}")))
        };
        let nothing = "None".to_owned();
        assert_eq!(of(Some("disable"), None).unwrap(), (SslMode::Disable, nothing.clone()));
        assert_eq!(of(Some("prefer"), Some("r")).unwrap(), (SslMode::Prefer, nothing));
        assert_eq!(of(Some("require"), Some("r")).unwrap().1, "Ca(\"r\")");
        assert_eq!(of(Some("verify-ca"), Some("r")).unwrap().1, "Ca(\"r\")");
        assert_eq!(of(Some("verify-full"), Some("r")).unwrap().1, "CaAndHost(Some(\"r\"))");
        assert_eq!(
            of(None, Some("system")).unwrap(),
            (SslMode::Require, "CaAndHost(None)".to_owned())
        );
        for (mode, roots) in [("require", "system"), ("verify", "r"), ("Require", "r")] {
            assert!(of(Some(mode), Some(roots)).is_err(), "{mode} {roots}");
        }
    }

    #[test]
    fn parameters_are_decoded() {
        assert_eq!(percent_decode("%2Fa%20b/c%"), "/a b/c%");
    }
}
