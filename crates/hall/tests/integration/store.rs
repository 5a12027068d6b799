//! One suite for every kind of store.

use crate::common::{after, id, moment, opened, played, stores};
use engine::{Seat, base32};
use hall::store::{StoreEvent, StoreEvents};
use hall::{
    Change, Document, Ended, Entry, LoggedEntry, MatchFilter, Occupant, StoreError, Summary,
};
use std::time::Duration;

fn text(log: &[LoggedEntry]) -> String {
    let entries: Vec<_> = log.iter().map(|logged| &logged.entry).collect();
    serde_json::to_string(&entries).unwrap()
}

#[tokio::test]
async fn entries_are_read_as_they_were_written() {
    for store in stores().await {
        let log = [opened(), played("add 1"), played("grüße 🦀 \"quoted\" \\ \u{202e} \0")];
        for (seq, entry) in (0..).zip(&log) {
            store.append(entry, &after("a", seq)).await.unwrap();
        }
        let written = |from: usize| serde_json::to_string(&log[from..]).unwrap();
        let read = store.load(&id("a"), 0).await.unwrap();
        assert_eq!(text(&read), written(0), "{}", store.kind);
        let times: Vec<_> = read.iter().map(|logged| logged.at).collect();
        assert_eq!(times, [moment(0), moment(1), moment(2)]);
        assert_eq!(text(&store.load(&id("a"), 2).await.unwrap()), written(2));
        assert_eq!(text(&store.load(&id("a"), 3).await.unwrap()), "[]");
        assert_eq!(text(&store.load(&id("a"), 99).await.unwrap()), "[]");
        assert_eq!(text(&store.load(&id("a"), u64::MAX).await.unwrap()), "[]");
    }
}

#[tokio::test]
async fn a_whole_log_is_added_at_once_and_only_once() {
    for store in stores().await {
        let log: Vec<_> = (0..)
            .zip([opened(), played("add 1"), played("grüße \0")])
            .map(|(n, entry)| LoggedEntry { at: moment(n), entry })
            .collect();
        for _ in 0..2 {
            store.add(&log, &after("a", 2)).await.unwrap();
            let read = store.load(&id("a"), 0).await.unwrap();
            assert_eq!(text(&read), text(&log), "{}", store.kind);
            let times: Vec<_> = read.iter().map(|logged| logged.at).collect();
            assert_eq!(times, [moment(0), moment(1), moment(2)]);
            assert_eq!(
                store.summaries(&MatchFilter::all()).await.unwrap().parse(),
                [Ok(after("a", 2))]
            );
        }
        store.append(&played("add 2"), &after("a", 3)).await.unwrap();
        assert_eq!(store.load(&id("a"), 0).await.unwrap().len(), 4);
    }
}

#[tokio::test]
async fn a_seq_is_written_once_and_none_is_skipped() {
    for store in stores().await {
        store.append(&opened(), &after("a", 0)).await.unwrap();
        for seq in [0, 2, u64::MAX] {
            let error = store.append(&played("x"), &after("a", seq)).await.unwrap_err();
            assert!(matches!(error, StoreError::Taken { next: 1, .. }), "{error}");
        }
        let error = store.append(&played("x"), &after("b", 1)).await.unwrap_err();
        assert!(matches!(error, StoreError::Taken { next: 0, .. }), "{error}");
        assert_eq!(store.load(&id("a"), 0).await.unwrap().len(), 1);
        // Refused entries leave no summary either.
        assert_eq!(
            store.summaries(&MatchFilter::all()).await.unwrap().parse(),
            [Ok(after("a", 0))]
        );
    }
}

#[tokio::test]
async fn an_unknown_match_is_reported() {
    for store in stores().await {
        assert_eq!(store.load(&id("a"), 0).await.unwrap_err(), StoreError::Unknown);
        assert_eq!(store.newest(vec![id("a")]).await.unwrap(), []);
        assert_eq!(store.text("a").await.unwrap(), None);
    }
}

