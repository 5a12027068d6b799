//! A seat at a table elsewhere: the house there is visited as a guest, whom it knows again the next time.

mod http;
mod socket;

use crate::args::GlobalArgs;
use crate::{home, store_location, terminal};
use engine::Refusal;
use http::{HttpClient, TableAddress};
use line::LineError;
use serde_json::json;
use std::time::Duration;
use tokio::runtime::Builder;
use tokio::sync::mpsc;

/// How long it may take to say goodbye.
const GOODBYE: Duration = Duration::from_secs(1);

/// Sits down at a table, and plays there until it is enough.
pub(crate) fn run(url: &str, manners: &GlobalArgs) -> Result<(), LineError> {
    let place = TableAddress::parse(url)?;
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let mut visit = HttpClient::new(place, home::data(manners));
    let name = Some(store_location::players(manners)?).filter(|players| players.is_introduced());
    let name = name.and_then(|players| players.names().first().cloned());
    runtime.block_on(enter(&mut visit, name.as_deref()))?;
    let (tell, news) = mpsc::channel(64);
    let (wishes, wanted) = mpsc::unbounded_channel();
    let link = runtime.spawn(socket::run(visit, tell, wanted));
    let mut console = terminal::console(manners);
    let done = line::remote_table::run(&mut console, &runtime, news, wishes);
    // The house hears that we go, if it hears anything.
    let _ = runtime.block_on(async { tokio::time::timeout(GOODBYE, link).await });
    done
}

/// Comes in as a guest, to the table, and onto a seat if one is free.
async fn enter(visit: &mut HttpClient, name: Option<&str>) -> Result<(), LineError> {
    // A house that has a code lets in who is invited.
    let invited = json!({ "table": visit.address.table, "invitation": visit.address.code });
    visit.request("POST", "/me", invited).await?;
    if let Some(name) = name {
        visit.request("PUT", "/me", json!({ "name": name })).await?;
    }
    let path = format!("/tables/{}", visit.address.table);
    if let Some(code) = visit.address.code.clone() {
        visit.request("POST", &format!("{path}/join"), json!({ "invitation": code })).await?;
    }
    let table = visit.request("GET", &path, json!(null)).await?;
    let free =
        table["seats"].as_array().is_some_and(|seats| seats.iter().any(|seat| seat.is_null()));
    if table["you"] == -1 && free && (table["state"] == "open" || table["state"] == "over") {
        match visit.request("POST", &format!("{path}/sit"), json!({})).await {
            // Somebody was faster: there is still something to see.
            Ok(_) | Err(LineError::Refused(Refusal { .. })) => {}
            Err(trouble) => return Err(trouble),
        }
    }
    Ok(())
}
