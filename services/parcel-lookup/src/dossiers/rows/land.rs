//! Rows of the land: what is measured, and what can be built on.

use chrono::NaiveDate;

use super::{Better, Kind};
use crate::assemblages::dto::Assemblage;
use crate::buildable::domain::Options;
use crate::buildable::dto::{Deduction, DeductionSource, DeductionState};
use crate::dossiers::dto::{ComparedRow, ComparedValue, RowUnit, SiteDeduction};
use crate::dossiers::ops::Site;
use crate::dossiers::{map, said};
use crate::parcel_facts::land::LandFact;
use crate::parcels::access::REACH;

const SITE: &str = "Site";
const BUILDABLE: &str = "Buildable";
/// Metres.
const MILE: f64 = 1609.344;

impl Site {
    /// Of what is measured on outlines.
    fn outline(&self) -> (Option<String>, Option<NaiveDate>) {
        let (source, as_of) = self.provenance();
        (
            source.map(|source| format!("Measured on the outline: {source}")),
            as_of,
        )
    }

    /// The layers of the deductions, and the date of the oldest.
    fn layers(&self) -> (Option<String>, Option<NaiveDate>) {
        let deductions = self.buildable.deductions.iter();
        let sources = deductions.flat_map(|deduction| &deduction.sources);
        let mut names = vec!["Calculated: outline"];
        for source in sources.clone() {
            if !names.contains(&source.source.as_str()) {
                names.push(&source.source);
            }
        }
        (Some(names.join(", ")), sources.map(date).min())
    }

    fn feet(&self, metres: impl Fn(&Assemblage) -> Option<f64>) -> ComparedValue {
        let feet = self.land.as_ref().and_then(metres).map(said::feet);
        ComparedValue::number(feet, |feet| format!("{} ft", said::number(feet, 0)))
            .from(self.outline())
    }

    fn has_streets(&self) -> bool {
        let mut lines = self.around.lines.iter();
        lines.any(|line| matches!(line.kind.as_str(), "road" | "highway"))
    }
}

/// Of the data, else when it was read.
fn date(source: &DeductionSource) -> NaiveDate {
    let read = source.fetched_at.date_naive();
    source.source_date.unwrap_or(read)
}

