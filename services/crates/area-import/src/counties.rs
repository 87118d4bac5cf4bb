//! The counties that all firms share, replaced by their code.
//!
//! A public submarket is a county, so that its outline and name are replaced too.

use db::{AsyncPgConnection, DbConfig};
use diesel::QueryResult;
use diesel::sql_types::{Nullable, Text};
use diesel_async::{RunQueryDsl as _, SimpleAsyncConnection as _};
use feature_files::Reason;
use parcel_record::counties::{Bounds, County, county_label};

use crate::AreaFile;
use crate::columns::{CountyColumns, Wanted};
use crate::error::AreaError;
use crate::placing::{boxes, place};
use crate::reading;
use crate::report::{Counts, Ended, Report};
use crate::staging::{Staging, count};

/// How far outside of its county's box an outline may lie, degrees.
const MARGIN: f64 = 0.05;

const KNOWN: &str = "WITH compared AS (SELECT areas.*, known.county_fips IS NOT NULL AS is_known, known.county_fips IS NOT NULL AND known.name = areas.name \
            AND ST_AsBinary(known.geom) = ST_AsBinary(areas.outline) \
            AND known.source IS NOT DISTINCT FROM $1 AND known.source_licence IS NOT DISTINCT FROM $2 AS same \
        FROM areas LEFT JOIN counties known ON known.county_fips = areas.key)";

const WRITE: &str = "INSERT INTO counties (county_fips, statefp, name, geom, source, source_licence) \
    SELECT key, parent, name, outline, $1, $2 FROM compared WHERE NOT same \
    ON CONFLICT (county_fips) DO UPDATE SET name = excluded.name, geom = excluded.geom, source = excluded.source, source_licence = excluded.source_licence";

const SUBMARKETS: &str = "UPDATE submarkets SET geom = counties.geom, sub_mkt_name = counties.name || ', ' || states.name, \
        source = counties.source, source_licence = counties.source_licence \
    FROM areas JOIN counties ON counties.county_fips = areas.key JOIN states USING (statefp) \
    WHERE submarkets.customer_id IS NULL AND submarkets.submkt_id = areas.key::bigint";

const NOT_IN_THE_FILE: &str = "SELECT count(*) AS count FROM counties \
    WHERE statefp IN (SELECT parent FROM areas) AND county_fips NOT IN (SELECT key FROM areas)";

/// Imports counties.
pub async fn import_counties(
    database: &DbConfig,
    columns: CountyColumns,
    file: &AreaFile,
) -> Result<Report, AreaError> {
    let pool = db::connect(database)?;
    let ended = db::unscoped_tx(&pool, "import of counties", async |conn| {
        import(conn, columns, file).await
    })
    .await;
    Ended::report(ended)
}

async fn import(
    conn: &mut AsyncPgConnection,
    columns: CountyColumns,
    file: &AreaFile,
) -> Result<Report, Ended> {
    if count(conn, "SELECT count(*) AS count FROM states").await? == 0 {
        return Err(AreaError::NoGeography.into());
    }
    let opened = reading::open(file, Wanted::Counties(columns));
    let mut staging = Staging::copy(conn, file, opened).await?;
    place(conn, &mut staging, file.swap_axes).await?;
    for row in boxes(conn).await? {
        if !is_near(&row.key, &row.bounds) {
            let detail = format!("outside of {}", county_label(&row.key));
            let reason = Reason::with("outside of its county", detail);
            staging.reject_lines(conn, &[row.line], &reason).await?;
        }
    }
    let rejects = staging.join(conn).await?;
    // Two imports are written one after the other; readers do not wait.
    conn.batch_execute("LOCK TABLE counties IN SHARE ROW EXCLUSIVE MODE")
        .await?;
    let not_in_the_file = count(conn, NOT_IN_THE_FILE).await?;
    let counts = write(conn, file).await?;
    let mut report = Report::new("counties".to_owned(), file, staging, rejects);
    report.counts = counts;
    report.not_in_the_file = not_in_the_file;
    report.ended(file.dry_run)
}

async fn write(conn: &mut AsyncPgConnection, file: &AreaFile) -> QueryResult<Counts> {
    let of_known = |statement: &str| {
        diesel::sql_query(format!("{KNOWN} {statement}"))
            .bind::<Nullable<Text>, _>(file.source.clone())
            .bind::<Nullable<Text>, _>(file.licence.clone())
    };
    let counts: Counts = of_known(Counts::SELECT).get_result(conn).await?;
    of_known(WRITE).execute(conn).await?;
    diesel::sql_query(SUBMARKETS).execute(conn).await?;
    conn.batch_execute("CALL refresh_state_borders()").await?;
    Ok(counts)
}

/// Whether an outline can be that of a county: our boxes are those of the land, and outlines with
/// the water around it may be much larger. A county without a box is compared with its state.
fn is_near(county_fips: &str, bounds: &Bounds) -> bool {
    let own = County::with_fips(county_fips).map(|county| county.bounds);
    let of_state = || {
        let state = county_fips.get(..2)?;
        let of_state = County::all()
            .iter()
            .filter(|county| county.county_fips.starts_with(state));
        of_state
            .map(|county| county.bounds)
            .reduce(|all, next| all.joined(&next))
    };
    own.or_else(of_state).is_none_or(|own| {
        bounds.west <= own.east + MARGIN
            && bounds.east >= own.west - MARGIN
            && bounds.south <= own.north + MARGIN
            && bounds.north >= own.south - MARGIN
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(west: f64, south: f64, side: f64) -> Bounds {
        Bounds {
            west,
            south,
            east: west + side,
            north: south + side,
        }
    }

    #[test]
    fn a_county_is_compared_with_its_box_or_its_state() {
        // Harris, Texas.
        assert!(is_near("48201", &square(-95.5, 29.5, 0.1)));
        assert!(is_near("48201", &square(-96.0, 29.0, 3.0)));
        assert!(!is_near("48201", &square(-81.0, 35.0, 0.1)));
        // A planning region of Connecticut.
        assert!(is_near("09110", &square(-72.7, 41.8, 0.1)));
        assert!(!is_near("09110", &square(-95.5, 29.5, 0.1)));
    }
}
