//! Parcels that match a text, in the order of the answer.
//!
//! No index has both words and places, so the words are compared with those of the nearest parcels
//! first, which finds common words, and then looked up in the index of words, which finds rare ones.
//! Words that are common, but not here, are mostly those of a city or state: its parcels are
//! compared before the index, whose entries of common words take a tenth of a second to read.
//! The index of the county groups around the centre is read before that of all.

use std::collections::HashSet;

use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::State;

use parcel_record::counties::Bounds;

use super::domain::WordQuery;
use super::dto::{Place, PlaceKind};
use super::store::{self, EVERYWHERE, Hit, Request, Within};

/// Parcels around the centre whose words are compared at first, and of an area.
const NEAR: i64 = 2_000;
/// Parcels around the centre whose words are compared when more than [`store::MAX_READ`] match.
const WIDER: i64 = 20_000;

/// Parcels of an answer.
#[derive(Debug, Default)]
pub struct Matching {
    /// Parcels of this number.
    pub numbers: Vec<Place>,
    /// The others: addresses that begin with the text, then those that have its words; each
    /// nearest first.
    pub others: Vec<Place>,
}

/// The best parcels, at most the limit.
///
/// They are the nearest of all that match, with two exceptions. If few of the nearest parcels match,
/// and the text names an area, those in the area follow. Without an area, if more than
/// [`store::MAX_READ`] match and fewer than the limit are among the [`WIDER`] nearest parcels, the
/// nearest of those follow that the index returns first.
pub async fn find(
    conn: &mut AsyncPgConnection,
    asked: &Request<'_>,
    area: Option<Bounds>,
) -> QueryResult<Matching> {
    let room = usize::try_from(asked.limit).unwrap_or(0);
    // Before the others, which are planned each time.
    let exact = store::list_exact(conn, asked).await?;
    let mut found = Found::new(exact.hits, room);
    let Some(words) = &asked.text.words else {
        return Ok(found.into());
    };
    if found.is_full() && exact.is_complete {
        return Ok(found.into());
    }
    store::plan_for_words(conn).await?;
    found.add(store::list_nearest(conn, asked, words, EVERYWHERE, NEAR).await?);
    if let Some(area) = area
        && !found.is_full()
    {
        found.add(store::list_nearest(conn, asked, words, area, NEAR).await?);
    }
    if !found.is_full() {
        add_indexed(conn, asked, words, &mut found).await?;
    }
    Ok(found.into())
}

/// Adds parcels that have the words in the index: first those of the county groups around, because all others are
/// farther away than [`store::AROUND`].
async fn add_indexed(
    conn: &mut AsyncPgConnection,
    asked: &Request<'_>,
    words: &WordQuery,
    found: &mut Found,
) -> QueryResult<()> {
    let groups = store::groups_around(asked.center);
    let of_these = Within::Groups(&groups);
    let around = store::list_indexed(conn, asked, words, &words.rare, of_these).await?;
    found.add(around.hits);
    if around.is_complete {
        if found.is_full() && found.farthest() <= store::AROUND {
            return Ok(());
        }
        let of_others = Within::OtherGroups(&groups);
        let others = store::list_indexed(conn, asked, words, &words.rare, of_others).await?;
        found.add(others.hits);
        if others.is_complete {
            return Ok(());
        }
    }
    // The words are common.
    let wider = store::list_nearest(conn, asked, words, EVERYWHERE, WIDER).await?;
    let is_enough = wider.len() >= found.room;
    found.add(wider);
    if !is_enough && words.rare != words.indexed {
        let all = store::list_indexed(conn, asked, words, &words.indexed, Within::All).await?;
        found.add(all.hits);
    }
    Ok(())
}

/// The best hits so far.
struct Found {
    hits: Vec<Hit>,
    room: usize,
}

impl Found {
    fn new(hits: Vec<Hit>, room: usize) -> Self {
        let mut found = Self {
            hits: Vec::new(),
            room,
        };
        found.add(hits);
        found
    }

    fn is_full(&self) -> bool {
        self.hits.len() >= self.room
    }

    /// Distance of the farthest one that has the words; the others are complete wherever they are.
    fn farthest(&self) -> f64 {
        let last = self.hits.last().filter(|hit| hit.tier == 2);
        last.map_or(0.0, |hit| hit.distance)
    }

    fn add(&mut self, hits: Vec<Hit>) {
        self.hits.extend(hits);
        self.hits.sort_by(|a, b| {
            let nearest = a.distance.total_cmp(&b.distance);
            let better = a.tier.cmp(&b.tier).then(nearest);
            better.then_with(|| a.ll_uuid.cmp(&b.ll_uuid))
        });
        // A parcel may have the number and an address that begins with it.
        let mut known = HashSet::new();
        self.hits.retain(|hit| known.insert(hit.ll_uuid));
        self.hits.truncate(self.room);
    }
}

impl From<Found> for Matching {
    fn from(found: Found) -> Self {
        let (numbers, others): (Vec<Hit>, Vec<Hit>) =
            found.hits.into_iter().partition(|hit| hit.tier == 0);
        let places = |hits: Vec<Hit>| hits.into_iter().map(Place::from).collect();
        Self {
            numbers: places(numbers),
            others: places(others),
        }
    }
}

impl From<Hit> for Place {
    fn from(hit: Hit) -> Self {
        let state = hit
            .state2
            .as_deref()
            .or_else(|| State::of_county(&hit.county_fips).map(|state| state.postal_code));
        let region = joined([state, hit.szip.as_deref()], " ");
        let place = joined(
            [
                hit.address.as_deref(),
                hit.scity.as_deref(),
                region.as_deref(),
            ],
            ", ",
        );
        // Who types the begin of an address knows what he looks for.
        let owner = hit.owner.as_deref().filter(|_| hit.tier != 1);
        let label = joined([place.as_deref(), owner, Some(&hit.parcelnumb)], " · ");
        Self {
            label: label.unwrap_or_default(),
            kind: PlaceKind::Parcel,
            lat: hit.lat,
            lon: hit.lon,
            ll_uuid: Some(hit.ll_uuid),
            acres: hit.acres,
            bbox: Some(hit.bbox),
            from: Some(hit.from),
        }
    }
}

/// Joins the known parts; none when there are none.
fn joined<const N: usize>(parts: [Option<&str>; N], between: &str) -> Option<String> {
    let known: Vec<&str> = parts
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .collect();
    (!known.is_empty()).then(|| known.join(between))
}