/// The sources of a deduction and their date; each with its own if they differ.
fn provenance(deduction: &Deduction) -> (Option<String>, Option<NaiveDate>) {
    let sources = &deduction.sources;
    let Some(day) = sources.first().map(date) else {
        return (None, None);
    };
    let is_of_one_day = sources.iter().all(|source| date(source) == day);
    let mut names: Vec<String> = Vec::new();
    for source in sources {
        let name = if is_of_one_day {
            source.source.clone()
        } else {
            format!("{} ({})", source.source, said::day(date(source)))
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    (Some(names.join("; ")), is_of_one_day.then_some(day))
}

pub fn rows(sites: &[Site]) -> Vec<ComparedRow> {
    let bounded = |site: &Site, value: ComparedValue| ComparedValue {
        text: value.text.map(|text| {
            if site.buildable.is_upper_bound {
                format!("at most {text}")
            } else {
                text
            }
        }),
        is_upper_bound: site.buildable.is_upper_bound,
        ..value
    };
    let mut rows = vec![
        Kind::new(SITE, "frontage", "Street frontage", RowUnit::Feet)
            .with(Better::Higher)
            .row(sites, |site| {
                // Without streets on the map no frontage is known.
                site.feet(|land| site.has_streets().then_some(land.frontage_m))
            }),
        Kind::new(SITE, "width", "Width", RowUnit::Feet).row(sites, |site| {
            let value = site.feet(|land| Some(land.width_m));
            let source = value
                .source
                .clone()
                .map(|_| "Largest circle in the outline".to_owned());
            ComparedValue { source, ..value }
        }),
        Kind::new(SITE, "slope_percent", "Slope", RowUnit::Percent).row(sites, |site| {
            let slope = &site.terrain.slope_percent;
            let percent = |percent| format!("{} %", said::number(percent, 1));
            ComparedValue::number(slope.value, percent).from(of_layers(slope))
        }),
        Kind::new(
            SITE,
            "highway_miles",
            "Distance to a highway",
            RowUnit::Miles,
        )
        .row(sites, |site| miles(&site.terrain.highway_m)),
        Kind::new(SITE, "rail_miles", "Distance to a railway", RowUnit::Miles)
            .row(sites, |site| miles(&site.terrain.rail_m)),
        Kind::new(BUILDABLE, "gross_acres", "Gross area", RowUnit::Acres).row(sites, |site| {
            ComparedValue::number(Some(site.buildable.gross_acres), said::acres)
                .from(site.outline())
        }),
        Kind::new(
            BUILDABLE,
            "buildable_options",
            "Calculated for",
            RowUnit::None,
        )
        .row(sites, |site| {
            ComparedValue::text(Some(basis(&site.buildable.options)))
        }),
    ];
    let kinds = sites
        .first()
        .map_or(&[][..], |site| site.buildable.deductions.as_slice());
    for (place, first) in kinds.iter().enumerate() {
        let values = sites.iter().map(|site| {
            let deduction = &site.buildable.deductions[place];
            let acres = is_known(deduction).then_some(deduction.acres_beyond);
            let (source, as_of) = provenance(deduction);
            let source = source.or_else(|| site.outline().0);
            ComparedValue::number(acres, said::acres).from((source, as_of))
        });
        let values = values.collect();
        let row = Kind::new(BUILDABLE, first.kind.name(), "", RowUnit::Acres).of(values);
        rows.push(ComparedRow {
            label: format!("Less {}", said::lower(&first.label)),
            ..row
        });
    }
    rows.extend([
        Kind::new(
            BUILDABLE,
            "buildable_acres",
            "Net buildable area",
            RowUnit::Acres,
        )
        .with(Better::Higher)
        .row(sites, |site| {
            let value = ComparedValue::number(Some(site.buildable.buildable_acres), said::acres);
            bounded(site, value).from(site.layers())
        }),
        Kind::new(
            BUILDABLE,
            "buildable_percent",
            "Share of the site",
            RowUnit::Percent,
        )
        .with(Better::Higher)
        .row(sites, |site| {
            let share =
                site.buildable.buildable_acres / site.buildable.gross_acres.max(f64::EPSILON);
            let value = ComparedValue::number(Some(100.0 * share), |_| said::percent(share));
            bounded(site, value).from(site.layers())
        }),
        Kind::new(
            BUILDABLE,
            "largest_part_acres",
            "Largest part",
            RowUnit::Acres,
        )
        .with(Better::Higher)
        .row(sites, |site| {
            let value = ComparedValue::number(Some(site.buildable.largest_part_acres), said::acres);
            bounded(site, value).from(site.layers())
        }),
    ]);
    rows
}

/// What the buildable area is calculated with, in words.
fn basis(options: &Options) -> String {
    let feet = |metres| format!("{} ft", said::number(said::feet(metres), 0));
    let flood = if options.flood { "" } else { "not " };
    format!(
        "{}: slope above {} %, setback {}, {} around wetlands, least width {}, least part {} acres, 1 % flood zone {flood}deducted",
        options.preset.label(),
        options.max_slope,
        feet(options.setback_m),
        feet(options.wetland_buffer_m),
        feet(options.least_width_m),
        options.least_part_acres,
    )
}

fn of_layers(fact: &LandFact) -> (Option<String>, Option<NaiveDate>) {
    (fact.source.clone(), fact.day())
}

/// In the words of the parcel's panel: lines that are farther are not looked for.
fn miles(fact: &LandFact) -> ComparedValue {
    let is_farther = fact.value.is_some_and(|metres| metres >= REACH);
    let value = ComparedValue::number(fact.value.map(|metres| metres / MILE), |miles| {
        let more = if is_farther { " or more" } else { "" };
        format!("{} mi{more}", said::number(miles, 2))
    });
    value.from(of_layers(fact))
}

fn is_known(deduction: &Deduction) -> bool {
    deduction.state == DeductionState::Used
}

pub fn deductions(site: &Site) -> Vec<SiteDeduction> {
    let shown = site.buildable.deductions.iter().map(|deduction| {
        let state = match deduction.state {
            DeductionState::Used => None,
            DeductionState::Off => Some("not deducted, as chosen".to_owned()),
            DeductionState::NotMapped => Some("not mapped here".to_owned()),
            DeductionState::NotLoaded => {
                Some("not known yet: its service is being asked".to_owned())
            }
            DeductionState::Failed => Some(
                deduction
                    .reason
                    .as_deref()
                    .and_then(said::text)
                    .map_or_else(
                        || "not known: its service did not answer".to_owned(),
                        |reason| format!("not known: {reason}"),
                    ),
            ),
        };
        let known = is_known(deduction);
        let (source, as_of) = provenance(deduction);
        SiteDeduction {
            kind: map::kind_of(deduction.kind),
            label: deduction.label.clone(),
            acres_alone: known.then_some(deduction.acres_alone),
            acres_beyond: known.then_some(deduction.acres_beyond),
            state,
            source,
            as_of,
        }
    });
    shown.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::buildable::domain::{Preset, check};
    use crate::buildable::dto::BuildableOptions;

    #[test]
    fn what_an_area_is_calculated_with_is_said() {
        let given = BuildableOptions {
            preset: Some(Preset::Industrial),
            setback_ft: Some(50.0),
            flood: Some(false),
            ..BuildableOptions::default()
        };
        let words = "Industrial: slope above 5 %, setback 50 ft, 25 ft around wetlands, least width 60 ft, least part 1 acres, \
            1 % flood zone not deducted";
        assert_eq!(basis(&check(&given, None).unwrap()), words);
    }

    /// The cases of the panel's own test.
    #[test]
    fn distances_have_the_words_of_the_panel() {
        let said = |value: Option<f64>| {
            let fact = LandFact {
                value,
                source: Some("County roads".to_owned()),
                ..LandFact::default()
            };
            let value = miles(&fact);
            (value.text, value.source)
        };
        let (text, source) = said(Some(1_112.0));
        assert_eq!(text.as_deref(), Some("0.69 mi"));
        assert_eq!(source.as_deref(), Some("County roads"));
        assert_eq!(said(Some(REACH)).0.as_deref(), Some("31.07 mi or more"));
        assert_eq!(said(None), (None, None));
    }
}
