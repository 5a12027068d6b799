//! How the tables are made and brought up to date.

use super::trouble::Place;
use crate::StoreError;
use tokio_postgres::{Client, Config, Error, NoTls};

/// Every change of the tables there has been, in order; the version is how many there have been.
const MIGRATIONS: &[&str] = &[
    include_str!("../../../migrations/postgres/0001.sql"),
    include_str!("../../../migrations/postgres/0002.sql"),
];

/// The lock under which the tables are changed, one house at a time: "Lexicade" as a number.
const LOCK: i64 = 0x4c65_7869_6361_6465;

/// Brings the tables up to date, all or nothing.
pub(super) async fn migrate(config: &Config, place: &Place) -> Result<(), StoreError> {
    let trouble = |error: Error| place.trouble(&error);
    let (mut client, connection) = config.connect(NoTls).await.map_err(trouble)?;
    tokio::spawn(connection);
    let step = client.transaction().await.map_err(trouble)?;
    let version = "select coalesce(max(version), 0) from lexicade_schema";
    let prepare = format!(
        "select pg_advisory_xact_lock({LOCK});
         create table if not exists lexicade_schema (version bigint not null)"
    );
    step.batch_execute(&prepare).await.map_err(trouble)?;
    let found: i64 = step.query_one(version, &[]).await.map_err(trouble)?.get(0);
    let found = u32::try_from(found).unwrap_or(u32::MAX);
    let known = MIGRATIONS.len() as u32;
    if found > known {
        return Err(StoreError::Newer { place: place.name(), found, known });
    }
    for migration in MIGRATIONS.iter().skip(found as usize) {
        step.batch_execute(migration).await.map_err(trouble)?;
    }
    if found < known {
        let set = format!("insert into lexicade_schema (version) values ({known})");
        step.batch_execute(&set).await.map_err(trouble)?;
    }
    step.commit().await.map_err(trouble)
}

/// A commit survives the loss of power, whatever the server does by default.
pub(super) async fn durable(client: &Client) -> Result<(), Error> {
    let raise = "select set_config('synchronous_commit', 'on', false)
        where current_setting('synchronous_commit') = 'off'";
    client.batch_execute(raise).await
}
