//! Options of a connection: the address, and the environment variables and files that all
//! PostgreSQL clients read. Passwords are read here, so that no setting contains one.

use super::super::mounts::decode_escapes;
use super::ArchiveError;
use super::tls::{CertPolicy, TlsSettings};
use std::path::PathBuf;
use std::time::Duration;
use std::{env, fs};
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

/// Timeout for connecting, unless the address has another.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// The directories of the socket on Debian and in PostgreSQL itself. A password file calls them
/// `localhost`.
const SOCKET_DIRS: [&str; 2] = ["/var/run/postgresql", "/tmp"];

/// A server, and the options of connections to it.
#[derive(Clone)]
pub(super) struct ConnectOptions {
    /// The name in messages, without a password.
    pub name: PathBuf,
    /// One configuration per password. A configuration tries its hosts in turn.
    pub configs: Vec<Config>,
    pub tls: TlsSettings,
    /// Timeout for all hosts of the address together.
    pub connect: Duration,
}

/// Returns an environment variable if it is set and not empty.
fn env_var(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

impl ConnectOptions {
    /// Parses `postgres://user@host:port/database?sslmode=verify-full`.
    ///
    /// # Errors
    /// If it has another form or a password, or names certificates that cannot be read.
    pub fn parse(url: &str) -> Result<Self, ArchiveError> {
        let name = PathBuf::from(url);
        let (base, parameters) = url.split_once('?').unwrap_or((url, ""));
        let (mut sslmode, mut roots, mut passwords, mut others) = (None, None, None, Vec::new());
        for parameter in parameters.split('&').filter(|parameter| !parameter.is_empty()) {
            match parameter.split_once('=') {
                Some(("sslmode", value)) => sslmode = Some(value.to_owned()),
                Some(("sslrootcert", value)) => roots = Some(percent_decode(value)),
                Some(("passfile", value)) => passwords = Some(percent_decode(value)),
                _ => others.push(parameter),
            }
        }
        let plain = format!("{base}?{}", others.join("&"));
        // The error of the parser might quote a password.
        let mut config: Config = plain.parse().map_err(|_| ArchiveError::Address)?;
        if config.get_password().is_some() {
            return Err(ArchiveError::Password);
        }
        let connect = config.get_connect_timeout().copied();
        let connect = connect.filter(|time| !time.is_zero()).unwrap_or(CONNECT_TIMEOUT);
        let sslmode = sslmode.or_else(|| env_var("PGSSLMODE"));
        let roots = roots.or_else(|| env_var("PGSSLROOTCERT"));
        let (mode, check) = parse_encryption(sslmode.as_deref(), roots.as_deref())?;
        let has_socket = config.get_hosts().iter().any(|host| matches!(host, Host::Unix(_)));
        config
            .ssl_mode(if has_socket { SslMode::Disable } else { mode })
            .application_name("sudoku-press")
            .connect_timeout(connect)
            .keepalives_idle(Duration::from_secs(60))
            .keepalives_interval(Duration::from_secs(10))
            .keepalives_retries(6)
            .tcp_user_timeout(Duration::from_secs(120));
        let hosts = host_count(&config) as u32;
        let file = passwords.or_else(|| env_var("PGPASSFILE"));
        let configs = with_passwords(config, env_var("PGPASSWORD"), file);
        Ok(Self { name, configs, tls: TlsSettings::new(check)?, connect: connect * hosts })
    }
}

fn host_count(config: &Config) -> usize {
    config.get_hosts().len().max(config.get_hostaddrs().len()).max(1)
}

/// Assigns each host its password and no other one: `given`, or the password of the matching line
/// in the file. Returns one configuration, or one per host if their passwords differ.
fn with_passwords(config: Config, given: Option<String>, file: Option<String>) -> Vec<Config> {
    let of_host = |host| given.clone().or_else(|| pgpass_lookup(&config, host, file.clone()));
    let passwords: Vec<_> = (0..host_count(&config)).map(of_host).collect();
    let is_one = passwords.iter().all(|password| *password == passwords[0]);
    let mut configs = if is_one {
        vec![config]
    } else {
        (0..passwords.len()).map(|host| for_one_host(&config, host)).collect()
    };
    for (config, password) in configs.iter_mut().zip(passwords) {
        if let Some(password) = password {
            config.password(password);
        }
    }
    configs
}

/// Returns the same settings for one of the hosts.
fn for_one_host(config: &Config, host: usize) -> Config {
    let mut one = Config::new();
    match config.get_hosts().get(host) {
        Some(Host::Tcp(name)) => {
            one.host(name);
        }
        #[cfg(unix)]
        Some(Host::Unix(path)) => {
            one.host_path(path);
        }
        None => {}
    }
    if let Some(address) = config.get_hostaddrs().get(host) {
        one.hostaddr(*address);
    }
    one.port(host_port(config, host));
    if let Some(user) = config.get_user() {
        one.user(user);
    }
    if let Some(name) = config.get_dbname() {
        one.dbname(name);
    }
    if let Some(options) = config.get_options() {
        one.options(options);
    }
    if let Some(name) = config.get_application_name() {
        one.application_name(name);
    }
    if let Some(time) = config.get_connect_timeout() {
        one.connect_timeout(*time);
    }
    if let Some(time) = config.get_tcp_user_timeout() {
        one.tcp_user_timeout(*time);
    }
    if let Some(time) = config.get_keepalives_interval() {
        one.keepalives_interval(time);
    }
    if let Some(count) = config.get_keepalives_retries() {
        one.keepalives_retries(count);
    }
    one.keepalives(config.get_keepalives())
        .keepalives_idle(config.get_keepalives_idle())
        .ssl_mode(config.get_ssl_mode())
        .ssl_negotiation(config.get_ssl_negotiation())
        .channel_binding(config.get_channel_binding())
        .target_session_attrs(config.get_target_session_attrs());
    one
}

/// Returns the port of a host. A single port applies to all hosts.
fn host_port(config: &Config, host: usize) -> u16 {
    let ports = config.get_ports();
    ports.get(host).or_else(|| ports.first()).copied().unwrap_or(5432)
}

/// Decides on encryption and the certificate policy by the rules of libpq.
///
/// # Errors
/// If the mode is unknown, or its certificates are missing.
fn parse_encryption(
    sslmode: Option<&str>,
    roots: Option<&str>,
) -> Result<(SslMode, CertPolicy), ArchiveError> {
    let system = roots == Some("system");
    let own = || Some(home_dir()?.join(".postgresql/root.crt")).filter(|path| path.is_file());
    let roots = if system { None } else { roots.map(PathBuf::from).or_else(own) };
    let wrong = |words: String| Err(ArchiveError::Encryption(words));
    let mode = sslmode.unwrap_or(if system { "verify-full" } else { "prefer" });
    if system && mode != "verify-full" {
        return wrong(format!("sslrootcert=system needs sslmode=verify-full, found {mode}"));
    }
    Ok(match (mode, roots) {
        ("disable", _) => (SslMode::Disable, CertPolicy::None),
        ("allow" | "prefer", _) => (SslMode::Prefer, CertPolicy::None),
        ("require", None) => (SslMode::Require, CertPolicy::None),
        ("require" | "verify-ca", Some(roots)) => (SslMode::Require, CertPolicy::Ca(roots)),
        ("verify-full", Some(roots)) => (SslMode::Require, CertPolicy::CaAndHost(Some(roots))),
        ("verify-full", None) if system => (SslMode::Require, CertPolicy::CaAndHost(None)),
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

fn home_dir() -> Option<PathBuf> {
    env_var("HOME").map(PathBuf::from)
}

/// Decodes the value of a parameter, in which bytes may be written as `%2F`.
fn percent_decode(value: &str) -> String {
    String::from_utf8_lossy(&decode_escapes(value.as_bytes(), (b'%', 2, 16))).into_owned()
}

/// Looks up the password of one of the hosts, in a line `host:port:database:user:password` of a
/// password file, `~/.pgpass` by default. The file is ignored if anybody but its owner may read it.
fn pgpass_lookup(config: &Config, host: usize, file: Option<String>) -> Option<String> {
    let file = file.map(PathBuf::from).or_else(|| Some(home_dir()?.join(".pgpass")))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let about = fs::metadata(&file).ok()?;
        if !about.is_file() || about.mode() & 0o077 != 0 {
            return None;
        }
    }
    let user = config.get_user()?;
    let port = host_port(config, host).to_string();
    let (host, here) = match config.get_hosts().get(host) {
        None => (config.get_hostaddrs().get(host)?.to_string(), false),
        Some(Host::Tcp(host)) => (host.clone(), false),
        #[cfg(unix)]
        Some(Host::Unix(path)) => {
            let path = path.to_string_lossy().into_owned();
            let here = SOCKET_DIRS.contains(&path.as_str());
            (path, here)
        }
    };
    let asked = [host.as_str(), &port, config.get_dbname().unwrap_or(user), user];
    let text = fs::read_to_string(file).ok()?;
    text.lines().filter(|line| !line.starts_with('#')).find_map(|line| {
        let fields: [String; 5] = split_pgpass_line(line).try_into().ok()?;
        let fits = |(at, asked): (usize, &&str)| {
            fields[at] == "*"
                || fields[at] == **asked
                || at == 0 && here && fields[at] == "localhost"
        };
        asked.iter().enumerate().all(fits).then(|| fields[4].clone())
    })
}

/// Splits a line of a password file. A backslash escapes the next character.
fn split_pgpass_line(line: &str) -> Vec<String> {
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
    fn first_matching_line_gives_the_password() {
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
            assert_eq!(pgpass_lookup(&config, 0, named()).as_deref(), Some(expected), "{url}");
        }
        let config: Config = "postgres://me@%2Fvar%2Frun%2Fpostgresql/printed".parse().unwrap();
        fs::write(&file, "localhost:5432:printed:me:here").unwrap();
        assert_eq!(pgpass_lookup(&config, 0, named()).as_deref(), Some("here"));
        if cfg!(unix) {
            private(0o640);
            assert_eq!(pgpass_lookup(&config, 0, named()), None);
        }
        assert_eq!(pgpass_lookup(&config, 0, Some("missing".to_owned())), None);
    }

    #[test]
    fn each_host_gets_only_its_own_password() {
        let folder = temp_dir::TempDir::new().unwrap();
        let file = folder.child("passwords");
        fs::write(&file, "a:5432:*:me:of a\nb:5433:*:me:of b\n10.0.0.1:*:*:me:of c\n").unwrap();
        #[cfg(unix)]
        fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
        let configs = |url: &str, given: Option<&str>| {
            let config: Config = url.parse().unwrap();
            let file = Some(file.to_str().unwrap().to_owned());
            let configs = with_passwords(config, given.map(str::to_owned), file);
            let words = |config: &Config| {
                let password =
                    config.get_password().map(|word| String::from_utf8_lossy(word).into_owned());
                (config.get_hosts().to_vec(), config.get_ports().to_vec(), password)
            };
            configs.iter().map(words).collect::<Vec<_>>()
        };
        let host = |name: &str| Host::Tcp(name.to_owned());
        let own = |word: &str| Some(word.to_owned());
        assert_eq!(
            configs("postgres://me@a:5432,b:5433,d:5434/printed", None),
            [
                (vec![host("a")], vec![5432], own("of a")),
                (vec![host("b")], vec![5433], own("of b")),
                (vec![host("d")], vec![5434], None),
            ]
        );
        // A password that all hosts share, and the password of a variable, apply to all hosts.
        let all = vec![host("d"), host("e")];
        // The usual port of PostgreSQL, for each host.
        let ports = vec![5432, 5432];
        assert_eq!(
            configs("postgres://me@d,e/printed", None),
            [(all.clone(), ports.clone(), None)]
        );
        let given = configs("postgres://me@d,e/printed", Some("given"));
        assert_eq!(given, [(all, ports, own("given"))]);
        // All other settings of the address are kept.
        let config: Config =
            "postgres://me@a,b/printed?options=-cx%3D1&target_session_attrs=read-write"
                .parse()
                .unwrap();
        let one = for_one_host(&config, 1);
        assert_eq!(one.get_options(), Some("-cx=1"));
        assert_eq!(one.get_target_session_attrs(), config.get_target_session_attrs());
        assert_eq!((one.get_user(), one.get_dbname()), (Some("me"), Some("printed")));
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
