//! Keeps sites, and reads them.

use std::collections::HashSet;

use auth::CurrentUser;
use domain::ParcelUuid;
use parcel_record::ParcelRecord;

use super::domain::Wanted;
use super::dto::Site;
use super::error::{Named, SiteError};
use crate::assemblages;
use crate::assemblages::dto::Assemblage;
use crate::parcel_facts::dto::ParcelWithUnits;
use crate::parcel_facts::land;
use crate::parcels::{Composite, Kept, licensed, number, records, sites};
use crate::state::AppState;

/// Most sites of a firm with the same first parcel and the same number of parcels.
const MAX_OF_NUMBER: usize = 1000;

/// Keeps parcels as one site. The same parcels of a firm are the same site; true if it is new.
pub async fn create(
    state: &AppState,
    user: &CurrentUser,
    wanted: Wanted,
) -> Result<(Site, bool), SiteError> {
    let members = &wanted.members;
    let (public, bought) = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let public = records::list(conn, members, false).await?;
        let missing = missing(members, &public);
        Ok::<_, SiteError>((public, licensed::list(conn, &missing, &[]).await?))
    })
    .await?;
    let bought: Vec<Named> = bought.iter().map(|row| named(&row.record)).collect();
    if !bought.is_empty() {
        return Err(SiteError::Licensed(bought));
    }
    let missing = missing(members, &public);
    if !missing.is_empty() {
        return Err(SiteError::NoParcel(missing));
    }
    let retired = public.iter().filter(|record| record.retired_at.is_some());
    let retired: Vec<Named> = retired.map(named).collect();
    if !retired.is_empty() {
        return Err(SiteError::Retired(retired));
    }
    let measured = adjoining(state, members, &public).await?;
    let (made, is_new) = keep(state, user, wanted, &public).await?;
    let site = answer(state, user, made, Some(measured)).await?;
    Ok((site, is_new))
}

/// Measures the parcels if they adjoin.
async fn adjoining(
    state: &AppState,
    members: &[ParcelUuid],
    records: &[ParcelRecord],
) -> Result<Assemblage, SiteError> {
    let measured = assemblages::ops::measure(state, members).await?;
    let Some((largest, _)) = measured
        .parts
        .split_first()
        .filter(|(_, rest)| !rest.is_empty())
    else {
        return Ok(measured.site);
    };
    let apart = records
        .iter()
        .filter(|record| !largest.contains(&record.fields.ll_uuid));
    Err(SiteError::Apart(apart.map(named).collect()))
}

async fn keep(
    state: &AppState,
    user: &CurrentUser,
    wanted: Wanted,
    records: &[ParcelRecord],
) -> Result<(Composite, bool), SiteError> {
    let first = records
        .iter()
        .find(|record| wanted.members.first() == Some(&record.fields.ll_uuid));
    let first = first.map_or("", |record| record.fields.parcelnumb.as_str());
    let mut kept = Kept {
        site_id: ParcelUuid::of_site(user.customer_id, &wanted.members),
        name: wanted.name,
        parcelnumb: String::new(),
        members: wanted.members,
    };
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        for place in 1..=MAX_OF_NUMBER {
            kept.parcelnumb = number(first, kept.members.len(), place);
            let is_new = sites::insert(conn, &kept, user.user_id).await?;
            if is_new || sites::rename(conn, kept.site_id, kept.name.as_deref()).await? {
                let made = sites::find(conn, kept.site_id).await?;
                return Ok((made.ok_or(SiteError::NotFound)?, is_new));
            }
            // Another site has the number.
        }
        Err(SiteError::NotFound)
    })
    .await
}

pub async fn get(state: &AppState, user: &CurrentUser, id: ParcelUuid) -> Result<Site, SiteError> {
    let made = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        sites::find(conn, id).await
    })
    .await?
    .ok_or(SiteError::NotFound)?;
    let site = &made.site;
    if made.record.retired_at.is_some() || !site.missing.is_empty() {
        return answer(state, user, made, None).await;
    }
    let members: Vec<ParcelUuid> = site.members.iter().map(|member| member.ll_uuid).collect();
    let measured = assemblages::ops::measure(state, &members).await?;
    answer(state, user, made, Some(measured.site)).await
}

async fn answer(
    state: &AppState,
    user: &CurrentUser,
    made: Composite,
    measured: Option<Assemblage>,
) -> Result<Site, SiteError> {
    let site_id = made.record.fields.ll_uuid;
    let land = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        Ok::<_, SiteError>(land::of_site(conn, site_id).await?)
    })
    .await?;
    Ok(Site {
        site_id,
        parcel: ParcelWithUnits::of_site(made, land),
        land: measured,
    })
}

fn missing(members: &[ParcelUuid], records: &[ParcelRecord]) -> Vec<ParcelUuid> {
    let known: HashSet<ParcelUuid> = records.iter().map(|record| record.fields.ll_uuid).collect();
    let mut missing = members.to_vec();
    missing.retain(|id| !known.contains(id));
    missing
}

fn named(record: &ParcelRecord) -> Named {
    Named(record.fields.ll_uuid, record.fields.parcelnumb.clone())
}
