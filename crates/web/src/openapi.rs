//! The description of the API for programs (OpenAPI), made from the requests and types themselves. The WebSocket is
//! described in docs/protocol.md.

use crate::api;
use crate::error::ApiError;
use crate::wire::RefusedBody;
use axum::http::header::CONTENT_TYPE;
use std::sync::LazyLock;
use utoipa::OpenApi;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::request_body::RequestBody;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{Content, ObjectBuilder, OpenApi as Document, RefOr, Required, Schema, Type};

#[derive(OpenApi)]
#[openapi(
    info(title = "Lexicade", description = "See docs/protocol.md for what everything means."),
    components(schemas(RefusedBody))
)]
struct Described;

static TEXT: LazyLock<String> = LazyLock::new(|| {
    // It is plain data; one that could not be written would fail every test there is.
    describe().to_json().unwrap_or_default()
});

fn describe() -> Document {
    let mut document = Described::openapi();
    document.merge(api::routes().into_openapi());
    let components = document.components.get_or_insert_default();
    // A browser has a cookie in its place.
    let token = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
    components.add_security_scheme("token", token);
    let may_be_empty = |body: &RequestBody| {
        let schema = body.content.values().find_map(|content| match content {
            RefOr::T(Content { schema: Some(RefOr::Ref(named)), .. }) => {
                named.ref_location.rsplit('/').next()
            }
            _ => None,
        });
        let schema = schema.and_then(|name| components.schemas.get(name));
        matches!(schema, Some(RefOr::T(Schema::Object(object))) if object.required.is_empty())
    };
    for path in document.paths.paths.values_mut() {
        for change in [&mut path.post, &mut path.put, &mut path.delete].into_iter().flatten() {
            change.parameters.get_or_insert_default().push(from_here().into());
            if let Some(RefOr::T(body)) = &mut change.request_body {
                // One that is empty is `{}`.
                body.required =
                    Some(if may_be_empty(body) { Required::False } else { Required::True });
            }
        }
    }
    document
}

/// What every request carries that changes something.
fn from_here() -> Parameter {
    let one = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(["1"])).build();
    ParameterBuilder::new()
        .name("X-Lexicade")
        .parameter_in(ParameterIn::Header)
        .required(Required::True)
        .description(Some("No other page can send it."))
        .schema(Some(one))
        .build()
}

/// The description of the API, as JSON.
pub fn openapi() -> &'static str {
    &TEXT
}

/// This description.
#[utoipa::path(
    get,
    path = "/openapi.json",
    operation_id = "openapi",
    responses((status = 200, description = "Done.", body = Object), ApiError)
)]
pub(crate) async fn look() -> ([(axum::http::HeaderName, &'static str); 1], &'static str) {
    ([(CONTENT_TYPE, "application/json")], openapi())
}
