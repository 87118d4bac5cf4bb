//! How fast cities grow: our standard mode beside the original program.
//!
//! `SLEUTH_ORIGINAL` names the original's binary; without it our figures stand alone. Both get the same
//! layers, coefficients, years and iterations, and take statistics every year; runs alternate, medians
//! of wall time count. The layers are a seeded city of our own, tiled, so nothing but this is needed.
//! The original calibrates one set: that mode writes no files for each year and iteration.
//! The original's time includes reading its files, ours includes preparing the layers.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a program for the terminal"
)]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use sleuth::{
    City, Coefficients, Dated, Grid, Layers, SelfModification, Settings, Shape, Span, predict,
};

/// Side of the city that is tiled, cells.
const TILE: usize = 200;
const RUNS: usize = 3;
const SPAN: Span = Span {
    start: 1930,
    stop: 1990,
};
const MEMORY_SPAN: Span = Span {
    start: 1990,
    stop: 2020,
};

struct Case {
    side: usize,
    coefficients: [u8; 5],
    iterations: u32,
}

fn main() {
    let original = std::env::var_os("SLEUTH_ORIGINAL").map(PathBuf::from);
    if original.is_none() {
        println!("SLEUTH_ORIGINAL names no binary of the original: our figures alone");
    }
    println!(
        "side coefficients iterations | million cells x years x iterations a second: ours, original | ratio"
    );
    let usual = [2, 5, 20, 51, 5];
    for (side, coefficients, iterations) in [
        (TILE, usual, 100),
        (TILE, [20; 5], 100),
        (TILE, [100, 100, 100, 1, 100], 100),
        (10 * TILE, usual, 4),
        (10 * TILE, [20; 5], 2),
        (10 * TILE, [100, 100, 100, 1, 100], 1),
    ] {
        let case = Case {
            side,
            coefficients,
            iterations,
        };
        compare(&case, original.as_deref());
    }
    whole_area();
}

fn compare(case: &Case, original: Option<&Path>) {
    let folder = std::env::temp_dir().join(format!("sleuth-bench-{}", std::process::id()));
    let scenario = original.map(|_| write_scenario(&folder, case));
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        let layers = layers(case.side);
        let begun = Instant::now();
        grow(
            &City::new(layers).unwrap(),
            case.coefficients,
            SPAN,
            0..case.iterations,
        );
        ours.push(begun.elapsed().as_secs_f64());
        if let (Some(binary), Some(scenario)) = (original, &scenario) {
            let begun = Instant::now();
            let output = Command::new(binary)
                .args(["calibrate", scenario.to_str().unwrap()])
                .current_dir(&folder)
                .output()
                .unwrap();
            theirs.push(begun.elapsed().as_secs_f64());
            let said = String::from_utf8_lossy(&output.stdout);
            let has_grown = fs::metadata(folder.join("out/control_stats.log")).is_ok();
            assert!(output.status.success() && has_grown, "{said}");
        }
    }
    fs::remove_dir_all(&folder).ok();
    let work = (case.side * case.side) as f64 * f64::from(case.iterations) * 60.0 / 1e6;
    let rate = work / median(ours);
    let beside = if theirs.is_empty() {
        "- | -".to_owned()
    } else {
        let their_rate = work / median(theirs);
        format!("{their_rate:.1} | {:.1}", rate / their_rate)
    };
    println!(
        "{} {:?} {} | {rate:.1}, {beside}",
        case.side, case.coefficients, case.iterations
    );
}

fn grow(city: &City, coefficients: [u8; 5], span: Span, iterations: std::ops::Range<u32>) {
    let given = Coefficients::given(coefficients.map(f64::from)).unwrap();
    let settings = Settings::standard(1, 21.0, SelfModification::USUAL);
    let mut runner = predict::runner(city, span, given, settings);
    let mut part = predict::Prediction::yearly(city, span);
    for iteration in iterations {
        part.add(&mut runner, iteration);
    }
    assert!(part.years().len() == span.years().count());
}

