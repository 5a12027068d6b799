//! The OpenAPI description: it has every request, every response of the other tests matches it, and Schemathesis, which
//! generates requests from it, finds no errors.

use crate::common::{Answer, Client, roomy, start_server};
use hall::Store;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::LazyLock;
use std::time::Duration;
use web::ServerLimits;

static DESCRIPTION: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(web::openapi()).unwrap());

/// Checks that a response matches the description.
pub(crate) fn check(method: &str, path: &str, answer: &Answer) {
    let path = path.split('?').next().unwrap();
    // The paths of earlier versions are aliases, and not described.
    let path = &path.replace("/honours", "/leaderboard");
    if !path.starts_with("/api/v1/") {
        return;
    }
    let all = DESCRIPTION["paths"].as_object().unwrap();
    let is_it = |like: &&String| {
        let (mut one, mut two) = (like.split('/'), path.split('/'));
        let same = one.by_ref().zip(two.by_ref()).all(|(a, b)| a.starts_with('{') || a == b);
        same && like.split('/').count() == path.split('/').count()
    };
    let operation = all.keys().find(is_it).map(|like| &all[like][method.to_lowercase()]);
    let Some(operation) = operation.filter(|operation| !operation.is_null()) else {
        assert!(
            [404, 405, 403, 421, 429].contains(&answer.status),
            "{method} {path} is not described"
        );
        return;
    };
    let responses = operation["responses"].as_object().unwrap();
    let status = answer.status.to_string();
    let kind = format!("{}XX", &status[..1]);
    let response = responses.get(&status).or_else(|| responses.get(&kind));
    let response = response.unwrap_or_else(|| panic!("{method} {path}: {status} is not described"));
    let content_type = answer.headers.get("content-type");
    let content_type = content_type.map_or("", |it| it.split(';').next().unwrap());
    let content = &response["content"][content_type];
    assert!(!content.is_null(), "{method} {path}: {status} as {content_type} is not described");
    if content_type == "application/json" {
        let fits = fits(&content["schema"], &answer.json(), true);
        fits.unwrap_or_else(|error| panic!("{method} {path}: {error}\n{}", answer.text));
    }
}

/// Checks a value against a schema. Fields that the schema doesn't name are errors, unless the schema is part of an
/// `allOf`. Panics at a keyword that this test doesn't know.
fn fits(schema: &Value, value: &Value, strict: bool) -> Result<(), String> {
    let Some(all) = schema.as_object() else { return Ok(()) };
    let fail = |why: &str| Err(format!("{value} is not {why} ({schema})"));
    for (word, says) in all {
        match word.as_str() {
            "$ref" => {
                let name = says.as_str().unwrap().rsplit('/').next().unwrap();
                let named = &DESCRIPTION["components"]["schemas"][name];
                assert!(!named.is_null(), "there is no schema {name}");
                fits(named, value, strict)?;
            }
            "type" => {
                let types = says.as_array().cloned().unwrap_or_else(|| vec![says.clone()]);
                let is = |of: &Value| match of.as_str().unwrap() {
                    "null" => value.is_null(),
                    "string" => value.is_string(),
                    "boolean" => value.is_boolean(),
                    "integer" => value.is_i64() || value.is_u64(),
                    "number" => value.is_number(),
                    "array" => value.is_array(),
                    "object" => value.is_object(),
                    other => panic!("there is no type {other}"),
                };
                if !types.iter().any(is) {
                    return fail("of its type");
                }
            }
            "properties" => {
                for (name, value) in value.as_object().into_iter().flatten() {
                    match says.get(name) {
                        Some(schema) => {
                            fits(schema, value, true).map_err(|why| format!("{name}: {why}"))?
                        }
                        None if strict => return fail(&format!("without “{name}”")),
                        None => {}
                    }
                }
            }
            "required" => {
                let missing = says
                    .as_array()
                    .unwrap()
                    .iter()
                    .find(|name| value.get(name.as_str().unwrap()).is_none());
                if value.is_object() && missing.is_some() {
                    return fail("whole");
                }
            }
            "items" => {
                for (n, value) in value.as_array().into_iter().flatten().enumerate() {
                    fits(says, value, true).map_err(|why| format!("{n}: {why}"))?;
                }
            }
            "enum" => {
                if !says.as_array().unwrap().contains(value) {
                    return fail("one of the words");
                }
            }
            "oneOf" => {
                let of = says.as_array().unwrap().iter();
                if of.filter(|schema| fits(schema, value, strict).is_ok()).count() != 1 {
                    return fail("exactly one of these");
                }
            }
            "allOf" => {
                says.as_array()
                    .unwrap()
                    .iter()
                    .try_for_each(|schema| fits(schema, value, false))?;
            }
            "minimum" if value.is_number() => {
                if value.as_f64() < says.as_f64() {
                    return fail("large enough");
                }
            }
            "description" | "format" | "default" | "minimum" | "additionalProperties" => {}
            other => panic!("this test does not know the keyword “{other}”"),
        }
    }
    Ok(())
}

