//! Immutable responses: artifacts of finished runs.

use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, ETAG, HeaderValue, IF_NONE_MATCH,
};
use actix_web::{HttpRequest, HttpResponse};

/// Serves an artifact whose content never changes under its name, privately cacheable; 304 if the
/// caller has it.
pub fn answer(
    request: &HttpRequest,
    content_type: &str,
    name: &str,
    bytes: Vec<u8>,
) -> HttpResponse {
    let tag = format!("\"{name}\"");
    let asked = request
        .headers()
        .get_all(IF_NONE_MATCH)
        .filter_map(|value| value.to_str().ok());
    let known = asked
        .flat_map(|value| value.split(','))
        .any(|known| known.trim() == tag);
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
        .insert_header((ETAG, tag));
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
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{file_name}\"")) {
        answer.headers_mut().insert(CONTENT_DISPOSITION, value);
    }
    answer
}
