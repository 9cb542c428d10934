//! Where the server is, who asks, and whether the connection is encrypted: an address, and the variables and files that
//! all programs for PostgreSQL read. Passwords are read here, so that no setting has one.

use super::super::mounts::unescaped;
use super::ArchiveError;
use super::tls::{Check, Tls};
use std::env;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

/// How long a server may take until it has let us in, unless the address says otherwise.
const CONNECT: Duration = Duration::from_secs(10);
/// What Debian and PostgreSQL itself call the folder of the socket: in a file of passwords it is `localhost`.
const SOCKETS: [&str; 2] = ["/var/run/postgresql", "/tmp"];

/// A server and how to connect.
#[derive(Clone)]
pub(super) struct Address {
    /// As messages name it. It has no password.
    pub name: PathBuf,
    pub config: Config,
    pub tls: Tls,
    /// For all hosts of the address together.
    pub connect: Duration,
}

/// A variable that is set and not empty.
fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

impl Address {
    /// Reads `postgres://user@host:port/database?sslmode=verify-full`.
    ///
    /// # Errors
    /// When it has another form or a password, or names certificates that cannot be read.
    pub fn parse(url: &str) -> Result<Self, ArchiveError> {
        let name = PathBuf::from(url);
        let (base, parameters) = url.split_once('?').unwrap_or((url, ""));
        let (mut sslmode, mut roots, mut passwords, mut others) = (None, None, None, Vec::new());
        for parameter in parameters.split('&').filter(|parameter| !parameter.is_empty()) {
            match parameter.split_once('=') {
                Some(("sslmode", value)) => sslmode = Some(value.to_owned()),
                Some(("sslrootcert", value)) => roots = Some(decoded(value)),
                Some(("passfile", value)) => passwords = Some(decoded(value)),
                _ => others.push(parameter),
            }
        }
        let plain = format!("{base}?{}", others.join("&"));
        // The words of the parser might quote a password.
        let mut config: Config = plain.parse().map_err(|_| ArchiveError::Address)?;
        if config.get_password().is_some() {
            return Err(ArchiveError::Password);
        }
        let password = || password_of(&config, passwords.or_else(|| variable("PGPASSFILE")));
        if let Some(password) = variable("PGPASSWORD").or_else(password) {
            config.password(password);
        }
        let connect = config.get_connect_timeout().copied();
        let connect = connect.filter(|time| !time.is_zero()).unwrap_or(CONNECT);
        let sslmode = sslmode.or_else(|| variable("PGSSLMODE"));
        let roots = roots.or_else(|| variable("PGSSLROOTCERT"));
        let (mode, check) = encryption(sslmode.as_deref(), roots.as_deref())?;
        let has_socket = config.get_hosts().iter().any(|host| matches!(host, Host::Unix(_)));
        config
            .ssl_mode(if has_socket { SslMode::Disable } else { mode })
            .application_name("sudoku-press")
            .connect_timeout(connect)
            .keepalives_idle(Duration::from_secs(60))
            .keepalives_interval(Duration::from_secs(10))
            .keepalives_retries(6)
            .tcp_user_timeout(Duration::from_secs(120));
        let hosts = config.get_hosts().len().max(1) as u32;
        Ok(Self { name, config, tls: Tls::new(check)?, connect: connect * hosts })
    }
}

/// Whether to encrypt, and which certificates the server may have, as libpq decides it.
fn encryption(
    sslmode: Option<&str>,
    roots: Option<&str>,
) -> Result<(SslMode, Check), ArchiveError> {
    let system = roots == Some("system");
    let own = || Some(home()?.join(".postgresql/root.crt")).filter(|path| path.is_file());
    let roots = match system {
        true => None,
        false => roots.map(PathBuf::from).or_else(own),
    };
    let wrong = |words: String| Err(ArchiveError::Encryption(words));
    let mode = sslmode.unwrap_or(if system { "verify-full" } else { "prefer" });
    if system && mode != "verify-full" {
        return wrong(format!("sslrootcert=system needs sslmode=verify-full, found {mode}"));
    }
    Ok(match (mode, roots) {
        ("disable", _) => (SslMode::Disable, Check::Nothing),
        ("allow" | "prefer", _) => (SslMode::Prefer, Check::Nothing),
        ("require", None) => (SslMode::Require, Check::Nothing),
        ("require" | "verify-ca", Some(roots)) => (SslMode::Require, Check::Chain(roots)),
        ("verify-full", Some(roots)) => (SslMode::Require, Check::Name(Some(roots))),
        ("verify-full", None) if system => (SslMode::Require, Check::Name(None)),
        ("verify-ca" | "verify-full", None) => {
            return wrong(format!(
                "sslmode={mode} needs the certificate of the authority: expected sslrootcert=FILE, PGSSLROOTCERT, \
                 ~/.postgresql/root.crt, or sslrootcert=system for those of this system, found none"
            ));
        }
        _ => {
            return wrong(format!(
                "expected sslmode disable, allow, prefer, require, verify-ca or verify-full, found {mode:?}"
            ));
        }
    })
}

