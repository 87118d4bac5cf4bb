//! Sentences about many parcels, for the user and the list of activities.

/// What became of parcels that were to be added to a project.
pub fn added(added: usize, already: usize, project_name: &str) -> String {
    match (added, already) {
        (0, 0) => "None of these parcels was found.".to_owned(),
        (0, already) => format!("{} already in {project_name}.", counted(already)),
        _ => format!("{} added to {project_name}.", counted(added)),
    }
}

/// The same of a selection, of which parcels that are discarded were left out.
pub fn added_without(added: usize, already: usize, discarded: usize, project_name: &str) -> String {
    if discarded == 0 {
        return self::added(added, already, project_name);
    }
    let left_out = format!("{} discarded meanwhile and left out.", counted(discarded));
    if added + already == 0 {
        return left_out;
    }
    format!("{} {left_out}", self::added(added, already, project_name))
}

pub fn removed(removed: usize, project_name: &str) -> String {
    format!("{} removed from {project_name}.", counted(removed))
}

/// `1 parcel was`, `40 parcels were`, `1,200 parcels were`.
fn counted(parcels: usize) -> String {
    match parcels {
        1 => "1 parcel was".to_owned(),
        0..1000 => format!("{parcels} parcels were"),
        _ => format!("{},{:03} parcels were", parcels / 1000, parcels % 1000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parcels_are_counted_as_people_write() {
        assert_eq!(removed(1, "P"), "1 parcel was removed from P.");
        assert_eq!(removed(40, "P"), "40 parcels were removed from P.");
        assert_eq!(removed(10_000, "P"), "10,000 parcels were removed from P.");
        assert_eq!(added(0, 3, "P"), "3 parcels were already in P.");
        assert_eq!(added(2, 3, "P"), "2 parcels were added to P.");
        assert_eq!(
            added_without(38, 0, 2, "P"),
            "38 parcels were added to P. 2 parcels were discarded meanwhile and left out."
        );
        assert_eq!(
            added_without(0, 0, 1, "P"),
            "1 parcel was discarded meanwhile and left out."
        );
        assert_eq!(added_without(1, 0, 0, "P"), "1 parcel was added to P.");
    }
}
