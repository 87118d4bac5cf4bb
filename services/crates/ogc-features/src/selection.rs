//! Which features a request selects: queryables, `bbox`, `datetime` and `filter`.

use actix_web::HttpRequest;
use http_kit::ApiResult;
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};
use uuid::Uuid;

use crate::collection::{Collection, Named, Queryable};
use crate::condition::{Condition, Term};
use crate::cql2::{self, FilterError};
use crate::crs::{CRS84, Crs};
use crate::datetime;
use crate::items_query::{PARAMETERS, described};
use crate::parameters::{Parameters, invalid};
use crate::region::{Region, RegionError};

/// Parameters besides the queryables.
const NAMES: [&str; 6] = [
    "bbox",
    "bbox-crs",
    "datetime",
    "filter",
    "filter-lang",
    "filter-crs",
];

/// A request for all features that it selects, without pages.
#[derive(Debug)]
pub struct Selection {
    condition: Condition,
    named: Named,
}

impl Selection {
    /// Reads the request; 400 if a parameter is unknown or invalid.
    pub fn of(request: &HttpRequest, collection: &'static Collection) -> ApiResult<Self> {
        Self::read(
            &Parameters::of(request, |name| is_known(name, collection))?,
            collection,
        )
    }

    /// Reads parameters that are not those of a request.
    pub fn of_pairs(
        pairs: impl IntoIterator<Item = (String, String)>,
        collection: &'static Collection,
    ) -> ApiResult<Self> {
        Self::read(
            &Parameters::of_pairs(pairs, |name| is_known(name, collection))?,
            collection,
        )
    }

    fn read(parameters: &Parameters, collection: &'static Collection) -> ApiResult<Self> {
        let (conditions, named) = conditions(parameters, collection)?;
        Ok(Self {
            condition: Condition::all(conditions),
            named,
        })
    }

    /// The things that the request names.
    pub fn named(&self) -> &[(&'static str, Uuid)] {
        &self.named
    }

    /// To be passed to diesel's `filter`.
    pub fn into_condition(self) -> Condition {
        self.condition
    }
}

/// A filter by itself. It may name things that properties are of: `name = '<identity>'` beside the other conditions.
#[derive(Debug)]
pub struct NamingFilter {
    /// What must hold besides.
    pub condition: Condition,
    /// The things that it names.
    pub named: Named,
}

impl NamingFilter {
    /// Reads a filter, in longitude and latitude.
    pub fn of(text: &str, collection: &'static Collection) -> Result<Self, FilterError> {
        let expression = cql2::parse(text)?;
        let (condition, named) = cql2::compile(&expression, collection, CRS84, Vec::new())?;
        Ok(Self { condition, named })
    }
}

impl IntoParams for Selection {
    fn into_params(_place: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let listed = PARAMETERS.iter().filter(|(name, _)| NAMES.contains(name));
        listed.map(described).collect()
    }
}

fn is_known(name: &str, collection: &Collection) -> bool {
    NAMES.contains(&name) || is_property(name, collection)
}

/// Whether a parameter is a queryable or names what one is of.
pub(crate) fn is_property(name: &str, collection: &Collection) -> bool {
    collection.queryable(name).is_some() || collection.thing(name).is_some()
}

/// The things that parameters name.
pub(crate) fn named(parameters: &Parameters, collection: &'static Collection) -> ApiResult<Named> {
    let mut named = Named::new();
    for (name, value) in parameters.iter() {
        if let Some(of) = collection.thing(name) {
            let id = value.parse();
            let id =
                id.map_err(|_no_uuid: uuid::Error| invalid(name, format!("{name} is a UUID.")))?;
            named.push((of.name, id));
        }
    }
    Ok(named)
}

/// The conditions of the parameters that select features, and the things that are named.
pub(crate) fn conditions(
    parameters: &Parameters,
    collection: &'static Collection,
) -> ApiResult<(Vec<Condition>, Named)> {
    let mut conditions = Vec::new();
    let mut named = named(parameters, collection)?;
    if let Some((condition, all)) = filter(parameters, collection, &named)? {
        conditions.push(condition);
        named = all;
    }
    for (name, value) in parameters.iter() {
        if let Some(queryable) = collection.queryable(name) {
            conditions.push(equals(queryable, value, &named)?);
        }
    }
    conditions.extend(bbox(parameters, collection)?);
    if let Some(text) = parameters.get("datetime") {
        let sentence = "Please give an RFC 3339 time or date, or two with a slash between them.";
        let at = datetime::condition(text, collection.time);
        conditions.push(at.ok_or_else(|| invalid("datetime", sentence))?);
    }
    Ok((conditions, named))
}

fn equals(
    queryable: &Queryable,
    value: &str,
    named: &[(&'static str, Uuid)],
) -> ApiResult<Condition> {
    let name = queryable.name;
    let operand = queryable.operand(named).ok_or_else(|| {
        let of = queryable.of().map_or("", |of| of.name);
        invalid(name, format!("{name} needs to know of which: {of}."))
    })?;
    let kind = queryable.kind.with_article().to_lowercase();
    let equal = queryable.equals(operand, value);
    equal.ok_or_else(|| invalid(name, format!("{name} is {kind}.")))
}

/// The system that a parameter names; longitude and latitude if it is absent.
pub(crate) fn crs(parameters: &Parameters, name: &'static str) -> ApiResult<&'static Crs> {
    let sentence = "This coordinate reference system is not listed in the collection.";
    parameters.get(name).map_or(Ok(CRS84), |uri| {
        Crs::of_uri(uri).ok_or_else(|| invalid(name, sentence))
    })
}

fn bbox(parameters: &Parameters, collection: &Collection) -> ApiResult<Option<Condition>> {
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
    let intersects = Term::Intersects(collection.shape.compared, region);
    Ok(Some(Condition(intersects)))
}

fn filter(
    parameters: &Parameters,
    collection: &'static Collection,
    named: &[(&'static str, Uuid)],
) -> ApiResult<Option<(Condition, Named)>> {
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
    let condition = cql2::parse(text)
        .and_then(|expression| cql2::compile(&expression, collection, crs, named.to_vec()));
    condition
        .map(Some)
        .map_err(|error| invalid("filter", error.sentence))
}
