//! Finds the parcels of an owner: those with a key of the parcel asked about, and those with a key of what was found
//! to be the same owner. Those with its names are read first.

use diesel::QueryResult;
use diesel_async::AsyncPgConnection;
use domain::{CustomerId, ParcelUuid};
use owner_names::link::Frequencies;
use owner_names::{Member, OwnerKind, OwnerName, Relation};

use super::dto::{OwnerGroup, OwnerGroupMember, OwnerRelation};
use super::reading::{Found, Reading};
use super::sources::Sources;
use super::store::{self, Candidate, OF_KEY, Wanted};
use crate::parcels::{Land, licensed};
use crate::state::AppState;

/// Owners of a parcel, on average: several parcels have one.
const OWNERS_A_PARCEL: f64 = 0.87;
/// In a small database too, most owners are not in it.
const LEAST_OWNERS: f64 = 10_000.0;
/// Most words of a name whose frequency is counted.
const WORDS: usize = 6;

/// The group of a parcel; `None` if there is no such parcel.
pub async fn group(
    state: &AppState,
    firm: CustomerId,
    id: ParcelUuid,
) -> QueryResult<Option<OwnerGroup>> {
    let found = db::tenant_tx(&state.pool, firm, async |conn| read(conn, id).await).await?;
    Ok(found.map(answer))
}

/// The parcels of the same owner, for a selection, and whether it has more than these.
pub async fn list_same(
    conn: &mut AsyncPgConnection,
    id: ParcelUuid,
) -> QueryResult<(Vec<ParcelUuid>, bool)> {
    let Some(found) = read(conn, id).await? else {
        return Ok((Vec::new(), false));
    };
    let same = found
        .members
        .iter()
        .filter(|member| member.relation == Relation::Same)
        .map(|member| found.candidates[member.row].ll_uuid);
    Ok((same.collect(), found.truncated))
}

async fn read(conn: &mut AsyncPgConnection, id: ParcelUuid) -> QueryResult<Option<Found>> {
    let asked = match store::find(conn, id).await? {
        Some(public) => public,
        None => match licensed::find(conn, id).await? {
            Some(bought) => Candidate::of(bought.record),
            None => return Ok(None),
        },
    };
    let mut reading = Reading::new(asked);
    let (keys, Some(name)) = reading.asked() else {
        return Ok(Some(reading.end()));
    };
    let owners = (store::total(conn).await? * OWNERS_A_PARCEL).max(LEAST_OWNERS);
    let counted = store::frequencies(conn, &words(&name)).await?;
    let shares = counted.iter();
    let shares = shares.map(|(word, places)| (word.clone(), (*places).max(1) as f64 / owners));
    reading.know(owners, shares.collect());
    let wanted = Wanted {
        owners: keys.owner.into_iter().collect(),
        buildings: keys.building.into_iter().collect(),
        care_of: keys.care_of.into_iter().collect(),
        words: sought(&name, &counted),
    };
    reading = reading.read(conn, &wanted).await?;
    let further = reading.further();
    if !(further.owners.is_empty() && further.buildings.is_empty()) {
        reading = reading.read(conn, &further).await?;
    }
    Ok(Some(reading.end()))
}

/// The words of a name that may be rare.
fn words(name: &OwnerName) -> Vec<String> {
    if name.is_government() {
        return Vec::new();
    }
    let known = Frequencies::default();
    let rare = name.tokens.iter().filter(|word| {
        let is_word = word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_word && known.word(word) < 3e-4
    });
    rare.take(WORDS).cloned().collect()
}

/// The words by which other spellings are found: the rarest of a company, all of a person.
fn sought(name: &OwnerName, counted: &std::collections::HashMap<String, i64>) -> Vec<String> {
    let mut counted: Vec<(&String, &i64)> = counted.iter().collect();
    counted.sort_by_key(|(word, places)| (**places, (*word).clone()));
    if name.kind.is_some_and(OwnerKind::is_personal) && counted.len() > 1 {
        return counted.into_iter().map(|(word, _)| word.clone()).collect();
    }
    let rarest = counted.first().filter(|(_, places)| **places < OF_KEY / 2);
    rarest
        .map(|(word, _)| vec![(*word).clone()])
        .unwrap_or_default()
}

