//! A full disk: a small one in memory. Only root on Linux can create it; elsewhere the tests are skipped, and `hall`
//! tests the same with a file that may not grow.

use crate::screen::PtyScreen;
use crate::shared::Folder;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A disk of one megabyte.
struct Disk(PathBuf);

impl Disk {
    fn new(folder: &Folder) -> Option<Disk> {
        let at = folder.path().join("disk");
        std::fs::create_dir(&at).unwrap();
        let mut mount = Command::new("mount");
        let made = mount.args(["-t", "tmpfs", "-o", "size=1m", "tmpfs"]).arg(&at).output();
        made.ok()?.status.success().then_some(Disk(at))
    }

    /// Fills the disk except for `free` bytes.
    fn fill(&self, free: usize) -> PathBuf {
        let filler = self.0.join("filler");
        std::fs::write(&filler, vec![0; (1 << 20) - free]).unwrap();
        filler
    }

    /// Leaves nothing free.
    fn fill_up(&self) -> PathBuf {
        let filler = self.0.join("filler");
        let mut file = std::fs::File::create(&filler).unwrap();
        while file.write_all(&[0; 4096]).is_ok() {}
        filler
    }

    fn path(&self) -> &Path {
        &self.0
    }

    fn make_read_only(&self) {
        let mount = Command::new("mount").args(["-o", "remount,ro"]).arg(&self.0).status();
        assert!(mount.unwrap().success());
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[test]
fn a_full_disk_refuses_moves_until_there_is_space_again() {
    let folder = Folder::new();
    let Some(disk) = Disk::new(&folder) else {
        eprintln!("skipped: a disk can be made by the superuser only");
        return;
    };
    let data = disk.path().to_str().unwrap();
    let filler = disk.fill(300_000);
    let args = ["pipe", "junior", "--seats", "4", "--seed", "1", "--save", "--data", data];
    let mut child = folder.command(&args).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut next = || -> Value {
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    };
    let mut play = || input.write_all(b"/bot random\n").unwrap();
    next();
    let mut last_seq = next()["seq"].as_u64().unwrap();
    let refused = loop {
        play();
        let answer = next();
        match answer["seq"].as_u64() {
            Some(seq) => last_seq = seq,
            None => break answer,
        }
    };
    assert!(last_seq > 0);
    assert_eq!(refused["refused"]["code"], "house.store");
    let text = refused["refused"]["text"].as_str().unwrap();
    assert!(text.contains("there is no room left") && text.contains("free some"), "{text}");
    // Moves stay refused, and stored data can be read.
    play();
    assert_eq!(next()["refused"]["code"], "house.store");
    let list = folder.out(&["matches", "--data", data], "");
    assert!(list.contains("junior"), "{list}");
    // The same program continues as soon as there is space.
    std::fs::remove_file(filler).unwrap();
    play();
    assert_eq!(next()["seq"], last_seq + 1);
    drop(input);
    assert!(child.wait().unwrap().success());
    let rebuilt = folder.out(&["rebuild", "--data", data], "");
    assert_eq!(rebuilt, "Rebuilt from 1 match log.\n");
}

#[test]
fn every_game_can_be_played_on_a_full_disk() {
    let folder = Folder::new();
    let Some(disk) = Disk::new(&folder) else {
        eprintln!("skipped: a disk can be made by the superuser only");
        return;
    };
    disk.fill(0);
    let data = disk.path().to_str().unwrap();
    for game in ["wizards", "hand", "wampus", "junior", "wordle"] {
        let output = folder.run(&[game, "--data", data], "");
        assert!(output.status.success(), "{output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains("will not be saved"), "{said}");
    }
}

#[test]
fn a_player_on_a_disk_that_fills_up_may_continue_retry_or_quit() {
    let folder = Folder::new();
    let Some(disk) = Disk::new(&folder) else {
        eprintln!("skipped: a disk can be made by the superuser only");
        return;
    };
    let data = disk.path().to_str().unwrap();
    let args = ["wizards", "--seed", "1", "--set", "level=apprentice", "--data", data];
    for answer in ["n", "y", "the end of input"] {
        let mut screen = PtyScreen::open(&folder, &args, &[], (60, 80));
        screen.wait_for("Guess (S shuffles, E leaves):");
        let before = screen.raw.len();
        screen.type_line("s");
        screen.wait_for_answer(before);
        let filler = disk.fill_up();
        // For a while, writes fit into the space that the file already has.
        let mut shuffles = 0;
        while !screen.text().ends_with("n to try again)") {
            assert!(shuffles < 300, "it is never full: {}", screen.text());
            shuffles += 1;
            let before = screen.raw.len();
            screen.type_line("s");
            screen.wait_for_answer(before);
        }
        let text = screen.text().replace('\n', " ");
        assert!(text.contains("there is no room left"), "{text}");
        std::fs::remove_file(&filler).unwrap();
        let before = screen.raw.len();
        if answer == "the end of input" {
            screen.type_bytes(b"\x04");
            assert_eq!(screen.status(), 0, "{}", screen.text());
            break;
        }
        screen.type_line(answer);
        screen.wait_for_answer(before);
        let before = screen.raw.len();
        screen.type_line("/reveal");
        screen.wait_for_answer(before);
        screen.type_line("/quit");
        assert_eq!(screen.status(), 0, "{}", screen.text());
    }
    // All matches are there: one complete, the others as far as they were stored.
    let list = folder.out(&["matches", "--data", data], "");
    assert_eq!(list.lines().count(), 3, "{list}");
}

#[test]
fn on_a_read_only_disk_the_player_may_play_without_saving() {
    let folder = Folder::new();
    let Some(disk) = Disk::new(&folder) else {
        eprintln!("skipped: a disk can be made by the superuser only");
        return;
    };
    let data = disk.path().to_str().unwrap();
    folder.out(&["wordle", "--seed", "1", "--data", data], "crane\n");
    disk.make_read_only();
    let listed = folder.out(&["matches", "--data", data], "");
    assert!(listed.contains("wordle   1 of 6"), "{listed}");
    let mut screen =
        PtyScreen::open(&folder, &["wordle", "--seed", "1", "--data", data], &[], (40, 80));
    screen.wait_for("Play without saving? (y/n)");
    agrees_and_plays(screen);
    // An unfinished match is resumed if the player agrees.
    let mut screen = PtyScreen::open(&folder, &["play", "--data", data], &[], (40, 80));
    screen.wait_for("Guess:");
    assert!(screen.text().contains("CRANE"), "{}", screen.text());
    screen.type_line("slate");
    screen.wait_for("n to try again)");
    agrees_and_plays(screen);
    let listed = folder.out(&["matches", "--data", data], "");
    assert!(listed.contains("wordle   1 of 6"), "{listed}");
}

/// Reads why nothing can be saved, agrees, and plays a guess in Wordle.
fn agrees_and_plays(mut screen: PtyScreen) {
    assert!(screen.text().replace('\n', " ").contains("cannot be written to"), "{}", screen.text());
    screen.type_line("y");
    screen.wait_for("Guess:");
    screen.type_line("slate");
    screen.wait_until("a guess", |text| text.contains("SLATE:"));
    screen.wait_for("Guess:");
    screen.type_line("/quit");
    assert_eq!(screen.status(), 0);
}
