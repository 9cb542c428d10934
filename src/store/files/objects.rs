//! Objects of a bucket, as files: S3, and stores that speak its protocol. The only user of the crates `object_store`
//! and `tokio`.
//!
//! An object appears whole or not at all, and a listing is never old. A name that must be free is asked for as such
//! (If-None-Match), and an object is replaced only as it was seen (If-Match).
//!
//! Who asks is said by the variables of the environment that all programs for S3 read. They are read here, so that a
//! secret is in no setting, and what a server answers is not repeated, because it may quote them.

use super::output::Existing;
use super::place::{Input, Place};
use object_store::aws::{AmazonS3, AmazonS3Builder, AmazonS3ConfigKey as Key};
use object_store::client::HttpError;
use object_store::path::Path as Name;
use object_store::{
    BackoffConfig, ClientConfigKey, Error, GetOptions, ObjectStore as _, ObjectStoreExt as _,
    PutMode, PutPayload, RetryConfig, UpdateVersion,
};
use std::collections::{BTreeMap, HashSet};
use std::env;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};
use tokio::runtime::{Builder, Runtime};

/// Bytes that are fetched together: twice as many each time, as long as the reading goes on.
const LEAST: u64 = 1 << 17;
const MOST: u64 = 1 << 23;

/// How long a request is tried again while a server refuses or says nothing. One that has never answered may be a name
/// that is wrong.
const FIRST: Duration = Duration::from_secs(20);
const PATIENCE: Duration = Duration::from_secs(120);

#[derive(Debug)]
struct Bucket {
    /// Gives up after [`FIRST`] and after [`PATIENCE`].
    stores: [AmazonS3; 2],
    answered: AtomicBool,
    runtime: Runtime,
}

/// The bucket of a path, which stays open.
pub(super) fn of(path: &Path) -> io::Result<&'static dyn Place> {
    static OPEN: Mutex<BTreeMap<String, &'static Bucket>> = Mutex::new(BTreeMap::new());
    let (bucket, _) = split(path)?;
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bucket) = open.get(&bucket) {
        return Ok(*bucket);
    }
    let opened: &'static Bucket = Box::leak(Box::new(Bucket::open(&bucket)?));
    open.insert(bucket, opened);
    Ok(opened)
}

fn refused(words: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, words)
}

/// The bucket of a path, and the name of the object. What has another form is not repeated: it may have a secret.
fn split(path: &Path) -> io::Result<(String, Name)> {
    let text = path.to_string_lossy().replace('\\', "/");
    let (bucket, name) = text[5..].split_once('/').unwrap_or((&text[5..], ""));
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b".-".contains(&b);
    let plain = (3..=63).contains(&bucket.len()) && bucket.bytes().all(plain);
    match Name::parse(name.trim_end_matches('/')) {
        Ok(object) if plain && !name.starts_with('/') => Ok((bucket.to_owned(), object)),
        _ => {
            Err(refused("expected a name such as s3://bucket/prefix, found a name of another form"))
        }
    }
}

impl Bucket {
    fn open(bucket: &str) -> io::Result<Self> {
        // Large parts take long, and connections that wait while puzzles are made may be gone.
        let mut builder = AmazonS3Builder::new()
            .with_config(Key::Client(ClientConfigKey::Timeout), "10 minutes")
            .with_config(Key::Client(ClientConfigKey::PoolIdleTimeout), "3 seconds");
        for (name, value) in env::vars_os() {
            if let (Some(name), Some(value)) = (name.to_str(), value.to_str())
                && name.starts_with("AWS_")
                && let Ok(key) = name.to_ascii_lowercase().parse()
            {
                builder = builder.with_config(key, value);
            }
        }
        let value = |key: Key| builder.get_config_value(&key).filter(|value| !value.is_empty());
        let is = |key: Key| value(key).is_some();
        let keys = [Key::AccessKeyId, Key::SecretAccessKey].map(is);
        let others = [
            Key::WebIdentityTokenFile,
            Key::ContainerCredentialsRelativeUri,
            Key::ContainerCredentialsFullUri,
        ];
        let says = |key: Key| value(key).as_deref() == Some("true");
        if keys != [true; 2] && !others.into_iter().any(is) && !says(Key::SkipSignature) {
            return Err(refused(
                "expected the variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, found none or one alone",
            ));
        }
        let plain = |text: String| {
            text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._:/[]".contains(&b))
        };
        for endpoint in [Key::Endpoint, Key::S3Endpoint].into_iter().filter_map(value) {
            let http =
                says(Key::Client(ClientConfigKey::AllowHttp)) && endpoint.starts_with("http://");
            if !plain(endpoint.clone()) || !http && !endpoint.starts_with("https://") {
                return Err(refused(
                    "expected https://HOST in AWS_ENDPOINT_URL, or http://HOST:PORT and AWS_ALLOW_HTTP=true, found \
                     something else",
                ));
            }
        }
        let region = value(Key::Region).is_none_or(plain);
        let backoff =
            BackoffConfig { max_backoff: Duration::from_secs(3), ..BackoffConfig::default() };
        let builder = builder.with_bucket_name(bucket);
        let store = |retry_timeout| {
            let retry =
                RetryConfig { backoff: backoff.clone(), max_retries: usize::MAX, retry_timeout };
            builder.clone().with_retry(retry).build().ok()
        };
        let wrong = "expected AWS_REGION and other variables of S3 as its documentation has them, found one of another form";
        let stores = store(FIRST).zip(store(PATIENCE)).filter(|_| region);
        let stores = stores.ok_or_else(|| refused(wrong))?.into();
        let runtime = Builder::new_current_thread().enable_all().build()?;
        Ok(Self { stores, answered: AtomicBool::new(false), runtime })
    }

