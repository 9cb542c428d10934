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
    let kind = kind.strip_prefix("fuse.").unwrap_or(kind);
    NETWORK_FILE_SYSTEMS.split(' ').any(|network| network == kind)
}

/// Returns the type of the file system at a resolved path, by the lines of `/proc/self/mountinfo`:
/// the deepest mount, and of several at the same place the last one.
fn file_system_at(real: &Path, mounts: &[u8]) -> Option<String> {
    let mounts = mounts.split(|byte| *byte == b'\n').filter_map(|line| {
        let mut words = line.split(|byte| *byte == b' ');
        let point = decode_escapes(words.nth(4)?, OCTAL_ESCAPE);
        let kind = words.skip_while(|word| *word != b"-").nth(1)?;
        let point = Path::new(str::from_utf8(&point).ok()?).to_owned();
        real.starts_with(&point)
            .then(|| (point.components().count(), String::from_utf8_lossy(kind).into_owned()))
    });
    mounts.max_by_key(|(depth, _)| *depth).map(|(_, kind)| kind)
}

/// Returns the type of the network file system at a path. Returns `None` if it is on a local disk,
/// or the system does not tell.
pub(super) fn network_file_system(real: &Path) -> Option<String> {
    let mounts = std::fs::read("/proc/self/mountinfo").ok()?;
    file_system_at(real, &mounts).filter(|kind| is_network(kind))
}

/// The escapes of blanks and backslashes in a mount point on Linux: `\040`.
pub(super) const OCTAL_ESCAPE: (u8, usize, u32) = (b'\\', 3, 8);

/// Decodes bytes that are written as numbers: after this mark, with this number of digits, to this
/// base.
pub(super) fn decode_escapes(mut text: &[u8], (mark, digits, base): (u8, usize, u32)) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    while let [first, rest @ ..] = text {
        let number = rest.get(..digits).filter(|_| *first == mark);
        let number = number.and_then(|n| u8::from_str_radix(str::from_utf8(n).ok()?, base).ok());
        bytes.push(number.unwrap_or(*first));
        text = if number.is_some() { &rest[digits..] } else { rest };
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_in_mount_points_are_read() {
        assert_eq!(decode_escapes(br"/a\040b\134c\11", OCTAL_ESCAPE), br"/a b\c\11");
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
