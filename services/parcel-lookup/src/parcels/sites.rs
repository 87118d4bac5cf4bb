//! Reads and writes the table `parcel_sites`, and makes sites of their parcels. No other module writes it.
//!
//! For a transaction of the firm: in any other one there are no sites. The parcels of a site are public ones.

use std::collections::HashMap;

use diesel::define_sql_function;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Array, Double, Nullable, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::{ParcelUuid, UserId};
use parcel_record::ParcelRecord;
use serde_json::Value;
use uuid::Uuid;

use super::composite::{Composite, Kept};
use super::{flood, records};
use crate::schema::parcel_sites;

define_sql_function! {
    /// The first that is not null.
    fn coalesce(one: Nullable<Text>, other: Nullable<Text>) -> Nullable<Text>;
}

#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = parcel_sites, check_for_backend(Pg))]
struct Row {
    site_id: ParcelUuid,
    name: Option<String>,
    parcelnumb: String,
    members: Vec<ParcelUuid>,
}

impl From<Row> for Kept {
    fn from(row: Row) -> Self {
        Self {
            site_id: row.site_id,
            name: row.name,
            parcelnumb: row.parcelnumb,
            members: row.members,
        }
    }
}

/// The site with this identity; `None` also if none of its parcels exists any more.
pub async fn find(conn: &mut AsyncPgConnection, id: ParcelUuid) -> QueryResult<Option<Composite>> {
    Ok(list(conn, &[id], &[], true).await?.pop())
}

/// The sites with these identities or numbers; `geometry` is null unless outlines are asked for.
pub async fn list(
    conn: &mut AsyncPgConnection,
    ids: &[ParcelUuid],
    numbers: &[String],
    with_outlines: bool,
) -> QueryResult<Vec<Composite>> {
    if ids.is_empty() && numbers.is_empty() {
        return Ok(Vec::new());
    }
    let kept = list_kept(conn, ids, numbers).await?;
    if kept.is_empty() {
        return Ok(Vec::new());
    }
    let members: Vec<ParcelUuid> = kept
        .iter()
        .flat_map(|site| &site.members)
        .copied()
        .collect();
    let mut outlines = if with_outlines {
        list_outlines(conn, &kept).await?
    } else {
        HashMap::new()
    };
    let records = records::list(conn, &members, true).await?;
    let floods = flood::of_records(conn, &records).await?;
    let records: HashMap<ParcelUuid, ParcelRecord> = records
        .into_iter()
        .map(|record| (record.fields.ll_uuid, record))
        .collect();
    let made = kept.into_iter().filter_map(|site| {
        let members = site.members.iter();
        let own = members.filter_map(|id| records.get(id).cloned()).collect();
        let outline = outlines.remove(&site.site_id);
        Composite::of(site, own, &floods, outline)
    });
    Ok(made.collect())
}

async fn list_kept(
    conn: &mut AsyncPgConnection,
    ids: &[ParcelUuid],
    numbers: &[String],
) -> QueryResult<Vec<Kept>> {
    let asked = parcel_sites::site_id
        .eq_any(ids)
        .or(parcel_sites::parcelnumb.eq_any(numbers));
    let rows: Vec<Row> = parcel_sites::table
        .filter(asked)
        .order(parcel_sites::site_id)
        .select(Row::as_select())
        .load(conn)
        .await?;
    Ok(rows.into_iter().map(Kept::from).collect())
}

/// The parcels that are meant: those of a site in its place, each once.
pub async fn expand(
    conn: &mut AsyncPgConnection,
    ids: &[ParcelUuid],
) -> QueryResult<Vec<ParcelUuid>> {
    let kept = list_kept(conn, ids, &[]).await?;
    let sites: HashMap<ParcelUuid, Vec<ParcelUuid>> = kept
        .into_iter()
        .map(|site| (site.site_id, site.members))
        .collect();
    let mut parcels: Vec<ParcelUuid> = Vec::with_capacity(ids.len());
    for id in ids {
        let own = sites
            .get(id)
            .map_or(std::slice::from_ref(id), Vec::as_slice);
        for parcel in own {
            if !parcels.contains(parcel) {
                parcels.push(*parcel);
            }
        }
    }
    Ok(parcels)
}

/// Parcels on one outline, such as condominiums, are on the same land.
const LAND: &str = "SELECT site, min(lon) AS lon, min(lat) AS lat, ST_Area((array_agg(geom))[1]::geography) AS area \
    FROM unnest($1, $2) AS member (site, id) JOIN parcels ON ll_uuid = id GROUP BY site, ST_AsBinary(geom)";

#[derive(QueryableByName)]
struct LandRow {
    #[diesel(sql_type = SqlUuid)]
    site: ParcelUuid,
    #[diesel(sql_type = Double)]
    lon: f64,
    #[diesel(sql_type = Double)]
    lat: f64,
    #[diesel(sql_type = Double)]
    area: f64,
}