impl Candidate {
    /// A parcel that the firm bought.
    fn of(record: parcel_record::ParcelRecord) -> Self {
        let fields = record.fields;
        let today = chrono::Utc::now().date_naive();
        let facts = parcel_record::ParcelFacts::of(&fields, record.shared_land, today);
        Self {
            ll_uuid: fields.ll_uuid,
            county_fips: fields.county_fips,
            parcelnumb: fields.parcelnumb,
            address: fields.address,
            scity: fields.scity,
            owner: fields.owner,
            careof: fields.careof,
            mailing_address: fields.mailing_address,
            acres: fields.ll_gisacre,
            total_value: fields.parval.map(|value| value.cents() as f64 / 100.0),
            saledate: fields.saledate,
            years_held: facts.years_held,
            is_absentee: facts.is_absentee,
            lon: record.lon,
            lat: record.lat,
            source: record.source,
            source_licence: record.source_licence,
            source_date: record.source_date,
            fetched_at: record.fetched_at,
        }
    }
}

fn answer(found: Found) -> OwnerGroup {
    let asked = &found.candidates[0];
    let owner = asked.owner.clone();
    let name = owner
        .as_deref()
        .and_then(|owner| OwnerName::parse(owner, &asked.county_fips));
    // Each is a member once.
    let mut candidates: Vec<Option<Candidate>> = found.candidates.into_iter().map(Some).collect();
    let (mut members, mut related) = (Vec::new(), Vec::new());
    let mut sources = Sources::default();
    for member in found.members {
        let Some(parcel) = candidates[member.row].take() else {
            continue;
        };
        sources.add(&parcel);
        let shown = shown(parcel, member);
        match shown.relation {
            OwnerRelation::Same => members.push(shown),
            OwnerRelation::Related => related.push(shown),
        }
    }
    let (mut land, mut without_acres) = (Land::default(), 0);
    let (mut total_value, mut without_value) = (0.0, 0);
    for member in &members {
        match member.acres {
            Some(acres) => land.add([member.lon, member.lat], acres),
            None => without_acres += 1,
        }
        match member.total_value {
            Some(value) => total_value += value,
            None => without_value += 1,
        }
    }
    let mut years: Vec<i32> = members
        .iter()
        .filter_map(|member| member.years_held)
        .collect();
    years.sort_unstable();
    let absentee = |is: bool| {
        members
            .iter()
            .filter(|member| member.is_absentee == Some(is))
            .count()
    };
    OwnerGroup {
        owner,
        owner_kind: name
            .and_then(|name| name.kind)
            .map(|kind| kind.name().to_owned()),
        count: members.len(),
        acres: land.acres(),
        without_acres,
        total_value,
        without_value,
        absentee: absentee(true),
        local: absentee(false),
        median_years_held: years.get(years.len() / 2).copied(),
        longest_years_held: years.last().copied(),
        members,
        related,
        sources: sources.into_list(),
        truncated: found.truncated,
        may_have_more: found.may_have_more,
    }
}

fn shown(parcel: Candidate, member: Member) -> OwnerGroupMember {
    OwnerGroupMember {
        ll_uuid: parcel.ll_uuid,
        parcelnumb: parcel.parcelnumb,
        address: parcel.address,
        scity: parcel.scity,
        county_fips: parcel.county_fips,
        owner: parcel.owner,
        mailing_address: parcel.mailing_address,
        acres: parcel.acres,
        // Counties record 0 for what they do not know.
        total_value: parcel.total_value.filter(|value| *value > 0.0),
        saledate: parcel.saledate,
        years_held: parcel.years_held,
        is_absentee: parcel.is_absentee,
        lon: parcel.lon,
        lat: parcel.lat,
        relation: match member.relation {
            Relation::Same => OwnerRelation::Same,
            Relation::Related => OwnerRelation::Related,
        },
        confidence: member.confidence,
        reason: member.reason,
    }
}
