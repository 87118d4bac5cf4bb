//! The generator's random numbers: `SplitMix64`.
//!
//! A library's generator may change its sequence between versions; sample data must stay the same
//! for a seed, because tests, screenshots and saved projects refer to it. Not cryptographically
//! secure.

/// A seeded random sequence, the same on every machine and in every version.
#[derive(Debug, Clone)]
pub struct Chance(u64);

impl Chance {
    /// The sequence of `seed`.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// An independent sequence for a part of the work, so that changing one part does not affect
    /// others.
    #[must_use]
    pub fn fork(&self, salt: u64) -> Self {
        let mut child = Self(self.0 ^ salt.wrapping_mul(0xd1b5_4a32_d192_ed03));
        child.bits();
        child
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// At least 0, less than 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// At least `low`, less than `high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A whole number from `low` to `high`, both included.
    pub fn whole(&mut self, low: i64, high: i64) -> i64 {
        low + (self.unit() * (high - low + 1) as f64) as i64
    }

    /// True with this probability.
    pub fn happens(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// One of a list, each as likely as the others. The list must not be empty.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[(self.unit() * list.len() as f64) as usize % list.len()]
    }

    /// One of a list by weight. The list must not be empty.
    pub fn weighted<T: Copy>(&mut self, list: &[(T, f64)]) -> T {
        let total: f64 = list.iter().map(|(_, weight)| weight).sum();
        let mut left = self.unit() * total;
        for (item, weight) in list {
            if left < *weight {
                return *item;
            }
            left -= weight;
        }
        list[list.len() - 1].0
    }
}
