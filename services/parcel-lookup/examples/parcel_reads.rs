//! Measures lookups, tiles and searches on the databases of `DATABASE_URLS` (between blanks), the one with the fewest
//! parcels first; `make bench-parcels` makes them. Prints p50 and p99 of each, and the p99 as a multiple of that
//! of the first database. All are measured in turns, one statement at a time. Places are those with so many parcels around
//! them in each database: with more parcels, counties are larger, and their tiles fuller.
//! An argument measures only those that begin with it, such as `search`.
#![expect(clippy::print_stdout, reason = "the table is the result")]

use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use db::{DbConfig, Pool};
use diesel::QueryableByName;
use diesel::result::Error;
use diesel::sql_types::{Double, Nullable, Text};
use diesel_async::RunQueryDsl as _;
use domain::{LonLat, ParcelUuid};
use http_kit::map_tile::TileAddress;
use parcel_lookup::parcels::store;
use parcel_lookup::places::domain::SearchText;
use parcel_lookup::places::ops;
use parcel_lookup::places::store::Request;
use parcel_lookup::tiles::store::tile;

/// Places that are measured, anywhere in the country.
const PLACES: usize = 1_000;
/// Searches take longer.
const SEARCHES: usize = 250;

/// Parcels from all over the table, in random order, with 250 to 400 parcels in their tile of zoom 15.
const CHOSEN: &str = "SELECT ll_uuid::text AS ll_uuid, lon, lat, parcelnumb, address, scity, owner FROM parcels AS chosen \
    TABLESAMPLE SYSTEM ((SELECT least(100, 2000000 / greatest(sum(reltuples), 1)) FROM pg_inherits JOIN pg_class ON oid = inhrelid \
        WHERE inhparent = 'parcels'::regclass)) REPEATABLE (1) \
    WHERE (SELECT count(*) FROM parcels AS near WHERE near.geom_3857 && ST_TileEnvelope(15, \
        floor((chosen.lon + 180) / 360 * 32768)::integer, floor((1 - asinh(tan(radians(chosen.lat))) / pi()) / 2 * 32768)::integer)) BETWEEN 250 AND 400 \
    ORDER BY md5(ll_uuid::text) LIMIT 2000";

#[derive(Debug, Clone, QueryableByName)]
struct Chosen {
    #[diesel(sql_type = Text)]
    ll_uuid: String,
    #[diesel(sql_type = Double)]
    lon: f64,
    #[diesel(sql_type = Double)]
    lat: f64,
    #[diesel(sql_type = Text)]
    parcelnumb: String,
    #[diesel(sql_type = Nullable<Text>)]
    address: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    scity: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    owner: Option<String>,
}

struct Database {
    pool: Pool,
    places: Vec<Chosen>,
}

#[derive(Debug, Clone, Copy)]
enum Read {
    Lookup,
    Near,
    ById,
    ByNumber,
    Tile(i32),
    Search(fn(&Chosen) -> String),
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let mut databases = Vec::new();
    let urls = std::env::var("DATABASE_URLS").context("DATABASE_URLS")?;
    for url in urls.split_whitespace() {
        databases.push(open(url).await?);
    }
    let reads: [(&str, Read); 12] = [
        ("lookup at a point", Read::Lookup),
        ("nearest parcel", Read::Near),
        ("parcel by id", Read::ById),
        ("parcels by number", Read::ByNumber),
        ("tile, zoom 15", Read::Tile(15)),
        ("tile, zoom 14", Read::Tile(14)),
        ("tile, zoom 12", Read::Tile(12)),
        (
            "search: number",
            Read::Search(|place| place.parcelnumb.clone()),
        ),
        ("search: address", Read::Search(address)),
        (
            "search: address, city",
            Read::Search(|place| format!("{}, {}", address(place), city(place))),
        ),
        (
            "search: owner",
            Read::Search(|place| place.owner.clone().unwrap_or_default()),
        ),
        (
            "search: one word",
            Read::Search(|place| first_word(&address(place))),
        ),
    ];
    let only = std::env::args().nth(1).unwrap_or_default();
    for (name, read) in reads {
        if !name.starts_with(&only) {
            continue;
        }
        let count = if matches!(read, Read::Search(_)) {
            SEARCHES
        } else {
            PLACES
        };
        let mut times = vec![Vec::new(); databases.len()];
        // The first tenth fills caches.
        for round in 0..count + count / 10 {
            for (database, times) in databases.iter().zip(&mut times) {
                let place = &database.places[round % database.places.len()];
                let began = Instant::now();
                run(read, &database.pool, place).await?;
                if round >= count / 10 {
                    times.push(began.elapsed());
                }
            }
        }
        print!("| {name} |");
        let mut first = None;
        for times in &mut times {
            times.sort();
            let [p50, p99] = [0.5, 0.99].map(|share| milliseconds(times, share));
            let of_first = *first.get_or_insert(p99);
            print!(" {p50:.2} / {p99:.2} ms | {:.2} |", p99 / of_first);
        }
        println!();
    }
    Ok(())
}

