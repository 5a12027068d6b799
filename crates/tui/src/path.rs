//! Paths as people type them: `~/` is the home folder, as in a shell.

use std::path::{Path, PathBuf};

pub(crate) fn expand_tilde(text: &str) -> PathBuf {
    from(text, std::env::home_dir().as_deref())
}

fn from(text: &str, home: Option<&Path>) -> PathBuf {
    match (text.trim().strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(text.trim()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tilde_is_home() {
        let home = Some(Path::new("/home/ann"));
        for (text, path) in [
            ("~/w.txt", "/home/ann/w.txt"),
            (" ~/a b.play ", "/home/ann/a b.play"),
            ("w.txt", "w.txt"),
            ("/tmp/~/w", "/tmp/~/w"),
            ("~bo/w", "~bo/w"),
        ] {
            assert_eq!(from(text, home), Path::new(path), "{text}");
        }
        assert_eq!(from("~/w.txt", None), Path::new("~/w.txt"));
    }
}
