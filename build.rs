//! Passes the build information to `--version`.

use std::path::Path;
use std::{env, fs};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let out = env::var("OUT_DIR").expect("cargo sets it");
    println!("cargo::rustc-env=BUILT_FEATURES={}", features());
    println!("cargo::rustc-env=BUILT_PROFILE={}", profile(Path::new(&out)));
    println!("cargo::rustc-env=BUILT_COMMIT={}", commit(Path::new(&root)));
}

/// Returns the features of this build in alphabetical order.
fn features() -> String {
    let keys = env::vars().map(|(key, _)| key);
    let names = keys.filter_map(|key| Some(key.strip_prefix("CARGO_FEATURE_")?.to_lowercase()));
    let names = names.map(|name| name.replace('_', "-"));
    let mut names: Vec<_> = names.filter(|name| name != "default").collect();
    names.sort();
    if names.is_empty() { "none".to_owned() } else { names.join(" ") }
}

/// Returns the profile of this build. Cargo passes only the base profile, but `out` is
/// `PROFILE/build/PACKAGE/out`.
fn profile(out: &Path) -> String {
    let folder = out.ancestors().nth(3).and_then(Path::file_name);
    folder.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// Returns the commit of the sources: the variable `PRESS_COMMIT`, which packaging/build sets, or
/// the file that cargo puts into a published crate.
fn commit(root: &Path) -> String {
    println!("cargo::rerun-if-env-changed=PRESS_COMMIT");
    let given = env::var("PRESS_COMMIT").ok();
    let packed = || {
        let info = fs::read_to_string(root.join(".cargo_vcs_info.json")).ok()?;
        let (_, after) = info.split_once("\"sha1\": \"")?;
        Some(after.split('"').next()?.to_owned())
    };
    given.or_else(packed).unwrap_or_else(|| "not recorded".to_owned())
}
