//! Conditional requests (RFC 9110).

use actix_web::http::header::{EntityTag, IfNoneMatch};
use actix_web::{HttpMessage as _, HttpRequest};

/// Whether the caller has this version already, by `If-None-Match`; then 304 suffices.
pub fn is_current(request: &HttpRequest, tag: &EntityTag) -> bool {
    match request.get_header::<IfNoneMatch>() {
        Some(IfNoneMatch::Any) => true,
        Some(IfNoneMatch::Items(known)) => known.iter().any(|known| known.weak_eq(tag)),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::header::IF_NONE_MATCH;
    use actix_web::test::TestRequest;

    #[test]
    fn a_version_is_current_when_the_caller_names_it() {
        let tag = EntityTag::new_weak("b".to_owned());
        let current = |header: &'static str| {
            let request = TestRequest::default().insert_header((IF_NONE_MATCH, header));
            is_current(&request.to_http_request(), &tag)
        };
        for known in ["*", "\"b\"", "W/\"b\"", "\"a\", W/\"b\""] {
            assert!(current(known), "{known}");
        }
        for other in ["\"a\"", "b", ""] {
            assert!(!current(other), "{other}");
        }
        assert!(!is_current(&TestRequest::default().to_http_request(), &tag));
    }
}
