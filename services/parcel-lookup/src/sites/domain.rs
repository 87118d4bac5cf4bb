//! Validation of what is kept as a site. No I/O.

use domain::ParcelUuid;
use http_kit::{ApiError, ApiResult};

use super::dto::SiteRequest;

/// Most parcels of a site.
const MAX_PARCELS: usize = 50;
const MAX_NAME: usize = 100;

/// A checked request.
#[derive(Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Each once, in the given order.
    pub members: Vec<ParcelUuid>,
    pub name: Option<String>,
}

pub fn check(request: SiteRequest) -> ApiResult<Wanted> {
    let mut members: Vec<ParcelUuid> = Vec::new();
    for id in request.ll_uuids {
        if members.len() > MAX_PARCELS {
            break;
        }
        if !members.contains(&id) {
            members.push(id);
        }
    }
    if !(2..=MAX_PARCELS).contains(&members.len()) {
        let sentence = "A site has 2 to 50 different parcels.";
        return Err(ApiError::invalid("ll_uuids", sentence));
    }
    let name = request.name.map(|name| name.trim().to_owned());
    let name = name.filter(|name| !name.is_empty());
    if let Some(name) = &name {
        if name.chars().count() > MAX_NAME {
            let sentence = "A name has at most 100 characters.";
            return Err(ApiError::invalid("name", sentence));
        }
        if name.chars().any(char::is_control) {
            let sentence = "A name cannot contain control characters.";
            return Err(ApiError::invalid("name", sentence));
        }
    }
    Ok(Wanted { members, name })
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn request(ids: &[u128], name: &str) -> SiteRequest {
        SiteRequest {
            ll_uuids: ids
                .iter()
                .map(|id| ParcelUuid(Uuid::from_u128(*id)))
                .collect(),
            name: Some(name.to_owned()),
        }
    }

    #[test]
    fn a_parcel_counts_once_and_a_blank_name_is_none() {
        let wanted = check(request(&[2, 1, 2], "  ")).unwrap();
        assert_eq!(wanted.members.len(), 2);
        assert_eq!(wanted.name, None);
        assert!(check(request(&[1, 1], "Elm")).is_err());
        assert!(check(request(&(0..51).collect::<Vec<_>>(), "Elm")).is_err());
        assert_eq!(
            check(request(&(0..50).collect::<Vec<_>>(), " Elm "))
                .unwrap()
                .name
                .as_deref(),
            Some("Elm")
        );
        assert!(check(request(&[1, 2], &"e".repeat(101))).is_err());
        assert!(check(request(&[1, 2], "a\u{0}b")).is_err());
    }
}
