//! Samples.

use uuid::Uuid;

/// A number, counted or estimated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counted {
    pub count: u64,
    pub is_estimate: bool,
}

/// Parcels in a sample below which a number says little: the error is then more than 7 %.
pub const FEW: u64 = 200;

/// A share of all parcels: one in 2^halvings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share(pub u32);

impl Share {
    /// Identities of the share are less.
    pub fn bound(self) -> Uuid {
        Uuid::from_u128(1 << (128 - self.0))
    }

    /// The number of all, of the number in the share.
    pub const fn estimate(self, found: u64) -> Counted {
        Counted {
            count: found << self.0,
            is_estimate: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_has_its_part_of_the_identities() {
        let share = Share(4);
        let below = (0..10_000)
            .filter(|_| Uuid::new_v4() < share.bound())
            .count();
        // Ten standard deviations around 625.
        assert!((385..865).contains(&below), "{below}");
        assert_eq!(share.estimate(100).count, 1600);
        assert!(share.estimate(100).is_estimate);
    }
}
