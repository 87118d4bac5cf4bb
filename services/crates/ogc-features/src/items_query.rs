//! What a request for features asks for.

use actix_web::HttpRequest;
use http_kit::{ApiResult, Cursor};
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::{Object, ObjectBuilder, Required, Type};
use uuid::Uuid;

use crate::collection::{Collection, Named};
use crate::condition::Condition;
use crate::crs::Crs;
use crate::parameters::{Parameters, invalid};
use crate::selection::{self, crs};

/// Page size unless the request says otherwise.
pub const DEFAULT_LIMIT: i64 = 100;
/// Largest page; the standard says that a larger value means this.
pub const MAX_LIMIT: i64 = 1_000;

/// Parameters besides the queryables, and their meaning.
pub const PARAMETERS: [(&str, &str); 9] = [
    (
        "limit",
        "Page size, 100 unless given; above 1,000 means 1,000",
    ),
    ("cursor", "From the link `next`"),
    (
        "bbox",
        "Four or six numbers: the lower left corner, then the upper right",
    ),
    (
        "bbox-crs",
        "URI of the coordinate reference system of `bbox`",
    ),
    (
        "datetime",
        "An RFC 3339 time or date, or an interval; the document of the API says of what",
    ),
    (
        "crs",
        "URI of the coordinate reference system of the response",
    ),
    ("filter", "A condition in CQL2 text"),
    ("filter-lang", "`cql2-text`"),
    (
        "filter-crs",
        "URI of the coordinate reference system of geometries in `filter`",
    ),
];

/// A request for a page.
#[derive(Debug)]
pub struct ItemsQuery {
    pub(crate) collection: &'static Collection,
    pub(crate) parameters: Parameters,
    pub(crate) limit: i64,
    pub(crate) condition: Condition,
    named: Named,
    /// System of the response.
    pub(crate) crs: &'static Crs,
}

/// A request for one feature.
#[derive(Debug)]
pub struct ItemQuery {
    pub(crate) collection: &'static Collection,
    condition: Option<Condition>,
    named: Named,
    /// System of the response.
    pub(crate) crs: &'static Crs,
}

impl IntoParams for ItemsQuery {
    fn into_params(_place: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        PARAMETERS.iter().map(described).collect()
    }
}

impl IntoParams for ItemQuery {
    fn into_params(_place: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let crs = PARAMETERS.iter().filter(|(name, _)| *name == "crs");
        crs.map(described).collect()
    }
}

pub(crate) fn described((name, description): &(&str, &str)) -> Parameter {
    let schema: Object = if *name == "limit" {
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .minimum(Some(1))
            .maximum(Some(MAX_LIMIT as isize))
            .into()
    } else {
        ObjectBuilder::new().schema_type(Type::String).into()
    };
    ParameterBuilder::new()
        .name(*name)
        .parameter_in(ParameterIn::Query)
        .required(Required::False)
        .description(Some(*description))
        .schema(Some(schema))
        .build()
}

impl ItemQuery {
    /// Reads the request for the feature with this id; 400 if a parameter is unknown or invalid.
    pub fn of(request: &HttpRequest, collection: &'static Collection, id: &str) -> ApiResult<Self> {
        let given = Parameters::of(request, |name| {
            name == "crs" || collection.thing(name).is_some()
        })?;
        Ok(Self {
            collection,
            named: selection::named(&given, collection)?,
            condition: collection.key.equals(id),
            crs: crs(&given, "crs")?,
        })
    }

    /// The condition that a row is the feature; `None` if no feature can have this id.
    pub fn condition(&self) -> Option<Condition> {
        self.condition.clone()
    }

    /// The things that the request names.
    pub fn named(&self) -> &[(&'static str, Uuid)] {
        &self.named
    }

    /// System of the response.
    pub const fn crs(&self) -> &'static Crs {
        self.crs
    }
}

impl ItemsQuery {
    /// Reads the request; 400 if a parameter is unknown or invalid.
    pub fn of(request: &HttpRequest, collection: &'static Collection) -> ApiResult<Self> {
        let parameters = Parameters::of(request, |name| {
            PARAMETERS.iter().any(|(known, _)| *known == name)
                || selection::is_property(name, collection)
        })?;
        let (mut conditions, named) = selection::conditions(&parameters, collection)?;
        conditions.extend(cursor(&parameters, collection)?);
        Ok(Self {
            collection,
            limit: limit(&parameters)?,
            condition: Condition::all(conditions),
            named,
            crs: crs(&parameters, "crs")?,
            parameters,
        })
    }

    /// What the page selects.
    pub fn condition(&self) -> Condition {
        self.condition.clone()
    }

    /// The things that the request names.
    pub fn named(&self) -> &[(&'static str, Uuid)] {
        &self.named
    }

    /// System of the response.
    pub const fn crs(&self) -> &'static Crs {
        self.crs
    }

    /// How many rows to read: one more than the page, which shows whether another page follows.
    pub const fn rows(&self) -> i64 {
        self.limit + 1
    }

    /// The parameters of the next page.
    pub(crate) fn with_cursor<'q>(
        &'q self,
        cursor: &'q str,
    ) -> impl Iterator<Item = (&'q str, &'q str)> {
        let others = self.parameters.iter().filter(|(name, _)| *name != "cursor");
        others.chain(std::iter::once(("cursor", cursor)))
    }
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

fn cursor(parameters: &Parameters, collection: &Collection) -> ApiResult<Option<Condition>> {
    let Some(text) = parameters.get("cursor") else {
        return Ok(None);
    };
    let last: String =
        Cursor::decode(text).map_err(|refused| invalid("cursor", refused.shown()))?;
    let follows = collection.key.follows(&last);
    let sentence = "This cursor is not valid.";
    follows.map(Some).ok_or_else(|| invalid("cursor", sentence))
}