fn home() -> Option<PathBuf> {
    variable("HOME").map(PathBuf::from)
}

/// The value of a parameter: bytes may be written as `%2F`.
fn decoded(value: &str) -> String {
    String::from_utf8_lossy(&unescaped(value.as_bytes(), (b'%', 2, 16))).into_owned()
}

/// The password of a line `host:port:database:user:password` of a file that its owner alone may read: `~/.pgpass`
/// unless another is named.
fn password_of(config: &Config, file: Option<String>) -> Option<String> {
    let file = file.map(PathBuf::from).or_else(|| Some(home()?.join(".pgpass")))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let about = fs::metadata(&file).ok()?;
        if !about.is_file() || about.mode() & 0o077 != 0 {
            return None;
        }
    }
    let user = config.get_user()?;
    let (host, here) = match config.get_hosts().first()? {
        Host::Tcp(host) => (host.clone(), false),
        #[cfg(unix)]
        Host::Unix(path) => {
            let path = path.to_string_lossy().into_owned();
            let here = SOCKETS.contains(&path.as_str());
            (path, here)
        }
    };
    let port = config.get_ports().first().copied().unwrap_or(5432).to_string();
    let asked = [host.as_str(), &port, config.get_dbname().unwrap_or(user), user];
    let text = fs::read_to_string(file).ok()?;
    text.lines().filter(|line| !line.starts_with('#')).find_map(|line| {
        let fields: [String; 5] = fields(line).try_into().ok()?;
        let fits = |(at, asked): (usize, &&str)| {
            fields[at] == "*"
                || fields[at] == **asked
                || at == 0 && here && fields[at] == "localhost"
        };
        asked.iter().enumerate().all(fits).then(|| fields[4].clone())
    })
}

/// The fields of a line of passwords. A backslash makes the next character one of the field.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        if character == ':' && fields.len() < 5 {
            fields.push(String::new());
            continue;
        }
        let field = fields.last_mut().expect("there is a first field");
        match character {
            '\\' => field.extend(characters.next()),
            other => field.push(other),
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_that_of_the_first_line_that_fits() {
        let folder = temp_dir::TempDir::new().unwrap();
        let file = folder.child("passwords");
        let lines = "# db:5432:printed:me:comment\nother:*:*:*:1\ndb:5433:*:*:2\ndb:*:printed:me:a\\:b\\\\c:d\n*:*:*:*:last\n";
        fs::write(&file, lines).unwrap();
        let private = |mode: u32| {
            #[cfg(unix)]
            fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(mode)).unwrap();
        };
        private(0o600);
        let named = || Some(file.to_str().unwrap().to_owned());
        for (url, expected) in [
            ("postgres://me@db/printed", "a:b\\c:d"),
            ("postgres://me@db:5433/printed", "2"),
            ("postgres://me@db/else", "last"),
            ("postgres://me@other/printed", "1"),
            ("postgres://you@db/printed", "last"),
        ] {
            let config: Config = url.parse().unwrap();
            assert_eq!(password_of(&config, named()).as_deref(), Some(expected), "{url}");
        }
        let config: Config = "postgres://me@%2Fvar%2Frun%2Fpostgresql/printed".parse().unwrap();
        fs::write(&file, "localhost:5432:printed:me:here").unwrap();
        assert_eq!(password_of(&config, named()).as_deref(), Some("here"));
        if cfg!(unix) {
            private(0o640);
            assert_eq!(password_of(&config, named()), None);
        }
        assert_eq!(password_of(&config, Some("missing".to_owned())), None);
    }

    #[test]
    fn encryption_is_what_libpq_makes_of_the_mode() {
        let of =
            |mode, roots| encryption(mode, roots).map(|(mode, check)| (mode, format!("{check:?}")));
        let nothing = "Nothing".to_owned();
        assert_eq!(of(Some("disable"), None).unwrap(), (SslMode::Disable, nothing.clone()));
        assert_eq!(of(Some("prefer"), Some("r")).unwrap(), (SslMode::Prefer, nothing));
        assert_eq!(of(Some("require"), Some("r")).unwrap().1, "Chain(\"r\")");
        assert_eq!(of(Some("verify-ca"), Some("r")).unwrap().1, "Chain(\"r\")");
        assert_eq!(of(Some("verify-full"), Some("r")).unwrap().1, "Name(Some(\"r\"))");
        assert_eq!(of(None, Some("system")).unwrap(), (SslMode::Require, "Name(None)".to_owned()));
        for (mode, roots) in [("require", "system"), ("verify", "r"), ("Require", "r")] {
            assert!(of(Some(mode), Some(roots)).is_err(), "{mode} {roots}");
        }
    }

    #[test]
    fn parameters_are_decoded() {
        assert_eq!(decoded("%2Fa%20b/c%"), "/a b/c%");
    }
}
