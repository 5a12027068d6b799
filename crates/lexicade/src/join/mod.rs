//! A seat at a table elsewhere: the house there is visited as a guest, whom it knows again the next time.

mod link;
mod visit;

use crate::args::Manners;
use crate::{home, keep, terminal};
use engine::Refusal;
use line::Trouble;
use serde_json::json;
use std::time::Duration;
use tokio::runtime::Builder;
use tokio::sync::mpsc;
use visit::{Place, Visit};

/// How long it may take to say goodbye.
const GOODBYE: Duration = Duration::from_secs(1);

/// Sits down at a table, and plays there until it is enough.
pub(crate) fn run(url: &str, manners: &Manners) -> Result<(), Trouble> {
    let place = Place::read(url)?;
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let mut visit = Visit::new(place, home::data(manners));
    let name = Some(keep::players(manners)?).filter(|players| players.is_introduced());
    let name = name.and_then(|players| players.names().first().cloned());
    runtime.block_on(enter(&mut visit, name.as_deref()))?;
    let (tell, news) = mpsc::channel(64);
    let (wishes, wanted) = mpsc::unbounded_channel();
    let link = runtime.spawn(link::keep(visit, tell, wanted));
    let mut console = terminal::console(manners);
    let done = line::away::away(&mut console, &runtime, news, wishes);
    // The house hears that we go, if it hears anything.
    let _ = runtime.block_on(async { tokio::time::timeout(GOODBYE, link).await });
    done
}

/// Comes in as a guest, to the table, and onto a seat if one is free.
async fn enter(visit: &mut Visit, name: Option<&str>) -> Result<(), Trouble> {
    // A house that has a code lets in who is invited.
    let invited = json!({ "table": visit.place.table, "invitation": visit.place.code });
    visit.ask("POST", "/me", invited).await?;
    if let Some(name) = name {
        visit.ask("PUT", "/me", json!({ "name": name })).await?;
    }
    let path = format!("/tables/{}", visit.place.table);
    if let Some(code) = visit.place.code.clone() {
        visit.ask("POST", &format!("{path}/join"), json!({ "invitation": code })).await?;
    }
    let table = visit.ask("GET", &path, json!(null)).await?;
    let free =
        table["seats"].as_array().is_some_and(|seats| seats.iter().any(|seat| seat.is_null()));
    if table["you"] == -1 && free && (table["state"] == "open" || table["state"] == "over") {
        match visit.ask("POST", &format!("{path}/sit"), json!({})).await {
            // Somebody was faster: there is still something to see.
            Ok(_) | Err(Trouble::Refused(Refusal { .. })) => {}
            Err(trouble) => return Err(trouble),
        }
    }
    Ok(())
}
