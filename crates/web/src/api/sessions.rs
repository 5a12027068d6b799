//! Signing in and out, passphrases, recovery links, tokens of programs.

use super::matches::Nothing;
use super::me::WithCookie;
use super::{Out, done, out};
use crate::counts::one;
use crate::error::{Answer, Refused};
use crate::guard::Peer;
use crate::id::PassId;
use crate::key::{digest, secret};
use crate::passphrase;
use crate::people::{
    Me, NAME, Pass, Person, RECOVERY, SESSION, TOKEN, cookie, folded, no_cookie, paper,
};
use crate::read::{Anyone, Asked, Home, InPerson, Part, shown};
use crate::serve::App;
use crate::wire::{Asker, Done, Link, NewToken, Session, Sessions, Token, Tokens};
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::{Extension, Json};
use engine::line;
use hall::{Filing, Paper};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// How many tokens somebody may have.
const TOKENS: usize = 20;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Passphrase {
    passphrase: String,
    #[serde(default)]
    old: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SignIn {
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    passphrase: Option<String>,
    #[serde(default)]
    recovery: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Label {
    label: String,
}

fn wrong() -> Refused {
    let text = "Name and passphrase do not belong together.";
    Refused::new(StatusCode::UNAUTHORIZED, "web.passphrase", text)
}

/// Keeps a name with a passphrase. Every way in ends: sessions, recovery links, tokens. Who asks gets a new session.
#[utoipa::path(
    post,
    path = "/me/passphrase",
    operation_id = "keep_a_name",
    request_body = Passphrase,
    responses((status = 200, description = "Done.", body = Asker), Refused)
)]
pub(super) async fn passphrase(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    InPerson(me): InPerson,
    Asked(asked): Asked<Passphrase>,
) -> WithCookie<Asker> {
    app.doors.take(peer).inspect_err(|_| one(&app.counts.limited))?;
    let person = app.person(&me.id).await?.ok_or_else(Refused::nobody)?;
    if let Some(kept) = &person.says.passphrase {
        app.tries.take(folded(&person.says.name))?;
        if !passphrase::is(asked.old.unwrap_or_default(), Some(kept)).await? {
            return Err(wrong());
        }
    }
    passphrase::check(&asked.passphrase, &person.says.name)?;
    let hash = passphrase::hash(asked.passphrase).await?;
    let (session, secret) = app.new_pass(SESSION, &me.id, None)?;
    let mut old = Vec::new();
    for kind in [SESSION, TOKEN, RECOVERY] {
        let papers = app.hall.papers(kind, &me.id).await?.into_iter();
        old.extend(papers.map(|paper| (kind, paper.id)));
    }
    app.change(&me.id, |person| {
        person.says.passphrase = Some(hash.clone());
        person.says.kept = true;
        person.says.recovery = None;
        let ends = old.iter().map(|(kind, id)| Filing::Shred { kind, id: id.clone() });
        Ok(ends.chain([session.clone()]).collect())
    })
    .await?;
    old.iter().for_each(|(_, id)| app.passes.forget(id));
    let asker = app.asker(&me.id).await?;
    // Last, so that a socket of this browser that comes back brings the new cookie.
    app.ended.send_modify(|count| *count += 1);
    Ok(([(SET_COOKIE, cookie(&app, &secret))], asker))
}

/// A link that signs one in; an older one stops working.
#[utoipa::path(
    post,
    path = "/me/recovery",
    operation_id = "recovery_link",
    request_body = Nothing,
    responses((status = 200, description = "Done.", body = Link), Refused)
)]
pub(super) async fn recovery(
    State(app): State<Arc<App>>,
    InPerson(me): InPerson,
    Home(home): Home,
    Asked(Nothing {}): Asked<Nothing>,
) -> Out<Link> {
    let secret = secret().map_err(|_| Refused::failed())?;
    let digest = digest(&secret);
    app.change(&me.id, |person| {
        let old = person.says.recovery.replace(digest.clone());
        person.says.kept = true;
        let mut filings = vec![Filing::Put(paper(RECOVERY, &digest, &person.id, 0, &person.id)?)];
        filings.extend(old.map(|id| Filing::Shred { kind: RECOVERY, id }));
        Ok(filings)
    })
    .await?;
    out(Link { url: format!("{home}/recover#{secret}") })
}

