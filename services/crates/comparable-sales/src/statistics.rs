//! What several sales say together.
//!
//! Few sales allow few statements: below three none, from three a range, from six an interval from
//! order statistics. No standard deviation: such sales are not normally distributed.

use bigdecimal::BigDecimal;
use domain::Money;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::rounding::money;
use crate::sale::AreaUnit;

/// Fewer sales are only listed.
pub const MIN_FOR_AVERAGES: usize = 3;
/// The smallest number of sales whose range is an interval of 95 %.
pub const MIN_FOR_INTERVAL: usize = 6;
/// From here on outliers are told by fences, below by their ratio to the median.
const MIN_FOR_FENCES: usize = 8;

/// A sale that counts: its adjusted price and its area in the unit of the set, both above 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitSale {
    /// In dollars.
    pub price: BigDecimal,
    /// In the unit of the set.
    pub area: BigDecimal,
}

impl UnitSale {
    fn unit_price(&self) -> BigDecimal {
        &self.price / &self.area
    }

    /// The price per unit, rounded as the unit is shown; `None` when it is too large.
    pub fn shown(&self, unit: AreaUnit) -> Option<Money> {
        money(&self.unit_price(), unit.decimals())
    }
}

/// What to look at before a sale is relied on. A marked sale counts until a person excludes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CompMark)]
pub enum Mark {
    /// More than twice or less than half of the median; of fewer than eight sales.
    FarFromMedian,
    /// More than 1.5 interquartile ranges beyond the quartiles.
    MildOutlier,
    /// More than 3 interquartile ranges beyond the quartiles.
    SevereOutlier,
}

/// Prices per unit that the median lies between, from order statistics.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = CompInterval)]
pub struct Interval {
    /// Its ends are the sales of these ranks from below and from above.
    pub rank: usize,
    /// Its lower end.
    pub low: Money,
    /// Its upper end.
    pub high: Money,
    /// Probability in tenths of a percent: 969 is 96.9 %.
    pub per_mille: u32,
}

/// Figures of the sales that count, per unit of area: whole dollars an acre, cents a square foot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = CompStatistics)]
pub struct Statistics {
    /// Number of sales.
    pub count: usize,
    /// The middle price per unit. Null, as the two means, below three sales.
    #[schema(required = true)]
    pub median: Option<Money>,
    /// The mean of the prices per unit: each sale weighs the same.
    #[schema(required = true)]
    pub mean: Option<Money>,
    /// All prices divided by all areas: large sales weigh more.
    #[schema(required = true)]
    pub total: Option<Money>,
    /// The lowest price per unit.
    #[schema(required = true)]
    pub lowest: Option<Money>,
    /// The highest price per unit.
    #[schema(required = true)]
    pub highest: Option<Money>,
    /// Null below six sales, which are too few for one.
    #[schema(required = true)]
    pub interval: Option<Interval>,
}

/// The figures of sales, and the mark of each in the order given.
pub fn statistics(sales: &[UnitSale], unit: AreaUnit) -> (Statistics, Vec<Option<Mark>>) {
    let prices: Vec<BigDecimal> = sales.iter().map(UnitSale::unit_price).collect();
    let mut sorted = prices.clone();
    sorted.sort();
    let show = |price: &BigDecimal| money(price, unit.decimals());
    let count = sorted.len();
    let (median, mean, total) = if count < MIN_FOR_AVERAGES {
        (None, None, None)
    } else {
        let sum: BigDecimal = sorted.iter().sum();
        let paid: BigDecimal = sales.iter().map(|sale| &sale.price).sum();
        let area: BigDecimal = sales.iter().map(|sale| &sale.area).sum();
        let mean = sum / BigDecimal::from(count as u64);
        (show(&middle(&sorted)), show(&mean), show(&(paid / area)))
    };
    let statistics = Statistics {
        count,
        median,
        mean,
        total,
        lowest: sorted.first().and_then(show),
        highest: sorted.last().and_then(show),
        interval: interval(&sorted, unit),
    };
    (statistics, marks(&prices, &sorted))
}

