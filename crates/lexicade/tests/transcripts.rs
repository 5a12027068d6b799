//! Whole matches in the plain terminal, as they are read: through a pipe, and through a real terminal,
//! where the same lines are typed one by one and the same text stands on the screen, colours or not.
//!
//! `UPDATE=1 cargo test -p lexicade --test transcripts` writes them anew: read what has changed.

#[cfg(unix)]
#[path = "shared/screen.rs"]
mod screen;
mod shared;

use shared::{Folder, Transcript};

#[test]
fn every_transcript_reads_as_written_through_a_pipe() {
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
fn every_transcript_reads_the_same_in_a_real_terminal() {
    if std::env::var_os("UPDATE").is_some() {
        return; // They are being written.
    }
    for transcript in Transcript::all() {
        let folder = Folder::new();
        let mut screen = screen::PtyScreen::open(&folder, &transcript.args(), &[], (3000, 80));
        let mut seen = 0;
        for typed in transcript.typed() {
            seen = screen.wait_for_prompt(&transcript.printed, seen, typed);
            screen.type_line(typed);
        }
        assert_eq!(screen.status(), 0, "{}", transcript.path.display());
        let printed = screen::trimmed(&transcript.printed);
        assert_eq!(screen.text(), printed, "{}", transcript.path.display());
    }
}
