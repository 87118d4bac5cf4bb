//! A parcel whose owner is compared: as its roll says, and in one form.

use crate::address::Address;
use crate::link::Party;
use crate::name::{OwnerName, care_of_key, split_care_of};

/// A parcel that may be of the group.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Row {
    /// Owner, as its roll says.
    pub owner: Option<String>,
    /// In care of.
    pub care_of: Option<String>,
    /// Mailing address in one line.
    pub mailing: Option<String>,
    /// County.
    pub county_fips: String,
    /// The tax bill goes elsewhere.
    pub is_absentee: Option<bool>,
}

/// By which a parcel is found from others of its owner.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Keys {
    /// Of the name.
    pub owner: Option<i64>,
    /// Of the mailing address.
    pub mail: Option<i64>,
    /// Of the mailing address without its unit.
    pub building: Option<i64>,
    /// Of the name after "care of".
    pub care_of: Option<i64>,
}

/// A row in one form. Making it takes most of the time of a comparison, so it is made once of rows that say the same.
#[derive(Debug, Clone)]
pub struct Parsed {
    keys: Keys,
    /// `None` if nobody is named.
    pub(crate) party: Option<Party>,
    /// The owner, as its roll says.
    pub(crate) raw: String,
    pub(crate) is_absentee: Option<bool>,
}

impl Row {
    /// Its keys, and its name in one form.
    pub fn keys(&self) -> (Keys, Option<OwnerName>) {
        self.keys_of(self.address().as_ref())
    }

    /// The same, if its address in one form is known.
    pub fn keys_of(&self, mail: Option<&Address>) -> (Keys, Option<OwnerName>) {
        let party = self.party_at(mail);
        let keys = self.keys_at(mail, party.as_ref());
        (keys, party.map(|party| party.name))
    }

    /// The row in one form.
    pub fn parsed(&self) -> Parsed {
        let mail = self.address();
        let party = self.party_at(mail.as_ref());
        Parsed {
            keys: self.keys_at(mail.as_ref(), party.as_ref()),
            party,
            raw: self.owner.clone().unwrap_or_default(),
            is_absentee: self.is_absentee,
        }
    }

    fn address(&self) -> Option<Address> {
        self.mailing.as_deref().and_then(Address::parse)
    }

    fn keys_at(&self, mail: Option<&Address>, party: Option<&Party>) -> Keys {
        let care_of = match party {
            Some(party) => party.care_of,
            None => self.care_of.as_deref().and_then(care_of_key),
        };
        Keys {
            owner: party.map(|party| party.name_key),
            mail: mail.and_then(Address::mail_key),
            building: mail.and_then(Address::building_key),
            care_of,
        }
    }

    fn party_at(&self, mail: Option<&Address>) -> Option<Party> {
        let raw = self.owner.as_deref()?;
        let name = OwnerName::parse(raw, &self.county_fips)?;
        let care_of = self.care_of.as_deref().or_else(|| split_care_of(raw).1);
        let care_of = care_of.or_else(|| {
            split_care_of(self.mailing.as_deref()?)
                .1
                .and_then(|text| text.split(',').next())
        });
        Some(Party {
            name_key: name.key(),
            name,
            mail: mail.and_then(Address::mail_key),
            building: mail.and_then(Address::building_key),
            has_unit: mail.is_some_and(|mail| mail.unit.is_some() || mail.is_box),
            zip: mail.and_then(|mail| mail.zip.clone()),
            care_of: care_of.and_then(care_of_key),
            county: self.county_fips.clone(),
        })
    }
}

impl Parsed {
    /// By which others of the owner are found.
    pub fn keys(&self) -> Keys {
        self.keys
    }

    /// Its name in one form.
    pub fn name(&self) -> Option<&OwnerName> {
        self.party.as_ref().map(|party| &party.name)
    }

    /// The form of another row that says the same, apart from where its tax bill goes.
    #[must_use]
    pub fn of_same(&self, is_absentee: Option<bool>) -> Self {
        Self {
            is_absentee,
            ..self.clone()
        }
    }
}
