//! Generates the lists of built-in designs, job files, printers, languages and explanation texts
//! from the files in `templates`. A new file there is built in without further changes. The script
//! also passes the build information to `--version`.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let out = env::var("OUT_DIR").expect("cargo sets it");
    for list in ["jobs"] {
        let folder = Path::new(&root).join("templates").join(list);
        println!("cargo::rerun-if-changed={}", folder.display());
        let files = fs::read_dir(&folder).expect("the folder is there");
        let mut paths: Vec<_> = files.map(|file| file.expect("it can be listed").path()).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
        paths.sort();
        let mut code = String::from("&[\n");
        for path in paths {
            let name = path.file_stem().expect("it has a name").to_string_lossy();
            let _ = writeln!(code, "    ({name:?}, include_str!({path:?})),");
        }
        code.push_str("]\n");
        let file = Path::new(&out).join(format!("{list}.rs"));
        fs::write(file, code).expect("the folder can be written");
    }
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
