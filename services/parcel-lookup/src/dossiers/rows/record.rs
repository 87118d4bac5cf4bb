//! Rows of the counties' records: the site, its value and its owner.

use chrono::{NaiveDate, Utc};
use domain::Money;
use parcel_record::{ParcelFacts, ParcelRecord, SharedLand};

use super::{Better, Kind};
use crate::dossiers::dto::{ComparedRow, ComparedValue, RowUnit};
use crate::dossiers::ops::Site;
use crate::dossiers::said;
use crate::owner_groups::dto::OwnerGroup;
use crate::parcels::Land;

/// Texts of a value that are listed.
const LISTED: usize = 4;

fn dollars(money: &Money) -> f64 {
    money.cents() as f64 / 100.0
}

/// Of a total value, or that of the land: counties record 0 for what they do not know.
pub fn known_dollars(money: &Money) -> Option<f64> {
    Some(dollars(money)).filter(|dollars| *dollars > 0.0)
}

impl Site {
    fn facts(&self) -> impl Iterator<Item = (&ParcelRecord, ParcelFacts)> {
        let today = Utc::now().date_naive();
        let records = self.records.iter();
        records.map(move |record| {
            let facts = ParcelFacts::of(&record.fields, record.shared_land, today);
            (record, facts)
        })
    }

    /// The sources of the records, and the date of the oldest.
    pub(super) fn provenance(&self) -> (Option<String>, Option<NaiveDate>) {
        let mut names: Vec<&str> = Vec::new();
        for record in &self.records {
            if !names.contains(&record.source.as_str()) {
                names.push(&record.source);
            }
        }
        let read = self.records.iter().filter_map(|record| record.fetched_at);
        (
            Some(names.join("; ")),
            read.min().map(|read| read.date_naive()),
        )
    }

    /// Recorded area of the land; known only if each parcel's is.
    fn acres(&self) -> Option<f64> {
        let mut land = Land::default();
        for record in &self.records {
            land.add([record.lon, record.lat], record.fields.ll_gisacre?);
        }
        Some(land.acres())
    }

    /// A sum that is known only if each parcel's is.
    fn sum(&self, value: impl Fn(&ParcelRecord) -> Option<f64>) -> Option<f64> {
        self.records.iter().map(value).sum()
    }

    fn total(
        &self,
        value: impl Fn(&ParcelRecord) -> Option<f64>,
        shown: fn(f64) -> String,
    ) -> ComparedValue {
        ComparedValue::number(self.sum(value), shown).from(self.provenance())
    }

    /// Dollars an acre of its land, which may have other parcels too: their number is named.
    fn per_acre(&self, of: fn(&SharedLand) -> Option<f64>) -> ComparedValue {
        let land = SharedLand::of_site(&self.records);
        let is_shared = self
            .records
            .iter()
            .any(|record| record.shared_land.is_some());
        let shown = |number| {
            let dollars = said::dollars(number);
            if is_shared {
                format!("{dollars}, of all {} parcels on the land", land.parcels)
            } else {
                dollars
            }
        };
        ComparedValue::number(of(&land), shown).from(self.provenance())
    }

    /// The different texts of the parcels; those without one are counted.
    fn texts(&self, value: impl Fn(&ParcelRecord) -> Option<String>) -> ComparedValue {
        self.listed(self.records.iter().map(value))
    }

    /// Of the flood layers, else of the records.
    fn flood_zone(&self) -> ComparedValue {
        let floods = self
            .records
            .iter()
            .map(|record| self.floods.get(&record.fields.ll_uuid));
        let zones = floods.clone().map(|flood| flood?.zone.clone());
        let mut names: Vec<&str> = Vec::new();
        for name in floods.clone().filter_map(|flood| flood?.source.as_deref()) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let days = floods.filter_map(|flood| {
            let read = flood?.fetched_at.map(|read| read.date_naive());
            flood?.source_date.or(read)
        });
        let source = (!names.is_empty()).then(|| names.join("; "));
        self.listed(zones).from((source, days.min()))
    }

    fn listed(&self, values: impl Iterator<Item = Option<String>>) -> ComparedValue {
        let mut texts: Vec<String> = Vec::new();
        let mut unknown = 0_usize;
        for value in values {
            match value.as_deref().and_then(said::text) {
                Some(text) if texts.contains(&text) => {}
                Some(text) => texts.push(text),
                None => unknown += 1,
            }
        }
        if texts.is_empty() {
            return ComparedValue::default();
        }
        let more = texts.len().saturating_sub(LISTED);
        texts.truncate(LISTED);
        if more > 0 {
            texts.push(format!("{more} more"));
        }
        if unknown > 0 {
            texts.push(format!("unknown of {unknown}"));
        }
        ComparedValue::text(Some(texts.join("; "))).from(self.provenance())
    }
}

