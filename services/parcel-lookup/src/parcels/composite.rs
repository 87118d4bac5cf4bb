//! A site as one parcel: what is said of several parcels together. No I/O.
//!
//! A sum is known only if the value of every parcel is, and texts that differ are joined. Nothing is kept:
//! a site is made of its parcels as they are now.

use std::collections::HashMap;

use chrono::{NaiveDate, Utc};
use domain::{Money, ParcelNumber, ParcelUuid};
use parcel_record::{ParcelFacts, ParcelFields, ParcelRecord, SharedLand};
use serde_json::Value;

use self::words::{counted, distinct, harmless, joined, worded};
use super::dto::{KnownOfMembers, SiteMember, SiteOfParcels};
use super::flood::ParcelFlood;

mod words;

/// Numbers of parcels that the source lists.
const NUMBERS: usize = 10;

/// What is kept of a site.
#[derive(Debug, Clone, PartialEq)]
pub struct Kept {
    pub site_id: ParcelUuid,
    pub name: Option<String>,
    pub parcelnumb: String,
    /// In the order in which they were given.
    pub members: Vec<ParcelUuid>,
}

/// A site with the record that it has as one parcel.
#[derive(Debug, Clone, PartialEq)]
pub struct Composite {
    pub record: ParcelRecord,
    pub facts: ParcelFacts,
    pub flood: ParcelFlood,
    pub site: SiteOfParcels,
}

/// The number of a site: that of its first parcel, how many more there are, and from the second such site
/// on which one it is.
pub fn number(first: &str, parcels: usize, place: usize) -> String {
    let more = parcels.saturating_sub(1);
    let end = match place {
        0 | 1 => format!(" +{more}"),
        _ => format!(" +{more} ({place})"),
    };
    let room = ParcelNumber::MAX_CHARS.saturating_sub(end.chars().count());
    let first: String = first.trim().chars().take(room).collect();
    format!("{}{end}", first.trim_end())
}

impl Composite {
    /// `None` if none of its parcels exists any more. The records may be in any order, with their outlines.
    pub fn of(
        kept: Kept,
        mut records: Vec<ParcelRecord>,
        floods: &HashMap<ParcelUuid, ParcelFlood>,
        geometry: Option<Value>,
    ) -> Option<Self> {
        let place = |record: &ParcelRecord| {
            let mut members = kept.members.iter();
            members.position(|id| *id == record.fields.ll_uuid)
        };
        records.sort_by_key(place);
        let members = Members {
            parcels: kept.members.len(),
            records: &records,
        };
        let largest = members.largest()?;
        let record = ParcelRecord {
            fields: members.fields(&kept, largest),
            lon: largest.lon,
            lat: largest.lat,
            geometry,
            shared_land: members.shared_land(),
            source: members.source(),
            source_licence: members.texts(|record| record.source_licence.as_deref()),
            fetched_at: records.iter().filter_map(|record| record.fetched_at).min(),
            source_date: records.iter().filter_map(|record| record.source_date).min(),
            is_sample: records.iter().any(|record| record.is_sample),
            retired_at: records.iter().filter_map(|record| record.retired_at).min(),
            retired_file_date: records
                .iter()
                .filter_map(|record| record.retired_file_date)
                .min(),
            // Its parcels are public.
            keep_until: None,
        };
        let flood = members.flood(floods);
        let facts = ParcelFacts {
            in_flood_zone: flood.in_flood_zone,
            ..members.facts(&record, Utc::now().date_naive())
        };
        let site = SiteOfParcels {
            parcels: members.parcels,
            known: members.known(),
            missing: kept
                .members
                .iter()
                .filter(|id| records.iter().all(|record| record.fields.ll_uuid != **id))
                .copied()
                .collect(),
            members: records.iter().map(SiteMember::of).collect(),
            name: kept.name,
        };
        Some(Self {
            record,
            facts,
            flood,
            site,
        })
    }
}

/// The parcels of a site that exist, in its order.
struct Members<'a> {
    /// With those that no longer exist.
    parcels: usize,
    records: &'a [ParcelRecord],
}