/// The median of sorted numbers, of which there is one at least.
fn middle(sorted: &[BigDecimal]) -> BigDecimal {
    let upper = &sorted[sorted.len() / 2];
    if sorted.len().is_multiple_of(2) {
        (&sorted[sorted.len() / 2 - 1] + upper) / BigDecimal::from(2)
    } else {
        upper.clone()
    }
}

fn marks(prices: &[BigDecimal], sorted: &[BigDecimal]) -> Vec<Option<Mark>> {
    if sorted.len() < MIN_FOR_AVERAGES {
        return vec![None; prices.len()];
    }
    if sorted.len() < MIN_FOR_FENCES {
        let (median, two) = (middle(sorted), BigDecimal::from(2));
        let is_far = |price: &BigDecimal| *price > &median * &two || price * &two < median;
        let mark = |price| is_far(price).then_some(Mark::FarFromMedian);
        return prices.iter().map(mark).collect();
    }
    // Tukey's hinges: the medians of the halves, each with the middle when the number is odd.
    let half = sorted.len().div_ceil(2);
    let (first, third) = (
        middle(&sorted[..half]),
        middle(&sorted[sorted.len() - half..]),
    );
    let range = &third - &first;
    let beyond = |price: &BigDecimal, tenths: i64| {
        let fence = &range * BigDecimal::new(tenths.into(), 1);
        *price < &first - &fence || *price > &third + &fence
    };
    let mark = |price| match (beyond(price, 30), beyond(price, 15)) {
        (true, _) => Some(Mark::SevereOutlier),
        (false, true) => Some(Mark::MildOutlier),
        (false, false) => None,
    };
    prices.iter().map(mark).collect()
}

/// The interval whose probability is nearest to 95 %.
fn interval(sorted: &[BigDecimal], unit: AreaUnit) -> Option<Interval> {
    let count = sorted.len();
    if count < MIN_FOR_INTERVAL {
        return None;
    }
    let ranks = 1..=count / 2;
    let (rank, per_mille) = ranks
        .map(|rank| (rank, coverage(count, rank)))
        .min_by_key(|(_, per_mille)| per_mille.abs_diff(950))?;
    Some(Interval {
        rank,
        low: money(&sorted[rank - 1], unit.decimals())?,
        high: money(&sorted[count - rank], unit.decimals())?,
        per_mille,
    })
}

