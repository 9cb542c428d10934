//! Network file systems. SQLite isolates processes by locks and shared memory, which such file
//! systems lack or only pretend to have.

use std::path::Path;

/// The types of file systems that several hosts mount, as Linux names them. Types of FUSE are
/// listed without `fuse.`.
const NETWORK_FILE_SYSTEMS: &str = "\
    nfs nfs4 cifs smb3 smbfs lustre gpfs mmfs ceph afs auristorfs beegfs beegfs_nodev glusterfs \
    ocfs2 gfs2 pvfs2 orangefs panfs ncpfs coda wekafs sshfs s3fs rclone gcsfuse goofys mountpoint-s3 \
    ceph-fuse davfs juicefs mfs seaweedfs blobfuse2 curlftpfs davfs2";

/// Returns true if several hosts mount this type of file system, as Linux names it.
fn is_network(kind: &str) -> bool {
    let name = kind.strip_prefix("fuse.").unwrap_or(kind);
    NETWORK_FILE_SYSTEMS.split(' ').any(|network| network == name)
}

/// A line of `/proc/self/mountinfo`: see proc(5).
struct Mount {
    /// The bytes of the mount point.
    point: Vec<u8>,
    /// The type of the file system.
    kind: String,
}

impl Mount {
    fn parse(line: &[u8]) -> Option<Self> {
        let mut words = line.split(|byte| *byte == b' ');
        let point = decode_octal(words.nth(4)?);
        let kind = words.skip_while(|word| *word != b"-").nth(1)?;
        Some(Self { point, kind: String::from_utf8_lossy(kind).into_owned() })
    }
}

/// Returns the type of the file system at a resolved path: that of the deepest mount, and of
/// several at the same place the last one.
fn file_system_at(real: &Path, mounts: &[u8]) -> Option<String> {
    let mut kind = None;
    let mut depth = 0;
    for mount in mounts.split(|byte| *byte == b'\n').filter_map(Mount::parse) {
        let Ok(point) = str::from_utf8(&mount.point) else {
            continue;
        };
        if real.starts_with(point) && point.len() >= depth {
            (kind, depth) = (Some(mount.kind), point.len());
        }
    }
    kind
}

/// Returns the type of the network file system at a path. Returns `None` if it is on a local disk,
/// or the system does not tell.
pub(super) fn network_file_system(real: &Path) -> Option<String> {
    let mounts = std::fs::read("/proc/self/mountinfo").ok()?;
    file_system_at(real, &mounts).filter(|kind| is_network(kind))
}

/// Decodes a mount point on Linux, in which blanks and backslashes are written as `\040`.
fn decode_octal(mut text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    while let [first, rest @ ..] = text {
        let digits = rest.get(..3).and_then(|digits| str::from_utf8(digits).ok());
        let number = digits.and_then(|digits| u8::from_str_radix(digits, 8).ok());
        let escaped = number.filter(|_| *first == b'\\');
        bytes.push(escaped.unwrap_or(*first));
        text = if escaped.is_some() { &rest[3..] } else { rest };
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_in_mount_points_are_read() {
        assert_eq!(decode_octal(br"/a\040b\134c\11"), br"/a b\c\11");
    }

    /// Lines in the format of proc(5).
    const MOUNTS: &[u8] = br"22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
36 22 0:30 / /mnt/night\040shift rw,noatime shared:20 - nfs4 nas:/volume rw,vers=4.2
37 36 8:2 / /mnt/night\040shift/disk rw master:7 propagate_from:2 - xfs /dev/sdb1 rw
38 22 0:40 / /srv rw - cifs //nas/srv rw
39 22 0:41 / /srv rw - tmpfs none rw
40 22 0:42 / /home/a rw - fuse.sshfs a@b: rw
41 22 0:43 / /home/b rw - fuse.ntfs-3g /dev/sdc1 rw
42 22 0:44 / /mnt/c rw - 9p C:\134 rw,aname=drvfs
";

    #[test]
    fn deepest_and_last_mount_decides_the_file_system() {
        for (path, kind, network) in [
            ("/etc", "ext4", false),
            ("/mnt/night", "ext4", false),
            ("/mnt/night shift", "nfs4", true),
            ("/mnt/night shift/printed.archive", "nfs4", true),
            ("/mnt/night shift/disk/printed.archive", "xfs", false),
            ("/mnt/night shifts/printed.archive", "ext4", false),
            ("/srv/printed.archive", "tmpfs", false),
            ("/home/a/printed.archive", "fuse.sshfs", true),
            ("/home/b/printed.archive", "fuse.ntfs-3g", false),
            // A directory of the same machine.
            ("/mnt/c/printed.archive", "9p", false),
        ] {
            let found = file_system_at(Path::new(path), MOUNTS).unwrap();
            assert_eq!((found.as_str(), is_network(&found)), (kind, network), "{path}");
        }
    }
}
