//! A studio that runs, and a client that sends it any bytes.

use crate::support::crashes::signal;
use crate::support::program::{Bench, program};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The values of a form by the names of their settings.
pub type Values = BTreeMap<String, String>;

/// The settings of a small book.
pub fn small_book() -> Values {
    let values = [
        ("title", "Rainy Days"),
        ("author", "Ann"),
        ("ladder", "human"),
        ("levels", "1-2"),
        ("total", "8"),
        ("printer", "kdp"),
        ("trim", "6x9"),
        ("fill-pages", "true"),
        ("cover", "true"),
        ("seed", "7"),
    ];
    values.map(|(name, text)| (name.to_owned(), text.to_owned())).into()
}

/// The request for a book with these values.
pub fn request(book: &str, values: &Values) -> Value {
    json!({ "book": book, "values": values })
}

/// A studio whose folder is `books` of a bench.
pub struct RunningStudio {
    pub bench: Bench,
    pub port: u16,
    pub token: String,
    child: Child,
}

/// The answer of a studio.
pub struct StudioAnswer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl StudioAnswer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Returns the JSON of each line.
    pub fn lines(&self) -> Vec<Value> {
        let text = String::from_utf8(self.body.clone()).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

impl RunningStudio {
    pub fn start() -> Self {
        let bench = Bench::new();
        std::fs::create_dir(bench.path("books")).unwrap();
        Self::start_in(bench)
    }

    pub fn start_in(bench: Bench) -> Self {
        let mut command = Command::new(program());
        command.args(["studio", "books", "--no-browser"]);
        Self::start_by(bench, command)
    }

    /// Starts the studio by this command.
    pub fn start_by(bench: Bench, mut command: Command) -> Self {
        let mut child = command
            .current_dir(bench.path(""))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (address, token) = line.trim().split_once("/#").unwrap();
        let port = address.strip_prefix("http://127.0.0.1:").unwrap().parse().unwrap();
        Self { port, token: token.to_owned(), bench, child }
    }

    pub fn folder(&self) -> std::path::PathBuf {
        self.bench.path("books")
    }

    /// Sends bytes and returns all bytes that come back, until the studio closes the connection.
    pub fn send(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        // The studio may refuse before it has read everything.
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    /// Sends a request with these headers.
    pub fn request(&self, line: &str, headers: &[(&str, &str)], body: &[u8]) -> StudioAnswer {
        let mut bytes = format!("{line} HTTP/1.1\r\n").into_bytes();
        for (name, value) in headers {
            bytes.extend(format!("{name}: {value}\r\n").bytes());
        }
        bytes.extend(format!("Content-Length: {}\r\n\r\n", body.len()).bytes());
        bytes.extend(body);
        parse_answer(&self.send(&bytes))
    }

    /// Returns the headers of the page's own requests.
    pub fn headers(&self) -> [(&'static str, String); 2] {
        let host = format!("127.0.0.1:{}", self.port);
        [("Host", host), ("Authorization", format!("Bearer {}", self.token))]
    }

    pub fn get(&self, path: &str) -> StudioAnswer {
        let headers = self.headers();
        let headers = headers.each_ref().map(|(name, value)| (*name, value.as_str()));
        self.request(&format!("GET {path}"), &headers, b"")
    }

    pub fn post(&self, path: &str, body: &Value) -> StudioAnswer {
        let headers = self.headers();
        let mut headers: Vec<_> =
            headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        headers.push(("Content-Type", "application/json"));
        self.request(&format!("POST {path}"), &headers, body.to_string().as_bytes())
    }

    /// Sends a file, to a book if the kind of the request needs one. Returns the answer.
    pub fn send_file(&self, path: &str, book: &str, file: &str, bytes: &[u8]) -> Value {
        use base64::Engine as _;
        let base64 = base64::engine::general_purpose::STANDARD.encode(bytes);
        let body = json!({ "book": book, "file": file, "printer": "kdp", "base64": base64 });
        self.post(path, &body).json()
    }

    /// Begins a request of the page, and returns the connection.
    pub fn begin(&self, line: &str, body: &str) -> TcpStream {
        let [(_, host), (_, bearer)] = self.headers();
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let head = format!(
            "{line} HTTP/1.1\r\nHost: {host}\r\nAuthorization: {bearer}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream
    }

    /// Returns the number of the process.
    #[cfg(unix)]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns true while the program runs.
    pub fn is_alive(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Ends the studio as a crash would.
    pub fn kill(mut self) -> Bench {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        std::mem::replace(&mut self.bench, Bench::new())
    }

    /// Sends a signal by its name, and returns the exit code and standard error.
    #[cfg(unix)]
    pub fn end_by(&mut self, signal: &str) -> (Option<i32>, String) {
        self.signal(signal);
        self.end()
    }

    /// Sends a signal by its name.
    #[cfg(unix)]
    pub fn signal(&self, name: &str) {
        signal(&self.child, name);
    }

    /// Waits for the end.
    pub fn end(&mut self) -> (Option<i32>, String) {
        let code = self.child.wait().unwrap().code();
        let mut said = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        (code, said)
    }
}

impl Drop for RunningStudio {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Parses an answer; one without a head has the status 0.
pub fn parse_answer(bytes: &[u8]) -> StudioAnswer {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n");
    let (head, body) = end.map_or((&bytes[..0], bytes), |end| (&bytes[..end], &bytes[end + 4..]));
    let head = String::from_utf8(head.to_vec()).unwrap();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    StudioAnswer { status, head, body: body.to_vec() }
}

/// Returns path and bytes of all files below a folder.
pub fn files_below(folder: &Path) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path)
            } else {
                files.push((path.clone(), std::fs::read(path).unwrap()))
            }
        }
    }
    files.sort();
    files
}
