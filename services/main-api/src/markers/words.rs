//! Sentences about many parcels, for the user and the list of activities.

/// What became of parcels that were to be added to a project.
pub fn added(added: usize, already: usize, project_name: &str) -> String {
    match (added, already) {
        (0, 0) => "None of these parcels was found.".to_owned(),
        (0, already) => format!("{} already in {project_name}.", counted(already)),
        _ => format!("{} added to {project_name}.", counted(added)),
    }
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
    }
}
