//! Places of files that several hosts share: folders here, buckets in `objects`.

use super::names::{create_folder, names_in, sync_folder};
use super::output::{self, Existing, Pending};
use std::collections::HashSet;
use std::fmt::Debug;
use std::fs;
use std::io::{self, Read, Seek, Write as _};
use std::path::Path;
use std::time::SystemTime;

/// A file that is being read.
pub(crate) trait Input: Read + Seek + Send + Debug {}

impl<T: Read + Seek + Send + Debug> Input for T {}

/// What is done with shared files. Files are whole before others see them.
pub(crate) trait Place {
    /// Opens a file for reading.
    fn open(&'static self, path: &Path) -> io::Result<Box<dyn Input>>;

    /// Size in bytes, and the time at which it was written.
    fn about(&self, path: &Path) -> io::Result<(u64, SystemTime)>;

    fn exists(&self, path: &Path) -> io::Result<bool> {
        match self.about(path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(false),
            about => about.map(|_| true),
        }
    }

    /// The names in a folder. Of a network file system they may be old.
    fn names(&self, folder: &Path) -> io::Result<HashSet<String>>;

    fn create_folder(&self, folder: &Path) -> io::Result<()>;

    /// Writes a file. If its name must be free, one of several hosts succeeds, and the others are told `AlreadyExists`.
    fn put(&'static self, path: &Path, bytes: Vec<u8>, existing: Existing) -> io::Result<()>;

    /// Gives a file a second name, or a copy under that name, which may be taken.
    fn copy(&self, from: &Path, to: &Path) -> io::Result<()>;
}

/// Folders of this host or of a network file system, with hard links.
pub(super) struct Folders;

impl Place for Folders {
    fn open(&'static self, path: &Path) -> io::Result<Box<dyn Input>> {
        Ok(Box::new(output::open(path)?))
    }

    fn about(&self, path: &Path) -> io::Result<(u64, SystemTime)> {
        let about = fs::metadata(path)?;
        Ok((about.len(), about.modified()?))
    }

    fn names(&self, folder: &Path) -> io::Result<HashSet<String>> {
        Ok(names_in(folder)?.into_iter().collect())
    }

    fn create_folder(&self, folder: &Path) -> io::Result<()> {
        create_folder(folder)?;
        sync_folder(folder)
    }

    fn put(&'static self, path: &Path, bytes: Vec<u8>, existing: Existing) -> io::Result<()> {
        let mut file = match existing {
            Existing::Keep => Pending::begin(path, existing),
            Existing::Replace => Pending::shared(path),
        }?;
        file.write_all(&bytes)?;
        file.commit().map(drop)
    }

    fn copy(&self, from: &Path, to: &Path) -> io::Result<()> {
        match fs::remove_file(to) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
            _ => {}
        }
        if fs::hard_link(from, to).is_ok() {
            return Ok(());
        }
        let mut file = Pending::shared(to)?;
        io::copy(&mut output::open(from)?, &mut file)?;
        file.commit().map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{at, is_object, output};
    use super::*;
    use std::io::{ErrorKind, SeekFrom};
    use std::path::PathBuf;
    use temp_dir::TempDir;

    /// A folder, and a prefix of the bucket that `tests/s3/run` has made.
    fn each(test: impl Fn(PathBuf)) {
        let folder = TempDir::new().unwrap();
        test(folder.path().to_owned());
        if let Ok(bucket) = std::env::var("TEST_S3") {
            test(Path::new(&bucket).join(output::unique()));
        }
    }

    #[test]
    fn a_name_that_must_be_free_is_given_once() {
        each(|folder| {
            let (place, path) = (at(&folder).unwrap(), folder.join("run.json"));
            assert!(!place.exists(&path).unwrap());
            place.put(&path, b"first".into(), Existing::Keep).unwrap();
            for bytes in ["first", "second"] {
                let refused = place.put(&path, bytes.into(), Existing::Keep).unwrap_err();
                assert_eq!(refused.kind(), ErrorKind::AlreadyExists, "{refused}");
            }
            assert_eq!(output::read(&path).unwrap(), b"first");
            assert_eq!(place.names(&folder).unwrap(), ["run.json".to_owned()].into());
        });
    }

    #[test]
    fn files_are_replaced_and_copied() {
        each(|folder| {
            let place = at(&folder).unwrap();
            let [path, copy] = ["a", "made/b"].map(|name| folder.join(name));
            place.create_folder(&folder.join("made")).unwrap();
            for bytes in ["", "first", "first", "longer than that", "other"] {
                place.put(&path, bytes.into(), Existing::Replace).unwrap();
                assert_eq!(output::read(&path).unwrap(), bytes.as_bytes());
                place.copy(&path, &copy).unwrap();
                assert_eq!(output::read(&copy).unwrap(), bytes.as_bytes());
                assert_eq!(place.about(&copy).unwrap().0, bytes.len() as u64);
            }
            let names = |folder: &Path| place.names(folder).unwrap();
            assert_eq!(names(&folder), ["a".to_owned(), "made".to_owned()].into());
            assert_eq!(names(&folder.join("made")), ["b".to_owned()].into());
            let missing = output::read(&folder.join("b")).unwrap_err();
            assert_eq!(missing.kind(), ErrorKind::NotFound);
        });
    }

    /// Steps back and forth over the bytes that are fetched together.
    #[test]
    fn any_range_of_a_file_is_read() {
        each(|folder| {
            let path = folder.join("numbers");
            let bytes: Vec<u8> = (0..150_000_u32).flat_map(u32::to_be_bytes).collect();
            let mut pending = Pending::shared(&path).unwrap();
            bytes.chunks(70_001).for_each(|chunk| pending.write_all(chunk).unwrap());
            let record = pending.commit().unwrap();
            assert_eq!(record.difference(&folder).unwrap(), None);
            let mut file = at(&path).unwrap().open(&path).unwrap();
            let end = bytes.len();
            assert_eq!(file.seek(SeekFrom::End(0)).unwrap(), end as u64);
            for from in
                [0, 131_071, 131_072, 131_073, 500_000, 7, end - 5, 393_216, 0, end, end + 9]
            {
                for count in [1, 26, 4_000, 200_000, end] {
                    file.seek(SeekFrom::Start(from as u64)).unwrap();
                    let mut read = Vec::new();
                    (&mut file).take(count as u64).read_to_end(&mut read).unwrap();
                    let expected = &bytes[from.min(end)..(from + count).min(end)];
                    assert!(read == expected, "{count} from {from}");
                }
            }
        });
    }

    #[test]
    fn an_object_that_is_replaced_while_it_is_read_is_an_error() {
        each(|folder| {
            let path = folder.join("keys");
            let (place, old) = (at(&path).unwrap(), vec![1; 300_000]);
            place.put(&path, old.clone(), Existing::Replace).unwrap();
            let mut file = place.open(&path).unwrap();
            file.read_exact(&mut [0; 10]).unwrap();
            place.put(&path, vec![2; 300_000], Existing::Replace).unwrap();
            file.rewind().unwrap();
            let mut read = Vec::new();
            match file.read_to_end(&mut read) {
                Ok(_) => assert!(read == old && !is_object(&path)),
                Err(e) => assert!(is_object(&path) && e.to_string().contains("meanwhile"), "{e}"),
            }
        });
    }
}
