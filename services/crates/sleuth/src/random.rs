//! Random numbers.
//!
//! The rules use [`Draws`] only. [`Lehmer`] is the original's generator, for comparison with it;
//! [`Counter`] is for users: a number depends only on (seed, iteration, year) and on how many were
//! drawn before it in that year.

/// A source of uniform numbers.
pub(crate) trait Draws {
    /// Whether numbers must be drawn one by one in the original's order.
    const IN_ORDER: bool;

    /// The next number, 0 < u < 1.
    fn uniform(&mut self) -> f64;

    /// A whole number 0..count.
    fn below(&mut self, count: usize) -> usize {
        (self.uniform() * count as f64) as usize
    }
}

const MODULUS: i64 = 2_147_483_647;
const MULTIPLIER: i64 = 16_807;
const SHUFFLE: usize = 32;
/// Divisor that maps a number to an entry of the shuffle table: the modulus over the table's
/// length.
const DIVISOR: i64 = 67_108_864;

/// The "minimal standard" generator of Park & Miller (1988) with a Bays-Durham shuffle.
#[derive(Debug, Clone)]
pub(crate) struct Lehmer {
    state: i64,
    last: i64,
    table: [i64; SHUFFLE],
}

impl Lehmer {
    /// Seeds, and discards the first number as the original does.
    pub(crate) fn new(seed: i64) -> Self {
        let mut state = seed.abs().max(1) % MODULUS;
        let mut table = [0; SHUFFLE];
        for step in 0..40 {
            state = state * MULTIPLIER % MODULUS;
            if step >= 8 {
                table[39 - step] = state;
            }
        }
        let mut generator = Self {
            state,
            last: table[0],
            table,
        };
        generator.uniform();
        generator
    }
}

impl Draws for Lehmer {
    const IN_ORDER: bool = true;

    fn uniform(&mut self) -> f64 {
        self.state = self.state * MULTIPLIER % MODULUS;
        let entry = &mut self.table[(self.last / DIVISOR) as usize];
        self.last = *entry;
        *entry = self.state;
        (self.last as f64 / MODULUS as f64).min(1.0 - 1.2e-7)
    }
}

/// Counter-based generator: the n-th number is a hash of key and n (the finalizer of `SplitMix64`;
/// Steele, Lea & Flood, "Fast splittable pseudorandom number generators", 2014).
#[derive(Debug, Clone)]
pub(crate) struct Counter(u64);

const STRIDE: u64 = 0x9E37_79B9_7F4A_7C15;

fn mix(mut value: u64) -> u64 {
    value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

impl Counter {
    /// The numbers of one year of one iteration.
    pub(crate) fn new(seed: u64, iteration: u32, year: i32) -> Self {
        let place = (u64::from(iteration) << 32) | u64::from(year.cast_unsigned());
        Self(mix(
            mix(seed.wrapping_add(STRIDE)).wrapping_add(mix(place ^ STRIDE))
        ))
    }

    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STRIDE);
        mix(self.0)
    }

    /// 64 Bernoulli trials with a probability below 1, one bit each. All trials compare their
    /// random bits with those of the probability, from the highest on, until each is decided: about
    /// eight words per 64 trials, and no logarithm, whose rounding differs between machines.
    pub(crate) fn trials(&mut self, chance: f64) -> u64 {
        let mut rest = (chance * 2_f64.powi(64)) as u64;
        let (mut undecided, mut succeeded) = (u64::MAX, 0);
        while undecided != 0 && rest != 0 {
            let word = self.word();
            if rest >> 63 == 1 {
                succeeded |= undecided & !word;
                undecided &= word;
            } else {
                undecided &= !word;
            }
            rest <<= 1;
        }
        succeeded
    }

    /// A whole number 0..8 and a number 0 < u < 1, from different bits of one word.
    pub(crate) fn eighth_and_uniform(&mut self) -> (usize, f64) {
        let word = self.word();
        ((word % 8) as usize, between(word))
    }
}

