//! What a request for items asks for.

use actix_web::HttpRequest;
use http_kit::{ApiResult, Cursor};
use uuid::Uuid;

use super::condition::{Condition, Operand};
use super::crs::{CRS84, Crs};
use super::parameters::{Parameters, invalid};
use super::queryables::Queryable;
use super::region::{Region, RegionError};
use super::{cql2, datetime};

/// Page size unless the request says otherwise.
pub const DEFAULT_LIMIT: i64 = 100;
/// Largest page; the standard says that a larger value means this.
pub const MAX_LIMIT: i64 = 1_000;

/// Parameters besides the queryables.
pub const NAMES: [&str; 9] = [
    "limit",
    "cursor",
    "bbox",
    "bbox-crs",
    "datetime",
    "crs",
    "filter",
    "filter-lang",
    "filter-crs",
];

#[derive(Debug)]
pub struct ItemsQuery {
    pub parameters: Parameters,
    pub limit: i64,
    pub condition: Condition,
    /// System of the response.
    pub crs: &'static Crs,
}

impl ItemsQuery {
    pub fn of(request: &HttpRequest) -> ApiResult<Self> {
        let parameters = Parameters::of(request, |name| {
            NAMES.contains(&name) || Queryable::of_name(name).is_some()
        })?;
        let mut conditions = Vec::new();
        for (name, value) in parameters.iter() {
            if let Some(queryable) = Queryable::of_name(name) {
                let kind = queryable.kind.with_article().to_lowercase();
                let equal = queryable.equals(value);
                conditions.push(equal.ok_or_else(|| invalid(name, format!("{name} is {kind}.")))?);
            }
        }
        conditions.extend(bbox(&parameters)?);
        conditions.extend(filter(&parameters)?);
        if let Some(text) = parameters.get("datetime") {
            let sentence =
                "Please give an RFC 3339 time or date, or two with a slash between them.";
            let at = datetime::condition(text);
            conditions.push(at.ok_or_else(|| invalid("datetime", sentence))?);
        }
        conditions.extend(cursor(&parameters)?);
        Ok(Self {
            limit: limit(&parameters)?,
            condition: Condition::All(conditions),
            crs: crs(&parameters, "crs")?,
            parameters,
        })
    }

    /// The parameters of the next page.
    pub fn with_cursor<'q>(&'q self, cursor: &'q str) -> impl Iterator<Item = (&'q str, &'q str)> {
        let others = self.parameters.iter().filter(|(name, _)| *name != "cursor");
        others.chain(std::iter::once(("cursor", cursor)))
    }
}

/// The system that a parameter names; longitude and latitude if it is absent.
pub fn crs(parameters: &Parameters, name: &'static str) -> ApiResult<&'static Crs> {
    let sentence = "This coordinate reference system is not listed in the collection.";
    parameters.get(name).map_or(Ok(CRS84), |uri| {
        Crs::of_uri(uri).ok_or_else(|| invalid(name, sentence))
    })
}

fn limit(parameters: &Parameters) -> ApiResult<i64> {
    let Some(text) = parameters.get("limit") else {
        return Ok(DEFAULT_LIMIT);
    };
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || text.bytes().all(|byte| byte == b'0') {
        return Err(invalid("limit", "The limit is a whole number, 1 or more."));
    }
    // A number that does not fit is large.
    Ok(text.parse().unwrap_or(MAX_LIMIT).min(MAX_LIMIT))
}

fn bbox(parameters: &Parameters) -> ApiResult<Option<Condition>> {
    let crs = crs(parameters, "bbox-crs")?;
    let Some(text) = parameters.get("bbox") else {
        return Ok(None);
    };
    let numbers: Option<Vec<f64>> = text
        .split(',')
        .map(|number| {
            number
                .trim()
                .parse()
                .ok()
                .filter(|number: &f64| number.is_finite())
        })
        .collect();
    let corners = match numbers.as_deref() {
        Some([x0, y0, x1, y1] | [x0, y0, _, x1, y1, _]) => [*x0, *y0, *x1, *y1],
        _ => return Err(invalid("bbox", "A box has four or six numbers.")),
    };
    let region = Region::of_bbox(corners, crs)
        .map_err(|error: RegionError| invalid("bbox", error.to_string()))?;
    Ok(Some(Condition::Intersects(region)))
}

fn filter(parameters: &Parameters) -> ApiResult<Option<Condition>> {
    let crs = crs(parameters, "filter-crs")?;
    if parameters
        .get("filter-lang")
        .is_some_and(|language| language != "cql2-text")
    {
        return Err(invalid("filter-lang", "Filters are written in cql2-text."));
    }
    let Some(text) = parameters.get("filter") else {
        return Ok(None);
    };
    let condition = cql2::parse(text).and_then(|expression| cql2::compile(&expression, crs));
    condition
        .map(Some)
        .map_err(|error| invalid("filter", error.sentence))
}

fn cursor(parameters: &Parameters) -> ApiResult<Option<Condition>> {
    let Some(text) = parameters.get("cursor") else {
        return Ok(None);
    };
    let after: Uuid = Cursor::decode(text).map_err(|refused| invalid("cursor", refused.shown()))?;
    Ok(Some(Condition::Compare(
        Operand::Column("parcels.ll_uuid"),
        ">",
        Operand::Id(after),
    )))
}
