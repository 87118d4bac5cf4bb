//! Whom the tiles name: publishers, licences and dates of the files that were imported, and providers whose parcels all firms see.

use chrono::NaiveDate;
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Date, Nullable, Text};
use diesel_async::RunQueryDsl;

/// Sources that are named, those that were imported last; a line at the foot of a map has no room for a whole country's.
const NAMED: usize = 20;

/// One more than are named says that there are others.
const SOURCES: &str = "SELECT source, licence, max(source_date) AS source_date FROM parcel_batches \
    WHERE finished_at IS NOT NULL AND undone_at IS NULL GROUP BY source, licence ORDER BY max(finished_at) DESC, source LIMIT 21";

/// A source of imported parcels.
#[derive(Debug, Clone, QueryableByName)]
pub struct Source {
    #[diesel(sql_type = Text, column_name = "source")]
    name: String,
    #[diesel(sql_type = Nullable<Text>)]
    licence: Option<String>,
    /// Of its newest file.
    #[diesel(sql_type = Nullable<Date>, column_name = "source_date")]
    date: Option<NaiveDate>,
}

pub async fn list_sources(conn: &mut AsyncPgConnection) -> QueryResult<Vec<Source>> {
    diesel::sql_query(SOURCES).load(conn).await
}

/// HTML; none if there is nobody to be named.
pub fn attribution<'a>(
    sources: &[Source],
    providers: impl Iterator<Item = &'a str>,
) -> Option<String> {
    let mut names: Vec<String> = sources.iter().take(NAMED).map(Source::words).collect();
    names.extend(providers.map(str::to_owned));
    if sources.len() > NAMED {
        names.push("others".to_owned());
    }
    let text = format!("Parcels: {}", names.join("; "));
    let html = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    (!names.is_empty()).then_some(html)
}

impl Source {
    /// As the app says it of a parcel.
    fn words(&self) -> String {
        let date = self
            .date
            .map(|date| format!("data of {}", date.format("%b %-d, %Y")));
        let parts = [
            Some(self.name.as_str()),
            date.as_deref(),
            self.licence.as_deref(),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(name: &str) -> Source {
        Source {
            name: name.to_owned(),
            licence: Some("CC BY 4.0".to_owned()),
            date: NaiveDate::from_ymd_opt(2026, 10, 1),
        }
    }

    #[test]
    fn sources_are_named_with_date_and_licence() {
        let undated = Source {
            licence: None,
            date: None,
            ..source("Deeds & <GIS>")
        };
        let named = attribution(
            &[source("Harris CAD"), undated],
            ["Wake County"].into_iter(),
        );
        assert_eq!(
            named.as_deref(),
            Some(
                "Parcels: Harris CAD, data of Oct 1, 2026, CC BY 4.0; Deeds &amp; &lt;GIS&gt;; Wake County"
            )
        );
        assert_eq!(attribution(&[], [].into_iter()), None);
    }

    #[test]
    fn the_last_of_many_are_others() {
        let many = vec![source("County"); NAMED + 1];
        let named = attribution(&many, [].into_iter()).unwrap();
        assert_eq!(named.matches("County").count(), NAMED);
        assert!(named.ends_with("; others"), "{named}");
        assert!(SOURCES.ends_with(&format!("LIMIT {}", NAMED + 1)));
    }
}