    fn wait<'a, T, W>(&'a self, work: impl FnOnce(&'a AmazonS3) -> W) -> io::Result<T>
    where
        W: Future<Output = Result<T, Error>> + 'a,
    {
        let [first, patient] = &self.stores;
        let store = if self.answered.load(Ordering::Relaxed) { patient } else { first };
        let answer = self.runtime.block_on(work(store)).map_err(failed);
        use io::ErrorKind as Kind;
        let silent = answer
            .as_ref()
            .is_err_and(|e| matches!(e.kind(), Kind::ConnectionRefused | Kind::Other));
        self.answered.fetch_or(!silent, Ordering::Relaxed);
        answer
    }

    fn object(&'static self, path: &Path) -> io::Result<Object> {
        let (_, name) = split(path)?;
        let about = self.wait(|store| store.head(&name))?;
        let block = (0, Vec::new());
        let head = Vec::new();
        Ok(Object { bucket: self, name, size: about.size, tag: about.e_tag, at: 0, head, block })
    }
}

/// An error in words that have nothing of what was sent.
fn failed(e: Error) -> io::Error {
    let said = e.to_string();
    let word = |begin: &str| {
        let word = said.split_once(begin)?.1;
        let word = &word[..word.find(|c: char| !c.is_ascii_alphanumeric())?];
        (!word.is_empty()).then(|| format!(" ({word})"))
    };
    let status = word("status code: ").unwrap_or_default();
    let code = word("<Code>").unwrap_or(status.clone());
    let mut cause: Option<&dyn std::error::Error> = Some(&e);
    let mut unanswered = false;
    while let Some(next) = cause {
        unanswered |= next.is::<HttpError>();
        cause = next.source();
    }
    use io::ErrorKind as Kind;
    let (kind, words) = match &e {
        _ if code == " (NoSuchBucket)" => (Kind::NotFound, "there is no such bucket"),
        Error::NotFound { .. } => (Kind::NotFound, "there is no such object"),
        Error::AlreadyExists { .. } => (Kind::AlreadyExists, "there is an object of this name"),
        Error::Precondition { .. } | Error::NotModified { .. } => {
            (Kind::AlreadyExists, "another host has changed the object meanwhile")
        }
        _ if [" (401)", " (403)"].contains(&status.as_str()) => (
            Kind::PermissionDenied,
            "the server refuses it; AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY say who asks, AWS_REGION where",
        ),
        _ if unanswered => (
            Kind::ConnectionRefused,
            "there is no answer from the server; AWS_ENDPOINT_URL and AWS_REGION say which it is",
        ),
        _ => (Kind::Other, "the server cannot do it"),
    };
    io::Error::new(kind, format!("{words}{code}"))
}

impl Place for Bucket {
    fn open(&'static self, path: &Path) -> io::Result<Box<dyn Input>> {
        Ok(Box::new(self.object(path)?))
    }

    fn about(&self, path: &Path) -> io::Result<(u64, SystemTime)> {
        let (_, name) = split(path)?;
        let about = self.wait(|store| store.head(&name))?;
        Ok((about.size, about.last_modified.into()))
    }

