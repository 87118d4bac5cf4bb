//! What the template reads of the firm's properties: comparable sales and photos. No I/O.

use serde_json::{Value, json};
use typeset::Document;

use crate::dossiers::comps::{Adjustment, CompItem, CompSet, Unit};
use crate::dossiers::parts::{Photo, SiteParts};
use crate::dossiers::said;

/// Adds the pictures of the sites, under the names that their data has.
pub fn insert_photos(document: &mut Document, parts: &[SiteParts]) {
    for (place, site) in parts.iter().enumerate() {
        for (number, photo) in site.photos.iter().enumerate() {
            let jpeg = photo.jpeg.clone();
            document.images.insert(photo_name(place, number), jpeg);
        }
    }
}

fn photo_name(place: usize, number: usize) -> String {
    format!("photo-{}-{}.jpg", place + 1, number + 1)
}

/// The photos of the site at this place; `None` without any.
pub fn photos(parts: &SiteParts, place: usize, site: &str) -> Option<Value> {
    if parts.photos.is_empty() && parts.unreadable.is_empty() {
        return None;
    }
    let shown = parts.photos.iter().enumerate();
    let shown: Vec<Value> = shown
        .map(|(number, photo)| picture(photo, &photo_name(place, number), site))
        .collect();
    let notes = notes(parts);
    Some(json!({ "shown": shown, "notes": notes }))
}

fn picture(photo: &Photo, file: &str, site: &str) -> Value {
    json!({
        "file": file,
        "name": said::text(&photo.name),
        "day": said::day(photo.day),
        "alt": format!("Photo of {site}: {}", said::text(&photo.name).unwrap_or_default()),
    })
}

fn notes(parts: &SiteParts) -> Vec<String> {
    let mut notes: Vec<String> = parts
        .unreadable
        .iter()
        .map(|name| format!("{name} cannot be printed: it is too large or damaged."))
        .collect();
    if parts.more > 0 {
        notes.push(format!(
            "{} older pictures are attached to the property.",
            parts.more
        ));
    }
    notes
}

/// The comparable sales of a site.
pub fn comps(set: &CompSet) -> Value {
    let sales: Vec<Value> = set.items.iter().map(|item| sale(item, set.unit)).collect();
    json!({ "unit": set.unit.words(), "sales": sales, "summary": set.summary() })
}

fn sale(item: &CompItem, unit: Unit) -> Value {
    let adjustments: Vec<String> = item.adjustments.iter().map(Adjustment::words).collect();
    json!({
        "name": item.name(),
        "day": said::day(item.comp.sale_date),
        "price": said::dollars(item.comp.price),
        "area": item.area(unit),
        "adjustments": adjustments,
        "net": item.net_percent.map(|net| format!("{} %", said::number(net, 1))),
        "gross": item.gross_percent.map(|gross| format!("{} %", said::number(gross, 1))),
        "adjusted": item.adjusted_price.map(said::dollars),
        "per_unit": item.unit_price.map(|price| unit.price(price)),
        "left_out": item.left_out(),
        "source": said::text(&item.comp.source),
    })
}