#[test]
fn responses_that_do_not_match_are_noticed() {
    let fits_it = |name: &str, value: Value| {
        fits(&json!({ "$ref": format!("#/components/schemas/{name}") }), &value, true).is_ok()
    };
    assert!(fits_it("Stored", json!({ "seq": 3 })));
    assert!(!fits_it("Stored", json!({ "seq": "3" })));
    assert!(!fits_it("Stored", json!({})));
    assert!(!fits_it("Stored", json!({ "seq": 3, "seed": 7 })));
    let pane = json!({ "id": "a", "title": "b", "grid": [[{ "text": "x", "tone": "good" }]] });
    assert!(fits_it("Pane", pane));
    assert!(!fits_it("Pane", json!({ "id": "a", "title": "b", "gird": [] })));
    let cell = json!({ "text": "x", "tone": "loud" });
    assert!(!fits_it("Pane", json!({ "id": "a", "title": "b", "grid": [[cell]] })));
}

#[test]
fn the_description_and_the_protocol_have_the_same_requests() {
    let protocol = include_str!("../../../../docs/protocol.md");
    let mut documented = BTreeSet::new();
    for span in protocol.split('`').skip(1).step_by(2) {
        let Some((method, path)) = span.split_once(' ') else { continue };
        if ["GET", "POST", "PUT", "DELETE"].contains(&method) && path.starts_with('/') {
            let path = path.split('?').next().unwrap();
            documented.insert(format!("{method} {}", path.strip_prefix("/api/v1").unwrap_or(path)));
        }
    }
    let mut described = BTreeSet::new();
    for (path, methods) in DESCRIPTION["paths"].as_object().unwrap() {
        let path = path.strip_prefix("/api/v1").unwrap();
        for method in methods.as_object().unwrap().keys() {
            described.insert(format!("{} {path}", method.to_uppercase()));
        }
    }
    assert!(described.remove("GET /ws"), "the socket has its own section");
    assert_eq!(documented, described);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_description_is_served() {
    let server = crate::common::fresh_server().await;
    let served = Client::nobody(server.address()).get("/openapi.json").await.good();
    assert_eq!(served, *DESCRIPTION);
    server.close().await;
}

/// The program, as `scripts/setup` installs it.
fn schemathesis() -> Option<std::path::PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../target/tools/schemathesis/bin/schemathesis");
    let found = own.exists().then_some(own);
    if found.is_none() {
        assert!(
            std::env::var("CI").as_deref() != Ok("true") || !cfg!(target_os = "linux"),
            "Schemathesis is missing"
        );
        eprintln!("skipped: Schemathesis is missing (scripts/setup installs it)");
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn schemathesis_finds_no_errors() {
    let Some(program) = schemathesis() else { return };
    let limits = ServerLimits { request: Duration::from_secs(60), ..roomy() };
    let server = start_server(Store::memory(), limits).await;
    let mut ann = Client::guest(server.address()).await;
    let token = ann.post("/me/tokens", json!({ "label": "Schemathesis" })).await.good();
    let bearer = format!("Authorization: Bearer {}", token["token"].as_str().unwrap());
    let cookie = format!("Cookie: {}", ann.cookie.clone().unwrap());
    // Requests that don't allow a token are made with the session.
    for (header, filter) in [(bearer, "--exclude-operation-id"), (cookie, "--include-operation-id")]
    {
        let (program, address) = (program.clone(), server.address());
        let run = move || run_schemathesis(&program, address, &header, filter);
        let run = tokio::task::spawn_blocking(run).await.unwrap();
        let output = String::from_utf8_lossy(&run.stdout);
        assert!(run.status.success(), "{output}\n{}", String::from_utf8_lossy(&run.stderr));
    }
    // No request has panicked.
    let metrics = ann.ask("GET", "/metrics", None).await.text;
    assert!(metrics.contains("lexicade_panics_total 0\n"), "{metrics}");
    server.close().await;
}

/// The operations that need a session instead of a token, except deleting the account, which would end the test.
const SESSION_ONLY: &[&str] = &[
    "rename",
    "export",
    "keep_a_name",
    "recovery_link",
    "sessions",
    "end_session",
    "tokens",
    "new_token",
    "end_token",
    "save_board",
    "remove_board",
];

/// Runs Schemathesis with this header, with or without the operations that need a session.
fn run_schemathesis(program: &Path, address: SocketAddr, header: &str, filter: &str) -> Output {
    let mut run = Command::new(program);
    run.arg("run").arg(format!("http://{address}/api/v1/openapi.json"));
    run.args(["--header", "X-Lexicade: 1", "--header", header]);
    run.args(SESSION_ONLY.iter().flat_map(|id| [filter, *id]));
    // A request that matches its schema may still be refused: the schema doesn't know words, boards or turns.
    run.args(["--exclude-checks", "positive_data_acceptance"]);
    run.args(["--phases", "examples,coverage,fuzzing", "--max-examples", "8", "--seed", "7"]);
    run.args(["--generation-database", "none", "--no-color"]);
    run.current_dir(std::env::temp_dir()).output().unwrap()
}
