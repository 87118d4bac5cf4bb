//! Computes batches, independent of queue and storage.
//!
//! The output depends only on layers, settings and the batch's place in the run. Cancellation is
//! checked between iterations.

use std::io::{self, Read as _, Write as _};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use sleuth::calibrate::{Calibration, TooLittle};
use sleuth::predict::{self, Prediction};
use sleuth::{City, LayerError, Span};

use crate::growth::runs::calibration::{KeptStage, Tried, Tries};
use crate::growth::runs::settings::RunSettings;
use growth_layers::AreaLayers;

/// A run's layers, ready for the model.
pub struct Prepared {
    pub area: AreaLayers,
    pub city: City,
}

/// Progress shared between the computing thread and the task that reports it.
#[derive(Debug, Default)]
pub struct Gauge {
    done: AtomicI32,
    year: AtomicI32,
    stop: AtomicBool,
}

impl Gauge {
    pub fn done(&self) -> i32 {
        self.done.load(Ordering::Relaxed)
    }

    /// The year of the current iteration; none before the first, and in calibrations.
    pub fn year(&self) -> Option<i32> {
        let year = self.year.load(Ordering::Relaxed);
        (year > 0).then_some(year)
    }

    /// Stops at the next iteration.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn step(&self, iterations: u32) -> bool {
        self.done.fetch_add(iterations as i32, Ordering::Relaxed);
        !self.stop.load(Ordering::Relaxed)
    }
}

/// Permanent errors: retrying does not help.
#[derive(Debug, thiserror::Error)]
pub enum ComputeError {
    #[error("Nothing can grow in the selected area: {0}.")]
    Layers(#[from] LayerError),
    #[error("The coefficients cannot be used: {0}.")]
    Coefficients(#[from] sleuth::OutOfRange),
    #[error("This area cannot be calibrated: {0}.")]
    TooLittle(#[from] TooLittle),
    #[error("The files of this run are corrupt.")]
    Damaged,
}

impl Prepared {
    pub fn new(area: AreaLayers) -> Result<Self, LayerError> {
        let city = area.city()?;
        Ok(Self { area, city })
    }

    pub fn span(&self, settings: &RunSettings) -> Span {
        let start = self.area.year();
        Span {
            start,
            stop: start + settings.horizon_years,
        }
    }
}

/// Computes the iterations `first..first + size` of a prediction, encoded. None when stopped.
pub fn iterations(
    prepared: &Prepared,
    settings: &RunSettings,
    first: u32,
    size: u32,
    gauge: &Gauge,
) -> Result<Option<Vec<u8>>, ComputeError> {
    let span = prepared.span(settings);
    let coefficients = settings.coefficients.for_model()?;
    let mut runner = predict::runner(&prepared.city, span, coefficients, settings.for_model());
    let mut part = Prediction::yearly(&prepared.city, span);
    for iteration in first..first + size {
        part.add_telling(&mut runner, iteration, |year| {
            gauge.year.store(year, Ordering::Relaxed);
        });
        if !gauge.step(1) {
            return Ok(None);
        }
    }
    Ok(Some(packed(&part.to_bytes())))
}

/// Scores some sets of a calibration's stage, encoded. None when stopped.
pub fn trials(
    prepared: &Prepared,
    settings: &RunSettings,
    stage: &KeptStage,
    (first, size): (i32, i32),
    gauge: &Gauge,
) -> Result<Option<Vec<u8>>, ComputeError> {
    let iterations = stage.iterations(settings.iterations);
    let model = stage.for_model(settings.for_model());
    let mut calibration = Calibration::new(&prepared.city, model, iterations)?;
    let mut trials = Vec::with_capacity(size as usize);
    for set in stage.sets(first, size) {
        let score = calibration.score(set);
        let is_finalist = matches!(stage.tries, Tries::Finalists(_));
        let forecast = is_finalist.then(|| calibration.forecast(set));
        trials.push(Tried { score, forecast });
        if !gauge.step(iterations) {
            return Ok(None);
        }
    }
    let bytes = serde_json::to_vec(&trials).map_err(|_unwritable| ComputeError::Damaged)?;
    Ok(Some(packed(&bytes)))
}

/// Joins the parts, in order.
pub fn joined(parts: impl IntoIterator<Item = Vec<u8>>) -> Result<Prediction, ComputeError> {
    let mut whole: Option<Prediction> = None;
    for part in parts {
        let part = prediction(&part)?;
        match &mut whole {
            None => whole = Some(part),
            Some(whole) => whole.join(&part),
        }
    }
    whole.ok_or(ComputeError::Damaged)
}

pub fn prediction(bytes: &[u8]) -> Result<Prediction, ComputeError> {
    let bytes = unpacked(bytes).map_err(|_damaged| ComputeError::Damaged)?;
    Prediction::from_bytes(&bytes).map_err(|_damaged| ComputeError::Damaged)
}

pub fn kept_trials(bytes: &[u8]) -> Result<Vec<Tried>, ComputeError> {
    let bytes = unpacked(bytes).map_err(|_damaged| ComputeError::Damaged)?;
    serde_json::from_slice(&bytes).map_err(|_damaged| ComputeError::Damaged)
}

/// Deflate: most counts belong to cells that never change.
pub fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut body = DeflateEncoder::new(Vec::new(), Compression::fast());
    // Writing to a vector cannot fail.
    let written = body.write_all(bytes).and_then(|()| body.finish());
    written.unwrap_or_default()
}

fn unpacked(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut all = Vec::new();
    DeflateDecoder::new(bytes).read_to_end(&mut all)?;
    Ok(all)
}

#[cfg(test)]
mod tests {
    use domain::BBox;

    use super::*;
    use crate::growth::domain::SelectionBox;
    use crate::growth::runs::settings::CheckedRun;
    use growth_layers::samples;

    #[test]
    fn the_gauge_tells_iterations_and_years_and_stops_the_work() {
        let bbox = BBox::new(-80.98, 35.06, -80.90, 35.12).unwrap();
        let prepared = Prepared::new(samples::for_area(bbox).unwrap()).unwrap();
        let (west, south, east, north) = (bbox.west(), bbox.south(), bbox.east(), bbox.north());
        let selection = SelectionBox {
            west,
            south,
            east,
            north,
        };
        let settings = CheckedRun::usual(selection.check().unwrap(), selection).settings;
        let gauge = Gauge::default();
        assert_eq!((gauge.done(), gauge.year()), (0, None));
        let part = iterations(&prepared, &settings, 4, 3, &gauge)
            .unwrap()
            .unwrap();
        assert_eq!(
            (gauge.done(), gauge.year()),
            (3, Some(2020 + settings.horizon_years))
        );
        assert_eq!(prediction(&part).unwrap().iterations(), 3);
        assert!(prediction(&part[..part.len() / 2]).is_err());
        gauge.stop();
        assert_eq!(
            iterations(&prepared, &settings, 7, 3, &gauge).unwrap(),
            None
        );
        assert_eq!(gauge.done(), 4, "the iteration at hand is finished");
    }
}