/// Signs in. What a guest has played here becomes theirs who signs in, and the guest is no more; of somebody whose name
/// is kept only this session ends.
#[utoipa::path(
    post,
    path = "/session",
    operation_id = "sign_in",
    request_body = SignIn,
    responses((status = 200, description = "Done.", body = Asker), Refused)
)]
pub(super) async fn sign_in(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    Anyone(before): Anyone,
    Asked(asked): Asked<SignIn>,
) -> WithCookie<Asker> {
    app.doors.take(peer).inspect_err(|_| one(&app.counts.limited))?;
    let person = match (asked.name, asked.passphrase, asked.recovery) {
        (Some(name), Some(passphrase), None) => by_name(&app, &name, passphrase).await?,
        (None, None, Some(secret)) => by_recovery(&app, &secret).await?,
        _ => {
            return Err(Refused::json(
                "Sign in with name and passphrase, or with a recovery link.",
            ));
        }
    };
    let (session, secret) = app.new_pass(SESSION, &person.id, None)?;
    let mut filings = vec![session];
    if let Some(before) = before.filter(|before| before.kind == SESSION) {
        match app.person(&before.id).await? {
            Some(guest) if !guest.says.kept => {
                app.hall.hand_over(&guest.id, &person.id).await?;
                app.hand_over_boards(&guest.id, &person.id).await?;
                filings.extend(app.shredded(&guest).await?);
                app.names.forget(&guest.id);
            }
            _ => {
                app.passes.forget(&before.pass);
                filings.push(Filing::Shred { kind: SESSION, id: before.pass });
            }
        }
    }
    app.hall.file(filings).await?;
    app.ended.send_modify(|count| *count += 1);
    Ok(([(SET_COOKIE, cookie(&app, &secret))], app.asker(&person.id).await?))
}

async fn by_name(app: &App, name: &str, passphrase: String) -> Answer<Person> {
    let name = folded(&line::clean(name.as_bytes())?);
    app.tries.take(name.clone()).inspect_err(|_| one(&app.counts.limited))?;
    let holder = match app.hall.paper(NAME, &name).await? {
        Some(holder) => app.person(&holder.owner).await?,
        None => None,
    };
    let kept = holder.as_ref().and_then(|person| person.says.passphrase.clone());
    // Whether there is anybody of that name takes the same time to say.
    if !passphrase::is(passphrase.clone(), kept.as_ref()).await? {
        return Err(wrong());
    }
    let person = holder.ok_or_else(wrong)?;
    if kept.as_ref().is_some_and(passphrase::is_old) {
        let hash = passphrase::hash(passphrase).await?;
        return app
            .change(&person.id, |person| {
                person.says.passphrase = Some(hash.clone());
                Ok(Vec::new())
            })
            .await;
    }
    Ok(person)
}

async fn by_recovery(app: &App, secret: &str) -> Answer<Person> {
    let digest = digest(secret);
    let found = app.hall.paper(RECOVERY, &digest).await?;
    let person = match &found {
        Some(paper) => app.person(&paper.owner).await?,
        None => None,
    };
    let is_it = |person: &Person| person.says.recovery.as_ref() == Some(&digest);
    person.filter(is_it).ok_or_else(|| {
        let text = "This recovery link does not work any more.";
        Refused::new(StatusCode::UNAUTHORIZED, "web.passphrase", text)
    })
}

#[utoipa::path(
    delete,
    path = "/session",
    operation_id = "sign_out",
    responses((status = 200, description = "Done.", body = Done), Refused)
)]
pub(super) async fn sign_out(
    State(app): State<Arc<App>>,
    InPerson(me): InPerson,
) -> WithCookie<Done> {
    shred(&app, SESSION, &me.pass).await?;
    Ok(([(SET_COOKIE, no_cookie(&app))], Json(Done {})))
}

#[utoipa::path(
    get,
    path = "/me/sessions",
    operation_id = "sessions",
    responses((status = 200, description = "Done.", body = Sessions), Refused)
)]
pub(super) async fn list(State(app): State<Arc<App>>, InPerson(me): InPerson) -> Out<Sessions> {
    out(Sessions { sessions: sessions_of(&app, &me).await? })
}