#[tokio::test]
async fn all_matches_are_listed() {
    for store in stores().await {
        for name in ["b", "a"] {
            store.append(&opened(), &after(name, 0)).await.unwrap();
        }
        store.append(&played("add 1"), &after("a", 1)).await.unwrap();
        let mut all = store.matches().await.unwrap();
        all.sort();
        assert_eq!(all, [id("a"), id("b")]);
        let mut newest = store.newest(vec![id("a"), id("b"), id("c")]).await.unwrap();
        newest.sort();
        assert_eq!(newest, [(id("a"), 1), (id("b"), 0)]);
    }
}

/// Matches `a` to `d`, including another game, a finished match and a daily.
fn four() -> [Summary; 4] {
    let [mut a, mut b, mut c, d] = ["a", "b", "c", "d"].map(|name| after(name, 0));
    a.last = moment(1);
    a.ticket = format!("null/1/-/en-1/{}", base32::seed(7));
    b.game = "wordle".into();
    b.ticket = format!("wordle/1/hard=true/en-1/{}", base32::seed(7));
    b.last = moment(4);
    b.daily = Some(jiff::civil::date(2026, 11, 16));
    c.last = moment(3);
    c.ended =
        Some(Ended { scores: vec![-3], winners: Vec::new(), view: serde_json::json!({"par": 7}) });
    [a, b, c, d]
}

#[tokio::test]
async fn filtered_summaries_are_listed_the_latest_first() {
    for store in stores().await {
        for summary in four() {
            store.append(&opened(), &summary).await.unwrap();
        }
        let [a, b, c, d] = four();
        let filter = MatchFilter::all();
        let cases = [
            (filter.clone(), vec![&b, &c, &a, &d]),
            (MatchFilter { limit: Some(2), ..filter.clone() }, vec![&b, &c]),
            (MatchFilter { over: Some(false), ..filter.clone() }, vec![&b, &a, &d]),
            (MatchFilter { over: Some(true), ..filter.clone() }, vec![&c]),
            (MatchFilter { game: Some("wordle".into()), ..filter.clone() }, vec![&b]),
            (MatchFilter { daily: b.daily, over: Some(false), ..filter.clone() }, vec![&b]),
            (MatchFilter { daily: b.daily, over: Some(true), ..filter.clone() }, vec![]),
            (MatchFilter { ticket: Some(d.ticket.clone()), ..filter.clone() }, vec![&d]),
            (MatchFilter { seed: Some(7), ..filter.clone() }, vec![&b, &a]),
            (MatchFilter { seed: Some(7), game: Some("null".into()), ..filter.clone() }, vec![&a]),
            (MatchFilter { seed: Some(8), ..filter.clone() }, vec![]),
            (MatchFilter { id: Some(id("c")), ..filter.clone() }, vec![&c]),
            (MatchFilter { id: Some(id("x")), ..filter.clone() }, vec![]),
        ];
        for (filter, wanted) in cases {
            let found = store.summaries(&filter).await.unwrap().parse();
            let wanted: Vec<_> = wanted.into_iter().cloned().map(Ok).collect();
            assert_eq!(found, wanted, "{} {filter:?}", store.kind);
        }
    }
}

#[tokio::test]
async fn a_summary_is_replaced_only_by_one_that_is_as_new() {
    for store in stores().await {
        store.append(&opened(), &after("a", 0)).await.unwrap();
        store.append(&played("add 1"), &after("a", 1)).await.unwrap();
        assert_eq!(
            store.summaries(&MatchFilter::all()).await.unwrap().parse(),
            [Ok(after("a", 1))]
        );
        let rebuilt = Summary { hinted: true, ..after("a", 1) };
        let late = Summary { hinted: true, ..after("a", 0) };
        let unknown = after("b", 0);
        store.project(&[rebuilt.clone(), late, unknown]).await.unwrap();
        assert_eq!(store.summaries(&MatchFilter::all()).await.unwrap().parse(), [Ok(rebuilt)]);
    }
}

#[tokio::test]
async fn long_texts_are_stored_by_hash() {
    for store in stores().await {
        let text = "zebra\n".repeat(100_000);
        store.save_text("0123", &text).await.unwrap();
        store.save_text("0123", &text).await.unwrap();
        store.save_text("4567", "").await.unwrap();
        assert_eq!(store.text("0123").await.unwrap(), Some(text));
        assert_eq!(store.text("4567").await.unwrap(), Some(String::new()));
        assert_eq!(store.text("89ab").await.unwrap(), None);
    }
}

