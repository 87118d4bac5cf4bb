//! A firm's markets and submarkets, replaced by name.

use db::{AsyncPgConnection, DbConfig};
use diesel::sql_types::{BigInt, Nullable, Text, Uuid as SqlUuid};
use diesel::{OptionalExtension as _, QueryResult, QueryableByName};
use diesel_async::RunQueryDsl as _;
use domain::CustomerId;
use feature_files::Reason;

use crate::AreaFile;
use crate::columns::{MarketColumns, Wanted};
use crate::error::AreaError;
use crate::placing::place;
use crate::reading;
use crate::report::{Counts, Ended, Report};
use crate::staging::{Staging, count};

const FIRM: &str = "SELECT customer_id FROM customers WHERE name = $1 ORDER BY customer_id LIMIT 1";

/// Two imports of a firm are written one after the other.
const LOCK: &str = "SELECT customer_id FROM customers WHERE customer_id = $1 FOR NO KEY UPDATE";

const ABROAD: &str = "SELECT line FROM area_rows WHERE NOT EXISTS (SELECT FROM pg_temp.area_states(outline)) ORDER BY line";

const NEW_MARKETS: &str = "INSERT INTO markets (market_id, customer_id, market_name) \
    SELECT nextval('imported_market_ids'), $1, parent FROM (SELECT DISTINCT parent FROM areas ORDER BY parent) AS named \
    ON CONFLICT (customer_id, market_name) WHERE customer_id IS NOT NULL DO NOTHING";

/// The areas with the submarkets of these names.
const KNOWN: &str = "WITH named AS (SELECT areas.*, market_id FROM areas JOIN markets ON customer_id = $1 AND market_name = parent), \
    compared AS (SELECT named.*, submkt_id, known.submkt_id IS NOT NULL AS is_known, known.submkt_id IS NOT NULL AND ST_AsBinary(known.geom) = ST_AsBinary(named.outline) \
            AND known.source IS NOT DISTINCT FROM $2 AND known.source_licence IS NOT DISTINCT FROM $3 AS same \
        FROM named LEFT JOIN submarkets known ON known.market_id = named.market_id AND known.sub_mkt_name = named.name)";

const UPDATE: &str = "UPDATE submarkets SET geom = compared.outline, source = $2, source_licence = $3 \
    FROM compared WHERE submarkets.submkt_id = compared.submkt_id AND NOT same";

const INSERT: &str = "INSERT INTO submarkets (submkt_id, market_id, customer_id, sub_mkt_name, geom, source, source_licence) \
    SELECT nextval('imported_market_ids'), market_id, $1, name, outline, $2, $3 FROM compared WHERE NOT is_known ORDER BY parent, name";

/// A market is listed in every state that one of its submarkets overlaps.
const STATES: &str = "WITH touched AS (SELECT market_id FROM markets WHERE customer_id = $1 AND market_name IN (SELECT parent FROM areas)), \
    overlapped AS (SELECT DISTINCT market_id, statefp FROM submarkets JOIN touched USING (market_id), pg_temp.area_states(geom) AS statefp), \
    left_states AS (DELETE FROM market_states USING touched WHERE market_states.market_id = touched.market_id \
        AND NOT EXISTS (SELECT FROM overlapped WHERE overlapped.market_id = market_states.market_id AND overlapped.statefp = market_states.statefp)) \
    INSERT INTO market_states (market_id, statefp, customer_id) SELECT market_id, statefp, $1 FROM overlapped \
    ON CONFLICT DO NOTHING";

#[derive(QueryableByName)]
struct Firm {
    #[diesel(sql_type = SqlUuid)]
    customer_id: CustomerId,
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = BigInt)]
    line: i64,
}

/// Imports the markets and submarkets of a firm.
pub async fn import_markets(
    database: &DbConfig,
    firm: &str,
    columns: MarketColumns,
    file: &AreaFile,
) -> Result<Report, AreaError> {
    let pool = db::connect(database)?;
    let found: Option<Firm> = db::unscoped_tx(&pool, "import for a firm", async |conn| {
        diesel::sql_query(FIRM)
            .bind::<Text, _>(firm)
            .get_result(conn)
            .await
            .optional()
    })
    .await?;
    let Some(Firm { customer_id }) = found else {
        return Err(AreaError::NoFirm(firm.to_owned()));
    };
    let ended = db::tenant_tx(&pool, customer_id, async |conn| {
        import(conn, customer_id, columns, file).await
    })
    .await;
    Ended::report(ended)
}

async fn import(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    columns: MarketColumns,
    file: &AreaFile,
) -> Result<Report, Ended> {
    if count(conn, "SELECT count(*) AS count FROM counties").await? == 0 {
        return Err(AreaError::NoGeography.into());
    }
    let opened = reading::open(file, Wanted::Markets(columns));
    let mut staging = Staging::copy(conn, file, opened).await?;
    place(conn, &mut staging, file.swap_axes).await?;
    let abroad: Vec<Line> = diesel::sql_query(ABROAD).load(conn).await?;
    let abroad: Vec<i64> = abroad.into_iter().map(|row| row.line).collect();
    let reason = Reason::new("outside of the United States");
    staging.reject_lines(conn, &abroad, &reason).await?;
    let rejects = staging.join(conn).await?;
    let counts = write(conn, customer_id, file).await?;
    let markets = count(conn, "SELECT count(DISTINCT parent) AS count FROM areas").await?;
    let what = format!("submarkets of {markets} markets");
    let mut report = Report::new(what, file, staging, rejects);
    report.counts = counts;
    report.ended(file.dry_run)
}

async fn write(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    file: &AreaFile,
) -> QueryResult<Counts> {
    diesel::sql_query(LOCK)
        .bind::<SqlUuid, _>(customer_id)
        .execute(conn)
        .await?;
    diesel::sql_query(NEW_MARKETS)
        .bind::<SqlUuid, _>(customer_id)
        .execute(conn)
        .await?;
    let of_known = |statement: &str| {
        diesel::sql_query(format!("{KNOWN} {statement}"))
            .bind::<SqlUuid, _>(customer_id)
            .bind::<Nullable<Text>, _>(file.source.clone())
            .bind::<Nullable<Text>, _>(file.licence.clone())
    };
    let counts: Counts = of_known(Counts::SELECT).get_result(conn).await?;
    of_known(UPDATE).execute(conn).await?;
    of_known(INSERT).execute(conn).await?;
    diesel::sql_query(STATES)
        .bind::<SqlUuid, _>(customer_id)
        .execute(conn)
        .await?;
    Ok(counts)
}
