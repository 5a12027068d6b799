//! Creating and migrating the tables.

use super::connection::CONNECT_TIMEOUT;
use super::error::DatabaseAddress;
use crate::StoreError;
use tokio::time::timeout;
use tokio_postgres::{Client, Config, Error, NoTls};

/// All migrations in order. The version of a database is how many of them were run.
const MIGRATIONS: &[&str] = &[
    include_str!("../../../migrations/postgres/0001.sql"),
    include_str!("../../../migrations/postgres/0002.sql"),
    include_str!("../../../migrations/postgres/0003.sql"),
    include_str!("../../../migrations/postgres/0004.sql"),
    include_str!("../../../migrations/postgres/0005.sql"),
];

/// The lock for migrations, so that only one server runs them at a time: "Lexicade" as a number.
const LOCK: i64 = 0x4c65_7869_6361_6465;

const VERSION: &str = "select coalesce(max(version), 0) from lexicade_schema";

/// Runs the missing migrations, all or none.
pub(super) async fn migrate(config: &Config, place: &DatabaseAddress) -> Result<(), StoreError> {
    let failed = |error: Error| place.store_error(&error);
    let connected = timeout(CONNECT_TIMEOUT, connect(config)).await.map_err(|_| place.silent())?;
    let (mut client, found) = connected.map_err(failed)?;
    if is_current(found, place)? {
        return Ok(());
    }
    let step = client.transaction().await.map_err(failed)?;
    let prepare = format!(
        "select pg_advisory_xact_lock({LOCK});
         create table if not exists lexicade_schema (version bigint not null)"
    );
    step.batch_execute(&prepare).await.map_err(failed)?;
    let found: i64 = step.query_one(VERSION, &[]).await.map_err(failed)?.get(0);
    if !is_current(found, place)? {
        for migration in MIGRATIONS.iter().skip(usize::try_from(found).unwrap_or_default()) {
            step.batch_execute(migration).await.map_err(failed)?;
        }
        let set = format!("insert into lexicade_schema (version) values ({})", MIGRATIONS.len());
        step.batch_execute(&set).await.map_err(failed)?;
    }
    step.commit().await.map_err(failed)
}

/// Connects, and reads how many migrations were run. Nothing is written, so that a read-only server can be used.
async fn connect(config: &Config) -> Result<(Client, i64), Error> {
    let (client, connection) = config.connect(NoTls).await?;
    tokio::spawn(connection);
    let exists = "select to_regclass('lexicade_schema') is not null";
    let found = match client.query_one(exists, &[]).await?.get(0) {
        true => client.query_one(VERSION, &[]).await?.get(0),
        false => 0,
    };
    Ok((client, found))
}

/// Whether all migrations were run. Fails if the tables are newer than this program.
fn is_current(found: i64, place: &DatabaseAddress) -> Result<bool, StoreError> {
    let found = u32::try_from(found).unwrap_or(u32::MAX);
    let known = MIGRATIONS.len() as u32;
    match found > known {
        true => Err(StoreError::Newer { place: place.name(), found, known }),
        false => Ok(found == known),
    }
}

/// Makes commits survive a power failure, whatever the server's default is.
pub(super) async fn durable(client: &Client) -> Result<(), Error> {
    let raise = "select set_config('synchronous_commit', 'on', false)
        where current_setting('synchronous_commit') = 'off'";
    client.batch_execute(raise).await
}
