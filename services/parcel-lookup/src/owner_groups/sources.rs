//! The sources of the parcels of a group, each once.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};

use super::dto::SourceOfParcels;
use super::store::Candidate;

/// Name, licence and date of the file.
type Source = (String, Option<String>, Option<NaiveDate>);

/// With the time at which each was read first.
#[derive(Debug, Default)]
pub struct Sources(BTreeMap<Source, Option<DateTime<Utc>>>);

impl Sources {
    pub fn add(&mut self, parcel: &Candidate) {
        let key = (
            parcel.source.clone(),
            parcel.source_licence.clone(),
            parcel.source_date,
        );
        let read = self.0.entry(key).or_insert(parcel.fetched_at);
        *read = match (*read, parcel.fetched_at) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
    }

    pub fn into_list(self) -> Vec<SourceOfParcels> {
        let sources = self.0.into_iter();
        sources
            .map(
                |((source, source_licence, source_date), fetched_at)| SourceOfParcels {
                    source,
                    source_licence,
                    source_date,
                    fetched_at,
                },
            )
            .collect()
    }
}
