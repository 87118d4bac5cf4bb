//! Copies of a provider's facts that a firm saved, which the provider's terms allow to keep until an instant (decision 120).
//!
//! The instant is kept beside each copy; without one no period is stated. Statements read copies by the SQL function `kept`, which the
//! migrations of this crate make.

use chrono::{DateTime, Utc};
use diesel::define_sql_function;
use diesel::sql_types::{Nullable, Text, Timestamptz};
use settings::Env;

define_sql_function! {
    /// A copied text; null once its terms have ended.
    #[sql_name = "kept"]
    fn kept_text(value: Nullable<Text>, keep_until: Nullable<Timestamptz>) -> Nullable<Text>;
}

/// Source of Regrid's parcels. Each service that has copies knows its period, for those that were made before it was stated.
pub const REGRID: &str = "Regrid";

/// The longest period of a provider's terms, days: ten years.
pub const MAX_DAYS: u16 = 3650;

/// `REGRID_COPIES_KEEP_DAYS`: days after the source was read that copies of Regrid's facts may be kept.
pub fn regrid_keep_days(env: &mut Env) -> Option<u16> {
    let days = env.optional_parsed("REGRID_COPIES_KEEP_DAYS")?;
    if !(1..=MAX_DAYS).contains(&days) {
        env.problem(format!(
            "REGRID_COPIES_KEEP_DAYS is not valid: days must be 1 to {MAX_DAYS}"
        ));
    }
    Some(days)
}

/// Whether the terms of a copy have ended; what was copied is no longer shown from this instant.
pub fn have_ended(keep_until: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
    keep_until.is_some_and(|until| until <= now)
}

#[cfg(test)]
mod tests {
    use chrono::Duration;

    use super::*;

    fn days(value: &'static str) -> Result<Option<u16>, settings::ConfigError> {
        let mut env = Env::from_source(move |name| {
            (name == "REGRID_COPIES_KEEP_DAYS" && !value.is_empty()).then(|| value.to_owned())
        });
        let days = regrid_keep_days(&mut env);
        env.finish(days)
    }

    #[test]
    fn only_the_operator_states_a_period() {
        assert_eq!(days(""), Ok(None));
        assert_eq!(days("30"), Ok(Some(30)));
        for refused in ["0", "3651", "for ever"] {
            assert!(days(refused).is_err(), "{refused}");
        }
    }

    #[test]
    fn terms_end_at_their_instant_and_not_before() {
        let now = Utc::now();
        assert!(have_ended(Some(now), now));
        assert!(!have_ended(Some(now + Duration::microseconds(1)), now));
        assert!(!have_ended(None, now));
    }
}
