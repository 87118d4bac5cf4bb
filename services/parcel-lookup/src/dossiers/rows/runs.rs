//! Rows of a growth run and of a search, and the bars of a score.

use site_search::{Fact, FactValue};

use super::{Better, Kind};
use crate::dossiers::dto::{ComparedRow, ComparedValue, RowUnit, SiteBar, SiteScore};
use crate::dossiers::ops::{Known, Run, Site};
use crate::dossiers::said;
use crate::growth::runs::artifacts::parcels::GrownParcel;
use crate::search_runs::KEPT;
use crate::search_runs::api::result_dto::{
    RankChangeKind, SearchExplanation, SearchList, SearchReason, SearchResult,
};

const GROWTH: &str = "Growth";
const SEARCH: &str = "Search";

impl Run {
    fn source(&self) -> String {
        self.caution.map_or_else(
            || self.name.clone(),
            |caution| format!("{}. {caution}", self.name),
        )
    }
}

pub fn growth(known: &Known) -> Vec<ComparedRow> {
    let Some(run) = &known.growth else {
        return Vec::new();
    };
    let provenance = || (Some(run.source()), Some(run.day));
    vec![
        Kind::new(GROWTH, "growth_chance", "Growth chance", RowUnit::Percent)
            .with(Better::Higher)
            .row(&known.sites, |site| {
                let chance = site.growth.as_ref().map(chance);
                chance.unwrap_or_default().from(provenance())
            }),
        Kind::new(GROWTH, "growth_decade", "Likely decade", RowUnit::None).row(
            &known.sites,
            |site| {
                let grown = site.growth.as_ref();
                let decade = grown.and_then(|grown| decade(grown, run.last_year));
                ComparedValue::text(decade).from(provenance())
            },
        ),
    ]
}

/// In the words of the parcel's panel; unknown outside of the run.
fn chance(grown: &GrownParcel) -> ComparedValue {
    let words = |words: &str| ComparedValue::text(Some(words.to_owned()));
    match (grown.chance_percent, grown.surrounded_percent_now) {
        _ if !grown.inside => ComparedValue::default(),
        (None, None) => words("No land that can be built on"),
        (None, Some(_)) => words("No open land around"),
        (chance, _) => {
            ComparedValue::number(chance, |chance| format!("{} %", said::number(chance, 1)))
        }
    }
}

/// In the words of the parcel's panel. Also of land that is urban already: the decade is that of the land around.
fn decade(grown: &GrownParcel, last_year: Option<i32>) -> Option<String> {
    let never = || {
        grown.surrounded_percent_now?;
        last_year.map(|year| format!("Not by {year}"))
    };
    grown.likely_decade.clone().or_else(never)
}

pub fn search(known: &Known) -> Vec<ComparedRow> {
    let Some(run) = &known.search else {
        return Vec::new();
    };
    let provenance = || (Some(run.source()), Some(run.day));
    let result = |site: &Site| site.search.as_ref().map(|found| found.result.clone());
    let mut rows = vec![
        Kind::new(SEARCH, "score", "Score", RowUnit::Points)
            .with(Better::Higher)
            .row(&known.sites, |site| {
                let score = result(site).map(|result| result.score);
                ComparedValue::number(score, |score| format!("{} of 100", said::number(score, 1)))
                    .from(provenance())
            }),
        Kind::new(SEARCH, "rank", "Rank", RowUnit::Count)
            .with(Better::Lower)
            .row(&known.sites, |site| {
                let found = site.search.as_ref();
                found.map(rank).unwrap_or_default().from(provenance())
            }),
        Kind::new(
            SEARCH,
            "certainty",
            "Weight on known facts",
            RowUnit::Percent,
        )
        .with(Better::Higher)
        .row(&known.sites, |site| {
            let share = result(site).map(|result| result.certainty);
            ComparedValue::number(share.map(|share| 100.0 * share), |share| {
                said::percent(share / 100.0)
            })
            .from(provenance())
        }),
    ];
    // All are of one run, and have the same criteria.
    let of_any = known.sites.iter().find_map(result);
    for (place, reason) in of_any
        .iter()
        .flat_map(|result| result.reasons.iter().enumerate())
    {
        let values = known.sites.iter().map(|site| {
            let result = result(site);
            let bar = result
                .as_ref()
                .and_then(|result| bar(result, result.reasons.get(place)?));
            ComparedValue::number(bar.as_ref().map(|bar| bar.points), |points| {
                let most = bar.as_ref().map_or(0.0, |bar| bar.most);
                format!("{} of {}", said::number(points, 1), said::number(most, 1))
            })
            .from(provenance())
        });
        let row = Kind::new(SEARCH, "criterion", "", RowUnit::Points).with(Better::Higher);
        rows.push(ComparedRow {
            key: format!("points_{}", reason.fact.as_str()),
            label: format!("Points for {}", reason.fact.label()),
            ..row.of(values.collect())
        });
    }
    rows
}

