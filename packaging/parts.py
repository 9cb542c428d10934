#!/usr/bin/env python3
"""parts.py TARGET FEATURES FOLDER: what the program is made of, in two files of a folder.

THIRD-PARTY.txt has the licence of every package that is compiled into it, and of its fonts. A text that several packages
share is there once, below all of their names. A package without a text of its own is under Apache-2.0 or MIT, whose texts
are the project's own; any other is an error.

sudoku-press.cyclonedx.json is the list of these packages for programs (SBOM, CycloneDX 1.5).
"""

import json
import os
import re
import subprocess
import sys
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEXT = re.compile(r"^(un)?licen[cs]e|^copying|^copyright|^notice", re.IGNORECASE)
# C code in folders of their own.
INSIDE = {"zstd-sys": ["zstd/LICENSE"]}

# A package whose text is in another of its repository.
SAME = {"alloc-stdlib": "alloc-no-stdlib"}


def shipped(target, features):
    """The packages that the program is linked from, by name, each with the ids of those that it needs itself."""
    command = ["cargo", "metadata", "--format-version=1", "--locked"]
    command += ["--filter-platform", target, "--features", features]
    metadata = json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    first = metadata["resolve"]["root"]
    waiting = [first]
    while waiting:
        package = packages[waiting.pop()]
        if "needs" not in package:
            kinds = ((one["pkg"], one["dep_kinds"]) for one in nodes[package["id"]]["deps"])
            package["needs"] = sorted(name for name, all in kinds if any(kind["kind"] is None for kind in all))
            waiting += package["needs"]
    own = packages.pop(first)
    found = [package for package in packages.values() if "needs" in package]
    return own, sorted(found, key=lambda one: (one["name"], one["version"]))


def texts(package, packages):
    """The licence texts of a package."""
    if package["name"] in SAME:
        return texts(next(one for one in packages if one["name"] == SAME[package["name"]]), packages)
    folder = Path(package["manifest_path"]).parent
    files = [file for file in folder.iterdir() if file.is_file() and TEXT.match(file.name)]
    files = [file for file in files if file.suffix not in (".rs", ".toml", ".html")]
    files += [folder / name for name in INSIDE.get(package["name"], [])]
    found = [file.read_text(encoding="utf-8", errors="replace").strip() for file in sorted(files)]
    if found:
        return found
    if "Apache-2.0" in package["license"]:
        return [(ROOT / "LICENSE-APACHE").read_text(encoding="utf-8").strip()]
    if package["license"] == "MIT":
        text = (ROOT / "LICENSE-MIT").read_text(encoding="utf-8").strip()
        names = ", ".join(package["authors"]) or f"the authors of {package['name']}"
        return [re.sub("(?m)^Copyright.*$", f"Copyright (c) {names}", text)]
    raise SystemExit(f"{package['name']}: expected a text of {package['license']}, found none")


def third_party(packages):
    """The lines of THIRD-PARTY.txt."""
    users = {}
    for package in packages:
        for text in texts(package, packages):
            # The same words with other line ends and margins are the same text.
            users.setdefault(" ".join(text.split()), (text, []))[1].append(f"{package['name']} {package['version']}")
    # Crates of the workspace are the program itself.
    packages = [package for package in packages if package["source"]]
    yield "sudoku-press is under MIT or Apache-2.0. The program has these packages in it, each under its own licence:\n"
    for package in packages:
        yield f"    {package['name']} {package['version']}: {package['license']}"
    yield "\nand the standard library of Rust, under MIT or Apache-2.0, SQLite, which is in the public domain, and the fonts"
    yield "at the end, under the SIL Open Font License."
    for text, names in users.values():
        yield f"\n{'=' * 80}\n{', '.join(dict.fromkeys(names))}\n\n{text}"
    for file in sorted((ROOT / "crates/page/templates/fonts").glob("OFL-*.txt")):
        yield f"\n{'=' * 80}\nThe fonts {file.stem.removeprefix('OFL-')}\n\n{file.read_text(encoding='utf-8').strip()}"


def sbom(own, packages):
    """The list of packages as CycloneDX: no path and no number that another build would not have."""
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text(encoding="utf-8"))["package"]
    sums = {(package["name"], package["version"]): package.get("checksum") for package in lock}
    addresses = {one["id"]: f"pkg:cargo/{one['name']}@{one['version']}" for one in [own, *packages]}

    def component(kind, package):
        address = addresses[package["id"]]
        licence = package["license"].replace("/", " OR ")
        told = {"type": kind, "bom-ref": address, "name": package["name"], "version": package["version"], "purl": address}
        checksum = sums[package["name"], package["version"]]
        if checksum:
            told["hashes"] = [{"alg": "SHA-256", "content": checksum}]
        return told | {"licenses": [{"expression": licence}]}

    rust = subprocess.run(["rustc", "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout.split()[1]
    library = {"type": "library", "bom-ref": "std", "name": "Rust standard library", "version": rust}
    moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"])))
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"timestamp": moment, "component": component("application", own)},
        "components": [component("library", package) for package in packages] + [library],
        "dependencies": [
            {"ref": addresses[one["id"]], "dependsOn": [addresses[id] for id in one["needs"]]}
            for one in [own, *packages]
        ],
    }


def main(target, features, folder):
    own, packages = shipped(target, features)
    assert len(packages) > 100, f"expected some hundred packages, found {len(packages)}"
    with open(Path(folder) / "THIRD-PARTY.txt", "w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in third_party(packages))
    with open(Path(folder) / "sudoku-press.cyclonedx.json", "w", encoding="utf-8", newline="\n") as file:
        json.dump(sbom(own, packages), file, indent=1)
        file.write("\n")


main(*sys.argv[1:])
