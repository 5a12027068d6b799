//! How the tables are made and brought up to date.

use super::connection::CONNECT_TIMEOUT;
use super::error::DatabaseAddress;
use crate::StoreError;
use tokio::time::timeout;
use tokio_postgres::{Client, Config, Error, NoTls};

/// Every change of the tables there has been, in order; the version is how many there have been.
const MIGRATIONS: &[&str] = &[
    include_str!("../../../migrations/postgres/0001.sql"),
    include_str!("../../../migrations/postgres/0002.sql"),
    include_str!("../../../migrations/postgres/0003.sql"),
    include_str!("../../../migrations/postgres/0004.sql"),
];

/// The lock under which the tables are changed, one house at a time: "Lexicade" as a number.
const LOCK: i64 = 0x4c65_7869_6361_6465;

const VERSION: &str = "select coalesce(max(version), 0) from lexicade_schema";

/// Brings the tables up to date, all or nothing.
pub(super) async fn migrate(config: &Config, place: &DatabaseAddress) -> Result<(), StoreError> {
    let trouble = |error: Error| place.store_error(&error);
    let connected = timeout(CONNECT_TIMEOUT, connect(config)).await.map_err(|_| place.silent())?;
    let (mut client, found) = connected.map_err(trouble)?;
    if is_current(found, place)? {
        return Ok(());
    }
    let step = client.transaction().await.map_err(trouble)?;
    let prepare = format!(
        "select pg_advisory_xact_lock({LOCK});
         create table if not exists lexicade_schema (version bigint not null)"
    );
    step.batch_execute(&prepare).await.map_err(trouble)?;
    let found: i64 = step.query_one(VERSION, &[]).await.map_err(trouble)?.get(0);
    if !is_current(found, place)? {
        for migration in MIGRATIONS.iter().skip(usize::try_from(found).unwrap_or_default()) {
            step.batch_execute(migration).await.map_err(trouble)?;
        }
        let set = format!("insert into lexicade_schema (version) values ({})", MIGRATIONS.len());
        step.batch_execute(&set).await.map_err(trouble)?;
    }
    step.commit().await.map_err(trouble)
}

/// Connects, and looks how many migrations the tables have had. Nothing is written for that: a server that can only
/// be read can be read.
async fn connect(config: &Config) -> Result<(Client, i64), Error> {
    let (client, connection) = config.connect(NoTls).await?;
    tokio::spawn(connection);
    let there = "select to_regclass('lexicade_schema') is not null";
    let found = match client.query_one(there, &[]).await?.get(0) {
        true => client.query_one(VERSION, &[]).await?.get(0),
        false => 0,
    };
    Ok((client, found))
}

/// Are the tables as this program knows them? It does not touch newer ones.
fn is_current(found: i64, place: &DatabaseAddress) -> Result<bool, StoreError> {
    let found = u32::try_from(found).unwrap_or(u32::MAX);
    let known = MIGRATIONS.len() as u32;
    match found > known {
        true => Err(StoreError::Newer { place: place.name(), found, known }),
        false => Ok(found == known),
    }
}

/// A commit survives the loss of power, whatever the server does by default.
pub(super) async fn durable(client: &Client) -> Result<(), Error> {
    let raise = "select set_config('synchronous_commit', 'on', false)
        where current_setting('synchronous_commit') = 'off'";
    client.batch_execute(raise).await
}
