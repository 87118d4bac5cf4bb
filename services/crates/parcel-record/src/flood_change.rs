//! The statement that finds the parcels to which a layer of flood zones gives another zone than the one before it.

use crate::facts::RECORDED_FLOOD;

const FLOOD_CHANGE: &str = include_str!("flood_change.sql");

/// Keeps in `flood_changes` which parcels have another flood zone, and returns their number, `parcels`. $1 the layer before, $2 the layer after it,
/// both in the tables, null if there is none; $3 the source, $4 its date.
pub fn flood_change_statement() -> String {
    FLOOD_CHANGE.replace("{recorded_flood}", RECORDED_FLOOD)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The zone before and after is found as filters find it.
    #[test]
    fn the_rule_is_that_of_filters() {
        let statement = flood_change_statement();
        assert_eq!(statement.matches(RECORDED_FLOOD).count(), 2);
        assert!(!statement.contains("{recorded_flood}"));
        assert!(crate::facts::IN_FLOOD_ZONE.ends_with(&format!("{RECORDED_FLOOD})")));
    }
}