const SITE: &str = "Site";
const VALUE: &str = "Value";
const OWNER: &str = "Owner";

pub fn site(sites: &[Site]) -> Vec<ComparedRow> {
    vec![
        Kind::new(SITE, "parcels", "Parcels", RowUnit::Count).row(sites, |site| {
            let count = site.records.len() as f64;
            ComparedValue::number(Some(count), |count| said::number(count, 0))
        }),
        Kind::new(SITE, "parcelnumb", "Parcel number", RowUnit::None).row(sites, |site| {
            site.texts(|record| Some(record.fields.parcelnumb.clone()))
        }),
        Kind::new(SITE, "address", "Address", RowUnit::None).row(sites, |site| {
            site.texts(|record| record.fields.address.clone())
        }),
        Kind::new(SITE, "county_fips", "County code", RowUnit::None).row(sites, |site| {
            site.texts(|record| Some(record.fields.county_fips.clone()))
        }),
        Kind::new(SITE, "acres", "Recorded area", RowUnit::Acres).row(sites, |site| {
            ComparedValue::number(site.acres(), said::acres).from(site.provenance())
        }),
        Kind::new(SITE, "use_class", "Class of use", RowUnit::None).row(sites, |site| {
            site.listed(
                site.facts()
                    .map(|(_, facts)| facts.use_class.as_deref().map(said::sentence)),
            )
        }),
        Kind::new(SITE, "usedesc", "Use", RowUnit::None).row(sites, |site| {
            site.texts(|record| record.fields.usedesc.clone())
        }),
        Kind::new(SITE, "zoning", "Zoning", RowUnit::None).row(sites, |site| {
            site.texts(|record| record.fields.zoning.clone())
        }),
        Kind::new(SITE, "sqft", "Building area", RowUnit::SquareFeet).row(sites, |site| {
            site.total(
                |record| record.fields.sqft.map(|sqft| sqft as f64),
                |sqft| format!("{} sq ft", said::number(sqft, 0)),
            )
        }),
        Kind::new(SITE, "year_built", "Year built", RowUnit::Year).row(sites, |site| {
            let year =
                |record: &ParcelRecord| record.fields.year_built.map(|year| year.to_string());
            match site.records.as_slice() {
                [record] => {
                    ComparedValue::number(record.fields.year_built.map(f64::from), |year| {
                        format!("{year:.0}")
                    })
                    .from(site.provenance())
                }
                _ => site.texts(year),
            }
        }),
        Kind::new(SITE, "flood_zone", "FEMA flood zone", RowUnit::None)
            .row(sites, Site::flood_zone),
    ]
}

pub fn value(sites: &[Site]) -> Vec<ComparedRow> {
    let parval = |record: &ParcelRecord| record.fields.parval.as_ref().and_then(known_dollars);
    let landval = |record: &ParcelRecord| record.fields.landval.as_ref().and_then(known_dollars);
    vec![
        Kind::new(VALUE, "total_value", "Total value", RowUnit::Dollars)
            .row(sites, |site| site.total(parval, said::dollars)),
        Kind::new(VALUE, "land_value", "Land value", RowUnit::Dollars)
            .row(sites, |site| site.total(landval, said::dollars)),
        Kind::new(
            VALUE,
            "improvement_value",
            "Improvement value",
            RowUnit::Dollars,
        )
        .row(sites, |site| {
            let improvements =
                |record: &ParcelRecord| record.fields.improvval.as_ref().map(dollars);
            site.total(improvements, said::dollars)
        }),
        Kind::new(
            VALUE,
            "value_per_acre",
            "Value per acre",
            RowUnit::DollarsPerAcre,
        )
        .with(Better::Lower)
        .row(sites, |site| site.per_acre(SharedLand::value_per_acre)),
        Kind::new(
            VALUE,
            "land_value_per_acre",
            "Land value per acre",
            RowUnit::DollarsPerAcre,
        )
        .with(Better::Lower)
        .row(sites, |site| site.per_acre(SharedLand::land_value_per_acre)),
        Kind::new(VALUE, "value_kind", "Kind of value", RowUnit::None).row(sites, |site| {
            site.texts(|record| record.fields.parvaltype.clone())
        }),
        Kind::new(VALUE, "saledate", "Last sale", RowUnit::None).row(sites, |site| {
            let shown = site.texts(|record| record.fields.saledate.map(said::day));
            let day = match site.records.as_slice() {
                [record] => record.fields.saledate,
                _ => None,
            };
            ComparedValue { day, ..shown }
        }),
        Kind::new(
            VALUE,
            "saleprice",
            "Price of the last sale",
            RowUnit::Dollars,
        )
        .row(sites, |site| {
            let price = |record: &ParcelRecord| record.fields.saleprice.as_ref().map(dollars);
            match site.records.as_slice() {
                [_] => site.total(price, said::dollars),
                // Sales of different years have no sum.
                _ => site.texts(|record| price(record).map(said::dollars)),
            }
        }),
    ]
}

