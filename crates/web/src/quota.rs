//! Quotas: how much a person may have stored, and how much a network may store in a day. Exceeding the first is refused
//! with `web.full` and a sentence that says what to do; exceeding the second with `web.busy` and the time to wait.

use crate::config::{PerDay, Quota};
use crate::error::{ApiError, ApiResult};
use crate::metrics::increment;
use crate::network::Network;
use crate::rate_limit::Buckets;
use crate::saved_boards::{NewBoard, SavedBoard};
use crate::serve::AppState;
use axum::http::StatusCode;
use engine::Code;
use hall::MatchFilter;

/// How much each network has stored lately.
#[derive(Debug)]
pub(crate) struct NetworkUsage {
    boards: Buckets<Network>,
    tables: Buckets<Network>,
    matches: Buckets<Network>,
    bytes: Buckets<Network>,
}

impl NetworkUsage {
    pub(crate) fn new(per_day: &PerDay) -> NetworkUsage {
        fn bucket(daily: f64) -> Buckets<Network> {
            Buckets::new((daily / 86_400.0, daily))
        }
        NetworkUsage {
            boards: bucket(per_day.boards),
            tables: bucket(per_day.tables),
            matches: bucket(per_day.matches),
            bytes: bucket(per_day.bytes),
        }
    }
}

fn full(text: String) -> ApiError {
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, Code::WebFull, text)
}

fn too_much(wait: f64) -> ApiError {
    let text = "Your network has stored too much today. Please try again later.";
    let refused = ApiError::rate_limited(wait);
    ApiError { refusal: engine::Refusal::new(refused.refusal.code, text), ..refused }
}

impl AppState {
    /// Refuses a network that has stored too much today.
    pub(crate) fn may_store(&self, from: Network) -> ApiResult<()> {
        let checked = self.network_usage.bytes.check(from).map_err(too_much);
        checked.inspect_err(|_| increment(&self.metrics.limited))
    }

    /// Counts bytes that a network has stored.
    pub(crate) fn has_stored(&self, from: Network, bytes: u64) {
        if bytes > 0 {
            self.network_usage.bytes.spend(from, bytes as f64);
        }
    }

    /// How much a person may have stored.
    async fn quota(&self, me: &str) -> ApiResult<Quota> {
        let is_account = self.person(me).await?.is_some_and(|person| person.record.kept);
        let limits = &self.config.limits;
        Ok(if is_account { limits.account } else { limits.guest })
    }

    /// Refuses a person who opens matches or tables too often.
    pub(crate) fn may_open(&self, me: &str) -> ApiResult<()> {
        self.openings.take(me.to_owned()).inspect_err(|_| increment(&self.metrics.limited))
    }

    /// Refuses one more match for a person with too many unfinished ones, or from a network with too many today.
    pub(crate) async fn may_open_match(&self, me: &str, from: Network) -> ApiResult<()> {
        self.may_open(me)?;
        let most = self.quota(me).await?.matches;
        let (player, limit) = (Some(me.to_owned()), u32::try_from(most).ok());
        let unfinished = MatchFilter { player, over: Some(false), limit, ..MatchFilter::all() };
        if self.hall.matches(&unfinished).await?.len() >= most {
            let text =
                format!("You have {most} unfinished games. Finish one or give one up first.");
            return Err(full(text));
        }
        self.network_usage.matches.take(from).inspect_err(|_| increment(&self.metrics.limited))
    }

    /// Refuses one more table for a person with too many open ones, or from a network with too many today.
    pub(crate) async fn may_open_table(&self, me: &str, from: Network) -> ApiResult<()> {
        self.may_open(me)?;
        let most = self.quota(me).await?.tables;
        if self.hall.tables_hosted(me).await? >= most {
            return Err(full(format!("You have {most} open tables. Close one first.")));
        }
        self.network_usage.tables.take(from).inspect_err(|_| increment(&self.metrics.limited))
    }

    /// Refuses a board that would exceed the person's quota or the network's. A board that replaces another one may
    /// always be as large as that one.
    pub(crate) async fn may_save_board(
        &self,
        me: &str,
        from: Network,
        boards: &[SavedBoard],
        next: &NewBoard,
    ) -> ApiResult<()> {
        let Quota { boards: most, board_bytes, .. } = self.quota(me).await?;
        let old = boards.iter().find(|board| board.id == next.id);
        if old.is_none() && boards.len() >= most {
            return Err(full(format!("You have {most} boards. Delete one first.")));
        }
        let before: usize = boards.iter().map(SavedBoard::bytes).sum();
        let more = next.bytes().saturating_sub(old.map_or(0, SavedBoard::bytes));
        if more > 0 && before + more > board_bytes {
            let kilobytes = board_bytes / 1024;
            let text =
                format!("Your boards may take up {kilobytes} KB in total. Delete one first.");
            return Err(full(text));
        }
        self.network_usage.boards.take(from).inspect_err(|_| increment(&self.metrics.limited))
    }
}