    fn names(&self, folder: &Path) -> io::Result<HashSet<String>> {
        let (_, folder) = split(folder)?;
        let listed = self.wait(|store| store.list_with_delimiter(Some(&folder)))?;
        let files = listed.objects.into_iter().map(|about| about.location);
        let names = listed.common_prefixes.into_iter().chain(files);
        Ok(names.filter_map(|name| name.filename().map(str::to_owned)).collect())
    }

    fn create_folder(&self, _: &Path) -> io::Result<()> {
        Ok(())
    }

    /// The same bytes are not written again, and other bytes are replaced as they were seen: of two hosts none
    /// replaces by accident what the other has written meanwhile.
    fn put(&'static self, path: &Path, bytes: Vec<u8>, existing: Existing) -> io::Result<()> {
        let (_, name) = split(path)?;
        let payload = PutPayload::from(bytes);
        let bytes = payload.iter().next().map_or(&[][..], |bytes| bytes);
        let mut mode = PutMode::Create;
        loop {
            match self.wait(|store| store.put_opts(&name, payload.clone(), mode.into())) {
                Err(e)
                    if e.kind() == io::ErrorKind::AlreadyExists
                        && existing == Existing::Replace => {}
                put => return put.map(drop),
            }
            mode = match self.object(path) {
                Ok(mut object) => match object.has(bytes)? {
                    true => return Ok(()),
                    false => PutMode::Update(UpdateVersion { e_tag: object.tag, version: None }),
                },
                Err(e) if e.kind() == io::ErrorKind::NotFound => PutMode::Create,
                Err(e) => return Err(e),
            };
        }
    }

    fn copy(&self, from: &Path, to: &Path) -> io::Result<()> {
        let ((_, from), (_, to)) = (split(from)?, split(to)?);
        self.wait(|store| store.copy(&from, &to))
    }
}

/// An object that is being read: as it was when it was opened, or an error.
#[derive(Debug)]
struct Object {
    bucket: &'static Bucket,
    name: Name,
    size: u64,
    tag: Option<String>,
    at: u64,
    /// The first bytes, where files of keys have their slices.
    head: Vec<u8>,
    /// What was fetched last, and where it begins.
    block: (u64, Vec<u8>),
}

impl Object {
    fn has(&mut self, mut bytes: &[u8]) -> io::Result<bool> {
        let mut block = vec![0; 1 << 16];
        while self.size == (self.at + bytes.len() as u64) && !bytes.is_empty() {
            let count = self.read(&mut block)?;
            let (first, rest) = bytes.split_at(count);
            if first != &block[..count] {
                return Ok(false);
            }
            bytes = rest;
        }
        Ok(self.at == self.size && bytes.is_empty())
    }

    fn fetch(&mut self) -> io::Result<()> {
        let (begin, block) = &self.block;
        let goes_on = self.at > 0 && self.at == begin + block.len() as u64;
        let count = if goes_on { (2 * block.len() as u64).min(MOST) } else { LEAST };
        let range = self.at..(self.at + count).min(self.size);
        let (range, if_match) = (Some(range.into()), self.tag.clone());
        let options = GetOptions { range, if_match, ..GetOptions::default() };
        let name = &self.name;
        let get = async |store: &AmazonS3| store.get_opts(name, options).await?.bytes().await;
        let bytes = self.bucket.wait(get)?;
        if self.at == 0 {
            self.head = bytes.to_vec();
        }
        self.block = (self.at, bytes.into());
        Ok(())
    }
}

impl Read for Object {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.at >= self.size {
            return Ok(0);
        }
        let inside =
            |begin: u64, bytes: &[u8]| (begin..begin + bytes.len() as u64).contains(&self.at);
        if !inside(0, &self.head) && !inside(self.block.0, &self.block.1) {
            self.fetch()?;
        }
        let (begin, bytes) = match (self.at as usize) < self.head.len() {
            true => (0, &self.head),
            false => (self.block.0, &self.block.1),
        };
        let rest = bytes.get((self.at - begin) as usize..).unwrap_or_default();
        if rest.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let count = rest.len().min(into.len());
        into[..count].copy_from_slice(&rest[..count]);
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for Object {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.size.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at =
            at.ok_or_else(|| refused("expected a place in the object, found one before it"))?;
        Ok(self.at)
    }
}
