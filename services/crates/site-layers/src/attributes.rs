//! What the columns of a source say, under our names.

use serde_json::{Map, Value, json};

use crate::{LayerKind, RoadClass, flood_class, is_water};

/// Why a row is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused(pub &'static str);

/// The attributes of a feature by the columns of its row. Names are compared without case and without a table's
/// name before a point, as services write them.
pub fn attributes(kind: LayerKind, row: &Map<String, Value>) -> Result<Value, Refused> {
    let row = Row(row);
    Ok(match kind {
        LayerKind::Flood => {
            let zone = row
                .text(&["fld_zone", "flood_zone", "zone", "fema_zone"])
                .ok_or(Refused("no flood zone"))?;
            let subtype = row.text(&["zone_subty", "zone_subtype", "subtype"]);
            let class = flood_class(&zone, subtype.as_deref().unwrap_or_default());
            let elevation = row.number(&["static_bfe", "bfe", "bfe_ft"]);
            json!({
                "zone": zone,
                "subtype": subtype,
                "class": class.name(),
                // -9999: does not apply, -8888: not given.
                "bfe_ft": elevation.filter(|feet| *feet > -8_000.0),
            })
        }
        LayerKind::Wetland => {
            let code = row.text(&["attribute", "wetland_code", "code"]);
            let words = row.text(&["wetland_type", "wetland_ty", "type"]);
            if code.is_none() && words.is_none() {
                return Err(Refused("no wetland code or type"));
            }
            let water = is_water(
                words.as_deref().unwrap_or_default(),
                code.as_deref().unwrap_or_default(),
            );
            json!({ "code": code, "type": words, "is_water": water })
        }
        LayerKind::Slope => {
            let names = [
                "percent",
                "slope_percent",
                "slope_pct",
                "min_slope",
                "slope",
                "gridcode",
            ];
            let percent = row.number(&names).filter(|percent| *percent >= 0.0);
            json!({ "percent": percent.ok_or(Refused("no slope in percent"))? })
        }
        LayerKind::Easement => json!({
            "name": row.text(&["name", "description", "type", "kind"]),
            "width_m": width(&row),
        }),
        LayerKind::Water => json!({ "name": row.text(&["name", "gnis_name", "fullname"]) }),
        LayerKind::Highway | LayerKind::Road => {
            let code = row.text(&["class", "mtfcc", "highway", "fclass", "road_class"]);
            let class = match code {
                Some(code) => RoadClass::of(&code),
                None if kind == LayerKind::Highway => RoadClass::Motorway,
                None => RoadClass::Other,
            };
            json!({ "name": row.text(&["name", "fullname", "road_name"]), "class": class.name() })
        }
        LayerKind::Rail => {
            json!({ "name": row.text(&["name", "fullname", "rrowner1", "operator"]) })
        }
    })
}

fn width(row: &Row<'_>) -> Option<f64> {
    let feet = || row.number(&["width_ft"]).map(|feet| feet * 0.3048);
    row.number(&["width_m"])
        .or_else(feet)
        .filter(|width| *width > 0.0)
}

struct Row<'a>(&'a Map<String, Value>);

impl Row<'_> {
    /// The value of the first of these columns that has one.
    fn value(&self, names: &[&str]) -> Option<&Value> {
        names.iter().find_map(|wanted| {
            let mut columns = self.0.iter();
            let same = |name: &str| {
                let last = name.rsplit('.').next().unwrap_or(name);
                last.eq_ignore_ascii_case(wanted)
            };
            columns
                .find(|(name, value)| same(name) && is_given(value))
                .map(|(_, value)| value)
        })
    }

    fn text(&self, names: &[&str]) -> Option<String> {
        match self.value(names)? {
            Value::String(text) => Some(text.trim().replace('\0', "")),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    fn number(&self, names: &[&str]) -> Option<f64> {
        match self.value(names)? {
            Value::Number(number) => number.as_f64(),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        }
        .filter(|number| number.is_finite())
    }
}

fn is_given(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.trim().is_empty(),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(kind: LayerKind, row: &Value) -> Result<Value, Refused> {
        attributes(kind, row.as_object().unwrap_or(&Map::new()))
    }

    #[test]
    fn columns_of_services_and_files_are_understood() {
        let nfhl = json!({ "FLD_ZONE": "AE", "ZONE_SUBTY": "FLOODWAY", "SFHA_TF": "T", "STATIC_BFE": -9999 });
        assert_eq!(
            of(LayerKind::Flood, &nfhl),
            Ok(json!({ "zone": "AE", "subtype": "FLOODWAY", "class": "floodway", "bfe_ft": null }))
        );
        let nwi =
            json!({ "Wetlands.ATTRIBUTE": "PUBHh", "Wetlands.WETLAND_TYPE": "Freshwater Pond" });
        assert_eq!(
            of(LayerKind::Wetland, &nwi),
            Ok(json!({ "code": "PUBHh", "type": "Freshwater Pond", "is_water": true }))
        );
        assert_eq!(
            of(LayerKind::Slope, &json!({ "gridcode": "15" })),
            Ok(json!({ "percent": 15.0 }))
        );
        assert_eq!(
            of(
                LayerKind::Road,
                &json!({ "FULLNAME": "Main St", "MTFCC": "S1400" })
            ),
            Ok(json!({ "name": "Main St", "class": "local" }))
        );
        assert_eq!(
            of(
                LayerKind::Easement,
                &json!({ "NAME": "Pipeline", "WIDTH_FT": 50 })
            ),
            Ok(json!({ "name": "Pipeline", "width_m": 15.24 }))
        );
    }

    #[test]
    fn a_row_that_does_not_say_what_it_is_is_refused() {
        assert_eq!(
            of(LayerKind::Flood, &json!({ "FLD_ZONE": " " })),
            Err(Refused("no flood zone"))
        );
        assert!(of(LayerKind::Slope, &json!({ "slope": "steep" })).is_err());
        assert!(of(LayerKind::Wetland, &json!({ "acres": 2 })).is_err());
    }
}