pub fn owner(sites: &[Site]) -> Vec<ComparedRow> {
    vec![
        Kind::new(OWNER, "owner", "Owner", RowUnit::None).row(sites, |site| {
            site.texts(|record| record.fields.owner.clone())
        }),
        Kind::new(OWNER, "owners", "Different owners", RowUnit::Count)
            .with(Better::Lower)
            .row(sites, |site| {
                let owners = site.land.as_ref().map(|land| land.owners.len() as f64);
                // A parcel without an owner's name is an owner of its own.
                let is_known = site
                    .records
                    .iter()
                    .all(|record| record.fields.owner.is_some());
                let owners = owners.filter(|_| is_known);
                ComparedValue::number(owners, |owners| said::number(owners, 0))
                    .from(site.provenance())
            }),
        Kind::new(OWNER, "owner_kind", "Kind of owner", RowUnit::None).row(sites, |site| {
            site.listed(
                site.facts()
                    .map(|(_, facts)| facts.owner_kind.as_deref().map(said::sentence)),
            )
        }),
        Kind::new(OWNER, "mailing_address", "Mailing address", RowUnit::None).row(sites, |site| {
            site.texts(|record| record.fields.mailing_address.clone())
        }),
        Kind::new(OWNER, "is_absentee", "Mail goes elsewhere", RowUnit::None).row(sites, |site| {
            site.listed(site.facts().map(|(_, facts)| {
                facts
                    .is_absentee
                    .map(|is| if is { "Yes" } else { "No" }.to_owned())
            }))
        }),
        Kind::new(OWNER, "years_held", "Years held", RowUnit::Count).row(sites, |site| match site
            .facts()
            .next()
        {
            Some((_, facts)) if site.records.len() == 1 => {
                ComparedValue::number(facts.years_held.map(f64::from), |years| {
                    said::number(years, 0)
                })
                .from(site.provenance())
            }
            _ => site.listed(
                site.facts()
                    .map(|(_, facts)| facts.years_held.map(|years| years.to_string())),
            ),
        }),
        portfolio(
            sites,
            "owner_parcels",
            "Parcels of the owner",
            RowUnit::Count,
            |group| {
                let count = said::number(group.count as f64, 0);
                (group.count as f64, or_more(group, count))
            },
        ),
        portfolio(
            sites,
            "owner_acres",
            "Land of the owner",
            RowUnit::Acres,
            |group| {
                let unknown = match group.without_acres {
                    0 => String::new(),
                    count => format!(", unknown of {count}"),
                };
                let acres = or_more(group, said::acres(group.acres));
                (group.acres, format!("{acres}{unknown}"))
            },
        ),
    ]
}

/// Not all parcels with the owner's names may have been compared.
fn or_more(group: &OwnerGroup, figure: String) -> String {
    if group.truncated {
        figure + " or more"
    } else {
        figure
    }
}

/// What the owner has; of several owners each in words.
fn portfolio(
    sites: &[Site],
    key: &'static str,
    label: &'static str,
    unit: RowUnit,
    of: impl Fn(&OwnerGroup) -> (f64, String),
) -> ComparedRow {
    Kind::new(OWNER, key, label, unit).row(sites, |site| {
        let known: Vec<_> = site
            .owners
            .iter()
            .filter(|group| group.owner.is_some())
            .collect();
        let value = match known.as_slice() {
            [] => ComparedValue::default(),
            [group] if site.owners.len() == 1 => {
                let (number, text) = of(group);
                ComparedValue {
                    number: Some(number),
                    text: Some(text),
                    ..ComparedValue::default()
                }
            }
            groups => {
                let each = groups.iter().map(|group| {
                    let owner = group.owner.as_deref().and_then(said::text);
                    format!("{}: {}", owner.unwrap_or_default(), of(group).1)
                });
                ComparedValue::text(Some(each.collect::<Vec<_>>().join("; ")))
            }
        };
        value.from((
            Some("Parcels in Sitewright with the same name or mailing address".to_owned()),
            site.provenance().1,
        ))
    })
}
