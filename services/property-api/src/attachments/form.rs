//! Form fields of the file endpoints, multipart or URL-encoded.

use std::collections::HashMap;

use actix_multipart::Multipart;
use actix_web::http::header::{CONTENT_TYPE, HeaderMap};
use actix_web::web;
use domain::{ParcelNumber, ProjectId};
use futures::StreamExt as _;

use super::AttachmentError;
use crate::properties::locate::Locator;

/// Size limit of a form without files.
const MAX_FORM_BYTES: usize = 16 * 1024;

pub type Fields = HashMap<String, String>;

/// Identifies the file to delete.
#[derive(Debug)]
pub struct Deletion {
    pub wanted: Locator,
    pub project_id: ProjectId,
    pub path: String,
}

/// Reads a small form: multipart or URL-encoded.
pub async fn read(
    headers: &HeaderMap,
    mut payload: web::Payload,
) -> Result<Fields, AttachmentError> {
    let media = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    if media
        .to_ascii_lowercase()
        .starts_with("multipart/form-data")
    {
        return read_multipart(Multipart::new(headers, payload)).await;
    }
    if !media
        .to_ascii_lowercase()
        .starts_with("application/x-www-form-urlencoded")
    {
        return Err(AttachmentError::NotMultipart);
    }
    let mut body = Vec::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_broke_off| AttachmentError::Unreadable(None))?;
        append(&mut body, &chunk)?;
    }
    Ok(form_urlencoded::parse(&body).into_owned().collect())
}

async fn read_multipart(mut form: Multipart) -> Result<Fields, AttachmentError> {
    let mut fields = Fields::new();
    let mut total = Vec::new();
    while let Some(field) = form.next().await {
        let mut field =
            field.map_err(|error| AttachmentError::Unreadable(Some(error.to_string())))?;
        let name = field.name().unwrap_or_default().to_owned();
        let start = total.len();
        while let Some(chunk) = field.next().await {
            let chunk =
                chunk.map_err(|error| AttachmentError::Unreadable(Some(error.to_string())))?;
            append(&mut total, &chunk)?;
        }
        let text = String::from_utf8_lossy(&total[start..]).into_owned();
        fields.insert(name, text);
    }
    Ok(fields)
}

fn append(body: &mut Vec<u8>, chunk: &[u8]) -> Result<(), AttachmentError> {
    if body.len() + chunk.len() > MAX_FORM_BYTES {
        return Err(AttachmentError::TooLarge("The form is too long."));
    }
    body.extend_from_slice(chunk);
    Ok(())
}

/// The property of an upload.
pub fn locator(fields: &Fields) -> Result<Locator, AttachmentError> {
    Ok(Locator {
        parcel_number: parcel_number(fields)?,
        project_id: optional(fields, "project_id")?,
        ll_uuid: optional(fields, "ll_uuid")?,
    })
}

/// Requires parcel number, project and file.
pub fn deletion(fields: &Fields) -> Result<Deletion, AttachmentError> {
    let parcel_number = parcel_number(fields)?;
    let missing = |name: &'static str| AttachmentError::Field(name, format!("{name} is required."));
    let project_id: ProjectId =
        optional(fields, "project_id")?.ok_or_else(|| missing("project_id"))?;
    let path = text(fields, "filepath")
        .ok_or_else(|| missing("filepath"))?
        .to_owned();
    let ll_uuid = optional(fields, "ll_uuid")?;
    let wanted = Locator {
        parcel_number,
        project_id: Some(project_id),
        ll_uuid,
    };
    Ok(Deletion {
        wanted,
        project_id,
        path,
    })
}

fn parcel_number(fields: &Fields) -> Result<ParcelNumber, AttachmentError> {
    text(fields, "parcel_number")
        .unwrap_or_default()
        .parse()
        .map_err(|error: domain::Invalid| {
            AttachmentError::Field("parcel_number", error.to_string())
        })
}

fn optional<T: std::str::FromStr<Err = domain::Invalid>>(
    fields: &Fields,
    name: &'static str,
) -> Result<Option<T>, AttachmentError> {
    // JavaScript forms send these words for missing values.
    text(fields, name)
        .filter(|text| !matches!(*text, "null" | "undefined"))
        .map(str::parse)
        .transpose()
        .map_err(|error: domain::Invalid| AttachmentError::Field(name, error.to_string()))
}

fn text<'a>(fields: &'a Fields, name: &str) -> Option<&'a str> {
    fields
        .get(name)
        .map(|text| text.trim())
        .filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(pairs: &[(&str, &str)]) -> Fields {
        pairs
            .iter()
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
            .collect()
    }

    fn refused(pairs: &[(&str, &str)]) -> &'static str {
        match deletion(&fields(pairs)) {
            Err(AttachmentError::Field(name, _)) => name,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_deletion_names_parcel_project_and_file() {
        let project = "3b0f6a8e-4c1d-4f7e-9a44-0d9c7a5e2b10";
        assert_eq!(refused(&[]), "parcel_number");
        assert_eq!(
            refused(&[("parcel_number", "1"), ("filepath", "a/b")]),
            "project_id"
        );
        assert_eq!(
            refused(&[
                ("parcel_number", "1"),
                ("project_id", "x"),
                ("filepath", "a")
            ]),
            "project_id"
        );
        assert_eq!(
            refused(&[("parcel_number", "1"), ("project_id", project)]),
            "filepath"
        );
        let whole = fields(&[
            ("parcel_number", " 12/3 "),
            ("project_id", project),
            ("filepath", "a/b"),
        ]);
        let whole = deletion(&whole).unwrap();
        assert_eq!(
            (whole.wanted.parcel_number.as_str(), whole.path.as_str()),
            ("12/3", "a/b")
        );
    }

    #[test]
    fn an_upload_may_leave_the_project_out() {
        let upload = locator(&fields(&[
            ("parcel_number", "1"),
            ("project_id", "undefined"),
        ]))
        .unwrap();
        assert_eq!(upload.project_id, None);
    }
}