/// Of a site that of its own, among the parcels.
fn rank(found: &SearchExplanation) -> ComparedValue {
    let number = |rank: Option<u64>| rank.map(|rank| rank as f64);
    match (&found.site, found.result.rank) {
        (Some(site), _) if site.rank.is_some() => {
            ComparedValue::number(number(site.rank), |rank| {
                let of = said::number(site.of as f64, 0);
                format!("would be {} of {of}", said::number(rank, 0))
            })
        }
        (Some(_), _) if found.list == Some(SearchList::Ranked) => {
            let last = said::number(KEPT as f64, 0);
            ComparedValue::text(Some(format!("would be after {last}")))
        }
        (None, rank) if rank.is_some() => {
            ComparedValue::number(number(rank), |rank| said::number(rank, 0))
        }
        _ => ComparedValue::text(Some("not ranked".to_owned())),
    }
}

pub fn score(site: &Site, known: &Known) -> Option<SiteScore> {
    let (run, found) = known.search.as_ref().zip(site.search.as_ref())?;
    let result = &found.result;
    let failed = result.changes.iter();
    let failed = failed.filter(|change| change.kind == RankChangeKind::Gate);
    Some(SiteScore {
        run: format!("{} of {}", run.name, said::day(run.day)),
        parcelnumb: result.parcelnumb.clone(),
        parcels: found.site.map_or(1, |site| site.parcels),
        score: result.score,
        rank: found.site.map_or(result.rank, |site| site.rank),
        rank_of: found.site.map(|site| site.of),
        certainty: result.certainty,
        is_judged_now: found.is_judged_now,
        bars: result
            .reasons
            .iter()
            .filter_map(|reason| bar(result, reason))
            .collect(),
        fails: failed.map(|change| change.sentence.clone()).collect(),
    })
}

fn bar(result: &SearchResult, reason: &SearchReason) -> Option<SiteBar> {
    let all: i32 = result.reasons.iter().map(|reason| reason.weight).sum();
    (all > 0).then(|| SiteBar {
        label: said::sentence(reason.fact.label()),
        value: reason
            .value
            .as_ref()
            .map(|value| written(reason.fact, value))
            .or_else(|| reason.of_parcels.clone()),
        points: reason.points,
        most: 100.0 * f64::from(reason.weight) / f64::from(all),
    })
}

fn written(fact: Fact, value: &FactValue) -> String {
    match value {
        FactValue::Number(number) => fact.written(*number),
        FactValue::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        FactValue::Name(name) => name.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grown(chance: Option<f64>, decade: Option<&str>, around: Option<f64>) -> GrownParcel {
        GrownParcel {
            parcel_number: "1".to_owned(),
            lon: -80.9,
            lat: 35.1,
            inside: true,
            urban_now: Some(false),
            chance_percent: chance,
            likely_decade: decade.map(str::to_owned),
            surrounded_percent_now: around,
        }
    }

    /// The cases of the panel's own test.
    #[test]
    fn growth_has_the_words_of_the_panel() {
        for (of, said_chance, said_decade) in [
            (
                grown(Some(41.5), Some("2030s"), Some(10.0)),
                Some("41.5 %"),
                Some("2030s"),
            ),
            (
                grown(Some(3.0), None, Some(10.0)),
                Some("3.0 %"),
                Some("Not by 2045"),
            ),
            (
                grown(None, Some("2020s"), Some(100.0)),
                Some("No open land around"),
                Some("2020s"),
            ),
            (
                grown(None, None, None),
                Some("No land that can be built on"),
                None,
            ),
        ] {
            assert_eq!(chance(&of).text.as_deref(), said_chance);
            assert_eq!(chance(&of).number, of.chance_percent);
            assert_eq!(decade(&of, Some(2045)).as_deref(), said_decade);
        }
        // Without the layers the last year is not known.
        assert_eq!(decade(&grown(Some(3.0), None, Some(10.0)), None), None);
        let outside = GrownParcel {
            inside: false,
            urban_now: None,
            ..grown(None, None, None)
        };
        assert_eq!(chance(&outside), ComparedValue::default());
        assert_eq!(decade(&outside, Some(2045)), None);
    }
}
