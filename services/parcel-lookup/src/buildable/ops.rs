//! Calculates the net buildable area of parcels.

use std::collections::HashMap;

use ::site_layers::LayerKind;
use auth::CurrentUser;
use db::AsyncPgConnection;
use domain::ParcelUuid;

use super::assemble::{Found, assemble};
use super::domain::Options;
use super::dto::Buildable;
use super::error::BuildableError;
use super::store::{self, Site};
use crate::parcels::sites;
use crate::site_layers::{Standing, cells_of};
use crate::state::AppState;

/// Kinds that public services have.
const SERVED: [LayerKind; 3] = [LayerKind::Flood, LayerKind::Wetland, LayerKind::Slope];
/// Share of the site that may be without a layer.
pub const UNMAPPED: f64 = 0.01;

/// The result for parcels as one site; a kept site stands for its parcels.
pub async fn calculate(
    state: &AppState,
    user: &CurrentUser,
    ids: &[ParcelUuid],
    options: Options,
) -> Result<Buildable, BuildableError> {
    let found = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        ogc_features::limit_time(conn).await?;
        let ids = sites::expand(conn, ids).await?;
        read(state, conn, &ids, &options).await
    })
    .await?;
    Ok(assemble(&found, options))
}

async fn read(
    state: &AppState,
    conn: &mut AsyncPgConnection,
    ids: &[ParcelUuid],
    options: &Options,
) -> Result<Found, BuildableError> {
    let site = store::site(conn, ids).await?;
    let known = site.as_ref().map(|site| site.found.as_slice());
    let missing: Vec<ParcelUuid> = ids
        .iter()
        .filter(|id| !known.unwrap_or_default().contains(&id.0))
        .copied()
        .collect();
    let Some(site) = site.filter(|_| missing.is_empty()) else {
        return Err(BuildableError::NoParcel(missing));
    };
    let lines = store::lines(conn, &site, options).await?;
    let layers = store::layers(conn, &site, UNMAPPED).await?;
    let mut standings = HashMap::new();
    for kind in SERVED {
        let unmapped = lines
            .iter()
            .find(|line| line.part == "unknown" && line.name == kind.name());
        let unmapped = unmapped.and_then(|line| line.alone).unwrap_or(site.area);
        // Cells that are there may be old, and are then asked for again.
        let served = layers
            .iter()
            .any(|layer| layer.kind == kind.name() && layer.origin == "service");
        if unmapped > UNMAPPED * site.area || served {
            standings.insert(kind, standing(state, conn, kind, &site).await?);
        }
    }
    Ok(Found {
        site,
        lines,
        layers,
        standings,
    })
}

async fn standing(
    state: &AppState,
    conn: &mut AsyncPgConnection,
    kind: LayerKind,
    site: &Site,
) -> Result<Standing, BuildableError> {
    match cells_of([site.west, site.south, site.east, site.north]) {
        Some(cells) => Ok(state.site_layers.standing(conn, kind, &cells).await?),
        None => Ok(Standing::Failed("the site is too large for it".to_owned())),
    }
}
