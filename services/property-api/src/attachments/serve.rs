//! Files as HTTP responses: ranges, caching, and headers that prevent script execution.

use std::ops::Range;

use actix_web::body::{BodySize, SizedStream};
use actix_web::http::StatusCode;
use actix_web::http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ContentRange,
    ContentRangeSpec, ETag, EntityTag, HeaderName, IF_RANGE, IfRange, Range as RangeHeader,
    X_CONTENT_TYPE_OPTIONS,
};
use actix_web::{HttpMessage as _, HttpRequest, HttpResponse, HttpResponseBuilder};
use auth::CurrentUser;
use http_kit::is_current;

use super::domain::is_inline;
use super::range::Requested;
use super::storage::ObjectKey;
use super::store::AttachmentRow;
use super::{AttachmentError, FileStore, disposition};

/// May be shown in our pages, but must not load or run anything.
const INLINE: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'";
/// If a browser opens it anyway, it runs without scripts and without our origin.
const SANDBOXED: &str = "default-src 'none'; sandbox; frame-ancestors 'none'";

/// The part of a file to send.
enum Part {
    NotModified,
    Whole,
    Some(Range<u64>),
}

/// Sends a file, or the requested range.
pub async fn answer(
    files: &FileStore,
    user: &CurrentUser,
    row: &AttachmentRow,
    request: &HttpRequest,
) -> Result<HttpResponse, AttachmentError> {
    let size = u64::try_from(row.size).unwrap_or_default();
    let key = ObjectKey {
        customer_id: user.customer_id,
        attachment_id: row.attachment_id,
    };
    let (status, range) = match part(row, size, request)? {
        Part::NotModified => return Ok(head(row, StatusCode::NOT_MODIFIED).finish()),
        Part::Whole => (StatusCode::OK, None),
        Part::Some(range) => (StatusCode::PARTIAL_CONTENT, Some(range)),
    };
    let length = range.as_ref().map_or(size, |range| range.end - range.start);
    let stream = files.read(key, range.clone()).await?;
    let mut answer = head(row, status);
    if let Some(range) = range {
        answer.insert_header(ContentRange(ContentRangeSpec::Bytes {
            range: Some((range.start, range.end - 1)),
            instance_length: Some(size),
        }));
    }
    Ok(answer.body(SizedStream::new(length, stream)))
}

/// The headers of [`answer`], without the body.
pub fn answer_head(row: &AttachmentRow) -> HttpResponse {
    let size = u64::try_from(row.size).unwrap_or_default();
    head(row, StatusCode::OK).body(Sized(size))
}

fn head(row: &AttachmentRow, status: StatusCode) -> HttpResponseBuilder {
    let inline = is_inline(&row.content_type);
    let charset = if row.content_type.starts_with("text/") {
        "; charset=utf-8"
    } else {
        ""
    };
    let mut answer = HttpResponse::build(status);
    answer
        .insert_header((CONTENT_TYPE, format!("{}{charset}", row.content_type)))
        .insert_header(disposition::header(inline, &row.name))
        .insert_header((
            CONTENT_SECURITY_POLICY,
            if inline { INLINE } else { SANDBOXED },
        ))
        .insert_header((X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .insert_header((
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ))
        .insert_header((CACHE_CONTROL, "private, no-cache"))
        .insert_header((ACCEPT_RANGES, "bytes"))
        .insert_header(ETag(etag(row)));
    answer
}

fn part(row: &AttachmentRow, size: u64, request: &HttpRequest) -> Result<Part, AttachmentError> {
    let etag = etag(row);
    if is_current(request, &etag) {
        return Ok(Part::NotModified);
    }
    // A range of another version would not fit what the client has.
    let of_this = match request.get_header::<IfRange>() {
        Some(IfRange::EntityTag(known)) => known.strong_eq(&etag),
        Some(IfRange::Date(_)) => false,
        None => !request.headers().contains_key(IF_RANGE),
    };
    if !of_this {
        return Ok(Part::Whole);
    }
    match Requested::new(request.get_header::<RangeHeader>().as_ref(), size) {
        Requested::Whole => Ok(Part::Whole),
        Requested::Part(range) => Ok(Part::Some(range)),
        Requested::Beyond => Err(AttachmentError::Range(size)),
    }
}

/// Files are immutable, so the id is a strong validator.
fn etag(row: &AttachmentRow) -> EntityTag {
    EntityTag::new_strong(row.attachment_id.0.simple().to_string())
}

/// A body with a length but no bytes, for HEAD.
struct Sized(u64);

impl actix_web::body::MessageBody for Sized {
    type Error = std::convert::Infallible;

    fn size(&self) -> BodySize {
        BodySize::Sized(self.0)
    }

    fn poll_next(
        self: std::pin::Pin<&mut Self>,
        _cx: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<bytes::Bytes, Self::Error>>> {
        std::task::Poll::Ready(None)
    }
}
