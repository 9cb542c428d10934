//! Sharded runs in a bucket: the bytes of a folder, refusals that keep secrets, a server that is gone at
//! any moment. `tests/s3/run` starts a server; without it these tests look at the words alone.

use crate::cli::Bench;
use crate::shards::{BANDS, in_shards};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::process::Output;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use sudoku_press::store::table::compress::Reader;

/// A prefix that is free; `None` without a server.
pub fn prefix() -> Option<String> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let bucket = std::env::var("TEST_S3").ok()?;
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    Some(format!("{bucket}/test{}x{number}", std::process::id()))
}

/// Where the server listens.
fn server() -> String {
    std::env::var("AWS_ENDPOINT_URL").unwrap().replace("http://", "")
}

/// A request to the server without this program: the answer's body.
fn ask(request: &str, prefix: &str, name: &str, body: &[u8]) -> Vec<u8> {
    let host = server();
    let mut stream = TcpStream::connect(&host).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let path = prefix.replace("s3:/", "");
    let who = "Authorization: AWS4-HMAC-SHA256 Credential=tests/20260101/us-east-1/s3/aws4_request";
    let length = body.len();
    write!(stream, "{request} {path}/{name} HTTP/1.0\r\nHost: {host}\r\n{who}\r\nContent-Length: {length}\r\n\r\n")
        .unwrap();
    stream.write_all(body).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let head = answer.windows(4).position(|at| at == b"\r\n\r\n").unwrap();
    let status = String::from_utf8_lossy(&answer[..head]).into_owned();
    assert!(status.contains(" 200 ") || status.contains(" 204 "), "{request} {name}: {status}");
    answer.split_off(head + 4)
}

/// All files of a folder with their paths.
fn files(folder: &Path, below: &str, all: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = format!("{below}{}", entry.file_name().to_str().unwrap());
        match entry.path().is_dir() {
            true => files(&entry.path(), &(name + "/"), all),
            false => drop(all.insert(name, fs::read(entry.path()).unwrap())),
        }
    }
}

const PLAN: &str =
    "--grid cyclic --finished-houses allow --quota 3=2500,5=40 --seed 5 --attempts 3 --threads 1";

