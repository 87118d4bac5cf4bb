//! A hash that never changes: keys are kept in the database.

/// FNV-1a of 64 bits with a final mix. Parts are separated.
pub fn key(parts: &[&str]) -> i64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for part in parts {
        for byte in part.bytes().chain([0x1f]) {
            hash ^= u64::from(byte);
            hash = hash.wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^= hash >> 29;
    hash.cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_never_change() {
        assert_eq!(key(&["ACME", "company"]), key(&["ACME", "company"]));
        assert_ne!(key(&["AB", "C"]), key(&["A", "BC"]));
        // Of a database that was written before.
        assert_eq!(key(&["ACME"]), KNOWN);
    }

    const KNOWN: i64 = 8_491_667_873_186_927_794;
}
