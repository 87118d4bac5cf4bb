//! Parcels that are written to the table while the file is read: those of a county of which no
//! parcel is there yet, with simple outlines. Nothing of them is merged, compared or repaired, so they
//! skip the staging table. Nobody sees them before the commit.
//!
//! A county with many parcels gets a partition of its own: a table that is filled without indexes, indexed,
//! and attached before the commit. The others are written to the partition of their group.
//!
//! They have no rows in `parcel_history`: those of a batch without such a row are new by it
//! (`parcel_batches.new_is_unlisted`).

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::pin::Pin;

use bytes::{BufMut as _, Bytes, BytesMut};
use futures::SinkExt as _;
use parcel_record::counties::{Bounds, County, is_county};
use parcel_record::facts::MadeFacts;
use parcel_record::groups::{GROUP_LOCK, first_digit};
use parcel_record::{FACT_COLUMNS, ParcelFields, Provenance};
use tokio_postgres::{CopyInSink, GenericClient, Transaction};

use super::binary::{
    END, HEAD, put_acres, put_bytes, put_date, put_double, put_integer, put_json, put_made,
    put_money, put_text, put_uuid,
};
use super::intake::CHUNK;
use super::lines::{Prepared, plain_text};
use super::outlines::MARGIN;
use super::seen::Again;
use super::simple_outline::SimpleOutline;
use super::{NewCountyTable, Staged};
use crate::batches::lock_counties;
use crate::error::ImportError;
use crate::shared_land;

/// Columns after the facts.
const COLUMNS: &str = "lon, lat, geom, geom_3857, words, raw, source, source_licence, is_sample, content_hash, batch_id, county_group, \
    use_class, is_improved, owner_kind, owner_key, mail_key, building_key, careof_key, is_absentee, facts_version";
const COLUMN_COUNT: i16 = 21;

/// Those of the counties that have parcels.
const KNOWN: &str = "SELECT county FROM unnest($1::text[]) AS county \
    WHERE EXISTS (SELECT FROM parcels WHERE county_fips = county AND county_group = left(county, 1)) \
        OR EXISTS (SELECT FROM parcels WHERE county_group = county)";

const HAS_GROUP: &str = "SELECT EXISTS (SELECT FROM parcel_groups WHERE county_fips = $1)";

const CREATE: &str = "SELECT create_county_parcels($1)";
const INDEX: &str = "SELECT index_county_parcels($1)";
const ATTACH: &str = "SELECT attach_county_parcels($1, $2)";

/// So that the statements that follow have plans for a table of this size.
const COUNT: &str = "SELECT count_parcels($1)";
/// Counting fewer would take longer than writing them, and no plan depends on them.
const COUNTED: i64 = 10_000;

const CITIES: &str = "INSERT INTO parcel_cities (statefp, city_key, city, west, south, east, north) \
    SELECT found.* FROM ( \
        SELECT $1::text AS statefp, city_key(city) AS city_key, max(city), min(west) AS west, min(south) AS south, \
            max(east) AS east, max(north) AS north \
        FROM unnest($2::text[], $3::float8[], $4::float8[], $5::float8[], $6::float8[]) AS named (city, west, south, east, north) \
        WHERE city_key(city) <> '' GROUP BY 2 \
    ) AS found \
    WHERE NOT EXISTS (SELECT FROM parcel_cities AS known \
        WHERE known.statefp = found.statefp AND known.city_key = found.city_key \
            AND known.west <= found.west AND known.south <= found.south AND known.east >= found.east AND known.north >= found.north)";

/// Characters of a city's name, as in the statement that writes parcels.
const CITY: usize = 200;

