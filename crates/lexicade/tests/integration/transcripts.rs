//! Complete matches in plain lines, through a pipe and in a real terminal. Both must show the same text, with or
//! without colours.
//!
//! `UPDATE=1 cargo test -p lexicade --test integration transcripts::` writes the transcripts again: read the
//! difference.

use crate::shared::{Folder, Transcript};

#[test]
fn every_transcript_is_the_output_through_a_pipe() {
    for transcript in Transcript::all() {
        let typed: String = transcript.typed().iter().map(|line| format!("{line}\n")).collect();
        let now = Folder::new().out(&transcript.args(), &typed);
        if std::env::var_os("UPDATE").is_some() {
            let text = format!("{}---\n{now}", transcript.script);
            std::fs::write(&transcript.path, text).unwrap();
        } else {
            assert_eq!(now, transcript.printed, "{}", transcript.path.display());
        }
    }
}

#[test]
fn every_game_has_a_transcript() {
    let all = Transcript::all();
    for game in ["wizards", "hand", "wampus", "junior", "build", "wordle"] {
        let plays = |transcript: &Transcript| transcript.args().contains(&game);
        assert!(all.iter().any(plays), "{game}");
    }
}

#[cfg(unix)]
#[test]
fn every_transcript_is_the_same_in_a_real_terminal() {
    if std::env::var_os("UPDATE").is_some() {
        return; // The other test is writing them.
    }
    for transcript in Transcript::all() {
        let folder = Folder::new();
        let mut screen =
            crate::screen::PtyScreen::open(&folder, &transcript.args(), &[], (3000, 80));
        let mut seen = 0;
        for typed in transcript.typed() {
            seen = screen.wait_for_prompt(&transcript.printed, seen, typed);
            screen.type_line(typed);
        }
        assert_eq!(screen.status(), 0, "{}", transcript.path.display());
        let printed = crate::screen::trimmed(&transcript.printed);
        assert_eq!(screen.text(), printed, "{}", transcript.path.display());
    }
}
