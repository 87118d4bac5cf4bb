//! The terms of every firm. Stand-ins and standard terms are the specification's ('Letter defaults'
//! and 'Default letter terms').

use std::borrow::Cow;

use domain::Money;

use crate::term::{Source, Term, TermType, WhenMissing};
use crate::value::{AreaUnit, Value};
use crate::{Decimal, Format};

/// Longest period of a letter, in days.
pub const MAX_DAYS: u32 = 3_650;

/// All, the fields of the editor first. [`crate::DATE_TERMS`] are fields too.
pub fn standard_terms() -> Vec<Term> {
    use Source::{Composed, Contact, Deal, Firm, Letter, Offer, Project, Property};
    use TermType::{Date, Flag, Int, Lines, LocalDatetime, Money, Party, Person, Share, Text};
    let acres = TermType::Area(AreaUnit::Acres);
    let feet = TermType::Area(AreaUnit::SquareFeet);
    vec![
        term("purchase_price", "Purchase price", Money, Offer)
            .stand_in("N/A")
            .strict()
            .field(),
        term("square_feet", "Square footage", feet, Property)
            .stand_in("N/A")
            .field(),
        term("acres", "Site area", acres, Property)
            .stand_in("N/A")
            .field(),
        term("earnest_money", "Earnest money", Share, Composed).field(),
        term("deposit", "Non-refundable deposit", Share, Composed).field(),
        term("contact_name", "Contact", Person, Contact)
            .stand_in("John Public")
            .field(),
        term("owner_name", "Seller", Party, Property)
            .stand_in("Company")
            .strict()
            .field(),
        term("salutation", "Salutation", Text, Contact)
            .stand_in("Property Owner")
            .field(),
        term("subject", "Subject", Text, Composed).field(),
        term("property_name", "Property name", Text, Property)
            .stand_in("Property Address")
            .field(),
        term("buyer", "Buyer", Party, Firm).field(),
        term("addressee", "Addressee", Lines, Composed),
        term(
            "contact_first_name",
            "First name of the contact",
            Text,
            Contact,
        )
        .stand_in("John"),
        term(
            "contact_last_name",
            "Last name of the contact",
            Text,
            Contact,
        )
        .stand_in("Public"),
        term("contact_title", "Title of the contact", Text, Contact).stand_in("Title"),
        term("contact_honorific", "Form of address", Text, Contact).nullable(),
        term("mailing_address", "Mailing address", Lines, Property).nullable(),
        term("address", "Address", Text, Property),
        term("city", "City", Text, Property),
        term("state", "State", Text, Property),
        term("zip", "ZIP code", Text, Property).nullable(),
        term("county", "County", Text, Property),
        term("parcel_number", "Parcel number", Text, Property),
        term(
            "parcel_numbers",
            "Parcel numbers of the site",
            Lines,
            Property,
        )
        .nullable()
        .with(Format::Listed),
        term("parcel_count", "Parcels of the site", Int, Composed).nullable(),
        term("seller_entity", "Seller's legal name", Party, Property).strict(),
        term("appraised_value", "Appraised value", Money, Property).nullable(),
        term("market_value", "Market value", Money, Property).nullable(),
        term("total_value", "Total value", Money, Property).nullable(),
        term("use_description", "Use", Text, Property).nullable(),
        term("zoning_type", "Zoning", Text, Property).nullable(),
        term("flood_zone", "Flood zone", Text, Property).nullable(),
        term("project_category", "Category of the project", Text, Project).nullable(),
        term("signer_name", "Signatory of the buyer", Text, Firm),
        term("signer_title", "Title of the signatory", Text, Firm),
        term("letter_date", "Date of the letter", Date, Letter),
        term("letter_number", "Number of the letter", Text, Letter).nullable(),
        term("expires_at", "Expiry", LocalDatetime, Letter).field(),
        term(
            "earnest_percent",
            "Earnest money in percent",
            TermType::Percent,
            Deal,
        )
        .standard(percent(5, 1)),
        term(
            "earnest_days",
            "Days until the earnest money is due",
            Int,
            Deal,
        )
        .days(3),
        term(
            "deposit_percent",
            "Non-refundable deposit in percent",
            TermType::Percent,
            Deal,
        )
        .standard(percent(1, 0)),
        term("deposit_days", "Days until the deposit is due", Int, Deal).days(3),
        term("dd_days", "Due diligence in days", Int, Deal).days(60),
        term("close_days", "Days until closing", Int, Deal).days(30),
        term("ext_days", "Extension of closing in days", Int, Deal).days(15),
        term("ext_fee", "Deposit for the extension", Money, Deal).standard(dollars(20_000)),
        term("exclusivity_days", "Exclusivity in days", Int, Deal)
            .within_days()
            .field(),
        term(
            "has_financing_contingency",
            "Financing contingency",
            Flag,
            Deal,
        )
        .standard(Value::Flag(false)),
    ]
}

fn term(name: &'static str, label: &'static str, kind: TermType, source: Source) -> Term {
    Term {
        name: Cow::Borrowed(name),
        label: Cow::Borrowed(label),
        format: kind.format(),
        kind,
        source,
        when_missing: WhenMissing::Blocks,
        is_field: false,
        is_strict: false,
        range: None,
    }
}

impl Term {
    fn stand_in(self, text: &'static str) -> Self {
        let when_missing = WhenMissing::StandIn(text);
        Self {
            when_missing,
            ..self
        }
    }

    fn standard(self, value: Value) -> Self {
        let when_missing = WhenMissing::Standard(value);
        Self {
            when_missing,
            ..self
        }
    }

    fn nullable(self) -> Self {
        let when_missing = WhenMissing::Nothing;
        Self {
            when_missing,
            ..self
        }
    }

    fn within_days(self) -> Self {
        let range = Some((1, MAX_DAYS));
        Self { range, ..self }
    }

    fn days(self, count: u32) -> Self {
        self.standard(Value::Int(count))
            .within_days()
            .with(Format::Days)
            .field()
    }

    fn with(self, format: Format) -> Self {
        Self { format, ..self }
    }

    fn field(self) -> Self {
        Self {
            is_field: true,
            ..self
        }
    }

    fn strict(self) -> Self {
        Self {
            is_strict: true,
            ..self
        }
    }
}

fn percent(digits: i64, scale: i64) -> Value {
    let percent = bigdecimal::BigDecimal::new(digits.into(), scale);
    Value::Percent(Decimal::from_exact(&percent))
}

fn dollars(whole: u32) -> Value {
    Value::Money(
        Money::try_from(bigdecimal::BigDecimal::from(whole)).unwrap_or_else(|_large| Money::max()),
    )
}