#[test]
fn parts_in_a_bucket_have_the_bytes_of_those_in_a_folder() {
    let Some(bucket) = prefix() else { return };
    let bench = Bench::new();
    for folder in ["d", &bucket] {
        let shard = |n| format!("generate {PLAN} --into {folder} --part 250 --shard {n}/2");
        bench.ends(&shard(1), 0, "");
        let missing = bench.run(&format!("shards status {folder} --missing")).stdout;
        assert_eq!(String::from_utf8(missing).unwrap(), "0\n");
        bench.ends(&format!("shards merge {folder} --bucket 0/4"), 1, "(shard 0 of 2) is missing");
        bench.ends(&shard(0), 0, "");
        bench.ends(&shard(0), 0, "");
        for bucket in [3, 2, 0, 1] {
            bench.ends(&format!("shards merge {folder} --bucket {bucket}/4"), 0, "duplicates");
        }
        bench.ends(&format!("shards settle {folder}"), 0, "made again");
        bench.ends(&format!("shards finish {folder} --shard 1/2"), 0, "");
        bench.ends(&format!("shards finish {folder}"), 3, "level 3");
        bench.ends(&format!("generate {PLAN} --into {folder} --part 250"), 3, "nothing to do");
        bench.ends(&format!("generate {PLAN} --into {folder} --part 50"), 2, "other part");
        bench.ends(&format!("verify {folder}"), 0, "");
        let said = bench.run(&format!("shards status {folder}")).stdout;
        assert!(String::from_utf8(said).unwrap().contains("next: nothing"));
    }
    bench.ends(&format!("generate {PLAN} --out one.csv"), 3, "");
    bench.ends(&format!("shards join {bucket} --out joined.csv"), 0, "");
    assert!(bench.read("joined.csv") == bench.read("one.csv"));
    let again = bench.read("one.csv");
    let again =
        String::from_utf8(again).unwrap().lines().filter(|row| !row.ends_with(",0")).count();
    assert!(again > 100, "{again} rows were made again");
    let mut all = BTreeMap::new();
    files(&bench.path("d"), "", &mut all);
    assert!(all.len() > 40);
    // It has the command, with the name of the folder.
    assert!(all.remove("shards.json").is_some());
    for (name, bytes) in &all {
        let mut object = Vec::new();
        let opened = Reader::open(Path::new(&format!("{bucket}/{name}")));
        opened.unwrap().read_to_end(&mut object).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(object == *bytes, "{name}");
    }
    #[cfg(feature = "parquet")]
    {
        let parquet = format!("generate {PLAN} --format parquet");
        let objects = format!("{bucket}/parquet");
        bench.ends(&format!("{parquet} --out one.parquet"), 3, "");
        bench.ends(&format!("{parquet} --into {objects} --part 250"), 3, "made again");
        bench.ends(&format!("shards join {objects} --out joined.parquet"), 0, "");
        assert!(bench.read("joined.parquet") == bench.read("one.parquet"));
        bench.ends(&format!("verify {objects}"), 0, "");
        bench.ends(&format!("proof {objects} --out parquet.html"), 0, "");
    }
    bench.ends(&format!("proof {bucket} --out proof.html"), 0, "");
    // A book of the objects.
    bench.ends(&format!("book {bucket} --out book.pdf"), 0, "");

    // Damage is named, and made again. What was made with other bytes stays beside.
    let name = "made/L3-000001.keys";
    for (damaged, words) in [(&all[name][..9_000], "cut off"), (b"", "cut off")] {
        ask("PUT", &bucket, name, damaged);
        bench.ends(&format!("shards merge {bucket} --bucket 0/1"), 1, words);
    }
    ask("DELETE", &bucket, name, b"");
    bench.ends(&format!("shards merge {bucket} --bucket 0/1"), 1, "L3-000001 (shard 0 of 2)");
    ask("DELETE", &bucket, "manifest.json", b"");
    bench.ends(&format!("generate {PLAN} --into {bucket} --part 250"), 3, "level 3");
    assert!(ask("GET", &bucket, name, b"") == all[name]);
    assert!(ask("GET", &bucket, "manifest.json", b"") == all["manifest.json"]);
    let part = "L3-000001.csv";
    ask("PUT", &bucket, part, b"other");
    bench.ends(&format!("shards join {bucket} --out again.csv"), 1, "L3-000001.csv has changed");
    assert_eq!(bench.run(&format!("verify {bucket}")).status.code(), Some(1));
    bench.ends(&format!("shards finish {bucket}"), 3, "");
    assert!(ask("GET", &bucket, part, b"") == all[part]);
}

/// More parts of a band than are merged at once: what is merged on the way is in the bucket, too.
#[test]
fn bands_in_a_bucket_have_the_bytes_of_one_machine() {
    let Some(bucket) = prefix() else { return };
    let bench = Bench::new();
    for (form, ending) in [("", "csv"), ("--format parquet", "parquet")] {
        let (plan, folder) = (format!("{BANDS} {form}"), format!("{bucket}-{ending}"));
        bench.ends(&format!("generate {plan} --out one.{ending}"), 3, "");
        assert_eq!(in_shards(&bench, &plan, &folder, 20, 3, ""), 3);
        bench.ends(&format!("verify {folder}"), 0, "");
        bench.ends(&format!("shards join {folder} --out joined.{ending}"), 0, "");
        assert!(
            bench.read(&format!("joined.{ending}")) == bench.read(&format!("one.{ending}")),
            "{ending}"
        );
    }
}

