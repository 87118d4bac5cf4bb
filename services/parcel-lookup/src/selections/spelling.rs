//! How parcel numbers and addresses are compared that no parcel has as they are written. No I/O.

use owner_names::StreetAddress;

/// Letters and digits of ASCII, in capitals, as `number_form()` of the database makes them; `None` if there are none.
pub fn number_form(number: &str) -> Option<String> {
    let signs = number.chars().filter(char::is_ascii_alphanumeric);
    let form: String = signs.map(|sign| sign.to_ascii_uppercase()).collect();
    (!form.is_empty()).then_some(form)
}

/// The street address in a line, in capitals: what is before the city.
pub fn address_of(line: &str) -> String {
    street_of(line).to_uppercase()
}

/// The same in one form, with abbreviations of the postal service.
pub fn street_address(line: &str) -> Option<StreetAddress> {
    StreetAddress::parse(street_of(line))
}

fn street_of(line: &str) -> &str {
    line.split(',').next().unwrap_or_default().trim()
}

/// The condition on the words of a parcel that all spellings of its address meet.
pub fn query(address: &StreetAddress) -> String {
    // They have letters, digits, hyphens, slashes and number signs only.
    let quoted = address.words.iter().map(|word| format!("'{word}'"));
    quoted.collect::<Vec<_>>().join(" & ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_compared_without_punctuation() {
        for number in ["12-34 a", "1234A", "12.3/4(a)", " 12_34-A "] {
            assert_eq!(number_form(number).as_deref(), Some("1234A"), "{number}");
        }
        // Letters that are not in ASCII are left out, as in the database.
        assert_eq!(number_form("½1É").as_deref(), Some("1"));
        assert_eq!(number_form("- ."), None);
    }

    #[test]
    fn the_street_is_what_is_before_the_city() {
        assert_eq!(address_of(" 2 main st , Houston TX"), "2 MAIN ST");
        let address = street_address("2 North Main Street, Houston").unwrap();
        assert_eq!(address.form, "2 N MAIN ST");
        assert_eq!(query(&address), "'2' & 'MAIN'");
        assert_eq!(street_address("Houston, TX"), None);
    }
}