async fn open(url: &str) -> anyhow::Result<Database> {
    let config = DbConfig::new(url, "parcel-reads").generic_plans();
    let pool = db::connect(&config)?;
    let mut conn = pool.get().await?;
    let places: Vec<Chosen> = diesel::sql_query(CHOSEN).load(&mut conn).await?;
    drop(conn);
    ensure!(!places.is_empty(), "there are no parcels");
    Ok(Database { pool, places })
}

async fn run(read: Read, pool: &Pool, place: &Chosen) -> anyhow::Result<()> {
    let at = LonLat::new(place.lon, place.lat)?;
    match read {
        Read::Lookup => {
            let found = db::read(pool, async |conn| store::list_at(conn, at).await).await;
            let found: Vec<store::Stored> = found.map_err(|error: Error| error)?;
            ensure!(!found.is_empty(), "{place:?} is not found");
        }
        Read::Near => {
            let near = db::read(pool, async |conn| store::list_near(conn, at, 30.0).await).await;
            let _near: (f64, Vec<store::Stored>) = near.map_err(|error: Error| error)?;
        }
        Read::ById => {
            let id: ParcelUuid = place.ll_uuid.parse().context("an id")?;
            let found = db::read(pool, async |conn| store::find(conn, id).await).await;
            let _found: Option<store::Stored> = found.map_err(|error: Error| error)?;
        }
        Read::ByNumber => {
            let number = place.parcelnumb.as_str();
            let found = db::read(pool, async |conn| {
                store::list_by_number(conn, number, None).await
            })
            .await;
            let _found: Vec<store::Stored> = found.map_err(|error: Error| error)?;
        }
        Read::Tile(z) => {
            let address = address_of(z, at);
            let cut = db::read(pool, async |conn| tile(conn, address, None).await).await;
            let _cut: Vec<u8> = cut.map_err(|error: Error| error)?;
        }
        Read::Search(text) => {
            let text = SearchText::parse(&text(place));
            let asked = Request {
                text: &text,
                center: at,
                limit: 8,
            };
            ops::ours(pool, &asked).await?;
        }
    }
    Ok(())
}

fn address(place: &Chosen) -> String {
    place.address.clone().unwrap_or_default()
}

fn city(place: &Chosen) -> String {
    place.scity.clone().unwrap_or_default()
}

/// The street's name without the house number.
fn first_word(address: &str) -> String {
    address.split(' ').nth(1).unwrap_or_default().to_owned()
}

fn address_of(z: i32, at: LonLat) -> TileAddress {
    let tiles = f64::from(z).exp2();
    let from_equator = at.lat().to_radians().tan().asinh() / std::f64::consts::PI;
    TileAddress {
        z,
        x: ((at.lon() + 180.0) / 360.0 * tiles) as i32,
        y: ((1.0 - from_equator) / 2.0 * tiles) as i32,
    }
}

fn milliseconds(times: &[Duration], share: f64) -> f64 {
    let last = times.len().saturating_sub(1);
    times
        .get((last as f64 * share) as usize)
        .map_or(0.0, |time| time.as_secs_f64() * 1e3)
}
