//! The result of what the database calculated. No I/O.

use std::collections::HashMap;

use ::site_layers::LayerKind;
use domain::ParcelUuid;
use serde_json::Value;
use site_search::with_commas_and_decimals;

use super::domain::{ACRE, DeductionKind, Options};
use super::dto::{Buildable, Deduction, DeductionSource, DeductionState, UnknownLand};
use super::ops::UNMAPPED;
use super::store::{LayerRow, Line, Site};
use crate::site_layers::Standing;

/// Feet of a metre.
const FEET: f64 = 1.0 / 0.3048;
/// Recorded and measured areas that differ by more are both shown.
const DIFFERS: f64 = 0.02;

/// What was read of a site.
pub struct Found {
    pub site: Site,
    pub lines: Vec<Line>,
    pub layers: Vec<LayerRow>,
    /// Of the kinds that services have, as far as they were asked.
    pub standings: HashMap<LayerKind, Standing>,
}

pub fn assemble(found: &Found, options: Options) -> Buildable {
    let kinds = options.order.iter().copied();
    let kinds = kinds.chain([DeductionKind::Leftover]);
    let deductions: Vec<Deduction> = kinds.map(|kind| found.deduction(kind, &options)).collect();
    let unknown = found.unknown();
    let gross = found.site.area;
    let buildable = found.line("result", "buildable");
    let left = buildable.and_then(|line| line.alone).unwrap_or_default();
    let largest = found.line("result", "largest");
    let gross_acres = gross / ACRE;
    Buildable {
        ll_uuids: found.site.found.iter().copied().map(ParcelUuid).collect(),
        gross_acres,
        recorded_acres: found.site.recorded_acres,
        buildable_acres: left / ACRE,
        is_upper_bound: !unknown.is_empty(),
        parts: buildable.and_then(|line| line.number).unwrap_or_default() as u32,
        largest_part_acres: largest.and_then(|line| line.alone).unwrap_or_default() / ACRE,
        inscribed_radius_m: largest.and_then(|line| line.number),
        geometry: buildable.and_then(shape),
        notes: found.notes(left, &deductions, &options),
        deductions,
        unknown,
        warnings: found.warnings(),
        options,
    }
}

impl Found {
    fn line(&self, part: &str, name: &str) -> Option<&Line> {
        let mut lines = self.lines.iter();
        lines.find(|line| line.part == part && line.name == name)
    }

    fn deduction(&self, kind: DeductionKind, options: &Options) -> Deduction {
        let line = self.line("deduction", kind.name());
        let acres =
            |of: fn(&Line) -> Option<f64>| line.and_then(of).unwrap_or_default().max(0.0) / ACRE;
        let (state, reason) = self.state(kind, options);
        let sources = self.sources(kind);
        let first = sources.first();
        Deduction {
            kind,
            label: self.label(kind, options),
            acres_alone: acres(|line| line.alone),
            acres_beyond: acres(|line| line.beyond),
            geometry: line.and_then(shape),
            state,
            reason,
            source: first.map(|first| first.source.clone()),
            source_licence: first.and_then(|first| first.source_licence.clone()),
            source_date: first.and_then(|first| first.source_date),
            fetched_at: sources.iter().map(|source| source.fetched_at).min(),
            is_sample: sources.iter().any(|source| source.is_sample),
            cell_m: first.and_then(|first| first.cell_m),
            sources,
        }
    }

    /// What the layers of a deduction are from, each source with its date once: a service is kept by cells.
    fn sources(&self, kind: DeductionKind) -> Vec<DeductionSource> {
        let kinds = layer_of(kind).unwrap_or_default();
        let used = self.layers.iter();
        let used = used.filter(|row| row.is_used && kinds.contains(&row.kind.as_str()));
        let mut sources: Vec<DeductionSource> = Vec::new();
        for row in used {
            match sources.iter().position(|source| row.is_from(source)) {
                Some(known) => {
                    let oldest = sources[known].fetched_at.min(row.fetched_at);
                    sources[known].fetched_at = oldest;
                }
                None => sources.push(row.source()),
            }
        }
        sources
    }

