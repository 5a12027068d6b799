//! The `join` command: plays at a table on a server, as a guest that the server recognises the next time.

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

/// How long closing the connection may take.
const GOODBYE: Duration = Duration::from_secs(1);

/// Joins a table, and plays there until the player quits.
pub(crate) fn run(url: &str, global: &GlobalArgs) -> Result<(), LineError> {
    let address = TableAddress::parse(url)?;
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let mut client = HttpClient::new(address, home::data(global));
    let name = Some(store_location::players(global)?).filter(|players| players.is_introduced());
    let name = name.and_then(|players| players.names().first().cloned());
    runtime.block_on(enter(&mut client, name.as_deref()))?;
    let (event_sender, events) = mpsc::channel(64);
    let (commands, command_receiver) = mpsc::unbounded_channel();
    let socket_task = runtime.spawn(socket::run(client, event_sender, command_receiver));
    let mut console = terminal::console(global);
    let done = line::remote_table::run(&mut console, &runtime, events, commands);
    // Tells the server that the player leaves, if the connection still works.
    let _ = runtime.block_on(async { tokio::time::timeout(GOODBYE, socket_task).await });
    done
}

/// Signs in as a guest, joins the table, and takes a seat if one is free.
async fn enter(client: &mut HttpClient, name: Option<&str>) -> Result<(), LineError> {
    // An invitation replaces the access code of the server.
    let invited = json!({ "table": client.address.table, "invitation": client.address.code });
    client.request("POST", "/me", invited).await?;
    if let Some(name) = name {
        client.request("PUT", "/me", json!({ "name": name })).await?;
    }
    let path = format!("/tables/{}", client.address.table);
    if let Some(code) = client.address.code.clone() {
        client.request("POST", &format!("{path}/join"), json!({ "invitation": code })).await?;
    }
    let table = client.request("GET", &path, json!(null)).await?;
    let free =
        table["seats"].as_array().is_some_and(|seats| seats.iter().any(|seat| seat.is_null()));
    if table["you"] == -1 && free && (table["state"] == "open" || table["state"] == "over") {
        match client.request("POST", &format!("{path}/sit"), json!({})).await {
            // Another player was faster; this one can still watch.
            Ok(_) | Err(LineError::Refused(Refusal { .. })) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
