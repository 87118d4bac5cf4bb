//! The parcels of the sites that a project has.

use std::collections::HashSet;

use auth::CurrentUser;
use domain::{ParcelUuid, ProjectId};
use service::ServiceClient;

use super::facts::{self, Besides};
use super::{MarkerError, store};
use crate::projects;
use crate::state::AppState;

/// The parcels of the sites that a project has.
///
/// They are read before the project is locked, because no transaction waits for parcel-lookup: a colleague may change the sites
/// meanwhile.
#[derive(Debug)]
pub struct OfSites {
    sites: HashSet<ParcelUuid>,
    parcels: Vec<ParcelUuid>,
}

impl OfSites {
    pub async fn read(
        state: &AppState,
        user: &CurrentUser,
        project_id: ProjectId,
    ) -> Result<Self, MarkerError> {
        // An unknown project is not worth a request to parcel-lookup.
        let markers = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
            projects::store::find_project(conn, project_id)
                .await?
                .ok_or(MarkerError::NoProject)?;
            Ok::<_, MarkerError>(store::list_parcels(conn, project_id).await?)
        })
        .await?;
        let sites = sites(markers.iter().map(|(id, number)| (*id, number.as_str())));
        let parcels = members(&state.parcel_lookup, user, &sites).await?;
        Ok(Self {
            sites: sites.into_iter().collect(),
            parcels,
        })
    }

    /// The parcels of these markers, which are those of the project now that it is locked, and of its sites; `None` if its sites are
    /// others now.
    pub fn with(&self, markers: &[(Option<ParcelUuid>, String)]) -> Option<HashSet<ParcelUuid>> {
        let sites = sites(markers.iter().map(|(id, number)| (*id, number.as_str())));
        if sites.into_iter().collect::<HashSet<_>>() != self.sites {
            return None;
        }
        let identities = markers.iter().filter_map(|(id, _)| *id);
        Some(identities.chain(self.parcels.iter().copied()).collect())
    }
}

/// The parcels of those of a project's markers, by identity and number, that are sites of several parcels. parcel-lookup
/// keeps them; it is asked only if there can be a site.
pub async fn list<'a>(
    parcel_lookup: &ServiceClient,
    user: &CurrentUser,
    markers: impl IntoIterator<Item = (Option<ParcelUuid>, &'a str)>,
) -> Result<Vec<ParcelUuid>, MarkerError> {
    members(parcel_lookup, user, &sites(markers)).await
}

async fn members(
    parcel_lookup: &ServiceClient,
    user: &CurrentUser,
    sites: &[ParcelUuid],
) -> Result<Vec<ParcelUuid>, MarkerError> {
    let records = facts::fetch(parcel_lookup, user, sites, Besides::default()).await?;
    let sites = sites.iter().filter_map(|id| records.get(id));
    let members = sites.filter_map(|record| record.facts.site.as_ref());
    let members = members.flat_map(|site| &site.members);
    Ok(members.map(|member| member.ll_uuid).collect())
}

/// Those that can be sites.
fn sites<'a>(markers: impl IntoIterator<Item = (Option<ParcelUuid>, &'a str)>) -> Vec<ParcelUuid> {
    let sites = markers.into_iter().filter(|(_, number)| is_of_site(number));
    sites.filter_map(|(id, _)| id).collect()
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
    fn parcels_of_sites_are_known_while_the_sites_are_the_same() {
        let id = |number| ParcelUuid(uuid::Uuid::from_u128(number));
        let marker = |of, number: &str| (Some(id(of)), number.to_owned());
        let known = OfSites {
            sites: HashSet::from([id(1)]),
            parcels: vec![id(2), id(3)],
        };
        let (site, parcel) = (marker(1, "7 +1"), marker(4, "9"));
        let all = known.with(&[site.clone(), parcel.clone()]).unwrap();
        assert_eq!(all, HashSet::from([1, 2, 3, 4].map(id)));
        // One was added, or removed.
        assert!(known.with(&[site, marker(5, "8 +2")]).is_none());
        assert!(known.with(&[parcel]).is_none());
    }

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