    fn label(&self, kind: DeductionKind, options: &Options) -> String {
        let feet = |metres: f64| format!("{} ft", (metres * FEET).round());
        match kind {
            DeductionKind::Floodway => "Floodway".to_owned(),
            DeductionKind::Flood => "Flood zone, 1 % a year".to_owned(),
            DeductionKind::Wetland if options.wetland_buffer_m > 0.0 => {
                format!("Wetlands with {} around", feet(options.wetland_buffer_m))
            }
            DeductionKind::Wetland => "Wetlands".to_owned(),
            DeductionKind::Water => "Water".to_owned(),
            DeductionKind::Easement => "Easements".to_owned(),
            DeductionKind::Slope => {
                let step = self.line("step", "slope").and_then(|line| line.number);
                format!("Slope of {} % or more", step.unwrap_or(options.max_slope))
            }
            DeductionKind::Setback => format!("Setback of {} all round", feet(options.setback_m)),
            DeductionKind::Leftover => format!(
                "Narrower than {} or smaller than {} acres",
                feet(options.least_width_m),
                options.least_part_acres
            ),
        }
    }

    fn state(&self, kind: DeductionKind, options: &Options) -> (DeductionState, Option<String>) {
        let off = match kind {
            DeductionKind::Flood => !options.flood,
            DeductionKind::Setback => options.setback_m <= 0.0,
            DeductionKind::Leftover => {
                options.least_width_m <= 0.0 && options.least_part_acres <= 0.0
            }
            _ => false,
        };
        if off {
            return (DeductionState::Off, None);
        }
        let Some(of) = served_by(kind) else {
            return (DeductionState::Used, None);
        };
        let unmapped = self.unmapped(of.1);
        if unmapped <= UNMAPPED * self.site.area {
            return (DeductionState::Used, None);
        }
        match of.0.and_then(|layer| self.standings.get(&layer)) {
            Some(Standing::Loading) => (DeductionState::NotLoaded, None),
            Some(Standing::Failed(reason)) => (DeductionState::Failed, Some(reason.clone())),
            _ if unmapped < (1.0 - UNMAPPED) * self.site.area => (DeductionState::Used, None),
            _ => (DeductionState::NotMapped, None),
        }
    }

    /// Square metres of the site that no layer describes.
    fn unmapped(&self, name: &str) -> f64 {
        let line = self.line("unknown", name);
        line.and_then(|line| line.alone).unwrap_or_default()
    }

    fn unknown(&self) -> Vec<UnknownLand> {
        let names = [
            ("flood", "Flood zones not mapped"),
            (
                "flood_undetermined",
                "Flood hazard not determined (zone D or not in the study)",
            ),
            ("wetland", "Wetlands not mapped"),
            ("water", "Water not mapped"),
            ("slope", "Slope not known"),
            ("easement", "Easements not known; a title survey has them"),
        ];
        let lines = names.into_iter().filter_map(|(name, label)| {
            let line = self.line("unknown", name)?;
            let least = match name {
                "flood_undetermined" => 1.0,
                _ => UNMAPPED * self.site.area,
            };
            (line.alone? > least).then(|| land(line, label))
        });
        lines.collect()
    }

    fn warnings(&self) -> Vec<UnknownLand> {
        let names = [
            ("moderate", "Flood zone, 0.2 % a year: not deducted"),
            ("levee", "Protected from floods by a levee: not deducted"),
            ("sfha", "Flood zone, 1 % a year: not deducted, as chosen"),
        ];
        let lines = names.into_iter().filter_map(|(name, label)| {
            let line = self.line("warning", name)?;
            (line.alone? > 1.0).then(|| land(line, label))
        });
        lines.collect()
    }

