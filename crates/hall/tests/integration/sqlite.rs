//! SQLite files: errors, damage, full disks, backups, and two programs at once.

use crate::common::{Scratch, after, id, opened, played, start};
use engine::{Seat, Viewer};
use hall::{Condition, Hall, MatchFilter, Store, StoreError};
use rusqlite::Connection;
use std::path::Path;
use std::process::Command;

fn open(file: &Path) -> StoreError {
    Store::sqlite(file).unwrap_err()
}

#[tokio::test]
async fn entries_and_texts_survive_a_restart() {
    let scratch = Scratch::new();
    let file = scratch.file("deep/er/matches.db");
    for seq in 0..3 {
        let store = Store::sqlite(&file).unwrap();
        store.append(&opened(), &after("a", seq)).await.unwrap();
        store.save_text("0123", "board").await.unwrap();
    }
    let store = Store::sqlite(&file).unwrap();
    assert_eq!(store.load(&id("a"), 0).await.unwrap().len(), 3);
    assert_eq!(store.text("0123").await.unwrap().as_deref(), Some("board"));
}

#[tokio::test]
async fn a_newer_database_is_refused_and_not_touched() {
    let scratch = Scratch::new();
    let file = scratch.file("matches.db");
    drop(Store::sqlite(&file).unwrap());
    Connection::open(&file).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let bytes = std::fs::read(&file).unwrap();
    let error = open(&file);
    assert!(matches!(error, StoreError::Newer { found: 99, known: 4, .. }), "{error}");
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
}

#[tokio::test]
async fn a_foreign_file_is_refused_and_not_touched() {
    let scratch = Scratch::new();
    let text = scratch.file("text.db");
    std::fs::write(&text, "Dear diary, ".repeat(1000)).unwrap();
    assert!(matches!(open(&text), StoreError::Foreign { .. }));
    assert_eq!(std::fs::read(&text).unwrap().len(), 12_000);

    let other = scratch.file("other.db");
    Connection::open(&other).unwrap().execute("create table recipe (name)", ()).unwrap();
    assert!(matches!(open(&other), StoreError::Foreign { .. }));

    assert!(matches!(open(scratch.path()), StoreError::Unreachable { .. }), "a folder");
    let under = text.join("matches.db");
    assert!(matches!(open(&under), StoreError::Unreachable { .. }), "under a file");
}

#[tokio::test]
async fn a_damaged_file_is_reported_as_damaged() {
    let scratch = Scratch::new();
    let file = scratch.file("matches.db");
    let store = Store::sqlite(&file).unwrap();
    for n in 0..200 {
        store.append(&opened(), &after(&format!("m{n}"), 0)).await.unwrap();
    }
    drop(store);
    let mut bytes = std::fs::read(&file).unwrap();
    // The first page identifies the file; the others are overwritten.
    bytes[4096..].fill(0xaa);
    std::fs::write(&file, bytes).unwrap();
    let store = Store::sqlite(&file).unwrap();
    let error = store.load(&id("m1"), 0).await.unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
    let error = store.append(&opened(), &after("new", 0)).await.unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
}

#[tokio::test]
async fn a_locked_file_can_be_read_and_writing_times_out() {
    let scratch = Scratch::new();
    let file = scratch.file("matches.db");
    let store = Store::sqlite(&file).unwrap();
    store.append(&opened(), &after("a", 0)).await.unwrap();
    let other = Connection::open(&file).unwrap();
    other.execute_batch("begin immediate").unwrap();
    // Reading still works meanwhile.
    let (late, next, a) = (played("x"), after("a", 1), id("a"));
    let (written, read) = tokio::join!(store.append(&late, &next), store.load(&a, 0));
    assert!(matches!(written, Err(StoreError::Locked { .. })), "{written:?}");
    assert_eq!(read.unwrap().len(), 1);
    other.execute_batch("rollback").unwrap();
    store.append(&played("x"), &after("a", 1)).await.unwrap();
}

