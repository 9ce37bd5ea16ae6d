//! Whatever is handed out has the texts of the licences in it: the crates, the wheel, the package for Node and that for VS Code.

use std::fs;

const TEXTS: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

#[test]
fn every_package_has_the_licences() {
    let [apache, mit] = TEXTS.map(|text| fs::read_to_string(text).unwrap());
    for folder in ["engine", "python"] {
        let own = TEXTS.map(|text| fs::read_to_string(format!("{folder}/{text}")).unwrap());
        assert_eq!(own, [apache.clone(), mit.clone()], "{folder}");
    }
    assert!(fs::read_to_string("editors/vscode/LICENSE.txt").unwrap().ends_with(&format!("{mit}\n{apache}")));
    // Each of these is told to take them.
    for (file, said) in [
        ("python/pyproject.toml", "license-files = [\"LICENSE-*\"]"),
        ("web/package/package.json", "\"LICENSE-APACHE\", \"LICENSE-MIT\""),
        ("web/build", "cp ../LICENSE-{APACHE,MIT} package"),
        ("packaging/release", "packaging/notices \"$1\""),
    ] {
        assert!(fs::read_to_string(file).unwrap().contains(said), "{file}");
    }
}
