//! Clients that send nothing, send slowly or read slowly keep nobody waiting.

use crate::support::studio::{RunningStudio, request, small_book};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

#[test]
fn page_is_answered_beside_idle_and_slow_clients() {
    let studio = RunningStudio::start();
    let connect = || TcpStream::connect(("127.0.0.1", studio.port)).unwrap();
    let idle: Vec<_> = (0..40).map(|_| connect()).collect();
    // Clients that were refused, and send more.
    let mut slow: Vec<_> = (0..12).map(|_| connect()).collect();
    for stream in &mut slow {
        stream.write_all(b"GET /api/books HTTP/1.1\r\nHost: evil.example\r\n\r\n").unwrap();
    }
    for round in 0..3 {
        for stream in &mut slow {
            let _ = stream.write_all(b"x");
        }
        let begin = Instant::now();
        for path in ["/", "/api/settings"] {
            assert_eq!(studio.get(path).status, 200, "{path}");
        }
        assert!(begin.elapsed() < Duration::from_secs(1), "{round}: {:?}", begin.elapsed());
    }
    drop(idle);
}

#[test]
fn oldest_idle_clients_give_way_to_new_ones() {
    let studio = RunningStudio::start();
    let connect = |_| TcpStream::connect(("127.0.0.1", studio.port)).unwrap();
    let mut idle: Vec<_> = (0..300).map(connect).collect();
    let begin = Instant::now();
    assert_eq!(studio.get("/api/settings").status, 200);
    assert!(begin.elapsed() < Duration::from_secs(1), "{:?}", begin.elapsed());
    idle[0].set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    // The studio has closed the first one, with or without a reset.
    assert!(!matches!(idle[0].read(&mut [0; 1]), Ok(1)));
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
}

#[test]
fn client_that_trickles_a_body_is_dropped() {
    let studio = RunningStudio::start();
    let begin = Instant::now();
    let [(_, host), (_, bearer)] = studio.headers();
    let head = format!(
        "POST /api/stop HTTP/1.1\r\nHost: {host}\r\nAuthorization: {bearer}\r\n\
         Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
    );
    let mut stream = TcpStream::connect(("127.0.0.1", studio.port)).unwrap();
    stream.write_all(head.as_bytes()).unwrap();
    while stream.write_all(b" ").is_ok() {
        assert!(begin.elapsed() < Duration::from_secs(20), "it is still read");
        std::thread::sleep(Duration::from_millis(250));
    }
}

/// Twelve such clients held all workers of the studio.
#[test]
fn slow_bodies_take_no_place_of_a_worker() {
    let studio = RunningStudio::start();
    let [(_, host), (_, bearer)] = studio.headers();
    let head = format!(
        "POST /api/preview HTTP/1.1\r\nHost: {host}\r\nAuthorization: {bearer}\r\n\
         Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
    );
    let mut trickling = Vec::new();
    for _ in 0..40 {
        let mut stream = TcpStream::connect(("127.0.0.1", studio.port)).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        trickling.push(stream);
    }
    for round in 0..4 {
        for stream in &mut trickling {
            stream.write_all(b" ").unwrap();
        }
        let begin = Instant::now();
        assert_eq!(studio.get("/api/settings").status, 200);
        assert!(begin.elapsed() < Duration::from_secs(2), "{round}: {:?}", begin.elapsed());
    }
}

/// Reads some bytes of an answer now and then. Returns the number of all bytes that came.
fn read_slowly(stream: &mut TcpStream, begin: Instant) -> usize {
    let mut bytes = vec![0; 1 << 16];
    let mut count = 0;
    while begin.elapsed() < Duration::from_secs(13) {
        count += stream.read(&mut bytes).unwrap_or(0);
        std::thread::sleep(Duration::from_millis(200));
    }
    while let Ok(length @ 1..) = stream.read(&mut bytes) {
        count += length;
    }
    count
}

#[test]
fn slow_readers_take_no_place_and_are_dropped() {
    let studio = RunningStudio::start();
    studio.post("/api/make", &request("rainy", &small_book()));
    // An answer that no buffer of the system holds.
    let whole = 24_000_000;
    std::fs::write(studio.folder().join("rainy/proof.html"), vec![b'x'; whole]).unwrap();
    let file = "/api/books/rainy/files/proof.html";
    assert_eq!(studio.get(file).body.len(), whole);
    let mut slow: Vec<_> = (0..14).map(|_| studio.begin(&format!("GET {file}"), "")).collect();
    let begin = Instant::now();
    std::thread::sleep(Duration::from_secs(1));
    let asked = Instant::now();
    assert_eq!(studio.get("/api/settings").status, 200);
    assert!(asked.elapsed() < Duration::from_secs(3), "{:?}", asked.elapsed());
    let read = read_slowly(&mut slow[0], begin);
    assert!(read < whole, "{read} of {whole}");
}
