//! Deterministic smooth noise in the plane.

/// A field of noise.
#[derive(Debug, Clone, Copy)]
pub(super) struct Noise(pub(super) u64);

impl Noise {
    /// −1..1, varying over about `size` metres, plus octaves of half the size and amplitude.
    pub(super) fn at(self, x: f64, y: f64, size: f64) -> f64 {
        let mut sum = 0.0;
        let mut weight = 0.5;
        let mut scale = size;
        for octave in 0..4 {
            sum += weight * self.lattice(x / scale, y / scale, octave);
            weight /= 2.0;
            scale /= 2.0;
        }
        sum / 0.9375
    }

    fn lattice(self, x: f64, y: f64, octave: u64) -> f64 {
        let (left, top) = (x.floor(), y.floor());
        let ease = |t: f64| t * t * (3.0 - 2.0 * t);
        let (across, down) = (ease(x - left), ease(y - top));
        let corner = |i: f64, j: f64| self.hash((left + i) as i64, (top + j) as i64, octave);
        let upper = corner(0.0, 0.0) * (1.0 - across) + corner(1.0, 0.0) * across;
        let lower = corner(0.0, 1.0) * (1.0 - across) + corner(1.0, 1.0) * across;
        upper * (1.0 - down) + lower * down
    }

    fn hash(self, i: i64, j: i64, octave: u64) -> f64 {
        let mut bits = self.0 ^ octave.wrapping_mul(0xd1b5_4a32_d192_ed03);
        for part in [i.cast_unsigned(), j.cast_unsigned()] {
            bits = (bits ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            bits ^= bits >> 27;
        }
        (bits >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}