/// From the highest 53 bits plus half a step: never 0, never 1.
fn between(word: u64) -> f64 {
    ((word >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
}

impl Draws for Counter {
    const IN_ORDER: bool = false;

    fn uniform(&mut self) -> f64 {
        between(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_original_generator_gives_its_published_numbers() {
        let expected: [(i64, [f64; 5], f64, f64); 3] = [
            (
                1,
                [
                    0.091_964_890_8,
                    0.756_410_486_0,
                    0.529_700_193_3,
                    0.930_436_494_7,
                    0.383_502_077_5,
                ],
                0.487_211_836_7,
                0.634_895_410_7,
            ),
            (
                42,
                [
                    0.539_009_401_4,
                    0.737_019_000_0,
                    0.188_274_131_2,
                    0.993_509_575_7,
                    0.530_449_045_1,
                ],
                0.684_279_265_7,
                0.235_652_143_7,
            ),
            (
                9407,
                [
                    0.616_105_904_6,
                    0.290_561_724_6,
                    0.388_052_416_2,
                    0.415_678_345_3,
                    0.113_727_356_4,
                ],
                0.477_541_613_6,
                0.945_291_636_5,
            ),
        ];
        for (seed, first, thousandth, millionth) in expected {
            let mut generator = Lehmer::new(seed);
            let drawn: Vec<f64> = (0..1_000_000).map(|_| generator.uniform()).collect();
            let wanted = first
                .iter()
                .enumerate()
                .map(|(place, value)| (place, *value))
                .chain([(999, thousandth), (999_999, millionth)]);
            for (place, value) in wanted {
                assert!(
                    (drawn[place] - value).abs() < 6e-11,
                    "seed {seed}, draw {place}: {} instead of {value}",
                    drawn[place]
                );
            }
        }
    }

    #[test]
    fn counted_numbers_are_even_and_differ_by_key() {
        let mut bins = [0_u32; 10];
        let mut sum = 0.0;
        for iteration in 0..100 {
            let mut numbers = Counter::new(7, iteration, 1990);
            for _ in 0..1_000 {
                let value = numbers.uniform();
                assert!(value > 0.0 && value < 1.0);
                bins[(value * 10.0) as usize] += 1;
                sum += value;
            }
        }
        assert!((sum / 100_000.0 - 0.5).abs() < 0.005, "{sum}");
        // Chi-squared with nine degrees of freedom is below 33.7 with probability 0.9999.
        let chi: f64 = bins
            .iter()
            .map(|count| (f64::from(*count) - 10_000.0).powi(2) / 10_000.0)
            .sum();
        assert!(chi < 33.7, "{bins:?}");
        let first = |seed, iteration, year| Counter::new(seed, iteration, year).uniform().to_bits();
        let base = first(7, 3, 1990);
        assert_eq!(base, first(7, 3, 1990));
        assert!(
            [first(8, 3, 1990), first(7, 4, 1990), first(7, 3, 1991)]
                .iter()
                .all(|other| *other != base)
        );
    }

    #[test]
    fn trials_succeed_by_their_chance_each_for_itself() {
        for percent in [1.0, 20.0, 50.0, 99.0] {
            let chance: f64 = percent / 101.0;
            let mut numbers = Counter::new(3, 1, 2000);
            let (mut all, mut lanes, mut pairs) = (0, [0_u32; 64], 0);
            let rounds = 20_000;
            for _ in 0..rounds {
                let bits = numbers.trials(chance);
                all += bits.count_ones();
                pairs += (bits & bits >> 1 & (u64::MAX >> 1)).count_ones();
                for (k, lane) in lanes.iter_mut().enumerate() {
                    *lane += (bits >> k & 1) as u32;
                }
            }
            // Five standard deviations.
            let near = |count: u32, trials: u32, chance: f64| {
                let (count, trials) = (f64::from(count), f64::from(trials));
                let deviation = (trials * chance * (1.0 - chance)).sqrt();
                (count - trials * chance).abs() < 5.0 * deviation
            };
            assert!(near(all, 64 * rounds, chance), "{percent}: {all}");
            assert!(lanes.iter().all(|lane| near(*lane, rounds, chance)));
            // Neighbouring trials both succeed with the squared probability; pairs overlap, which
            // widens the interval.
            let together = f64::from(pairs) / f64::from(63 * rounds);
            assert!(
                (together - chance * chance).abs() < 0.003,
                "{percent}: {together}"
            );
        }
        assert_eq!(Counter::new(3, 1, 2000).trials(0.0), 0);
    }
}
