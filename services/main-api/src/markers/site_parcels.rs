//! The parcels of the sites that a project has.

use auth::CurrentUser;
use domain::ParcelUuid;
use service::ServiceClient;

use super::{MarkerError, facts};

/// The parcels of those of a project's markers, by identity and number, that are sites of several parcels. parcel-lookup
/// keeps them; it is asked only if there can be a site.
pub async fn list<'a>(
    parcel_lookup: &ServiceClient,
    user: &CurrentUser,
    markers: impl IntoIterator<Item = (Option<ParcelUuid>, &'a str)>,
) -> Result<Vec<ParcelUuid>, MarkerError> {
    let sites: Vec<ParcelUuid> = markers
        .into_iter()
        .filter(|(_, number)| is_of_site(number))
        .filter_map(|(id, _)| id)
        .collect();
    let records = facts::fetch(parcel_lookup, user, &sites, false).await?;
    let sites = sites.iter().filter_map(|id| records.get(id));
    let members = sites.filter_map(|record| record.facts.site.as_ref());
    let members = members.flat_map(|site| &site.members);
    Ok(members.map(|member| member.ll_uuid).collect())
}

/// A site's number says how many parcels follow the first one; few numbers of counties look like it.
fn is_of_site(number: &str) -> bool {
    number.rsplit_once(" +").is_some_and(|(_, rest)| {
        let count = rest.split(' ').next().unwrap_or_default();
        !count.is_empty() && count.bytes().all(|sign| sign.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_a_site_is_known_by_its_form() {
        for number in ["0660640130020 +3", "1 +11 (2)"] {
            assert!(is_of_site(number), "{number}");
        }
        for number in ["0660640130020", "12+3", "12 +", "12 +A", "041 023"] {
            assert!(!is_of_site(number), "{number}");
        }
    }
}
