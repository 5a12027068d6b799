//! The dependencies of the crates point down only, and the rules use nothing of the system.

use crate::shared::root;
use std::process::Command;

/// The names of all crates that a crate is built from, including itself.
fn built_from(name: &str) -> Vec<String> {
    let tree = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(["tree", "--offline", "--edges", "normal", "--prefix", "none", "--package", name])
        .output()
        .unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let text = String::from_utf8(tree.stdout).unwrap();
    text.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

#[test]
fn dependencies_point_down_only() {
    // Crates of the same layer don't depend on each other.
    let order: [&[&str]; 6] =
        [&["words"], &["engine"], &["games"], &["hall"], &["line", "tui", "web"], &["lexicade"]];
    for (place, floor) in order.iter().enumerate() {
        for name in *floor {
            let from = built_from(name);
            for above in
                order[place..].iter().flat_map(|floor| *floor).filter(|above| *above != name)
            {
                assert!(!from.iter().any(|crate_name| crate_name == above), "{name} needs {above}");
            }
        }
    }
}

#[test]
fn the_rules_are_built_without_io_clock_or_threads() {
    let outside = ["tokio", "mio", "socket2", "getrandom", "rand", "async-std", "rayon"];
    for name in built_from("games") {
        assert!(!outside.contains(&name.as_str()), "games is built from {name}");
    }
}

#[test]
fn the_rules_use_no_system_interfaces() {
    let outside =
        ["std::fs", "std::io", "std::net", "std::env", "std::time", "std::thread", "std::process"];
    let mut seen = 0;
    for name in ["words", "engine", "games"] {
        let mut folders = vec![root().join("crates").join(name).join("src")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let file = path.file_name().unwrap().to_string_lossy().into_owned();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                // The repository itself may be in a folder with any name.
                let is_test =
                    path.strip_prefix(root()).unwrap().to_string_lossy().contains("tests");
                if file.ends_with(".rs") && !is_test {
                    let text = std::fs::read_to_string(&path).unwrap();
                    for what in outside {
                        assert!(!text.contains(what), "{} uses {what}", path.display());
                    }
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 20);
}

#[test]
fn cargo_run_has_one_program_to_run() {
    let run = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(["metadata", "--offline", "--no-deps", "--format-version", "1"])
        .output()
        .unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    let members = metadata["workspace_default_members"].as_array().unwrap();
    let packages = metadata["packages"].as_array().unwrap().iter();
    let programs: Vec<_> = packages
        .filter(|package| members.contains(&package["id"]))
        .flat_map(|package| package["targets"].as_array().unwrap())
        .filter(|target| target["kind"][0] == "bin")
        .map(|target| target["name"].as_str().unwrap())
        .collect();
    assert_eq!(programs, ["lexicade"]);
}
