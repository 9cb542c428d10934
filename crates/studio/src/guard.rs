//! Decides which requests are answered. Everything that a page of another origin or another program
//! without the token sends is refused before its body is read.

use super::http::{RequestHead, Status};

/// The rules of one studio.
pub(super) struct Guard {
    pub port: u16,
    /// The secret of this start, in hexadecimal.
    pub token: String,
}

impl Guard {
    /// Returns the address of the page, with the secret in its fragment.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/#{}", self.port, self.token)
    }

    /// Checks the head of a request.
    ///
    /// # Errors
    /// The status of the refusal.
    pub fn check(&self, head: &RequestHead) -> Result<(), Status> {
        let names = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        // A page that reaches this port by DNS rebinding names its own host.
        let host = match head.values("host")[..] {
            [host] if names.iter().any(|name| name == host) => host,
            _ => return Err(403),
        };
        match head.values("origin")[..] {
            [] => {}
            [origin] if origin.strip_prefix("http://") == Some(host) => {}
            _ => return Err(403),
        }
        // Other ports of this machine are the same site, but not the same origin.
        match head.values("sec-fetch-site")[..] {
            [] | ["same-origin" | "none"] => {}
            _ if is_window_of_page(head) => {}
            _ => return Err(403),
        }
        let is_api = head.target.starts_with("/api/");
        match &*head.method {
            "GET" => {}
            "POST" if is_api => {}
            _ => return Err(405),
        }
        if !is_api {
            return Ok(());
        }
        let is_authorized = match head.values("authorization")[..] {
            [value] => value
                .strip_prefix("Bearer ")
                .is_some_and(|found| is_same_secret(&self.token, found)),
            _ => false,
        };
        if !is_authorized {
            return Err(401);
        }
        if head.method == "POST" && head.values("content-type") != ["application/json"] {
            return Err(415);
        }
        Ok(())
    }
}

/// Returns true if a browser opens the page itself in a window. The file that leads to the page is
/// of no origin. The page has no data without the token, and no frame may hold the page.
fn is_window_of_page(head: &RequestHead) -> bool {
    head.target == "/"
        && head.values("sec-fetch-mode") == ["navigate"]
        && head.values("sec-fetch-dest") == ["document"]
}

/// Compares in a time that does not depend on the position of the first difference.
fn is_same_secret(own: &str, found: &str) -> bool {
    let (own, found) = (own.as_bytes(), found.as_bytes());
    let difference = own.iter().zip(found).fold(0, |sum, (a, b)| sum | (a ^ b));
    own.len() == found.len() && std::hint::black_box(difference) == 0
}
