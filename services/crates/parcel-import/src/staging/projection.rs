//! Rings of a projected file in degrees, so that their outlines can be simple too.
//!
//! PostGIS projects them, as it does those of the staging table, and the same numbers come out. Many at once,
//! because a system that is given as text is set up once per call; on a connection of its own, because that of
//! the transaction is within a COPY.

use tokio_postgres::{Client, Statement};

use super::wkb::{Point, line, points_of_line};
use crate::error::ImportError;

/// A system that PostGIS knows by its number.
const NUMBERED: &str = "SELECT ST_AsBinary(ST_Transform(ST_SetSRID(ST_GeomFromWKB($1::bytea), $2::text::integer), 4326), 'NDR')";
/// One that is given as text.
const DESCRIBED: &str =
    "SELECT ST_AsBinary(ST_Transform(ST_GeomFromWKB($1::bytea), $2::text, 4326), 'NDR')";

/// Projects rings.
pub(super) struct Projection<'d> {
    database: &'d db::DbConfig,
    /// From the first projected ring on.
    session: Option<Session>,
}

struct Session {
    client: Client,
    numbered: Statement,
    described: Statement,
}

impl<'d> Projection<'d> {
    pub fn new(database: &'d db::DbConfig) -> Self {
        Self {
            database,
            session: None,
        }
    }

    /// The rings in degrees. None of them if PostGIS cannot project one: the staging table takes each by itself.
    pub async fn project(
        &mut self,
        crs: &str,
        rings: &[Vec<Point>],
    ) -> Result<Vec<Option<Vec<Point>>>, ImportError> {
        let session = match self.session.take() {
            Some(session) => session,
            None => Session::begin(self.database).await?,
        };
        let Session {
            client,
            numbered,
            described,
        } = self.session.insert(session);
        let is_number = crs.bytes().all(|byte| byte.is_ascii_digit());
        let statement = if is_number { numbered } else { described };
        let all = line(&rings.concat());
        let projected = client.query_one(&*statement, &[&all, &crs]).await.ok();
        let projected = projected
            .and_then(|row| points_of_line(row.get::<_, Option<&[u8]>>(0)?))
            .unwrap_or_default();
        let mut rest = projected.as_slice();
        let next = |ring: &Vec<Point>| {
            let (own, after) = rest.split_at_checked(ring.len())?;
            rest = after;
            Some(own.to_vec())
        };
        Ok(rings.iter().map(next).collect())
    }
}

impl Session {
    async fn begin(database: &db::DbConfig) -> Result<Self, ImportError> {
        let (client, _connection) = db::open(database).await?;
        Ok(Self {
            numbered: client.prepare(NUMBERED).await?,
            described: client.prepare(DESCRIBED).await?,
            client,
        })
    }
}
