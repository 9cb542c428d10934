//! Requests of other pages, other programs and broken clients are refused.

use crate::support::studio::{RunningStudio, files_below, parse_answer};
use rand::rngs::StdRng;
use rand::{Rng as _, RngExt as _, SeedableRng as _};
use serde_json::json;

const HOST: Option<&str> = Some("127.0.0.1:PORT");
const TOKEN: Option<&str> = Some("Bearer TOKEN");
const JSON: Option<&str> = Some("application/json");

/// Line, `Host`, `Origin`, `Sec-Fetch-Site`, `Authorization`, `Content-Type` of a POST, status.
type Case = (&'static str, Text, Text, Text, Text, Text, u16);
type Text = Option<&'static str>;

#[rustfmt::skip]
const CASES: &[Case] = &[
    // The page itself has no data, and needs no token.
    ("GET /", HOST, None, None, None, None, 200),
    ("GET /", Some("localhost:PORT"), None, Some("none"), None, None, 200),
    ("GET /studio.js", HOST, Some("http://127.0.0.1:PORT"), Some("same-origin"), None, None, 200),
    ("GET /studio.js?x", HOST, None, None, None, None, 404),
    ("GET /../Cargo.toml", HOST, None, None, None, None, 404),
    ("GET //etc/passwd", HOST, None, None, None, None, 404),
    // Hosts: DNS rebinding.
    ("GET /", None, None, None, None, None, 403),
    ("GET /", Some("evil.example:PORT"), None, None, None, None, 403),
    ("GET /", Some("127.0.0.1"), None, None, None, None, 403),
    ("GET /", Some("127.0.0.1:1"), None, None, None, None, 403),
    ("GET /", Some("0.0.0.0:PORT"), None, None, None, None, 403),
    ("GET /", Some("[::1]:PORT"), None, None, None, None, 403),
    ("GET /", Some("127.0.0.1.evil.example:PORT"), None, None, None, None, 403),
    ("GET /api/books", Some("evil.example"), None, None, TOKEN, None, 403),
    // Origins, and other ports of this machine.
    ("GET /", HOST, Some("http://evil.example"), None, None, None, 403),
    ("GET /", HOST, Some("null"), None, None, None, 403),
    ("GET /", HOST, Some("https://127.0.0.1:PORT"), None, None, None, 403),
    ("GET /", HOST, Some("http://127.0.0.1:1"), None, None, None, 403),
    ("GET /", HOST, Some("http://localhost:PORT"), None, None, None, 403),
    ("GET /", HOST, None, Some("same-site"), None, None, 403),
    ("GET /", HOST, None, Some("cross-site"), None, None, 403),
    ("GET /api/books", HOST, None, Some("same-site"), TOKEN, None, 403),
    // The token.
    ("GET /api/books", HOST, None, None, TOKEN, None, 200),
    ("GET /api/books", HOST, None, None, None, None, 401),
    ("GET /api/books", HOST, None, None, Some("Bearer "), None, 401),
    ("GET /api/books", HOST, None, None, Some("Bearer 0123456789abcdef0123456789abcdef"), None, 401),
    ("GET /api/books", HOST, None, None, Some("Bearer TOKEN0"), None, 401),
    ("GET /api/books", HOST, None, None, Some("Basic TOKEN"), None, 401),
    ("GET /api/books?token=TOKEN", HOST, None, None, None, None, 401),
    ("GET /api/settings", HOST, None, None, None, None, 401),
    ("GET /api/preview/1/pages/1.svg", HOST, None, None, None, None, 401),
    ("GET /api/books/a/files/book.pdf", HOST, None, None, None, None, 401),
    // Changes: POST, JSON and the token together.
    ("POST /api/stop", HOST, None, None, TOKEN, JSON, 200),
    ("POST /api/stop", HOST, None, None, None, JSON, 401),
    ("POST /api/stop", HOST, None, None, TOKEN, None, 415),
    ("POST /api/stop", HOST, None, None, TOKEN, Some("text/plain"), 415),
    ("POST /api/stop", HOST, None, None, TOKEN, Some("application/x-www-form-urlencoded"), 415),
    ("POST /api/stop", HOST, None, None, TOKEN, Some("application/json; charset=utf-8"), 415),
    ("POST /api/stop", HOST, Some("http://evil.example"), None, TOKEN, JSON, 403),
    ("POST /api/close", HOST, None, Some("cross-site"), TOKEN, JSON, 403),
    ("POST /", HOST, None, None, TOKEN, JSON, 405),
    ("GET /api/stop", HOST, None, None, TOKEN, None, 404),
    ("OPTIONS /api/stop", HOST, Some("http://evil.example"), None, None, None, 403),
    ("OPTIONS /api/stop", HOST, None, None, TOKEN, None, 405),
    ("PUT /api/stop", HOST, None, None, TOKEN, JSON, 405),
    ("DELETE /api/books", HOST, None, None, TOKEN, JSON, 405),
    ("CONNECT /", HOST, None, None, TOKEN, None, 405),
    // No address leads to the token.
    ("GET /open/", HOST, None, None, None, None, 404),
    ("GET /#TOKEN", HOST, None, None, None, None, 404),
    // Names, never paths.
    ("GET /api/books/../files/manifest.json", HOST, None, None, TOKEN, None, 404),
    ("GET /api/books/a/files/../../secret.txt", HOST, None, None, TOKEN, None, 404),
    ("GET /api/books/%2e%2e/files/secret.txt", HOST, None, None, TOKEN, None, 404),
    ("GET /api/books/.studio/files/x", HOST, None, None, TOKEN, None, 404),
    ("GET /api/starts/../../x/picture", HOST, None, None, TOKEN, None, 404),
    ("GET /api/preview/1/pages/-1.svg", HOST, None, None, TOKEN, None, 404),
    ("GET /api/preview/18446744073709551616/pages/1.svg", HOST, None, None, TOKEN, None, 404),
];

#[test]
fn each_refusal_of_the_studio_has_its_status() {
    let studio = RunningStudio::start();
    let fill =
        |text: &str| text.replace("TOKEN", &studio.token).replace("PORT", &studio.port.to_string());
    for (line, host, origin, site, token, kind, status) in CASES {
        let names = ["Host", "Origin", "Sec-Fetch-Site", "Authorization", "Content-Type"];
        let values = [host, origin, site, token, kind].map(|value| value.map(fill));
        let headers = names.iter().zip(&values);
        let headers: Vec<_> =
            headers.filter_map(|(name, value)| Some((*name, value.as_deref()?))).collect();
        let body: &[u8] = if line.starts_with("POST") { b"{}" } else { b"" };
        let answer = studio.request(&fill(line), &headers, body);
        assert_eq!(answer.status, *status, "{line} {headers:?}");
        let head = answer.head.to_lowercase();
        for header in [
            "content-security-policy: default-src 'self'; img-src 'self' blob: data:; frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cache-control: no-store",
        ] {
            assert!(head.contains(header), "{line}: {head}");
        }
        assert!(!head.contains("access-control-"), "{line}: {head}");
        assert!(!head.contains("set-cookie"), "{line}: {head}");
        if *status != 200 {
            assert!(!String::from_utf8_lossy(&answer.body).contains(&studio.token), "{line}");
        }
    }
}

#[test]
fn page_opens_in_a_window_from_any_place() {
    let studio = RunningStudio::start();
    let host = format!("127.0.0.1:{}", studio.port);
    let status = |line: &str, site: &str, mode: &str, dest: &str| {
        let headers = [
            ("Host", &*host),
            ("Sec-Fetch-Site", site),
            ("Sec-Fetch-Mode", mode),
            ("Sec-Fetch-Dest", dest),
        ];
        studio.request(line, &headers, b"").status
    };
    assert_eq!(status("GET /", "cross-site", "navigate", "document"), 200);
    assert_eq!(status("GET /", "cross-site", "navigate", "iframe"), 403);
    assert_eq!(status("GET /", "cross-site", "no-cors", "document"), 403);
    assert_eq!(status("GET /studio.js", "cross-site", "navigate", "document"), 403);
    assert_eq!(status("GET /api/books", "cross-site", "navigate", "document"), 403);
    assert_eq!(status("POST /", "cross-site", "navigate", "document"), 405);
}

#[test]
fn a_header_twice_is_refused() {
    let studio = RunningStudio::start();
    let host = format!("127.0.0.1:{}", studio.port);
    let bearer = format!("Bearer {}", studio.token);
    let twice = [("Host", &*host), ("Host", &*host)];
    assert_eq!(studio.request("GET /", &twice, b"").status, 403);
    let twice = [("Host", &*host), ("Authorization", &*bearer), ("authorization", "Bearer x")];
    assert_eq!(studio.request("GET /api/books", &twice, b"").status, 401);
    let origins = [("Host", &*host), ("Origin", "http://evil.example"), ("ORIGIN", "null")];
    assert_eq!(studio.request("GET /", &origins, b"").status, 403);
}

#[test]
fn bodies_and_heads_have_bounds() {
    let mut studio = RunningStudio::start();
    let [(_, host), (_, bearer)] = studio.headers();
    let head = format!(
        "POST /api/stop HTTP/1.1\r\nHost: {host}\r\nAuthorization: {bearer}\r\n\
         Content-Type: application/json\r\n"
    );
    let status = |rest: &str| parse_answer(&studio.send(format!("{head}{rest}").as_bytes())).status;
    assert_eq!(status("Content-Length: 2\r\n\r\n{}"), 200);
    for length in ["1048577", "99999999999", "18446744073709551615", "18446744073709551616"] {
        assert_eq!(status(&format!("Content-Length: {length}\r\n\r\n{{}}")), 413, "{length}");
    }
    for length in ["-1", "+2", "2, 2", "0x2", ""] {
        assert_eq!(status(&format!("Content-Length: {length}\r\n\r\n{{}}")), 400, "{length:?}");
    }
    assert_eq!(status("Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}"), 400);
    assert_eq!(status("Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"), 411);
    assert_eq!(status(&format!("X: {}\r\n\r\n", "x".repeat(20_000))), 431);
    assert_eq!(status(&format!("{}\r\n", "X: y\r\n".repeat(100))), 431);
    // A body that is no request, and one with a field that no request has.
    assert_eq!(status("Content-Length: 1\r\n\r\n{"), 400);
    assert_eq!(status("Content-Length: 9\r\n\r\n{\"x\": 12}"), 400);
    assert!(studio.is_alive());
}

/// The parts from which malformed requests are put together.
const PARTS: [&str; 34] = [
    "GET ",
    "POST ",
    "HEAD ",
    "get ",
    "/",
    "/api/",
    "books",
    "preview",
    "save",
    "make",
    "upload",
    "check",
    "/../",
    "%00",
    "%2e%2e",
    "\\",
    "files/",
    "secret.txt",
    "picture.svg",
    " HTTP/1.1\r\n",
    " HTTP/1.0\r\n",
    " HTTP/9.9\r\n",
    "\r\n",
    "\n",
    "\r\n\r\n",
    "Host: 127.0.0.1:PORT\r\n",
    "Authorization: Bearer TOKEN\r\n",
    "Content-Type: application/json\r\n",
    "Content-Length: 40\r\n",
    "Content-Length: 9999999999999999999\r\n",
    "Expect: 100-continue\r\n",
    "{\"book\":\"../x\",\"values\":{\"logo\":\"../secret.txt\"}}",
    "{\"book\":\"x\",\"file\":\"../secret.png\",\"base64\":\"AAAA\"}",
    "\u{0}\u{7f}ÿ",
];

/// Requests that are right up to a hostile value.
fn hostile_body(random: &mut impl rand::Rng) -> (&'static str, serde_json::Value) {
    let paths =
        ["../secret.txt", "/etc/passwd", "..", "a/../../secret.txt", "\u{0}", "", "link.png"];
    let path = paths[random.random_range(0..paths.len())];
    let names = ["logo", "picture", "back", "pattern", "template", "lang", "printer"];
    let name = names[random.random_range(0..names.len())];
    match random.random_range(0..10) {
        0 => ("/api/preview", json!({ "book": "x", "values": { name: path, "total": "2" } })),
        1 => ("/api/save", json!({ "book": path, "values": { "title": "x" } })),
        2 => ("/api/make", json!({ "book": path, "values": {} })),
        4 => ("/api/read", json!({ "file": path, "base64": "AAAA" })),
        5 => ("/api/import", json!({ "file": path, "base64": "AAAA", "faults": "keep" })),
        6 => ("/api/shelf", json!({ "book": path, "action": "rename", "title": path })),
        7 => ("/api/new", json!({ "start": path, "values": { "title": path, "weeks": path } })),
        8 => ("/api/make-all", json!({ "book": path })),
        3 => ("/api/upload", json!({ "book": "x", "file": path, "base64": "AAAA" })),
        _ => ("/api/check", json!({ "file": path, "printer": path, "base64": "AAAA" })),
    }
}

#[test]
fn malformed_requests_reach_no_file() {
    let mut studio = RunningStudio::start();
    let secret = "only outside of the folder";
    std::fs::write(studio.bench.path("secret.txt"), secret).unwrap();
    std::fs::write(studio.bench.path("secret.png"), secret).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("../secret.png", studio.folder().join("link.png")).unwrap();
    let before = files_below(&studio.bench.path(""));
    let mut random = StdRng::seed_from_u64(55);
    for round in 0..10_000 {
        let answer = if round % 4 == 0 {
            let (path, body) = hostile_body(&mut random);
            let answer = studio.post(path, &body);
            assert_ne!(answer.status, 0, "{path} {body}");
            answer.body
        } else {
            let count = random.random_range(1..14);
            let mut request: Vec<u8> = Vec::new();
            for _ in 0..count {
                let part = PARTS[random.random_range(0..PARTS.len())];
                let part = part.replace("PORT", &studio.port.to_string());
                request.extend(part.replace("TOKEN", &studio.token).bytes());
            }
            if random.random_range(0..3) == 0 && !request.is_empty() {
                let place = random.random_range(0..request.len());
                request[place] = random.next_u32() as u8;
            }
            studio.send(&request)
        };
        assert!(!String::from_utf8_lossy(&answer).contains(secret), "round {round}");
    }
    assert!(studio.is_alive());
    assert_eq!(studio.get("/api/books").status, 200);
    // Files of the browser go into the folder of their book alone, here x.
    let mut after = files_below(&studio.bench.path(""));
    after.retain(|(path, _)| !path.starts_with(studio.folder().join("x")));
    assert_eq!(after, before);
    assert_eq!(studio.post("/api/close", &json!({})).status, 200);
    let (code, said) = studio.end();
    assert_eq!(code, Some(0), "{said}");
    assert!(!said.contains("panicked"), "{said}");
}