/// Those of these counties that have parcels, also retired ones.
pub(crate) async fn counties_with_parcels(
    client: &impl GenericClient,
    counties: &[&str],
) -> Result<BTreeSet<String>, ImportError> {
    let rows = client.query(KNOWN, &[&counties]).await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

/// The parcels of a batch that are written directly.
pub(super) struct Direct {
    county: String,
    /// Value of `county_group`: the partition, parcels_<group>.
    group: String,
    /// A partition of its own, which is not attached yet.
    is_apart: bool,
    /// With the margin; none if the county's place is not known.
    inside: Option<Bounds>,
    batch: i64,
    provenance: Provenance,
    sink: Option<Pin<Box<CopyInSink<Bytes>>>>,
    chunk: BytesMut,
    /// Rows that were written.
    pub parcels: i64,
    cities: BTreeMap<String, Bounds>,
    /// Inner points so far, each as a hash, because there are millions.
    points: HashSet<u64>,
    /// Whether parcels may have one together.
    shares_land: bool,
}

impl Direct {
    /// Takes the county's lock. None if another import has it, or if the county has parcels.
    pub async fn begin(
        transaction: &Transaction<'_>,
        new: NewCountyTable,
        batch: i64,
        provenance: &Provenance,
    ) -> Result<Option<Self>, ImportError> {
        let county = new.county.as_str();
        if !lock_counties(transaction, &[county], false).await?
            || !counties_with_parcels(transaction, &[county])
                .await?
                .is_empty()
        {
            return Ok(None);
        }
        // Of a county whose parcels were removed.
        let has_group: bool = transaction.query_one(HAS_GROUP, &[&county]).await?.get(0);
        let is_apart = new.is_apart && !has_group && is_county(county);
        if is_apart {
            transaction.execute(CREATE, &[&county]).await?;
        }
        let group = if is_apart || has_group {
            county
        } else {
            first_digit(county)
        };
        Ok(Some(Self {
            county: county.to_owned(),
            group: group.to_owned(),
            is_apart,
            inside: County::with_fips(county).map(|county| county.bounds),
            batch,
            provenance: provenance.clone(),
            sink: None,
            chunk: BytesMut::with_capacity(CHUNK * 2),
            parcels: 0,
            cities: BTreeMap::new(),
            points: HashSet::new(),
            shares_land: false,
        }))
    }

    /// Where the parcels are written. Through `parcels` its trigger sends the notice.
    fn table(&self) -> String {
        if self.is_apart {
            format!("parcels_{}", self.group)
        } else {
            "parcels".to_owned()
        }
    }

    pub fn county(&self) -> &str {
        &self.county
    }

    /// Whether the outline lies where the county is.
    pub fn is_inside(&self, outline: &SimpleOutline) -> bool {
        self.inside
            .is_none_or(|county| outline.bounds.is_within(&county, MARGIN))
    }

    /// Writes a parcel.
    pub async fn write(
        &mut self,
        transaction: &Transaction<'_>,
        row: &Staged,
        prepared: &Prepared,
        outline: &SimpleOutline,
        words: &[u8],
    ) -> Result<(), ImportError> {
        let place = outline.point_inside();
        let [x, y] = place.map(f64::to_bits);
        self.shares_land |= !self.points.insert(x.rotate_left(32) ^ y);
        if let Some(city) = &row.fields.scity {
            self.add_city(city, place);
        }
        if self.sink.is_none() {
            let copy = format!(
                "COPY {} ({}, {COLUMNS}) FROM STDIN (FORMAT binary)",
                self.table(),
                FACT_COLUMNS.join(", ")
            );
            self.sink = Some(Box::pin(transaction.copy_in(&copy).await?));
            self.chunk.put_slice(HEAD);
        }
        self.chunk.put_i16(FACT_COLUMNS.len() as i16 + COLUMN_COUNT);
        put_facts(&mut self.chunk, &row.fields, outline);
        put_double(&mut self.chunk, place[0]);
        put_double(&mut self.chunk, place[1]);
        put_bytes(&mut self.chunk, &outline.ewkb());
        put_bytes(&mut self.chunk, &outline.ewkb_on_map());
        put_bytes(&mut self.chunk, words);
        put_json(&mut self.chunk, prepared.raw.as_deref());
        put_text(&mut self.chunk, Some(&self.provenance.source));
        put_text(&mut self.chunk, self.provenance.licence.as_deref());
        put_bytes(&mut self.chunk, &[u8::from(self.provenance.is_sample)]);
        put_text(&mut self.chunk, Some(&prepared.hash));
        put_bytes(&mut self.chunk, &self.batch.to_be_bytes());
        put_text(&mut self.chunk, Some(&self.group));
        put_made(&mut self.chunk, &MadeFacts::of(&row.fields));
        self.parcels += 1;
        if self.chunk.len() > CHUNK
            && let Some(sink) = &mut self.sink
        {
            sink.send(self.chunk.split().freeze()).await?;
        }
        Ok(())
    }

    /// Ends the COPY, so that other statements can be sent.
    pub async fn pause(&mut self) -> Result<(), ImportError> {
        if let Some(mut sink) = self.sink.take() {
            self.chunk.put_slice(END);
            sink.send(self.chunk.split().freeze()).await?;
            sink.as_mut().finish().await?;
        }
        Ok(())
    }

    /// All rows were read: moves parcels back that later rows name again, notes shared land, and keeps the cities.
    pub async fn end(
        &mut self,
        transaction: &Transaction<'_>,
        again: &Again,
    ) -> Result<(), ImportError> {
        if !again.ids.is_empty() {
            self.take_back(transaction, again).await?;
        }
        self.points = HashSet::new();
        // Before the table has indexes, which would make it slower.
        if self.shares_land {
            shared_land::note(transaction, &self.table(), &[self.county.as_str()]).await?;
        }
        if self.is_apart {
            transaction.execute(INDEX, &[&self.county]).await?;
        } else if self.parcels >= COUNTED {
            transaction.execute(COUNT, &[&self.group]).await?;
        }
        self.add_cities(transaction).await
    }

    /// Attaches the partition, before other parcels of the county are written. An error if a provider has added one
    /// meanwhile.
    pub async fn attach(&mut self, transaction: &Transaction<'_>) -> Result<(), ImportError> {
        if self.is_apart {
            let attached = transaction
                .query_one(ATTACH, &[&self.county, &GROUP_LOCK])
                .await?;
            if !attached.get::<_, bool>(0) {
                return Err(ImportError::NoLongerNew);
            }
        }
        Ok(())
    }

    /// Moves parcels to the staging table of which later rows are a further part, or which later
    /// rows contradict.
    async fn take_back(
        &mut self,
        transaction: &Transaction<'_>,
        again: &Again,
    ) -> Result<(), ImportError> {
        let facts = FACT_COLUMNS.map(|column| match column {
            "ll_gisacre" => "CASE WHEN is_measured THEN NULL ELSE ll_gisacre END AS ll_gisacre",
            other => other,
        });
        let take = format!(
            "WITH back AS (DELETE FROM {} AS p USING unnest($2::text[], $3::bigint[], $4::boolean[]) AS first (id, line, is_measured) \
                WHERE p.ll_uuid = first.id::uuid AND p.batch_id = $1 RETURNING p.*, first.line, first.is_measured) \
             INSERT INTO import_rows (line, kind, shape, ll_uuid, county_fips, fields, raw, outline, hash) \
             SELECT line, 'b', '', ll_uuid, county_fips, (SELECT to_jsonb(facts) FROM (SELECT {}) AS facts), raw, geom, content_hash FROM back",
            self.table(),
            facts.join(", ")
        );
        let taken = transaction
            .execute(
                &take,
                &[&self.batch, &again.ids, &again.lines, &again.measured],
            )
            .await?;
        self.parcels -= i64::try_from(taken).unwrap_or(0);
        Ok(())
    }

    /// Keeps the cities of the place search, as the statement that writes parcels does.
    async fn add_cities(&self, transaction: &Transaction<'_>) -> Result<(), ImportError> {
        let names: Vec<&str> = self.cities.keys().map(String::as_str).collect();
        let edges = |edge: fn(&Bounds) -> f64| self.cities.values().map(edge).collect::<Vec<f64>>();
        transaction
            .execute(
                CITIES,
                &[
                    &&self.county[..2],
                    &names,
                    &edges(|bounds| bounds.west),
                    &edges(|bounds| bounds.south),
                    &edges(|bounds| bounds.east),
                    &edges(|bounds| bounds.north),
                ],
            )
            .await?;
        Ok(())
    }

    fn add_city(&mut self, city: &str, [x, y]: [f64; 2]) {
        let place = Bounds {
            west: x,
            south: y,
            east: x,
            north: y,
        };
        let end = city
            .char_indices()
            .nth(CITY)
            .map_or(city.len(), |(end, _)| end);
        let city = plain_text(&city[..end]);
        if let Some(known) = self.cities.get_mut(city.as_ref()) {
            *known = known.joined(&place);
        } else {
            self.cities.insert(city.into_owned(), place);
        }
    }
}

/// The facts in the order of [`FACT_COLUMNS`].
fn put_facts(chunk: &mut BytesMut, fields: &ParcelFields, outline: &SimpleOutline) {
    let ParcelFields {
        ll_uuid,
        county_fips,
        parcelnumb,
        address,
        scity,
        state2,
        szip,
        owner,
        careof,
        mailing_address,
        saledate,
        saleprice,
        year_built,
        usecode,
        usedesc,
        zoning,
        zoning_type,
        zoning_subtype,
        legaldesc,
        subdivision,
        parval,
        parvaltype,
        landval,
        improvval,
        sqft,
        ll_gisacre,
        building_count,
        flood_zone,
        flood_zone_subtype,
    } = fields;
    put_uuid(chunk, *ll_uuid);
    for text in [Some(county_fips), Some(parcelnumb)] {
        put_text(chunk, text.map(String::as_str));
    }
    for text in [address, scity, state2, szip, owner, careof, mailing_address] {
        put_text(chunk, text.as_deref());
    }
    put_date(chunk, *saledate);
    put_money(chunk, saleprice.as_ref());
    put_integer(chunk, *year_built);
    for text in [
        usecode,
        usedesc,
        zoning,
        zoning_type,
        zoning_subtype,
        legaldesc,
        subdivision,
    ] {
        put_text(chunk, text.as_deref());
    }
    put_money(chunk, parval.as_ref());
    put_text(chunk, parvaltype.as_deref());
    put_money(chunk, landval.as_ref());
    put_money(chunk, improvval.as_ref());
    match sqft {
        Some(sqft) => put_bytes(chunk, &sqft.to_be_bytes()),
        None => chunk.put_i32(-1),
    }
    put_acres(chunk, *ll_gisacre, outline);
    put_integer(chunk, *building_count);
    put_text(chunk, flood_zone.as_deref());
    put_text(chunk, flood_zone_subtype.as_deref());
}
