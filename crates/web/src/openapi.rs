//! The OpenAPI description, generated from the routes and types. The WebSocket is described in docs/protocol.md.

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
    info(
        title = "Lexicade",
        description = "The API of a Lexicade server. docs/protocol.md explains it, and the WebSocket messages."
    ),
    components(schemas(RefusedBody))
)]
struct Described;

static TEXT: LazyLock<String> = LazyLock::new(|| {
    // It is plain data; if it could not be serialized, every test would fail.
    describe().to_json().unwrap_or_default()
});

fn describe() -> Document {
    let mut document = Described::openapi();
    document.merge(api::routes().into_openapi());
    let components = document.components.get_or_insert_default();
    // Browsers use a cookie instead.
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
            change.parameters.get_or_insert_default().push(same_site_header().into());
            if let Some(RefOr::T(body)) = &mut change.request_body {
                // An empty body counts as `{}`.
                body.required =
                    Some(if may_be_empty(body) { Required::False } else { Required::True });
            }
        }
    }
    document
}

/// The header that every request needs that isn't a GET.
fn same_site_header() -> Parameter {
    let one = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(["1"])).build();
    ParameterBuilder::new()
        .name("X-Lexicade")
        .parameter_in(ParameterIn::Header)
        .required(Required::True)
        .description(Some("Proves that the request doesn't come from another site: pages of other sites can't send this header."))
        .schema(Some(one))
        .build()
}

/// The description of the API, as JSON.
pub fn openapi() -> &'static str {
    &TEXT
}

/// Returns this description.
#[utoipa::path(
    get,
    path = "/openapi.json",
    operation_id = "openapi",
    responses((status = 200, description = "This description.", body = Object), ApiError)
)]
pub(crate) async fn look() -> ([(axum::http::HeaderName, &'static str); 1], &'static str) {
    ([(CONTENT_TYPE, "application/json")], openapi())
}