#[tokio::test]
async fn a_failed_import_leaves_nothing() {
    let scratch = Scratch::new();
    let file = scratch.file("matches.db");
    let hall = Hall::new(games::GAMES, Store::sqlite(&file).unwrap());
    let other = Connection::open(&file).unwrap();
    let full = "create trigger full before insert on entry when new.seq = 2
        begin select raise(abort, 'no room'); end";
    other.execute_batch(full).unwrap();
    let play = "wordle/1/-/en-1/0000000000000\n0: guess crane\n0: /leave\n= 0\n";
    assert_eq!(hall.import(play).await.unwrap_err().code, "house.store");
    assert_eq!(hall.matches(&MatchFilter::all()).await.unwrap(), []);
    assert_eq!(hall.rebuild().await.unwrap().matches, 0);
    other.execute_batch("drop trigger full").unwrap();
    let id = hall.import(play).await.unwrap();
    assert_eq!(hall.export(&id).await.unwrap(), play);
}

#[tokio::test]
async fn a_corrupt_row_is_named_and_closes_only_its_match() {
    let scratch = Scratch::new();
    let file = scratch.file("matches.db");
    let hall = || Hall::new(games::GAMES, Store::sqlite(&file).unwrap());
    let first = hall();
    let (bad, good) =
        (first.open(&start(1, 1)).await.unwrap(), first.open(&start(1, 1)).await.unwrap());
    for id in [&bad, &good] {
        first.act(id, Seat(0), 0, "add 1").await.unwrap();
        first.act(id, Seat(0), 1, "add 1").await.unwrap();
    }
    drop(first);
    let odd_event = r#"{"Move":{"seat":0,"line":"add 1","events":[7]}}"#;
    for junk in ["", "{", "{\"Move\":7}", "nul\0", odd_event] {
        let file = Connection::open(&file).unwrap();
        let spoil = "update entry set body = $1 where match = $2 and seq = 1";
        file.execute(spoil, (junk, &bad.0)).unwrap();
        let hall = hall();
        let refusal = hall.look(&bad, Viewer::Public).await.unwrap_err();
        assert_eq!(refusal.code, "house.broken");
        let named = refusal.text.contains(&bad.0) && refusal.text.contains("ntry 1");
        assert!(named, "{}", refusal.text);
        let refusal = hall.replay(&bad, Viewer::Public).await.unwrap_err();
        assert!(refusal.text.contains(&bad.0), "{}", refusal.text);
        let seq = hall.look(&good, Viewer::Public).await.unwrap().seq;
        hall.act(&good, Seat(0), seq, "add 1").await.unwrap();
        let rebuilt = hall.rebuild().await.unwrap();
        assert_eq!((rebuilt.matches, rebuilt.damaged.len()), (1, 1));
        assert_eq!(rebuilt.damaged[0].0, bad);
        assert!(rebuilt.damaged[0].1.text.contains(&bad.0), "{}", rebuilt.damaged[0].1.text);
    }
    // A summary that can't be read is rebuilt; if its log can't be read either, the others are still listed.
    let listed = async || -> Vec<_> {
        let all = hall().matches(&MatchFilter::all()).await.unwrap();
        all.into_iter().map(|summary| summary.id).collect()
    };
    let raw = Connection::open(&file).unwrap();
    raw.execute("update summary set body = 'x' where match = ?1", (&good.0,)).unwrap();
    assert!(listed().await.contains(&good));
    raw.execute("update summary set body = 'x' where match = ?1", (&bad.0,)).unwrap();
    assert_eq!(listed().await, [good]);
    // A rebuild deletes a summary without a log, and its seats.
    let stray = "insert into summary select 'GONE', seq, game, last, over, daily, ticket, body from summary limit 1";
    raw.execute(stray, ()).unwrap();
    raw.execute("insert into seat values ('Ann', 'GONE')", ()).unwrap();
    hall().rebuild().await.unwrap();
    let count = |query| raw.query_row(query, (), |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(count("select count(*) from summary where match = 'GONE'"), 0);
    assert_eq!(count("select count(*) from seat where match = 'GONE'"), 0);
    // A missing row is noticed, too.
    let raw = Connection::open(&file).unwrap();
    raw.execute("delete from entry where match = $1 and seq = 1", (&bad.0,)).unwrap();
    let refusal = hall().look(&bad, Viewer::Public).await.unwrap_err();
    assert!(refusal.text.contains("entry 1"), "{}", refusal.text);
}

#[test]
fn many_threads_can_create_the_file_at_once() {
    for _ in 0..12 {
        let scratch = Scratch::new();
        let file = scratch.file("new/matches.db");
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| drop(Store::sqlite(&file).unwrap()));
            }
        });
    }
}

