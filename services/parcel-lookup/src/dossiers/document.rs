//! A dossier as PDF: the data of its template, the maps and the photos. No I/O.

mod firm;

use serde_json::{Value, json};
use typeset::Document;

use super::context::Maker;
use super::dto::{
    ComparedRow, ComparedSite, ComparedValue, MapKind, SiteComparison, SiteDeduction,
};
use super::parts::SiteParts;
use super::{picture, said};

const TEMPLATE: &str = include_str!("dossier.typ");
/// Rows of the overview.
const OVERVIEW: [&str; 13] = [
    "acres",
    "buildable_acres",
    "buildable_percent",
    "frontage",
    "use_class",
    "zoning",
    "total_value",
    "value_per_acre",
    "owner",
    "owner_parcels",
    "growth_chance",
    "score",
    "rank",
];
/// Figures above the facts of a site.
const FIGURES: [&str; 4] = ["buildable_acres", "acres", "total_value", "value_per_acre"];
/// Groups that have a table of their own.
const APART: [&str; 2] = ["Buildable", "Search"];

/// What is typeset. `parts` are those of the sites, in their order.
pub fn of(comparison: &SiteComparison, maker: &Maker, parts: &[SiteParts]) -> Document {
    let ids = comparison.sites.iter().flat_map(|site| &site.parcels);
    let ids: Vec<String> = ids.map(|parcel| parcel.ll_uuid.0.to_string()).collect();
    let identity = format!("dossier {} {}", comparison.made_at, ids.join(" "));
    let data = data(comparison, maker, parts);
    let mut document = Document::new(TEMPLATE, data, identity, comparison.made_at);
    for (place, site) in comparison.sites.iter().enumerate() {
        let svg = picture::svg(&site.map).into_bytes();
        document.images.insert(map_name(place), svg);
    }
    firm::insert_photos(&mut document, parts);
    document
}

fn map_name(place: usize) -> String {
    format!("map-{}.svg", place + 1)
}

/// What the template reads.
pub fn data(comparison: &SiteComparison, maker: &Maker, parts: &[SiteParts]) -> Value {
    let row = |key: &str| comparison.rows.iter().find(|row| row.key == key);
    let overview = OVERVIEW.iter().filter_map(|key| row(key));
    let overview: Vec<Value> = overview.map(compared).collect();
    let sites = comparison.sites.iter().enumerate();
    let sites: Vec<Value> = sites
        .map(|(place, of)| {
            let mut site = site(comparison, place, of);
            let parts = parts.get(place);
            site["comps"] = json!(parts.and_then(|of| of.comps.as_ref()).map(firm::comps));
            site["photos"] = json!(parts.and_then(|parts| firm::photos(parts, place, &of.name)));
            site
        })
        .collect();
    let sources: Vec<Value> = comparison
        .sources
        .iter()
        .map(|source| json!({ "name": source.name, "licence": source.licence, "sample": source.is_sample }))
        .collect();
    json!({
        "project": comparison.project,
        "maker": maker.name,
        "firm": maker.firm,
        "day": comparison.made_at.format("%B %-d, %Y").to_string(),
        "overview": overview,
        "sites": sites,
        "sources": sources,
    })
}

fn compared(row: &ComparedRow) -> Value {
    let values: Vec<Value> = row
        .values
        .iter()
        .enumerate()
        .map(|(place, value)| json!({ "text": value.text, "best": row.best.contains(&place) }))
        .collect();
    json!({ "label": row.label, "values": values })
}

fn site(comparison: &SiteComparison, place: usize, site: &ComparedSite) -> Value {
    let figures = FIGURES.iter().filter_map(|key| {
        let row = comparison.rows.iter().find(|row| row.key == *key)?;
        Some(json!({ "label": row.label, "text": row.values[place].text }))
    });
    let figures: Vec<Value> = figures.collect();
    let mut facts: Vec<(&str, Vec<Value>)> = Vec::new();
    for row in &comparison.rows {
        if APART.contains(&row.section.as_str()) {
            continue;
        }
        let shown = fact(&row.label, &row.values[place]);
        match facts.last_mut() {
            Some((section, rows)) if *section == row.section => rows.push(shown),
            _ => facts.push((&row.section, vec![shown])),
        }
    }
    let facts: Vec<Value> = facts
        .into_iter()
        .map(|(section, rows)| json!({ "section": section, "rows": rows }))
        .collect();
    let said_of = |key: &str| {
        let row = comparison.rows.iter().find(|row| row.key == key);
        row.and_then(|row| row.values[place].text.clone())
    };
    let acres = |key: &str| {
        let row = comparison.rows.iter().find(|row| row.key == key)?;
        let value = &row.values[place];
        let bound = if value.is_upper_bound { "at most " } else { "" };
        Some(format!("{bound}{}", said::number(value.number?, 2)))
    };
    let parcels: Vec<Value> = site
        .parcels
        .iter()
        .map(|parcel| {
            json!({
                "number": parcel.parcelnumb,
                "address": parcel.address,
                "owner": parcel.owner,
                "acres": parcel.acres.map(|acres| said::number(acres, 2)),
                "value": parcel.total_value.map(said::dollars),
            })
        })
        .collect();
    let deductions: Vec<Value> = site.deductions.iter().map(deduction).collect();
    json!({
        "number": place + 1,
        "name": site.name,
        "place": site.place,
        "map": map_name(place),
        "alt": alt(site),
        "legend": legend(site),
        "figures": figures,
        "facts": facts,
        "gross": acres("gross_acres"),
        "net": acres("buildable_acres"),
        "share": said_of("buildable_percent"),
        "basis": said_of("buildable_options"),
        "deductions": deductions,
        "score": site.score.as_ref().map(score),
        "has_search": comparison.rows.iter().any(|row| row.key == "score"),
        "parcels": parcels,
        "notes": site.notes,
    })
}