/// Where somebody is signed in.
pub(super) async fn sessions_of(app: &App, me: &Me) -> Answer<Vec<Session>> {
    let shown = passes(app, SESSION, me).await?.into_iter().map(|(id, pass)| Session {
        here: id == me.pass,
        id,
        since: pass.since.to_string(),
        seen: pass.seen.to_string(),
    });
    Ok(shown.collect())
}

#[utoipa::path(
    delete,
    path = "/me/sessions/{id}",
    operation_id = "end_session",
    params(("id" = String, Path, description = "Its id.")),
    responses((status = 200, description = "Done.", body = Done), Refused)
)]
pub(super) async fn end(
    State(app): State<Arc<App>>,
    InPerson(me): InPerson,
    Part(PassId(id)): Part<PassId>,
) -> Out<Done> {
    end_own(&app, &me, SESSION, &id).await
}

#[utoipa::path(
    get,
    path = "/me/tokens",
    operation_id = "tokens",
    responses((status = 200, description = "Done.", body = Tokens), Refused)
)]
pub(super) async fn tokens(State(app): State<Arc<App>>, InPerson(me): InPerson) -> Out<Tokens> {
    out(Tokens { tokens: tokens_of(&app, &me).await? })
}

/// Somebody's tokens.
pub(super) async fn tokens_of(app: &App, me: &Me) -> Answer<Vec<Token>> {
    let shown = passes(app, TOKEN, me).await?.into_iter().map(|(id, pass)| Token {
        id,
        label: pass.label.unwrap_or_default(),
        since: pass.since.to_string(),
    });
    Ok(shown.collect())
}

#[utoipa::path(
    post,
    path = "/me/tokens",
    operation_id = "new_token",
    request_body = Label,
    responses((status = 200, description = "Done.", body = NewToken), Refused)
)]
pub(super) async fn new_token(
    State(app): State<Arc<App>>,
    InPerson(me): InPerson,
    Asked(asked): Asked<Label>,
) -> Out<NewToken> {
    let label = shown(&asked.label)?.chars().take(40).collect();
    if app.hall.papers(TOKEN, &me.id).await?.len() >= TOKENS {
        let text = format!("There are {TOKENS} tokens already; end one of them first.");
        return Err(Refused::new(StatusCode::UNPROCESSABLE_ENTITY, "web.full", text));
    }
    let (token, secret) = app.new_pass(TOKEN, &me.id, Some(label))?;
    app.hall.file(vec![token]).await?;
    out(NewToken { id: digest(&secret), token: secret })
}

#[utoipa::path(
    delete,
    path = "/me/tokens/{id}",
    operation_id = "end_token",
    params(("id" = String, Path, description = "Its id.")),
    responses((status = 200, description = "Done.", body = Done), Refused)
)]
pub(super) async fn end_token(
    State(app): State<Arc<App>>,
    InPerson(me): InPerson,
    Part(PassId(id)): Part<PassId>,
) -> Out<Done> {
    end_own(&app, &me, TOKEN, &id).await
}

async fn passes(app: &App, kind: &'static str, me: &Me) -> Answer<Vec<(String, Pass)>> {
    let papers = app.hall.papers(kind, &me.id).await?.into_iter();
    let read = |paper: Paper| Some((paper.id, serde_json::from_str(&paper.body).ok()?));
    Ok(papers.filter_map(read).collect())
}

/// Ends a session or a token, if it is one's own.
async fn end_own(app: &App, me: &Me, kind: &'static str, id: &str) -> Out<Done> {
    let own = app.hall.paper(kind, id).await?.is_some_and(|paper| paper.owner == me.id);
    if !own {
        let text = "There is no such session or token of yours.";
        return Err(Refused::new(StatusCode::NOT_FOUND, "web.pass", text));
    }
    shred(app, kind, id).await?;
    done()
}

async fn shred(app: &App, kind: &'static str, id: &str) -> Answer<()> {
    app.hall.file(vec![Filing::Shred { kind, id: id.to_owned() }]).await?;
    app.passes.forget(id);
    app.ended.send_modify(|count| *count += 1);
    Ok(())
}