/// 2,000 x 2,000 cells, 30 years, 100 iterations: on one thread, then on two; most memory held.
fn whole_area() {
    let city = City::new(layers(10 * TILE)).unwrap();
    let usual = [2, 5, 20, 51, 5];
    let timed = |threads: u32| {
        let begun = Instant::now();
        std::thread::scope(|scope| {
            for thread in 0..threads {
                let each = 100 / threads;
                let city = &city;
                scope.spawn(move || {
                    grow(city, usual, MEMORY_SPAN, thread * each..(thread + 1) * each);
                });
            }
        });
        begun.elapsed().as_secs_f64()
    };
    let (one, two) = (timed(1), timed(2));
    println!(
        "2000 x 2000, 30 years, 100 iterations: {one:.2} s on one thread, {two:.2} s on two ({:.2} times)",
        one / two
    );
    if let Ok(status) = fs::read_to_string("/proc/self/status") {
        for line in status.lines().filter(|line| line.starts_with("VmHWM")) {
            println!("most memory held by this program: {line}");
        }
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Towns scattered by a fixed rule, a net of roads, hills and lakes, repeated each [`TILE`] cells.
fn raster(side: usize, value: impl Fn(i64, i64) -> u8) -> Grid<u8> {
    let shape = Shape {
        rows: side,
        cols: side,
    };
    let cells = (0..shape.cells())
        .map(|cell| value((cell / side % TILE) as i64, (cell % side % TILE) as i64));
    Grid::from_values(shape, cells.collect()).unwrap()
}

fn town(row: i64, col: i64, more: i64) -> u8 {
    let is_near = (0..14_i64).any(|town| {
        let (i, j) = (town * 7_919 % 180 + 10, town * 104_729 % 180 + 10);
        let reach = 3 + town % 5 + more;
        (row - i).pow(2) + (col - j).pow(2) <= reach * reach
    });
    u8::from(is_near) * 255
}

fn layers(side: usize) -> Layers {
    Layers {
        urban: YEARS
            .into_iter()
            .zip(0_i64..)
            .map(|(year, more)| Dated {
                year,
                layer: raster(side, |i, j| town(i, j, more)),
            })
            .collect(),
        roads: vec![Dated {
            year: 1930,
            layer: raster(side, |i, j| u8::from(i % 50 == 25 || j % 65 == 40) * 100),
        }],
        slope: raster(side, |i, j| (((i / 9) * (j / 11)) % 30) as u8),
        excluded: raster(side, |i, j| {
            u8::from((i - 150).pow(2) + (j - 60).pow(2) < 600) * 100
        }),
    }
}

const YEARS: [i32; 4] = [1930, 1950, 1970, 1990];

fn write_scenario(folder: &Path, case: &Case) -> PathBuf {
    for part in ["in", "out"] {
        fs::create_dir_all(folder.join(part)).unwrap();
    }
    let made = layers(case.side);
    let mut data = String::new();
    let mut write = |kind: &str, name: &str, layer: &Grid<u8>| {
        let name = format!("own.{name}.gif");
        write_gif(&folder.join("in").join(&name), layer);
        writeln!(data, "{kind}_DATA= {name}").unwrap();
    };
    for urban in &made.urban {
        write("URBAN", &format!("urban.{}", urban.year), &urban.layer);
    }
    for road in &made.roads {
        write("ROAD", &format!("roads.{}", road.year), &road.layer);
    }
    write("EXCLUDED", "excluded", &made.excluded);
    write("SLOPE", "slope", &made.slope);
    write("BACKGROUND", "hillshade", &made.slope);
    let mut calibration = String::new();
    for (name, value) in ["DIFFUSION", "BREED", "SPREAD", "SLOPE", "ROAD"]
        .iter()
        .zip(case.coefficients)
    {
        writeln!(
            calibration,
            "CALIBRATION_{name}_START= {value}\nCALIBRATION_{name}_STEP= 1\nCALIBRATION_{name}_STOP= {value}\nPREDICTION_{name}_BEST_FIT= {value}"
        )
        .unwrap();
    }
    let text = include_str!("scenario.txt")
        .replace("{iterations}", &case.iterations.to_string())
        .replace("{calibration}", &calibration)
        .replace("{data}", &data)
        .replace("{folder}", folder.to_str().unwrap());
    let path = folder.join("scenario");
    fs::write(&path, text).unwrap();
    path
}

/// A GIF of grey values, not compressed: codes of nine bits, the table cleared before it would need ten.
fn write_gif(path: &Path, layer: &Grid<u8>) {
    let (clear, end) = (256_u32, 257_u32);
    let size = [layer.shape().cols, layer.shape().rows].map(|side| (side as u16).to_le_bytes());
    let mut bytes = b"GIF87a".to_vec();
    bytes.extend(size.as_flattened());
    bytes.extend([0xf7, 0, 0]);
    bytes.extend((0..=255_u8).flat_map(|grey| [grey; 3]));
    bytes.extend([b',', 0, 0, 0, 0]);
    bytes.extend(size.as_flattened());
    bytes.extend([0, 8]);
    let literals = layer
        .values()
        .chunks(254)
        .flat_map(|some| std::iter::once(clear).chain(some.iter().map(|value| u32::from(*value))));
    let (mut packed, mut held, mut bits) = (Vec::new(), 0_u32, 0);
    for code in literals.chain([end]) {
        held |= code << bits;
        bits += 9;
        while bits >= 8 {
            packed.push(held as u8);
            held >>= 8;
            bits -= 8;
        }
    }
    packed.push(held as u8);
    for block in packed.chunks(255) {
        bytes.push(block.len() as u8);
        bytes.extend(block);
    }
    bytes.extend([0, b';']);
    fs::write(path, bytes).unwrap();
}
