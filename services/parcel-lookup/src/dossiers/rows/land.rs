//! Rows of the land: what is measured, and what can be built on.

use chrono::NaiveDate;

use super::{Better, Kind};
use crate::assemblages::dto::Assemblage;
use crate::buildable::dto::{Deduction, DeductionState};
use crate::dossiers::dto::{ComparedRow, ComparedValue, RowUnit, SiteDeduction};
use crate::dossiers::ops::Site;
use crate::dossiers::{map, said};

const SITE: &str = "Site";
const BUILDABLE: &str = "Buildable";

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
        let mut names = vec!["Calculated: outline".to_owned()];
        for deduction in &self.buildable.deductions {
            names.extend(
                deduction
                    .source
                    .clone()
                    .filter(|name| !names.contains(name)),
            );
        }
        let dates = self.buildable.deductions.iter().filter_map(date);
        (Some(names.join(", ")), dates.min())
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

fn date(deduction: &Deduction) -> Option<NaiveDate> {
    let read = deduction.fetched_at.map(|read| read.date_naive());
    deduction.source_date.or(read)
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
        Kind::new(BUILDABLE, "gross_acres", "Gross area", RowUnit::Acres).row(sites, |site| {
            ComparedValue::number(Some(site.buildable.gross_acres), said::acres)
                .from(site.outline())
        }),
    ];
    let kinds = sites
        .first()
        .map_or(&[][..], |site| site.buildable.deductions.as_slice());
    for (place, first) in kinds.iter().enumerate() {
        let values = sites.iter().map(|site| {
            let deduction = &site.buildable.deductions[place];
            let acres = is_known(deduction).then_some(deduction.acres_beyond);
            ComparedValue::number(acres, said::acres).from((
                deduction.source.clone().or_else(|| site.outline().0),
                date(deduction),
            ))
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
        SiteDeduction {
            kind: map::kind_of(deduction.kind),
            label: deduction.label.clone(),
            acres_alone: known.then_some(deduction.acres_alone),
            acres_beyond: known.then_some(deduction.acres_beyond),
            state,
            source: deduction.source.clone(),
            as_of: date(deduction),
        }
    });
    shown.collect()
}
