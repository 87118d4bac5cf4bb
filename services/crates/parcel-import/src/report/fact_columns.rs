//! Which of our columns the files of an import have.

use parcel_record::FACT_COLUMNS;
use parcel_record::field_map::FieldMap;

use super::{ReaderSummary, Report};

impl Report {
    /// Those that a field map takes from the files or the tax roll, or has for every row. None if there is no
    /// field map, as of generated parcels.
    pub(crate) fn fact_columns(&self) -> Option<Vec<&'static str>> {
        let roll = self.roll.as_ref().map(|roll| &roll.reader);
        let readers = std::iter::once(&self.reader).chain(roll);
        let maps: Vec<&FieldMap> = readers.flat_map(maps).collect();
        let is_there = |column: &&str| maps.iter().any(|map| map.source_of(column).is_some());
        (!maps.is_empty()).then(|| FACT_COLUMNS.into_iter().filter(is_there).collect())
    }
}

fn maps(reader: &ReaderSummary) -> impl Iterator<Item = &FieldMap> {
    let files = reader.files.iter().map(|(_, file)| file);
    std::iter::once(reader)
        .chain(files)
        .filter_map(|file| file.map.as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roll::RollSummary;

    fn by(map: &str) -> ReaderSummary {
        ReaderSummary {
            map: Some(FieldMap::parse(map).unwrap()),
            ..ReaderSummary::default()
        }
    }

    #[test]
    fn columns_are_those_of_all_files_and_of_the_roll() {
        assert_eq!(Report::default().fact_columns(), None);
        let reader = ReaderSummary {
            files: vec![
                ("a".to_owned(), by("parcelnumb=APN")),
                ("b".to_owned(), by("parcelnumb=APN,owner=Name")),
            ],
            ..by("parcelnumb=APN")
        };
        let mut report = Report {
            reader,
            ..Report::default()
        };
        assert_eq!(report.fact_columns().unwrap(), ["parcelnumb", "owner"]);
        report.roll = Some(RollSummary {
            reader: by("parcelnumb=ACCOUNT,saledate=SOLD"),
            ..RollSummary::default()
        });
        assert_eq!(
            report.fact_columns().unwrap(),
            ["parcelnumb", "owner", "saledate"]
        );
        let alone = Report {
            reader: ReaderSummary::default(),
            ..report
        };
        assert_eq!(alone.fact_columns().unwrap(), ["parcelnumb", "saledate"]);
    }
}