impl<'a> Members<'a> {
    /// The first of those with the most land.
    fn largest(&self) -> Option<&'a ParcelRecord> {
        let acres = |record: &ParcelRecord| record.fields.ll_gisacre.unwrap_or_default();
        let mut largest = self.records.first()?;
        for record in &self.records[1..] {
            if acres(record) > acres(largest) {
                largest = record;
            }
        }
        Some(largest)
    }

    fn fields(&self, kept: &Kept, largest: &ParcelRecord) -> ParcelFields {
        let at = &largest.fields;
        let number = kept.parcelnumb.clone();
        let mut fields = ParcelFields::new(kept.site_id, at.county_fips.clone(), number);
        fields.address.clone_from(&at.address);
        fields.scity.clone_from(&at.scity);
        fields.state2.clone_from(&at.state2);
        fields.szip.clone_from(&at.szip);
        fields.owner = self.owners();
        fields.careof = self.same(|fields| fields.careof.clone());
        fields.mailing_address = self.texts(|record| record.fields.mailing_address.as_deref());
        // Sales of different days have no date together, and one deed may have sold several parcels:
        // its price is then recorded at each of them.
        fields.saledate = self.same(|fields| fields.saledate);
        fields.year_built = self.same(|fields| fields.year_built);
        fields.usecode = self.same(|fields| fields.usecode.clone());
        fields.usedesc = self.texts(|record| record.fields.usedesc.as_deref());
        fields.zoning = self.texts(|record| record.fields.zoning.as_deref());
        fields.zoning_type = self.texts(|record| record.fields.zoning_type.as_deref());
        fields.zoning_subtype = self.texts(|record| record.fields.zoning_subtype.as_deref());
        fields.legaldesc = self.legal();
        fields.subdivision = self.texts(|record| record.fields.subdivision.as_deref());
        fields.parval = self.dollars(total_value);
        // A sum of values of different kinds is of none.
        fields.parvaltype = self.same(|fields| fields.parvaltype.clone());
        fields.landval = self.dollars(land_value);
        fields.improvval = self.dollars(|fields| fields.improvval.as_ref());
        fields.sqft = self
            .all(|fields| fields.sqft)
            .map(|each| each.into_iter().sum());
        fields.ll_gisacre = self.acres();
        fields.building_count = self
            .all(|fields| fields.building_count)
            .map(|each| each.into_iter().sum());
        let (zone, subtype) = self.flood_zones();
        fields.flood_zone = zone;
        fields.flood_zone_subtype = subtype;
        fields
    }

    /// The values of all parcels, if each is known.
    fn all<T>(&self, value: impl Fn(&'a ParcelFields) -> Option<T>) -> Option<Vec<T>> {
        let known: Option<Vec<T>> = self
            .records
            .iter()
            .map(|record| value(&record.fields))
            .collect();
        known.filter(|known| known.len() == self.parcels)
    }

    fn count<T>(&self, value: impl Fn(&'a ParcelFields) -> Option<T>) -> usize {
        let records = self.records.iter();
        records
            .filter(|record| value(&record.fields).is_some())
            .count()
    }

    /// The value that all parcels have.
    fn same<T: PartialEq>(&self, value: impl Fn(&'a ParcelFields) -> Option<T>) -> Option<T> {
        let mut all = self.all(value)?;
        let last = all.pop()?;
        all.iter().all(|other| *other == last).then_some(last)
    }

    fn dollars(&self, value: impl Fn(&'a ParcelFields) -> Option<&'a Money>) -> Option<Money> {
        let mut all = self.all(value)?.into_iter();
        let first = all.next()?.clone();
        all.try_fold(first, |sum, value| sum.plus(value))
    }

    /// The land; parcels on the same outline, such as condominiums, are on the same land.
    fn acres(&self) -> Option<f64> {
        let all = self.all(|fields| fields.ll_gisacre)?;
        let mut outlines: Vec<&Value> = Vec::new();
        let each = self.records.iter().zip(all).filter(|(record, _)| {
            let Some(outline) = &record.geometry else {
                return true;
            };
            let is_new = !outlines.contains(&outline);
            outlines.push(outline);
            is_new
        });
        Some(each.map(|(_, acres)| acres).sum())
    }

    /// Its land, if a parcel of it shares some.
    fn shared_land(&self) -> Option<SharedLand> {
        let mut records = self.records.iter();
        let is_whole = records.len() == self.parcels;
        let is_shared = is_whole && records.any(|record| record.shared_land.is_some());
        is_shared.then(|| SharedLand::of_site(self.records))
    }

    /// The names of those with the most land first, each once.
    fn owners(&self) -> Option<String> {
        let mut owners: Vec<(String, f64)> = Vec::new();
        let mut unknown = 0_usize;
        for record in self.records {
            let acres = record.fields.ll_gisacre.unwrap_or_default();
            let Some(owner) = record.fields.owner.as_deref().and_then(worded) else {
                unknown += 1;
                continue;
            };
            let mut known = owners.iter_mut();
            match known.find(|(name, _)| name.to_lowercase() == owner.to_lowercase()) {
                Some((_, land)) => *land += acres,
                None => owners.push((owner.to_owned(), acres)),
            }
        }
        owners.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let mut names: Vec<String> = owners.into_iter().map(|(name, _)| name).collect();
        if unknown > 0 && !names.is_empty() {
            names.push(format!("owner of {} unknown", counted(unknown)));
        }
        joined(&names)
    }

    /// The different texts in the order of the parcels; none if no parcel has one.
    fn texts(&self, text: impl Fn(&'a ParcelRecord) -> Option<&'a str>) -> Option<String> {
        joined(&distinct(self.records.iter().filter_map(text)))
    }

    /// Each with the number of its parcel.
    fn legal(&self) -> Option<String> {
        let known = self.count(|fields| fields.legaldesc.as_deref().and_then(worded));
        let lines = self.records.iter().map(|record| {
            let text = record.fields.legaldesc.as_deref().and_then(worded);
            format!(
                "{}: {}",
                record.fields.parcelnumb,
                text.unwrap_or("unknown")
            )
        });
        (known > 0).then(|| lines.collect::<Vec<_>>().join("; "))
    }

    /// Zones and subtypes, the worst first.
    fn flood_zones(&self) -> (Option<String>, Option<String>) {
        let fields = self.records.iter().map(|record| &record.fields);
        let mut zones: Vec<(&str, Option<&str>)> = fields
            .filter_map(|fields| {
                let zone = fields.flood_zone.as_deref().and_then(worded)?;
                Some((zone, fields.flood_zone_subtype.as_deref()))
            })
            .collect();
        zones.sort_by_key(|(zone, _)| harmless(zone));
        let (zones, subtypes): (Vec<&str>, Vec<Option<&str>>) = zones.into_iter().unzip();
        // All of them: whether a parcel floods must not be among those that are only counted.
        let all = |texts: Vec<String>| (!texts.is_empty()).then(|| texts.join("; "));
        (
            all(distinct(zones.into_iter())),
            all(distinct(subtypes.into_iter().flatten())),
        )
    }

    /// Unknown if a parcel of it no longer exists and none of the others floods.
    fn flood(&self, floods: &HashMap<ParcelUuid, ParcelFlood>) -> ParcelFlood {
        let each = self.records.iter();
        let each = each.filter_map(|record| floods.get(&record.fields.ll_uuid));
        let of_all = ParcelFlood::of_all(&each);
        let is_whole = each.count() == self.parcels;
        if is_whole || of_all.in_flood_zone == Some(true) {
            of_all
        } else {
            ParcelFlood::default()
        }
    }

    fn source(&self) -> String {
        let sources = self.texts(|record| Some(record.source.as_str()));
        let numbers = self.records.iter().map(|record| &record.fields.parcelnumb);
        let mut numbers: Vec<String> = numbers.cloned().collect();
        let more = numbers.len().saturating_sub(NUMBERS);
        numbers.truncate(NUMBERS);
        let end = match more {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        format!(
            "{} (parcels {}{end})",
            sources.unwrap_or_default(),
            numbers.join(", ")
        )
    }

    fn known(&self) -> KnownOfMembers {
        KnownOfMembers {
            ll_gisacre: self.count(|fields| fields.ll_gisacre),
            parval: self.count(total_value),
            landval: self.count(land_value),
            improvval: self.count(|fields| fields.improvval.as_ref()),
            sqft: self.count(|fields| fields.sqft),
            building_count: self.count(|fields| fields.building_count),
            owner: self.count(|fields| fields.owner.as_deref().and_then(worded)),
            flood_zone: self.count(|fields| fields.flood_zone.as_deref().and_then(worded)),
        }
    }

    /// Classes are those of the parcels, because joined texts have none.
    fn facts(&self, site: &ParcelRecord, today: NaiveDate) -> ParcelFacts {
        let each: Vec<ParcelFacts> = self
            .records
            .iter()
            .map(|record| ParcelFacts::of(&record.fields, record.shared_land, today))
            .collect();
        let is_whole = each.len() == self.parcels;
        let class = |class: fn(&ParcelFacts) -> Option<&String>| {
            let first = class(each.first()?)?;
            let same = each.iter().all(|facts| class(facts) == Some(first));
            (is_whole && same).then(|| first.clone())
        };
        let any = |is: fn(&ParcelFacts) -> Option<bool>| {
            if each.iter().any(|facts| is(facts) == Some(true)) {
                return Some(true);
            }
            let none = each.iter().all(|facts| is(facts) == Some(false));
            (is_whole && none).then_some(false)
        };
        let absent = |is: bool| each.iter().all(|facts| facts.is_absentee == Some(is));
        ParcelFacts {
            use_class: class(|facts| facts.use_class.as_ref()),
            is_improved: any(|facts| facts.is_improved),
            owner_kind: class(|facts| facts.owner_kind.as_ref()),
            is_absentee: [true, false].into_iter().find(|is| is_whole && absent(*is)),
            ..ParcelFacts::of(&site.fields, site.shared_land, today)
        }
    }
}

impl SiteMember {
    fn of(record: &ParcelRecord) -> Self {
        let fields = &record.fields;
        Self {
            ll_uuid: fields.ll_uuid,
            parcelnumb: fields.parcelnumb.clone(),
            county_fips: fields.county_fips.clone(),
            address: fields.address.clone(),
            owner: fields.owner.clone(),
            usedesc: fields.usedesc.clone(),
            ll_gisacre: fields.ll_gisacre,
            parval: fields.parval.clone(),
            source: record.source.clone(),
            fetched_at: record.fetched_at,
            is_sample: record.is_sample,
            retired_at: record.retired_at,
            retired_file_date: record.retired_file_date,
        }
    }
}

/// Counties record 0 for land that is not appraised, as in [`ParcelFacts`].
fn total_value(fields: &ParcelFields) -> Option<&Money> {
    fields.parval.as_ref().filter(|value| value.cents() != 0)
}

fn land_value(fields: &ParcelFields) -> Option<&Money> {
    fields.landval.as_ref().filter(|value| value.cents() != 0)
}

#[cfg(test)]
mod tests;
