//! Immutable responses: artifacts of finished runs.

use actix_web::http::header::{
    CACHE_CONTROL, ContentDisposition, ETag, EntityTag, HeaderValue, TryIntoHeaderPair as _,
};
use actix_web::{HttpRequest, HttpResponse};
use http_kit::is_current;

/// Serves an artifact whose content never changes under its name, privately cacheable; 304 if the
/// caller has it.
pub fn answer(
    request: &HttpRequest,
    content_type: &str,
    name: &str,
    bytes: Vec<u8>,
) -> HttpResponse {
    let tag = EntityTag::new_strong(name.to_owned());
    let known = is_current(request, &tag);
    let mut answer = if known {
        HttpResponse::NotModified()
    } else {
        HttpResponse::Ok()
    };
    answer
        .insert_header((
            CACHE_CONTROL,
            HeaderValue::from_static("private, max-age=31536000, immutable"),
        ))
        .insert_header(ETag(tag));
    if known {
        return answer.finish();
    }
    answer.content_type(content_type).body(bytes)
}

/// Like [`answer`], as a download with this file name.
pub fn download(
    request: &HttpRequest,
    content_type: &str,
    file_name: &str,
    bytes: Vec<u8>,
) -> HttpResponse {
    let mut answer = answer(request, content_type, file_name, bytes);
    if let Ok((name, value)) = ContentDisposition::attachment(file_name).try_into_pair() {
        answer.headers_mut().insert(name, value);
    }
    answer
}