/// The next event except `CheckAll`.
async fn written(events: &mut StoreEvents) -> Option<StoreEvent> {
    loop {
        match events.next().await {
            Some(StoreEvent::CheckAll) => {}
            event => return event,
        }
    }
}

#[tokio::test]
async fn subscribers_are_notified_of_every_entry() {
    for store in stores().await {
        let mut events = store.subscribe();
        // It may take a moment until the store listens.
        let mut seq = 0;
        let wait = Duration::from_millis(100);
        loop {
            store.append(&opened(), &after("a", seq)).await.unwrap();
            seq += 1;
            if tokio::time::timeout(wait, written(&mut events)).await.is_ok() {
                break;
            }
        }
        store.append(&played("x"), &after("a", 0)).await.unwrap_err();
        store.append(&opened(), &after("b", 0)).await.unwrap();
        store.append(&played("x"), &after("b", 1)).await.unwrap();
        for seq in 0..2 {
            assert_eq!(
                written(&mut events).await,
                Some(StoreEvent::Written(id("b"), seq)),
                "{}",
                store.kind
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_many_writers_wins_each_seq() {
    for fresh in stores().await {
        let store = &fresh.store;
        store.append(&opened(), &after("a", 0)).await.unwrap();
        let writers = (0..16).map(|writer| {
            let store = store.clone();
            tokio::spawn(async move {
                let mut won = 0;
                for seq in 1..=50 {
                    let entry = played(&format!("{writer}"));
                    loop {
                        match store.append(&entry, &after("a", seq)).await {
                            Ok(()) => won += 1,
                            Err(StoreError::Taken { next, .. }) if next < seq => {
                                tokio::task::yield_now().await;
                                continue;
                            }
                            Err(StoreError::Taken { .. }) => {}
                            Err(error) => panic!("{error}"),
                        }
                        break;
                    }
                }
                won
            })
        });
        let mut won = 0;
        for writer in writers.collect::<Vec<_>>() {
            won += writer.await.unwrap();
        }
        assert_eq!(won, 50);
        assert_eq!(store.load(&id("a"), 0).await.unwrap().len(), 51);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_conflicting_entry_fails_alone() {
    for fresh in stores().await {
        for name in ["a", "b"] {
            fresh.append(&opened(), &after(name, 0)).await.unwrap();
        }
        // All at once, so that they are written in groups; every other one conflicts.
        let writers = (0..200).map(|n| {
            let store = fresh.store.clone();
            tokio::spawn(async move {
                let (name, seq) = if n % 2 == 0 { (format!("n{n}"), 0) } else { ("b".into(), 0) };
                let entry: Entry = opened();
                (n, store.append(&entry, &after(&name, seq)).await)
            })
        });
        for writer in writers.collect::<Vec<_>>() {
            let (n, answer) = writer.await.unwrap();
            assert_eq!(answer.is_ok(), n % 2 == 0, "{} {n} {answer:?}", fresh.kind);
        }
        assert_eq!(fresh.matches().await.unwrap().len(), 102);
        assert_eq!(fresh.summaries(&MatchFilter::all()).await.unwrap().len(), 102);
    }
}

fn new_document(kind: &'static str, id: &str, owner: &str, version: u64, body: &str) -> Document {
    Document { kind, id: id.into(), owner: owner.into(), version, body: body.into() }
}

#[tokio::test]
async fn documents_are_put_changed_and_deleted_all_or_none() {
    for store in stores().await {
        let put = |id: &str, version, body: &str| {
            Change::Put(new_document("pet", id, "ann", version, body))
        };
        let delete = |id: &str| Change::Delete { kind: "pet", id: id.into(), owner: "ann".into() };
        store
            .change_documents(vec![put("cat", 0, "grüße 🦀 \"\\"), put("ape", 0, "")])
            .await
            .unwrap();
        let cat = new_document("pet", "cat", "ann", 0, "grüße 🦀 \"\\");
        assert_eq!(
            store.document("pet", "cat").await.unwrap(),
            Some(cat.clone()),
            "{}",
            store.kind
        );
        assert_eq!(store.document("pot", "cat").await.unwrap(), None);
        // Ordered by id, and only those of the owner.
        store
            .change_documents(vec![Change::Put(new_document("pet", "bee", "bob", 0, ""))])
            .await
            .unwrap();
        let names =
            |documents: Vec<Document>| documents.into_iter().map(|it| it.id).collect::<Vec<_>>();
        assert_eq!(names(store.documents("pet", "ann").await.unwrap()), ["ape", "cat"]);
        // A wrong version changes nothing, and neither do the changes that came with it.
        for version in [0, 2, 7] {
            let wrong = vec![put("dog", 0, ""), delete("ape"), put("cat", version, "other")];
            assert_eq!(
                store.change_documents(wrong).await,
                Err(StoreError::Changed),
                "{}",
                store.kind
            );
        }
        assert_eq!(names(store.documents("pet", "ann").await.unwrap()), ["ape", "cat"]);
        // Writing the same version again changes nothing.
        store.change_documents(vec![Change::Put(cat)]).await.unwrap();
        store.change_documents(vec![put("cat", 1, "purr")]).await.unwrap();
        store.change_documents(vec![put("cat", 1, "purr")]).await.unwrap();
        store
            .change_documents(vec![
                put("cat", 2, "x"),
                put("cat", 3, "y"),
                delete("ape"),
                delete("gnu"),
            ])
            .await
            .unwrap();
        let cat = store.document("pet", "cat").await.unwrap().unwrap();
        assert_eq!((cat.version, cat.body.as_str()), (3, "y"));
        assert_eq!(store.document("pet", "ape").await.unwrap(), None);
        store.change_documents(vec![put("ape", 0, "again")]).await.unwrap();
    }
}

#[tokio::test]
async fn a_checked_document_must_exist_with_that_version() {
    for store in stores().await {
        let put = |id: &str, version| Change::Put(new_document("pet", id, "ann", version, ""));
        let check = |version| Change::Check { kind: "pet", id: "cat".into(), version };
        assert_eq!(
            store.change_documents(vec![put("ape", 0), check(0)]).await,
            Err(StoreError::Changed)
        );
        assert_eq!(store.document("pet", "ape").await.unwrap(), None, "{}", store.kind);
        store.change_documents(vec![put("cat", 0)]).await.unwrap();
        store.change_documents(vec![put("cat", 1)]).await.unwrap();
        assert_eq!(
            store.change_documents(vec![put("ape", 0), check(0)]).await,
            Err(StoreError::Changed)
        );
        store.change_documents(vec![check(1), put("ape", 0)]).await.unwrap();
        assert_eq!(store.document("pet", "cat").await.unwrap().unwrap().version, 1);
    }
}

#[tokio::test]
async fn either_the_deletion_or_the_check_of_a_document_wins() {
    for store in stores().await {
        for n in 0..20 {
            let id = |name: &str| format!("{name}{n}");
            let put = |id: String| Change::Put(new_document("pass", &id, "ann", 0, ""));
            store.change_documents(vec![put(id("session")), put(id("person"))]).await.unwrap();
            let (kind, owner) = ("pass", "ann".to_owned());
            let ends = vec![
                Change::Put(new_document("pass", &id("person"), "ann", 1, "new")),
                Change::Delete { kind, id: id("session"), owner },
            ];
            let token = vec![
                Change::Check { kind, id: id("session"), version: 0 },
                Change::Check { kind, id: id("person"), version: 0 },
                put(id("token")),
            ];
            let (ended, made) =
                tokio::join!(store.change_documents(ends), store.change_documents(token));
            ended.unwrap();
            let exists = store.document("pass", &id("token")).await.unwrap().is_some();
            assert_eq!(exists, made.is_ok(), "{} {made:?}", store.kind);
            if let Err(error) = made {
                assert_eq!(error, StoreError::Changed, "{}", store.kind);
            }
        }
    }
}

#[tokio::test]
async fn all_documents_of_a_kind_are_read_page_by_page() {
    for store in stores().await {
        let put = |id: &str| Change::Put(new_document("pet", id, id, 0, ""));
        store.change_documents(["ape", "bee", "cat", "dog", "eel"].map(put).into()).await.unwrap();
        store
            .change_documents(vec![Change::Put(new_document("pew", "ant", "", 0, ""))])
            .await
            .unwrap();
        let mut pages = Vec::new();
        let mut after = String::new();
        loop {
            let page = store.documents_after("pet", &after, 2).await.unwrap();
            let Some(last) = page.last() else { break };
            after.clone_from(&last.id);
            pages.push(page.iter().map(|it| it.id.clone()).collect::<Vec<_>>());
        }
        assert_eq!(pages, [vec!["ape", "bee"], vec!["cat", "dog"], vec!["eel"]], "{}", store.kind);
    }
}

#[tokio::test]
async fn one_of_many_writers_of_a_version_wins() {
    for store in stores().await {
        let file = |n: u32| {
            let store = store.store.clone();
            let mine = Change::Put(new_document("seat", "1", "table", 0, &n.to_string()));
            tokio::spawn(async move { store.change_documents(vec![mine]).await })
        };
        let tries: Vec<_> = (0..8).map(file).collect();
        let mut won = 0;
        for tried in tries {
            match tried.await.unwrap() {
                Ok(()) => won += 1,
                Err(error) => assert_eq!(error, StoreError::Changed),
            }
        }
        assert_eq!(won, 1, "{}", store.kind);
    }
}

#[tokio::test]
async fn subscribers_are_notified_of_changed_documents() {
    for store in stores().await {
        let mut events = store.subscribe();
        // PostgreSQL listens only once it is connected.
        let first = vec![Change::Put(new_document("table", "t/0", "t", 0, ""))];
        let listening = async {
            loop {
                if let Some(StoreEvent::DocumentChanged(kind, owner)) = events.next().await {
                    assert_eq!((kind.as_str(), owner.as_str()), ("table", "t"));
                    return;
                }
            }
        };
        let mut version = 0;
        let file = async {
            store.change_documents(first).await.unwrap();
            loop {
                // Repeated until an event arrives.
                tokio::task::yield_now().await;
                version += 1;
                let next = Change::Put(new_document("table", "t/0", "t", version, ""));
                store.change_documents(vec![next]).await.unwrap();
            }
        };
        let notified = async {
            tokio::select! {
                () = listening => {}
                () = file => {}
            }
        };
        let notified = tokio::time::timeout(Duration::from_secs(60), notified).await;
        assert!(notified.is_ok(), "{}: no event", store.kind);
    }
}

#[tokio::test]
async fn the_matches_of_a_player_are_found() {
    for store in stores().await {
        let sat = |name: &str| Entry::Sat { seat: Seat(0), who: Occupant::Player(name.into()) };
        let seated = |id: &str, name: &str| Summary {
            sat: vec![Some(Occupant::Player(name.into()))],
            ..after(id, 1)
        };
        for (id, name) in [("a", "ann"), ("b", "bob"), ("c", "ann")] {
            store.append(&opened(), &after(id, 0)).await.unwrap();
            store.append(&sat(name), &seated(id, name)).await.unwrap();
        }
        let of = |name: &str| MatchFilter { player: Some(name.into()), ..MatchFilter::all() };
        let ids = |found: Vec<hall::ParsedSummary>| {
            let mut ids: Vec<_> = found.into_iter().map(|summary| summary.unwrap().id.0).collect();
            ids.sort();
            ids
        };
        assert_eq!(
            ids(store.summaries(&of("ann")).await.unwrap().parse()),
            ["a", "c"],
            "{}",
            store.kind
        );
        assert_eq!(ids(store.summaries(&of("eve")).await.unwrap().parse()), Vec::<String>::new());
        // Rebuilt summaries are found, too.
        store.project(&[seated("a", "bob")]).await.unwrap();
        assert_eq!(ids(store.summaries(&of("bob")).await.unwrap().parse()), ["a", "b"]);
    }
}
