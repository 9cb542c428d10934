//! One request and one answer per connection, with bounds on everything that a client sends: the
//! bytes of the head and of the body, the headers, and the time for which the client is waited for.
//!
//! `httparse` parses the head. The crate `tiny_http` was read, not tried: it allocates what a
//! client states as the length of a body, and knows no bounds on heads, connections and time.

use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// The maximum number of bytes of a head.
const MAX_HEAD_BYTES: usize = 16 << 10;
/// The maximum number of headers.
const MAX_HEADERS: usize = 64;
/// The maximum time for which a connection waits for its client: for the head, for the body, until
/// the client takes the answer and until it closes the connection, all together. Work on the answer
/// does not count.
const MAX_CLIENT_TIME: Duration = Duration::from_secs(10);
/// The maximum number of unread bytes that are read after an answer, so that the client gets the
/// answer and no reset.
const MAX_DRAINED_BYTES: usize = 256 << 10;

/// The headers of each answer.
const HEADERS: [(&str, &str); 8] = [
    (
        "Content-Security-Policy",
        "default-src 'self'; img-src 'self' blob: data:; frame-ancestors 'none'; base-uri 'none'; \
         form-action 'none'; object-src 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cache-Control", "no-store"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Connection", "close"),
];

/// An HTTP status code.
pub(super) type Status = u16;

/// The head of a request.
#[derive(Clone, Debug, Default)]
pub(super) struct RequestHead {
    pub method: String,
    /// The path with its query, as the client sent it.
    pub target: String,
    /// Names and values. A value that is not UTF-8 has replacement characters.
    pub headers: Vec<(String, String)>,
}

impl RequestHead {
    /// Parses a head, with the number of its bytes; `None` if it is not complete.
    ///
    /// # Errors
    /// The status of the refusal.
    pub fn parse(bytes: &[u8]) -> Result<Option<(Self, usize)>, Status> {
        let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
        let mut request = httparse::Request::new(&mut headers);
        let length = match request.parse(bytes) {
            Ok(httparse::Status::Complete(length)) => length,
            Ok(httparse::Status::Partial) => return Ok(None),
            Err(httparse::Error::TooManyHeaders) => return Err(431),
            Err(_) => return Err(400),
        };
        let header = |header: &httparse::Header<'_>| {
            (header.name.to_ascii_lowercase(), String::from_utf8_lossy(header.value).into_owned())
        };
        let head = Self {
            method: request.method.unwrap_or_default().to_owned(),
            target: request.path.unwrap_or_default().to_owned(),
            headers: request.headers.iter().map(header).collect(),
        };
        Ok(Some((head, length)))
    }

    /// Returns the values of all headers of this name, in lower case.
    pub fn values(&self, name: &str) -> Vec<&str> {
        let named = self.headers.iter().filter(|(known, _)| known == name);
        named.map(|(_, value)| value.as_str()).collect()
    }

    /// Returns the number of bytes of the body. A client of the studio has no reason to send a body
    /// in chunks.
    ///
    /// # Errors
    /// The status of the refusal.
    pub fn body_length(&self) -> Result<usize, Status> {
        if !self.values("transfer-encoding").is_empty() {
            return Err(411);
        }
        match self.values("content-length")[..] {
            [] => Ok(0),
            [length] if !length.is_empty() && length.bytes().all(|byte| byte.is_ascii_digit()) => {
                length.parse().map_err(|_| 413)
            }
            _ => Err(400),
        }
    }
}

/// A connection whose request has been read up to its body.
pub(super) struct HttpConnection {
    stream: TcpStream,
    /// The rest of [`MAX_CLIENT_TIME`].
    time_left: Duration,
    /// The bytes of the body that came with the head.
    read: Vec<u8>,
}

impl HttpConnection {
    /// Reads the head of the request.
    ///
    /// # Errors
    /// An I/O error if the client sends nothing more. The client has got the answer if its head was
    /// refused.
    pub fn open(stream: TcpStream) -> io::Result<(RequestHead, Self)> {
        stream.set_nodelay(true)?;
        let mut connection = Self { stream, time_left: MAX_CLIENT_TIME, read: Vec::new() };
        loop {
            let mut bytes = [0; 4096];
            let length = connection.receive(&mut bytes)?;
            if length == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            connection.read.extend_from_slice(&bytes[..length]);
            match RequestHead::parse(&connection.read) {
                Ok(Some((_, length))) if length > MAX_HEAD_BYTES => break,
                Ok(Some((head, length))) => {
                    connection.read.drain(..length);
                    return Ok((head, connection));
                }
                Ok(None) if connection.read.len() > MAX_HEAD_BYTES => break,
                Ok(None) => {}
                Err(status) => return connection.refuse(status),
            }
        }
        connection.refuse(431)
    }