#[tokio::test]
async fn a_backup_overwrites_nothing_and_leaves_no_partial_file() {
    let scratch = Scratch::new();
    let hall = Hall::new(games::GAMES, Store::sqlite(&scratch.file("matches.db")).unwrap());
    hall.open(&start(1, 1)).await.unwrap();
    let precious = scratch.file("copy.db.part");
    std::fs::write(&precious, "precious").unwrap();
    hall.backup(&scratch.file("copy.db")).await.unwrap();
    assert_eq!(std::fs::read_to_string(&precious).unwrap(), "precious");
    let refused = hall.backup(&scratch.file("nowhere/copy.db")).await.unwrap_err();
    assert!(refused.text.contains("nowhere"), "{}", refused.text);
    // The error names the damaged source.
    drop(hall);
    let mut bytes = std::fs::read(scratch.file("matches.db")).unwrap();
    bytes[4096..].fill(0xff);
    std::fs::write(scratch.file("matches.db"), bytes).unwrap();
    let hall = Hall::new(games::GAMES, Store::sqlite(&scratch.file("matches.db")).unwrap());
    let refused = hall.backup(&scratch.file("other.db")).await.unwrap_err();
    assert!(refused.text.contains("matches.db is damaged"), "{}", refused.text);
    let left = std::fs::read_dir(scratch.path()).unwrap().map(|file| file.unwrap().file_name());
    let left: Vec<_> = left.filter(|name| name.to_string_lossy().contains("other")).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_backup_under_load_is_consistent() {
    let scratch = Scratch::new();
    let hall = Hall::new(games::GAMES, Store::sqlite(&scratch.file("matches.db")).unwrap());
    let players = (0..8).map(|seed| {
        let hall = hall.clone();
        tokio::spawn(async move {
            for round in 0..10 {
                let id = hall.open(&start(1, seed * 10 + round)).await.unwrap();
                for seq in 0..7 {
                    hall.act(&id, Seat(0), seq, "add 3").await.unwrap();
                }
            }
        })
    });
    let players: Vec<_> = players.collect();
    let copy = scratch.file("copy.db");
    hall.backup(&copy).await.unwrap();
    for player in players {
        player.await.unwrap();
    }
    let again = hall.backup(&copy).await.unwrap_err();
    assert_eq!(again.code, "house.store");
    let whole = Hall::new(games::GAMES, Store::sqlite(&copy).unwrap());
    let before = whole.matches(&MatchFilter::all()).await.unwrap();
    assert!(whole.rebuild().await.unwrap().damaged.is_empty());
    assert_eq!(whole.matches(&MatchFilter::all()).await.unwrap(), before);
    for summary in before {
        let replayed = whole.replay(&summary.id, Viewer::Public).await.unwrap();
        assert_eq!(replayed.len() as u64, summary.seq + 1);
    }
    let refused = Hall::new(games::GAMES, Store::memory()).backup(&copy).await.unwrap_err();
    assert!(refused.text.contains("memory"), "{}", refused.text);
}

/// The other program of the next test. As a test of its own it does nothing.
#[tokio::test]
async fn another_program() {
    let Ok(file) = std::env::var("LEXICADE_TEST_FILE") else { return };
    let store = Store::sqlite(Path::new(&file)).unwrap();
    println!("won {}", race(&store, "other").await);
}

/// Tries to write a hundred entries; returns how many were written here first.
async fn race(store: &Store, line: &str) -> u32 {
    let mut won = 0;
    for seq in 0..100 {
        match store.append(&played(line), &after("a", seq)).await {
            Ok(()) => won += 1,
            Err(StoreError::Taken { next, .. }) => assert!(next > seq, "{next} {seq}"),
            Err(error) => panic!("{error}"),
        }
    }
    won
}

#[tokio::test]
async fn two_programs_on_one_file_make_one_log() {
    let scratch = Scratch::new();
    let file = scratch.file("matches.db");
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", "sqlite::another_program", "--nocapture"])
        .env("LEXICADE_TEST_FILE", &file);
    // Both create the file, too.
    let other = command.stdout(std::process::Stdio::piped()).spawn().unwrap();
    let store = Store::sqlite(&file).unwrap();
    let won = race(&store, "one").await;
    let output = String::from_utf8(other.wait_with_output().unwrap().stdout).unwrap();
    let theirs = output.lines().find_map(|line| line.strip_prefix("won ")).expect(&output);
    assert_eq!(won + theirs.parse::<u32>().unwrap(), 100);
    assert_eq!(store.load(&id("a"), 0).await.unwrap().len(), 100);
    println!("one {won}, other {theirs}");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_halls_on_one_file_notice_each_others_moves() {
    let scratch = Scratch::new();
    let hall = || Hall::new(games::GAMES, Store::sqlite(&scratch.file("matches.db")).unwrap());
    let (one, two) = (hall(), hall());
    let id = one.open(&start(2, 1)).await.unwrap();
    let mut watch = two.watch(&id, Viewer::Public).await.unwrap();
    watch.next().await.unwrap();
    one.act(&id, Seat(0), 0, "add 1").await.unwrap();
    assert_eq!(watch.next().await.unwrap().seq, 1);
}

/// Checks that writes fail after `harm` was done to the file in use.
#[cfg(unix)]
async fn check_writes_fail_after(harm: impl Fn(&Path)) {
    let scratch = Scratch::new();
    let file = scratch.file("matches.db");
    let store = Store::sqlite(&file).unwrap();
    store.append(&opened(), &after("a", 0)).await.unwrap();
    let mut health = store.health().watch();
    harm(&file);
    let error = store.append(&opened(), &after("a", 1)).await.unwrap_err();
    assert!(matches!(error, StoreError::Lost { .. }), "{error}");
    // Writes keep failing even if the file is back, since it may lack entries.
    let error = store.append(&opened(), &after("b", 0)).await.unwrap_err();
    assert!(matches!(error, StoreError::Lost { .. }), "{error}");
    health.wait_for(|now| *now == Condition::Lost).await.unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn writes_to_a_deleted_file_fail() {
    check_writes_fail_after(|file| std::fs::remove_file(file).unwrap()).await;
}

#[cfg(unix)]
#[tokio::test]
async fn writes_to_a_replaced_file_fail() {
    check_writes_fail_after(|file| {
        let copy = file.with_extension("copy");
        std::fs::copy(file, &copy).unwrap();
        std::fs::rename(&copy, file).unwrap();
    })
    .await;
}

#[cfg(unix)]
#[tokio::test]
async fn writes_to_a_file_without_its_log_fail() {
    check_writes_fail_after(|file| {
        std::fs::remove_file(format!("{}-wal", file.display())).unwrap();
    })
    .await;
}

#[cfg(unix)]
#[tokio::test]
async fn writes_to_a_file_that_was_emptied_or_overwritten_fail() {
    check_writes_fail_after(|file| {
        std::fs::File::options().write(true).open(file).unwrap().set_len(0).unwrap();
    })
    .await;
    check_writes_fail_after(|file| std::fs::write(file, [7; 20_000]).unwrap()).await;
}

#[cfg(unix)]
#[tokio::test]
async fn a_file_that_was_deleted_before_the_first_write_is_not_created_again() {
    let scratch = Scratch::new();
    let file = scratch.file("matches.db");
    drop(Store::sqlite(&file).unwrap());
    let store = Store::sqlite(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    let error = store.append(&opened(), &after("a", 0)).await.unwrap_err();
    assert!(matches!(error, StoreError::Lost { .. }), "{error}");
    assert!(!file.exists());
}

#[cfg(unix)]
#[tokio::test]
async fn a_deleted_file_is_noticed_without_a_write() {
    let scratch = Scratch::new();
    let file = scratch.file("matches.db");
    let store = Store::sqlite(&file).unwrap();
    let mut health = store.health().watch();
    std::fs::remove_file(&file).unwrap();
    health.wait_for(|now| *now == Condition::Lost).await.unwrap();
}

/// A small disk, which only root can mount, and only on Linux.
#[cfg(target_os = "linux")]
mod small_disk {
    use super::*;
    use hall::MatchId;

    struct Disk(Scratch);

    impl Disk {
        fn new(size: &str) -> Option<Disk> {
            let disk = Disk(Scratch::new());
            let made = disk.mount(&["-t", "tmpfs", "-o", size, "tmpfs"]);
            if !made {
                eprintln!("skipped: only root can mount a small disk");
            }
            made.then_some(disk)
        }

        fn mount(&self, options: &[&str]) -> bool {
            let mount = Command::new("mount").args(options).arg(self.0.path()).output();
            mount.is_ok_and(|mount| mount.status.success())
        }
    }

    impl Drop for Disk {
        fn drop(&mut self) {
            let _ = Command::new("umount").arg("-l").arg(self.0.path()).output();
        }
    }

    #[tokio::test]
    async fn a_full_disk_is_reported_and_play_continues_when_there_is_room() {
        let Some(disk) = Disk::new("size=2m") else { return };
        let ballast = disk.0.file("ballast");
        std::fs::write(&ballast, vec![0; 1 << 20]).unwrap();
        let hall = Hall::new(games::GAMES, Store::sqlite(&disk.0.file("matches.db")).unwrap());
        let health = hall.health();
        let first = hall.open(&start(1, 0)).await.unwrap();
        assert_eq!(health.now(), Condition::Healthy);
        let mut acknowledged = vec![first.clone()];
        let refusal = loop {
            match hall.open(&start(1, 0)).await {
                Ok(id) => acknowledged.push(id),
                Err(refusal) => break refusal,
            }
        };
        assert_eq!(refusal.code, "house.store");
        assert!(refusal.text.contains("no room left"), "{}", refusal.text);
        // Stored matches can still be viewed, and a refused move does no harm.
        let refused = hall.act(&first, Seat(0), 0, "add 1").await;
        let seen = hall.look(&first, Viewer::Public).await.unwrap().seq;
        assert_eq!(seen, u64::from(refused.is_ok()));
        assert_eq!(hall.try_to_write().await.unwrap_err().code, "house.store");
        assert_eq!(health.now(), Condition::Full);
        std::fs::remove_file(ballast).unwrap();
        hall.try_to_write().await.unwrap();
        assert_eq!(health.now(), Condition::Healthy);
        hall.act(&first, Seat(0), 0, "add 1").await.unwrap();
        acknowledged.push(hall.open(&start(1, 0)).await.unwrap());
        drop(hall);
        let again = Hall::new(games::GAMES, Store::sqlite(&disk.0.file("matches.db")).unwrap());
        assert_eq!(again.look(&first, Viewer::Public).await.unwrap().seq, 1);
        assert_eq!(again.matches(&MatchFilter::all()).await.unwrap().len(), acknowledged.len());
        for id in acknowledged {
            again.look(&id, Viewer::Public).await.unwrap();
        }
    }

    /// Checks that matches can be read and writes are refused.
    async fn check_read_only(file: &Path, id: &MatchId) {
        let hall = Hall::new(games::GAMES, Store::sqlite_read_only(file).unwrap());
        assert_eq!(hall.matches(&MatchFilter::all()).await.unwrap().len(), 1);
        assert_eq!(hall.look(id, Viewer::Public).await.unwrap().seq, 1);
        let refused = hall.act(id, Seat(0), 1, "add 1").await.unwrap_err();
        assert_eq!(refused.code, "house.store");
    }

    async fn one_match(file: &Path) -> MatchId {
        let hall = Hall::new(games::GAMES, Store::sqlite(file).unwrap());
        let id = hall.open(&start(1, 0)).await.unwrap();
        hall.act(&id, Seat(0), 0, "add 1").await.unwrap();
        id
    }

    #[tokio::test]
    async fn a_file_on_a_full_or_read_only_disk_can_be_read() {
        let Some(disk) = Disk::new("size=300k") else { return };
        let file = disk.0.file("a%20b?c#d.db");
        let id = one_match(&file).await;
        // Writes until the disk is full.
        let ballast = disk.0.file("ballast");
        let _ = std::fs::write(&ballast, vec![0; 1 << 20]);
        assert!(matches!(open(&file), StoreError::Full { .. }));
        check_read_only(&file, &id).await;
        std::fs::remove_file(&ballast).unwrap();
        assert!(disk.mount(&["-o", "remount,ro"]));
        check_read_only(&file, &id).await;
    }

    #[tokio::test]
    async fn a_read_only_disk_is_reported_as_read_only() {
        let Some(disk) = Disk::new("size=2m") else { return };
        let file = disk.0.file("matches.db");
        drop(Store::sqlite(&file).unwrap());
        assert!(disk.mount(&["-o", "remount,ro"]));
        for file in [file, disk.0.file("new.db"), disk.0.file("new/folder.db")] {
            let error = open(&file);
            assert!(matches!(error, StoreError::ReadOnly { .. }), "{error:?}");
        }
    }
}
