//! Which owner a parcel has: two spellings of a name are one owner. No I/O.

use owner_names::OwnerName;

/// The key of an owner's name in one form: that of the parcel's facts, made at once where they are not made yet. `None` if nobody is named.
pub fn owner_key(of_facts: Option<i64>, owner: Option<&str>, county_fips: &str) -> Option<i64> {
    of_facts.or_else(|| OwnerName::parse(owner?, county_fips).map(|name| name.key()))
}
