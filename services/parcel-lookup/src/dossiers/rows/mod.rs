//! The rows of a comparison: what is known of each site, with source and date. No I/O.
//!
//! What is not known of a part of a site is not known of the site: a sum of the known parcels would mislead.

mod best;
mod land;
mod record;
mod runs;

use chrono::NaiveDate;

use super::dto::{
    ComparedRow, ComparedSite, ComparedSource, ComparedValue, RowUnit, SiteComparison, SiteParcel,
};
use super::map;
use super::ops::{Known, Site};
use super::said;
use best::Better;

pub fn compare(known: &Known) -> SiteComparison {
    let mut rows = Vec::new();
    rows.extend(record::site(&known.sites));
    rows.extend(land::rows(&known.sites));
    rows.extend(record::value(&known.sites));
    rows.extend(record::owner(&known.sites));
    rows.extend(runs::growth(known));
    rows.extend(runs::search(known));
    SiteComparison {
        project: known.project.as_deref().and_then(said::text),
        made_at: known.made_at,
        sites: known.sites.iter().map(|of| site(of, known)).collect(),
        rows,
        sources: sources(known),
    }
}

/// What a row is, besides its values.
#[derive(Debug, Clone, Copy)]
struct Kind {
    section: &'static str,
    key: &'static str,
    label: &'static str,
    unit: RowUnit,
    better: Better,
}

impl Kind {
    const fn new(
        section: &'static str,
        key: &'static str,
        label: &'static str,
        unit: RowUnit,
    ) -> Self {
        Self {
            section,
            key,
            label,
            unit,
            better: Better::Neither,
        }
    }

    const fn with(self, better: Better) -> Self {
        Self { better, ..self }
    }

    fn row(self, sites: &[Site], value: impl Fn(&Site) -> ComparedValue) -> ComparedRow {
        self.of(sites.iter().map(value).collect())
    }

    fn of(self, values: Vec<ComparedValue>) -> ComparedRow {
        ComparedRow {
            key: self.key.to_owned(),
            section: self.section.to_owned(),
            label: self.label.to_owned(),
            unit: self.unit,
            best: best::places(&values, self.better),
            values,
        }
    }
}

impl ComparedValue {
    fn text(text: Option<String>) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }

    fn number(number: Option<f64>, shown: impl FnOnce(f64) -> String) -> Self {
        Self {
            text: number.map(shown),
            number,
            ..Self::default()
        }
    }

    /// A value that is unknown has no source.
    fn from(self, (source, as_of): (Option<String>, Option<NaiveDate>)) -> Self {
        if self.text.is_none() {
            return self;
        }
        Self {
            source,
            as_of,
            ..self
        }
    }
}

fn site(of: &Site, known: &Known) -> ComparedSite {
    let fields = &of.records[0].fields;
    let first = fields.address.as_deref().and_then(said::text);
    let first = first.unwrap_or_else(|| format!("Parcel {}", fields.parcelnumb));
    let name = match of.records.len() {
        1 => first,
        count => format!("{first} and {} more", count - 1),
    };
    let place: Vec<&str> = [&fields.scity, &fields.state2]
        .into_iter()
        .filter_map(|part| part.as_deref())
        .collect();
    let parcel = |record: &parcel_record::ParcelRecord| SiteParcel {
        ll_uuid: record.fields.ll_uuid,
        parcelnumb: record.fields.parcelnumb.clone(),
        address: record.fields.address.as_deref().and_then(said::text),
        owner: record.fields.owner.as_deref().and_then(said::text),
        acres: record.fields.ll_gisacre,
        total_value: record
            .fields
            .parval
            .as_ref()
            .and_then(record::known_dollars),
    };
    ComparedSite {
        name,
        place: said::text(&place.join(", ")),
        parcels: of.records.iter().map(parcel).collect(),
        map: map::draw(of),
        deductions: land::deductions(of),
        score: runs::score(of, known),
        notes: notes(of, known),
    }
}

fn notes(of: &Site, known: &Known) -> Vec<String> {
    let mut notes = Vec::new();
    for record in &of.records {
        if let Some(since) = record.retired_file_date {
            notes.push(format!(
                "The county's files no longer have parcel {} since {}.",
                record.fields.parcelnumb,
                said::day(since)
            ));
        } else if record.retired_at.is_some() {
            notes.push(format!(
                "The county's files no longer have parcel {}.",
                record.fields.parcelnumb
            ));
        }
    }
    notes.extend(of.buildable.notes.iter().cloned());
    notes.extend(of.buildable.unknown.iter().map(|land| {
        format!(
            "{}: {} of the site. The buildable area is an upper bound.",
            land.label,
            said::acres(land.acres)
        )
    }));
    let warnings = of.buildable.warnings.iter();
    notes.extend(warnings.map(|land| format!("{}: {}.", land.label, said::acres(land.acres))));
    if of.around.too_many {
        notes.push("Neighbouring parcels are not drawn: there are more than 1,500.".to_owned());
    }
    if of.records.len() > 1 {
        let has_search = known.search.is_some() && of.search.is_some();
        notes.extend(extents(known.growth.is_some(), has_search));
    }
    if let Some(caution) = known.growth.as_ref().and_then(|run| run.caution) {
        notes.push(format!("Growth: {caution}."));
    }
    notes
}

/// How the figures of a site of several parcels are of all of them.
fn extents(has_growth: bool, has_search: bool) -> Vec<String> {
    let growth =
        || "Growth is of all parcels of the site, each by its share of the land.".to_owned();
    let search = || {
        "The search judges all parcels as one site. Its rank is the one that it would have among the parcels of the search."
            .to_owned()
    };
    let notes = [has_growth.then(growth), has_search.then(search)];
    notes.into_iter().flatten().collect()
}

fn sources(known: &Known) -> Vec<ComparedSource> {
    let mut sources = Vec::new();
    for site in &known.sites {
        sources.extend(site.records.iter().map(|record| ComparedSource {
            name: record.source.clone(),
            licence: record.source_licence.clone(),
            is_sample: record.is_sample,
        }));
        let terrain = &site.terrain;
        for fact in [&terrain.slope_percent, &terrain.highway_m, &terrain.rail_m] {
            sources.extend(fact.source.clone().map(|name| ComparedSource {
                name,
                licence: fact.source_licence.clone(),
                is_sample: fact.is_sample,
            }));
        }
        let deductions = site.buildable.deductions.iter();
        let layers = deductions.flat_map(|deduction| &deduction.sources);
        sources.extend(layers.map(|layer| ComparedSource {
            name: layer.source.clone(),
            licence: layer.source_licence.clone(),
            is_sample: layer.is_sample,
        }));
    }
    sources.sort();
    sources.dedup();
    sources
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_and_the_search_are_of_all_parcels() {
        let growth = "Growth is of all parcels of the site, each by its share of the land.";
        let search = "The search judges all parcels as one site. Its rank is the one that it would have among the parcels of the search.";
        assert_eq!(extents(true, true), [growth, search]);
        assert_eq!(extents(true, false), [growth]);
        assert_eq!(extents(false, true), [search]);
        assert!(extents(false, false).is_empty());
    }
}
