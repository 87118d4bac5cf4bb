//! Wetlands of the National Wetlands Inventory.

/// Whether a feature is water rather than wetland, by its type in words, else by its Cowardin code.
pub fn is_water(kind: &str, code: &str) -> bool {
    let kind = kind.trim().to_lowercase();
    if !kind.is_empty() {
        return ["riverine", "lake", "pond", "deepwater"]
            .iter()
            .any(|word| kind.contains(word));
    }
    let code = code.trim().to_uppercase();
    match code.chars().next() {
        // Rivers, and lakes.
        Some('R' | 'L') => true,
        // Ponds: bottom or floating plants. Deep water of estuaries and seas.
        Some('P') => ["PUB", "PAB", "PUS"]
            .iter()
            .any(|pond| code.starts_with(pond)),
        Some('E' | 'M') => code.chars().nth(1) == Some('1'),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rivers_lakes_and_ponds_are_water() {
        for (kind, code, water) in [
            ("Riverine", "R2UBH", true),
            ("Lake", "L1UBH", true),
            ("Freshwater Pond", "PUBHh", true),
            ("Freshwater Forested/Shrub Wetland", "PFO1A", false),
            ("", "PUBHh", true),
            ("", "PFO1A", false),
            ("", "PEM1C", false),
            ("", "E1UBL", true),
            ("", "E2EM1P", false),
            ("", "", false),
        ] {
            assert_eq!(is_water(kind, code), water, "{kind} {code}");
        }
    }
}