    /// Returns a second handle of the connection, which can close it.
    ///
    /// # Errors
    /// An I/O error if the system has no more handles.
    pub fn try_clone(&self) -> io::Result<TcpStream> {
        self.stream.try_clone()
    }

    /// Reads bytes that the client sends. Returns 0 if the client sends no more.
    fn receive(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(Some(self.remaining_time()?))?;
        let begin = Instant::now();
        let received = self.stream.read(bytes);
        self.time_left = self.time_left.saturating_sub(begin.elapsed());
        received
    }

    /// Sends some of the bytes. Returns their number.
    fn send(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(Some(self.remaining_time()?))?;
        let begin = Instant::now();
        let sent = self.stream.write(bytes);
        self.time_left = self.time_left.saturating_sub(begin.elapsed());
        sent
    }

    /// Returns the time for which the client is still waited for. Fails if it is over.
    fn remaining_time(&self) -> io::Result<Duration> {
        if self.time_left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        Ok(self.time_left)
    }

    /// Answers a head that was not understood.
    fn refuse<T>(self, status: Status) -> io::Result<T> {
        self.respond(Err(status))?;
        Err(io::ErrorKind::InvalidData.into())
    }

    /// Reads the body.
    ///
    /// # Errors
    /// An I/O error if the client does not send all of it.
    pub fn read_body(&mut self, length: usize) -> io::Result<Vec<u8>> {
        let mut body = std::mem::take(&mut self.read);
        body.truncate(length);
        let mut bytes = vec![0; 1 << 16];
        while body.len() < length {
            let most = bytes.len().min(length - body.len());
            match self.receive(&mut bytes[..most])? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                received => body.extend_from_slice(&bytes[..received]),
            }
        }
        Ok(body)
    }

    /// Answers with a type and bytes, or with a status that is no success.
    ///
    /// # Errors
    /// An I/O error if the client does not read the answer.
    pub fn respond(mut self, answer: Answer) -> io::Result<()> {
        let (status, kind, bytes) = match answer {
            Ok((kind, bytes)) => (200, kind, bytes),
            Err(status) => (status, "text/plain; charset=utf-8", format!("{status}\n").into()),
        };
        self.respond_with(status, kind, &bytes)
    }

    /// Answers with a status, a type and bytes.
    ///
    /// # Errors
    /// As [`HttpConnection::respond`].
    pub fn respond_with(&mut self, status: Status, kind: &str, bytes: &[u8]) -> io::Result<()> {
        self.write(
            format!("{}Content-Length: {}\r\n\r\n", head(status, kind), bytes.len()).as_bytes(),
        )?;
        self.write(bytes)?;
        self.stream.shutdown(Shutdown::Write)?;
        let mut rest = [0; 4096];
        let mut drained = 0;
        while drained < MAX_DRAINED_BYTES {
            match self.receive(&mut rest) {
                Ok(0) | Err(_) => break,
                Ok(length) => drained += length,
            }
        }
        Ok(())
    }

    /// Begins an answer of unknown length, which ends with the connection.
    ///
    /// # Errors
    /// As [`HttpConnection::respond`].
    pub fn begin(&mut self, kind: &str) -> io::Result<()> {
        self.write(format!("{}\r\n", head(200, kind)).as_bytes())
    }

    /// Sends bytes of an answer at once.
    ///
    /// # Errors
    /// As [`HttpConnection::respond`].
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut rest = bytes;
        while !rest.is_empty() {
            match self.send(rest) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(sent) => rest = &rest[sent..],
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
        Ok(())
    }
}

/// An answer: its type and its bytes, or the status of a refusal.
pub(super) type Answer = Result<(&'static str, Vec<u8>), Status>;

/// Returns the head of an answer without its last line.
fn head(status: Status, kind: &str) -> String {
    let words = match status {
        200 => "OK",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        409 => "Conflict",
        411 => "Length Required",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        431 => "Request Header Fields Too Large",
        _ => "Service Unavailable",
    };
    let mut head = format!("HTTP/1.1 {status} {words}\r\n");
    for (name, value) in HEADERS.into_iter().chain([("Content-Type", kind)]) {
        head += &format!("{name}: {value}\r\n");
    }
    head
}