/// Probability that the median is between the sales of this rank from below and from above, in
/// tenths of a percent: 1 − 2 × the binomial tail.
fn coverage(count: usize, rank: usize) -> u32 {
    use bigdecimal::ToPrimitive as _;

    let (mut term, mut tail) = (BigDecimal::from(1), BigDecimal::from(0));
    let mut all = BigDecimal::from(1);
    for k in 0..count {
        if k < rank {
            tail += &term;
            term = term * BigDecimal::from((count - k) as u64) / BigDecimal::from(k as u64 + 1);
        }
        all *= BigDecimal::from(2);
    }
    let inside = &all - tail * BigDecimal::from(2);
    let per_mille = inside * BigDecimal::from(1000) / all;
    crate::rounding::rounded(&per_mille, 0)
        .to_u32()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sale(price: i64, area: i64) -> UnitSale {
        UnitSale {
            price: price.into(),
            area: area.into(),
        }
    }

    fn per_acre(prices: &[i64]) -> (Statistics, Vec<Option<Mark>>) {
        let sales: Vec<UnitSale> = prices.iter().map(|price| sale(*price, 1)).collect();
        statistics(&sales, AreaUnit::Acre)
    }

    fn dollars(text: &str) -> Option<Money> {
        text.parse().ok()
    }

    #[test]
    fn the_three_averages_of_five_sales_differ() {
        let (five, marks) = statistics(
            &[
                sale(1_000_000, 10),
                sale(900_000, 6),
                sale(2_400_000, 30),
                sale(500_000, 4),
                sale(1_800_000, 12),
            ],
            AreaUnit::Acre,
        );
        assert_eq!(five.median, dollars("125000"));
        assert_eq!(five.mean, dollars("121000"));
        assert_eq!(five.total, dollars("106452"));
        assert_eq!(
            (five.lowest, five.highest),
            (dollars("80000"), dollars("150000"))
        );
        assert_eq!(five.interval, None, "too few for an interval");
        assert_eq!(marks, [None; 5]);
    }

    #[test]
    fn few_sales_are_only_listed() {
        for prices in [&[][..], &[5], &[5, 50]] {
            let (few, marks) = per_acre(prices);
            assert_eq!(
                (few.count, &few.median, &few.mean, &few.total),
                (prices.len(), &None, &None, &None)
            );
            assert!(marks.iter().all(Option::is_none));
        }
    }

    #[test]
    fn intervals_have_the_published_probabilities() {
        for (count, rank, per_mille) in [
            (5, 1, 938),
            (6, 1, 969),
            (8, 2, 930),
            (9, 2, 961),
            (10, 2, 979),
            (12, 3, 961),
        ] {
            assert_eq!(coverage(count, rank), per_mille, "{count}");
        }
        let (six, _) = per_acre(&[60, 10, 50, 20, 40, 30]);
        let interval = six.interval.unwrap();
        assert_eq!(
            (interval.low, interval.high, interval.per_mille),
            (dollars("10").unwrap(), dollars("60").unwrap(), 969)
        );
        assert_eq!(six.median, dollars("35"));
        let (eight, _) = per_acre(&[1, 2, 3, 4, 5, 6, 7, 8]);
        let interval = eight.interval.unwrap();
        assert_eq!(
            (interval.rank, interval.low, interval.high),
            (2, dollars("2").unwrap(), dollars("7").unwrap())
        );
    }

    #[test]
    fn outliers_of_few_are_told_by_the_median_and_of_many_by_fences() {
        let (_, marks) = per_acre(&[100, 100, 100, 201, 200, 50, 49]);
        assert_eq!(
            marks[3..],
            [
                Some(Mark::FarFromMedian),
                None,
                None,
                Some(Mark::FarFromMedian)
            ]
        );
        let (_, marks) = per_acre(&[10, 11, 12, 13, 14, 15, 22, 28]);
        assert_eq!(marks[..6], [None; 6]);
        // Hinges 11.5 and 18.5: the fences are 1 and 29.
        assert_eq!(marks[6..], [None, None]);
        let (_, marks) = per_acre(&[10, 11, 12, 13, 14, 15, 16, 23, 40]);
        assert_eq!(
            marks[7..],
            [Some(Mark::MildOutlier), Some(Mark::SevereOutlier)]
        );
    }

    #[test]
    fn equal_prices_have_no_outliers() {
        let (equal, marks) = per_acre(&[7; 8]);
        assert_eq!(marks, [None; 8]);
        assert_eq!((equal.median, equal.mean), (dollars("7"), dollars("7")));
    }

    #[test]
    fn square_feet_have_cents_and_acres_none() {
        let sales = [sale(10, 3), sale(10, 3), sale(10, 3)];
        let (feet, _) = statistics(&sales, AreaUnit::GrossSquareFoot);
        assert_eq!(feet.median, dollars("3.33"));
        let (acres, _) = statistics(&sales, AreaUnit::Acre);
        assert_eq!(acres.median, dollars("3"));
    }

    proptest! {
        #[test]
        fn averages_are_between_the_lowest_and_the_highest(
            sales in proptest::collection::vec((101_i64..1_000_000_000, 1_i64..10_000), 3..30),
        ) {
            let sales: Vec<UnitSale> = sales.iter().map(|(price, area)| sale(*price, *area)).collect();
            let (all, marks) = statistics(&sales, AreaUnit::Acre);
            prop_assert_eq!(marks.len(), sales.len());
            for average in [&all.median, &all.mean, &all.total] {
                prop_assert!(all.lowest <= *average && *average <= all.highest);
            }
            prop_assert_eq!(all.interval.is_some(), sales.len() >= MIN_FOR_INTERVAL);
        }
    }
}
