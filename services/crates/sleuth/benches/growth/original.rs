//! The original program: its input files, and the CPU time of a run.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sleuth::{Grid, Layers};

/// A binary of the original in its own folder, with layers written for it.
pub struct Original {
    binary: PathBuf,
    folder: PathBuf,
    data: String,
}

impl Original {
    pub fn new(binary: &Path, layers: &Layers) -> Self {
        let folder = std::env::temp_dir().join(format!("sleuth-bench-{}", std::process::id()));
        for part in ["in", "out"] {
            fs::create_dir_all(folder.join(part)).unwrap();
        }
        let mut data = String::new();
        let mut write = |kind: &str, name: &str, layer: &Grid<u8>| {
            let name = format!("own.{name}.gif");
            write_gif(&folder.join("in").join(&name), layer);
            writeln!(data, "{kind}_DATA= {name}").unwrap();
        };
        for urban in &layers.urban {
            write("URBAN", &format!("urban.{}", urban.year), &urban.layer);
        }
        for road in &layers.roads {
            write("ROAD", &format!("roads.{}", road.year), &road.layer);
        }
        write("EXCLUDED", "excluded", &layers.excluded);
        write("SLOPE", "slope", &layers.slope);
        write("BACKGROUND", "hillshade", &layers.slope);
        Self {
            binary: binary.to_owned(),
            folder,
            data,
        }
    }

    /// Calibrates one set, because that mode writes no files per year and iteration. On failure
    /// returns the program's output.
    pub fn run(&self, coefficients: [u8; 5], iterations: u32) -> Result<(), String> {
        let mut calibration = String::new();
        for (name, value) in ["DIFFUSION", "BREED", "SPREAD", "SLOPE", "ROAD"]
            .iter()
            .zip(coefficients)
        {
            writeln!(
                calibration,
                "CALIBRATION_{name}_START= {value}\nCALIBRATION_{name}_STEP= 1\nCALIBRATION_{name}_STOP= {value}\nPREDICTION_{name}_BEST_FIT= {value}"
            )
            .unwrap();
        }
        let text = include_str!("scenario.txt")
            .replace("{iterations}", &iterations.to_string())
            .replace("{calibration}", &calibration)
            .replace("{data}", &self.data)
            .replace("{folder}", self.folder.to_str().unwrap());
        let scenario = self.folder.join("scenario");
        fs::write(&scenario, text).unwrap();
        let scores = self.folder.join("out/control_stats.log");
        fs::remove_file(&scores).ok();
        let output = Command::new(&self.binary)
            .args(["calibrate", scenario.to_str().unwrap()])
            .current_dir(&self.folder)
            .output()
            .unwrap();
        if output.status.success() && scores.exists() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stdout);
        let reason = said.lines().find(|line| line.contains("Error"));
        Err(reason.unwrap_or(&said).to_owned())
    }
}

impl Drop for Original {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.folder).ok();
    }
}

/// An uncompressed greyscale GIF: codes of nine bits, with the table cleared before it would need
/// ten.
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