#[test]
fn a_refusal_repeats_no_secret() {
    let bench = Bench::new();
    let bucket = prefix();
    let run = |folder: &str, set: &[(&str, &str)]| -> (Option<i32>, String) {
        let mut command = bench.command(&format!("shards status {folder}"));
        for name in ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"] {
            command.env_remove(name);
        }
        let Output { status, stdout, stderr } = command.envs(set.iter().copied()).output().unwrap();
        assert!(stdout.is_empty());
        (status.code(), String::from_utf8(stderr).unwrap())
    };
    let (key, secret, token) = ("WRONGKEY7", "hunter2secret", "hunter2token");
    let keys = [
        ("AWS_ACCESS_KEY_ID", key),
        ("AWS_SECRET_ACCESS_KEY", secret),
        ("AWS_SESSION_TOKEN", token),
    ];
    let mut said = Vec::new();
    if cfg!(feature = "s3") {
        for set in [&keys[..0], &keys[..1], &keys[1..]] {
            let (code, words) = run("s3://bucket/a", set);
            assert!(words.contains("expected the variables AWS_ACCESS_KEY_ID"), "{words}");
            assert_eq!(code, Some(2));
            said.push(words);
        }
        for name in
            ["s3://WRONGKEY7:hunter2secret@bucket/a", "s3://", "s3:///a", "s3://bucket//hunter2"]
        {
            let (code, words) = run(name, &keys);
            assert!(words.contains("expected a name such as s3://bucket/prefix"), "{words}");
            assert_eq!(code, Some(2));
            said.push(words);
        }
        for (name, value) in [
            ("AWS_ENDPOINT_URL", "hunter2"),
            ("AWS_ENDPOINT_URL", "http://hunter2 host"),
            ("AWS_ENDPOINT_URL", "ftp://hunter2"),
            ("AWS_REGION", "eu hunter2"),
            ("AWS_CONNECT_TIMEOUT", "hunter2"),
        ] {
            let (code, words) = run("s3://bucket/a", &[&keys[..], &[(name, value)]].concat());
            assert_eq!(code, Some(2), "{name}: {words}");
            assert!(words.contains("expected"), "{words}");
            said.push(words);
        }
        // Nobody listens.
        let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let endpoint = format!("http://{free}");
        let (code, words) = run(
            "s3://bucket/a",
            &[&keys[..], &[("AWS_ENDPOINT_URL", &endpoint), ("AWS_ALLOW_HTTP", "true")]].concat(),
        );
        assert!(words.contains("there is no answer from the server"), "{words}");
        assert_eq!(code, Some(1));
        said.push(words);
    } else {
        let (code, words) = run("s3://bucket/a", &keys);
        assert!(words.contains("built without it") && words.contains("--features s3"), "{words}");
        bench.ends("generate --count 1 --into s3://bucket/a", 2, "--features s3");
        bench.ends("shards status s3://bucket/a", 2, "--features s3");
        assert_eq!(code, Some(2));
        assert!(bench.names(".").is_empty());
    }
    if let Some(folder) = bucket {
        let (code, words) = run(&folder, &keys);
        assert!(words.contains("the server refuses it"), "{words}");
        assert_eq!(code, Some(1));
        said.push(words);
        bench.ends(&format!("shards status {folder}"), 2, "found no run.json");
        bench.ends("generate --count 1 --into s3://no-such-bucket/a", 74, "no such bucket");
    }
    for words in said {
        assert!(
            ![key, secret, token, "hunter2"].iter().any(|secret| words.contains(secret)),
            "{words}"
        );
    }
}

/// Passes this number of connections on to the server, and is gone then. Returns how many there were.
fn passes(connections: usize, listener: TcpListener) -> usize {
    for n in 0..connections {
        let (mut from, mut to) =
            (listener.accept().unwrap().0, TcpStream::connect(server()).unwrap());
        if from.peek(&mut [0]).unwrap_or(0) == 0 {
            return n;
        }
        let (mut back_from, mut back_to) = (to.try_clone().unwrap(), from.try_clone().unwrap());
        thread::spawn(move || {
            let _ = io::copy(&mut from, &mut to);
            let _ = to.shutdown(Shutdown::Write);
        });
        let _ = io::copy(&mut back_from, &mut back_to);
        let _ = back_to.shutdown(Shutdown::Both);
    }
    connections
}

const NIGHT: &str =
    "generate --grid cyclic --finished-houses allow --quota 3=200 --threads 1 --seed 2 --part 100";

