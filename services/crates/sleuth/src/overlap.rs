//! Overlap of the simulated city with the real one, for the Lee-Sallee index.

use crate::city::Dated;
use crate::grid::Grid;

/// Counts urban cells that are also urban in real layers, by the set of these layers.
#[derive(Debug, Clone)]
pub(crate) struct Overlap(Vec<Eight>);

/// Up to eight real layers.
#[derive(Debug, Clone)]
struct Eight {
    /// Bit k of a cell: urban in layer k.
    masks: Vec<u8>,
    /// Urban cells by their mask.
    cells: [u64; 256],
    /// The counts at the start of an iteration.
    seed: [u64; 256],
}

impl Overlap {
    /// With these real layers, for a city that starts with these cells.
    pub(crate) fn new(real: &[Dated<Grid<u8>>], seed: &[u32]) -> Self {
        let eights = real.chunks(8).map(|layers| {
            let mut masks = vec![0; layers[0].layer.values().len()];
            for (k, Dated { layer, .. }) in layers.iter().enumerate() {
                for (mask, urban) in masks.iter_mut().zip(layer.values()) {
                    *mask |= u8::from(*urban > 0) << k;
                }
            }
            let mut eight = Eight {
                masks,
                cells: [0; 256],
                seed: [0; 256],
            };
            eight.count(seed);
            eight.seed = eight.cells;
            eight
        });
        Self(eights.collect())
    }

    /// Restores the start of an iteration.
    pub(crate) fn restart(&mut self) {
        for eight in &mut self.0 {
            eight.cells = eight.seed;
        }
    }

    /// Adds cells that became urban.
    pub(crate) fn count(&mut self, turned: &[u32]) {
        for eight in &mut self.0 {
            eight.count(turned);
        }
    }

    /// Number of cells urban both now and in this real layer.
    pub(crate) fn with(&self, place: usize) -> u64 {
        let by_mask = self.0[place / 8].cells.iter().enumerate();
        by_mask
            .filter(|(mask, _)| mask >> (place % 8) & 1 == 1)
            .map(|(_, cells)| cells)
            .sum()
    }
}

impl Eight {
    fn count(&mut self, cells: &[u32]) {
        for cell in cells {
            self.cells[usize::from(self.masks[*cell as usize])] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Shape;

    /// Ten layers, so that the second group is used too; layer k covers the cells from k on.
    #[test]
    fn shared_cells_are_counted_by_layer() {
        let shape = Shape { rows: 3, cols: 4 };
        let layers: Vec<_> = (0..10)
            .map(|k| Dated {
                year: 1990 + k,
                layer: Grid::from_values(shape, (0..12).map(|cell| u8::from(cell >= k)).collect())
                    .unwrap(),
            })
            .collect();
        let mut overlap = Overlap::new(&layers, &[0, 5]);
        let of = |overlap: &Overlap| [0, 1, 5, 6, 9].map(|place| overlap.with(place));
        assert_eq!(of(&overlap), [2, 1, 1, 0, 0]);
        overlap.count(&[9, 11, 1]);
        assert_eq!(of(&overlap), [5, 4, 3, 2, 2]);
        overlap.restart();
        assert_eq!(of(&overlap), [2, 1, 1, 0, 0]);
    }
}