fn fact(label: &str, value: &ComparedValue) -> Value {
    json!({
        "label": label,
        "text": value.text,
        "source": value.source,
        "day": value.as_of.map(said::day),
    })
}

fn deduction(of: &SiteDeduction) -> Value {
    json!({
        "label": said::lower(&of.label),
        "alone": of.acres_alone.map(|acres| said::number(acres, 2)),
        "beyond": of.acres_beyond.map(|acres| said::number(acres, 2)),
        "state": of.state,
        "source": of.source,
        "day": of.as_of.map(said::day),
    })
}

fn score(of: &super::dto::SiteScore) -> Value {
    let bars: Vec<Value> = of
        .bars
        .iter()
        .map(|bar| {
            json!({
                "label": bar.label,
                "value": bar.value,
                "points": said::number(bar.points, 1),
                "most": said::number(bar.most, 1),
                // Of the widest bar.
                "part": bar.points / 100.0,
                "whole": bar.most / 100.0,
            })
        })
        .collect();
    json!({
        "run": of.run,
        "of": match of.parcels {
            1 => format!("parcel {}", of.parcelnumb),
            parcels => format!("its {parcels} parcels as one site, by what is known today"),
        },
        "score": said::number(of.score, 1),
        "rank": of.rank.map(|rank| standing(rank, of.rank_of)),
        "certainty": said::percent(of.certainty),
        // Sites are in no list.
        "now": of.is_judged_now && of.parcels == 1,
        "bars": bars,
        "fails": of.fails,
    })
}

/// The rank of a parcel, or the one that a site would have.
fn standing(rank: u64, of: Option<u64>) -> String {
    let rank = site_search::with_commas(rank);
    match of {
        Some(of) => format!("would be rank {rank} of {}", site_search::with_commas(of)),
        None => format!("rank {rank}"),
    }
}

/// What the picture shows, for those who do not see it.
fn alt(site: &ComparedSite) -> String {
    let mut kinds: Vec<&str> = Vec::new();
    for (_, label) in named(site) {
        if !kinds.contains(&label) {
            kinds.push(label);
        }
    }
    format!(
        "Map of {}: its outline among the neighbouring parcels. It shows: {}. Scale bar of {}, north is up.",
        site.name,
        kinds.join(", "),
        site.map.scale
    )
}

/// Kinds on the map with their names, each once, in the order of drawing.
fn named(site: &ComparedSite) -> Vec<(MapKind, &'static str)> {
    let mut named = Vec::new();
    for shape in &site.map.shapes {
        let label = match shape.kind {
            MapKind::Neighbour => "neighbouring parcels",
            MapKind::Water => "water",
            MapKind::Rail => "railway",
            MapKind::Road => "road",
            MapKind::Highway => "highway or arterial",
            MapKind::Buildable => "buildable",
            MapKind::Floodway => "floodway",
            MapKind::Flood => "flood zone, 1 % a year",
            MapKind::Wetland => "wetland",
            MapKind::OpenWater => "open water",
            MapKind::Easement => "easement",
            MapKind::Slope => "steep land",
            MapKind::Setback => "setback",
            MapKind::Leftover => "too narrow or small",
            MapKind::Unknown => "flood hazard not determined",
            MapKind::Parcel => "parcels of the site",
            MapKind::Outline => "site",
            MapKind::Site => continue,
        };
        if !named.contains(&(shape.kind, label)) {
            named.push((shape.kind, label));
        }
    }
    named
}

fn legend(site: &ComparedSite) -> Vec<Value> {
    let entries = named(site).into_iter().map(|(kind, label)| {
        let hatch = picture::hatch(kind);
        json!({
            "kind": kind,
            "label": said::sentence(label),
            "colour": hatch.map(|hatch| hatch.colour),
            "rising": hatch.is_some_and(|hatch| hatch.rising),
        })
    });
    entries.collect()
}

#[cfg(test)]
mod tests;