/// Inner points and square metres of the land of those that are sites.
pub async fn list_land(
    conn: &mut AsyncPgConnection,
    ids: &[ParcelUuid],
) -> QueryResult<HashMap<ParcelUuid, Vec<([f64; 2], f64)>>> {
    let kept = list_kept(conn, ids, &[]).await?;
    let mut members: Vec<(ParcelUuid, ParcelUuid)> = Vec::new();
    for site in &kept {
        members.extend(site.members.iter().map(|id| (site.site_id, *id)));
    }
    land_of(conn, &members).await
}

/// As [`list_land`] of parcels that are given with what they are parts of.
pub async fn land_of(
    conn: &mut AsyncPgConnection,
    members: &[(ParcelUuid, ParcelUuid)],
) -> QueryResult<HashMap<ParcelUuid, Vec<([f64; 2], f64)>>> {
    let (sites, ids): (Vec<Uuid>, Vec<Uuid>) =
        members.iter().map(|(site, id)| (site.0, id.0)).unzip();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<LandRow> = diesel::sql_query(LAND)
        .bind::<Array<SqlUuid>, _>(sites)
        .bind::<Array<SqlUuid>, _>(ids)
        .load(conn)
        .await?;
    let mut land: HashMap<ParcelUuid, Vec<([f64; 2], f64)>> = HashMap::new();
    for row in rows {
        let of_site = land.entry(row.site).or_default();
        of_site.push(([row.lon, row.lat], row.area));
    }
    for pieces in land.values_mut() {
        // The largest first, whatever the order of the rows.
        pieces.sort_by(|one, other| {
            let order = other.1.total_cmp(&one.1);
            order
                .then(one.0[0].total_cmp(&other.0[0]))
                .then(one.0[1].total_cmp(&other.0[1]))
        });
    }
    Ok(land)
}

/// Between parcels that adjoin there may be slivers, as in `buildable/site.sql`; a street between them stays open.
const OUTLINES: &str = "WITH chosen AS MATERIALIZED ( \
        SELECT site, geom FROM unnest($1, $2) AS member (site, id) JOIN parcels ON ll_uuid = id \
    ), zones AS ( \
        SELECT site, CASE WHEN ST_Y(middle) < 0 THEN 32700 ELSE 32600 END + least(60, floor((ST_X(middle) + 180) / 6)::integer + 1) AS code \
        FROM (SELECT site, ST_Centroid(ST_Envelope(ST_Collect(geom))) AS middle FROM chosen GROUP BY site) AS middles \
    ), united AS ( \
        SELECT site, ST_Union(ST_MakeValid(ST_Transform(geom, code))) AS geom FROM chosen JOIN zones USING (site) GROUP BY site \
    ), closed AS ( \
        SELECT site, ST_CollectionExtract(ST_Buffer(ST_Buffer(geom, 0.15, 'join=mitre mitre_limit=5'), -0.15, 'join=mitre mitre_limit=5'), 3) AS geom \
        FROM united \
    ) \
    SELECT site, ST_AsGeoJSON(ST_Transform(geom, 4326), 7) AS shape FROM closed WHERE NOT ST_IsEmpty(geom)";

#[derive(QueryableByName)]
struct OutlineRow {
    #[diesel(sql_type = SqlUuid)]
    site: ParcelUuid,
    #[diesel(sql_type = Text)]
    shape: String,
}

async fn list_outlines(
    conn: &mut AsyncPgConnection,
    kept: &[Kept],
) -> QueryResult<HashMap<ParcelUuid, Value>> {
    let members = kept
        .iter()
        .flat_map(|site| site.members.iter().map(|id| (site.site_id.0, id.0)));
    let (sites, ids): (Vec<Uuid>, Vec<Uuid>) = members.unzip();
    let rows: Vec<OutlineRow> = diesel::sql_query(OUTLINES)
        .bind::<Array<SqlUuid>, _>(sites)
        .bind::<Array<SqlUuid>, _>(ids)
        .load(conn)
        .await?;
    let shape = |row: OutlineRow| Some((row.site, serde_json::from_str(&row.shape).ok()?));
    Ok(rows.into_iter().filter_map(shape).collect())
}

/// Keeps a site of the transaction's firm. False if it is kept already, or another one has its number.
pub async fn insert(
    conn: &mut AsyncPgConnection,
    site: &Kept,
    created_by: UserId,
) -> QueryResult<bool> {
    let inserted = diesel::insert_into(parcel_sites::table)
        .values((
            parcel_sites::site_id.eq(site.site_id),
            parcel_sites::name.eq(&site.name),
            parcel_sites::parcelnumb.eq(&site.parcelnumb),
            parcel_sites::members.eq(&site.members),
            parcel_sites::created_by.eq(created_by),
        ))
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    Ok(inserted > 0)
}

/// Names a site that is kept; without a name it keeps its own. False if there is none.
pub async fn rename(
    conn: &mut AsyncPgConnection,
    id: ParcelUuid,
    name: Option<&str>,
) -> QueryResult<bool> {
    let given = name.into_sql::<Nullable<Text>>();
    let found = diesel::update(parcel_sites::table.find(id))
        .set(parcel_sites::name.eq(coalesce(given, parcel_sites::name)))
        .execute(conn)
        .await?;
    Ok(found > 0)
}
