//! How long judging takes without reading: `cargo run --release -p site-search --example judging_rate`.

use std::io::Write as _;
use std::time::Instant;

use site_search::{
    CATEGORIES, Codes, Column, Columns, Criteria, Fact, FactKind, changes, judge, lists,
    of_category, rank_range,
};
use uuid::Uuid;

/// A share of 0 to 1 that looks random.
fn dice(row: u64, of: u64) -> f64 {
    let mixed = (row + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ (of + 1).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    ((mixed ^ (mixed >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb) >> 11) as f64
        / (1_u64 << 53) as f64
}

fn column(fact: Fact, rows: u64) -> Column {
    let of = fact as u64;
    let known = |row: u64| dice(row, of + 100) > 0.05;
    let span = match fact {
        Fact::Acres => 60.0,
        Fact::ValuePerAcre => 1_000_000.0,
        Fact::HighwayM | Fact::RailM => 8000.0,
        Fact::GrowthChance => 1.0,
        _ => 30.0,
    };
    match fact.kind() {
        FactKind::Number => Column::Numbers(
            (0..rows)
                .map(|row| {
                    if known(row) {
                        dice(row, of) * span
                    } else {
                        f64::NAN
                    }
                })
                .collect(),
        ),
        FactKind::Class(names) => {
            let mut codes = Codes::default();
            for row in 0..rows {
                let name = names[(dice(row, of) * names.len() as f64) as usize];
                codes.push(known(row).then_some(name));
            }
            Column::Codes(codes)
        }
        FactKind::Text => Column::Codes(Codes::default()),
        FactKind::Flag => Column::Flags((0..rows).map(|row| (dice(row, of) * 3.0) as u8).collect()),
    }
}

fn measure(name: &str, criteria: &Criteria, rows: u64) {
    let ids =
        (0..rows).map(|row| Uuid::from_u128(u128::from(row.wrapping_mul(0x9e37_79b9_7f4a_7c15))));
    let mut columns = Columns::of(ids.collect());
    for fact in criteria.facts() {
        columns.put(fact, column(fact, rows));
    }
    let began = Instant::now();
    let Ok(judged) = judge(criteria, &columns, |_rows| true) else {
        return;
    };
    let judging = began.elapsed();
    let began = Instant::now();
    let lists = lists(&columns, &judged);
    let sorting = began.elapsed();
    let began = Instant::now();
    let shown = lists.ranked.len().min(500);
    let mut spread = 0;
    for place in 0..shown {
        let range = rank_range(&judged, &lists.ranked, place);
        spread += range.worst - range.best;
        spread += changes(criteria, &columns, &judged, &lists.ranked, place).len();
    }
    let ranging = began.elapsed();
    let _ = writeln!(
        std::io::stdout(),
        "{name}, {rows} parcels, {} fit: judged in {judging:.2?}, sorted in {sorting:.2?}, ranges and changes of {shown} in {ranging:.2?} ({spread})",
        judged.fit
    );
}

fn main() {
    let criteria = of_category(CATEGORIES[2]);
    // Without gates nearly all parcels are ranked.
    let open = of_category(CATEGORIES[0]);
    for rows in [100_000, 1_000_000] {
        measure("gates", &criteria, rows);
        measure("no gates", &open, rows);
    }
}