    fn notes(&self, left: f64, deductions: &[Deduction], options: &Options) -> Vec<String> {
        let mut notes = Vec::new();
        let gross = self.site.area;
        let alone = |kind| {
            let row = deductions.iter().find(|row| row.kind == kind);
            row.map_or(0.0, |row| row.acres_alone * ACRE)
        };
        if options.setback_m > 0.0 && alone(DeductionKind::Setback) >= gross - 0.1 {
            notes.push("The site is narrower than two setbacks.".to_owned());
        } else if left < 0.1 {
            notes.push("Nothing can be built on.".to_owned());
        }
        if options.setback_m > 0.0 {
            notes.push(
                "The setback is the same on all sides: front, side and rear yards of the zoning are not known."
                    .to_owned(),
            );
        }
        if let Some(recorded) = self.site.recorded_acres
            && (recorded * ACRE - gross).abs() > DIFFERS * gross
        {
            notes.push(format!(
                "The county records {} acres, the outline measures {}.",
                with_commas_and_decimals(recorded, 2),
                with_commas_and_decimals(gross / ACRE, 2)
            ));
        }
        let wetland = deductions
            .iter()
            .find(|row| row.kind == DeductionKind::Wetland);
        if wetland.is_some_and(|row| row.state == DeductionState::Used) {
            notes.push(
                "Wetlands are interpreted from photographs and are not jurisdictional; small and wooded ones are missed."
                    .to_owned(),
            );
        }
        let hints = self.line("hint", "easement").and_then(|line| line.number);
        if hints.is_some_and(|count| count > 0.0) {
            notes.push(
                "An easement without a width crosses the site; it is not deducted.".to_owned(),
            );
        }
        notes
    }
}

impl LayerRow {
    fn source(&self) -> DeductionSource {
        DeductionSource {
            source: self.source.clone(),
            source_licence: self.source_licence.clone(),
            source_date: self.source_date,
            fetched_at: self.fetched_at,
            is_sample: self.is_sample,
            cell_m: self.cell_m,
        }
    }

    /// Also if it was read at another time.
    fn is_from(&self, source: &DeductionSource) -> bool {
        let mut own = self.source();
        own.fetched_at = source.fetched_at;
        own == *source
    }
}

/// The layers that a deduction is made from.
fn layer_of(kind: DeductionKind) -> Option<&'static [&'static str]> {
    match kind {
        DeductionKind::Floodway | DeductionKind::Flood => Some(&["flood"]),
        DeductionKind::Wetland => Some(&["wetland"]),
        DeductionKind::Water => Some(&["water", "wetland"]),
        DeductionKind::Easement => Some(&["easement"]),
        DeductionKind::Slope => Some(&["slope"]),
        DeductionKind::Setback | DeductionKind::Leftover => None,
    }
}

/// The service that has the layer of a deduction, if any, and the name of the land without it; none of a deduction without a layer.
fn served_by(kind: DeductionKind) -> Option<(Option<LayerKind>, &'static str)> {
    match kind {
        DeductionKind::Floodway | DeductionKind::Flood => Some((Some(LayerKind::Flood), "flood")),
        DeductionKind::Wetland => Some((Some(LayerKind::Wetland), "wetland")),
        DeductionKind::Water => Some((Some(LayerKind::Wetland), "water")),
        DeductionKind::Slope => Some((Some(LayerKind::Slope), "slope")),
        DeductionKind::Easement => Some((None, "easement")),
        DeductionKind::Setback | DeductionKind::Leftover => None,
    }
}

fn land(line: &Line, label: &str) -> UnknownLand {
    UnknownLand {
        kind: line.name.clone(),
        label: label.to_owned(),
        acres: line.alone.unwrap_or_default() / ACRE,
        geometry: shape(line),
    }
}

fn shape(line: &Line) -> Option<Value> {
    line.shape
        .as_deref()
        .and_then(|text| serde_json::from_str(text).ok())
}