/// Answers every request with 503 until the time is over.
fn refuses(listener: &TcpListener, until: Instant) {
    listener.set_nonblocking(true).unwrap();
    while Instant::now() < until {
        if let Ok((mut client, _)) = listener.accept() {
            client.set_nonblocking(false).unwrap();
            client.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
            let mut request = [0; 1 << 16];
            while client.read(&mut request).is_ok_and(|count| count > 0) {}
            let refusal =
                "HTTP/1.1 503 Slow Down\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
            let _ = client.write_all(refusal.as_bytes());
        } else {
            thread::sleep(Duration::from_millis(5));
        }
    }
    listener.set_nonblocking(false).unwrap();
}

/// Connections are refused, or each request is.
#[test]
fn a_server_that_refuses_for_a_minute_is_waited_for() {
    let Some(prefix) = prefix() else { return };
    let bench = Bench::new();
    bench.ends(&format!("{NIGHT} --out right.csv"), 0, "");
    thread::scope(|threads| {
        for words in ["refused", "503"] {
            let (bench, folder) = (&bench, format!("{prefix}-{words}"));
            threads.spawn(move || {
                let listener = TcpListener::bind("127.0.0.1:0").unwrap();
                let at = listener.local_addr().unwrap();
                let mut command = bench.command(&format!("{NIGHT} --into {folder}"));
                let begun = Instant::now();
                let passing = thread::spawn(move || {
                    passes(6, listener.try_clone().unwrap());
                    let until = Instant::now() + Duration::from_secs(61);
                    if words == "503" {
                        refuses(&listener, until);
                        return passes(usize::MAX, listener);
                    }
                    drop(listener);
                    thread::sleep(until - Instant::now());
                    passes(usize::MAX, TcpListener::bind(at).unwrap())
                });
                let output = command.env("AWS_ENDPOINT_URL", format!("http://{at}")).output();
                let output = output.unwrap();
                drop(TcpStream::connect(at));
                passing.join().unwrap();
                assert!(output.status.success(), "{words}: {output:?}");
                assert!(begun.elapsed() > Duration::from_secs(61), "{words}");
                bench.ends(&format!("shards join {folder} --out {words}.csv"), 0, "");
                assert!(bench.read(&format!("{words}.csv")) == bench.read("right.csv"));
            });
        }
    });
}

#[test]
fn a_server_that_is_gone_in_the_middle_leaves_nothing_half() {
    let Some(prefix) = prefix() else { return };
    let bench = Bench::new();
    let run = |folder: &str, most: usize| {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let at = listener.local_addr().unwrap();
        let passing = thread::spawn(move || passes(most, listener));
        let mut command = bench.command(&format!("{NIGHT} --into {folder}"));
        let output = command.env("AWS_ENDPOINT_URL", format!("http://{at}")).output().unwrap();
        // One that says nothing ends the count.
        drop(TcpStream::connect(at));
        (output, passing.join().unwrap())
    };
    // The whole night first: how many connections it needs.
    let (whole, connections) = run(&prefix, usize::MAX);
    assert!(whole.status.success() && connections > 8, "{connections}: {whole:?}");
    bench.ends(&format!("{NIGHT} --out right.csv"), 0, "");
    thread::scope(|threads| {
        for most in [0, connections / 2, connections - 3, connections - 1] {
            let (bench, run, folder) = (&bench, &run, format!("{prefix}-{most}"));
            threads.spawn(move || {
                let (output, _) = run(&folder, most);
                let said = String::from_utf8(output.stderr).unwrap();
                assert!(matches!(output.status.code(), Some(1 | 74)), "{most}: {said}");
                assert!(said.contains("there is no answer from the server"), "{most}: {said}");
                bench.ends(&format!("{NIGHT} --into {folder}"), 0, "");
                bench.ends(&format!("shards join {folder} --out {most}.csv"), 0, "");
                assert!(bench.read(&format!("{most}.csv")) == bench.read("right.csv"));
                bench.ends(&format!("verify {folder}"), 0, "");
            });
        }
    });
}
