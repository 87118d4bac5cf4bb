//! What the letter of a property says, and its price. No I/O.

use bigdecimal::BigDecimal;
use domain::{Money, State};
use letter_of_intent::{
    Decimal, Levels, Limit, Making, Member, PriceError, PriceInputs, Registry, Severity, Value,
    Values, make_letter, share,
};
use letter_of_intent::{Letter, LetterProperty};

use super::batch::Batch;
use super::dto::PriceProblem;
use super::sender::Sender;
use crate::contacts::store::ContactRow;
use crate::letter_templates::Chosen;
use crate::letters::domain::sanitize;
use crate::offers::domain::Basis;
use crate::properties::facts::Facts;
use crate::properties::store::{PropertyRow, money};

/// Findings of a blocked letter that its sentence names.
const NAMED: usize = 3;

/// A property of the request.
#[derive(Debug, Clone)]
pub struct Source {
    pub row: PropertyRow,
    /// The first linked one.
    pub contact: Option<ContactRow>,
    /// The latest of the kind that the price rule names.
    pub noi: Option<BigDecimal>,
}

/// A letter that could be made.
#[derive(Debug)]
pub struct Composed {
    pub source: Source,
    pub facts: Facts,
    pub price: Result<Price, PriceProblem>,
    /// Sanitized.
    pub letter: Letter,
}

/// Of a letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Price {
    pub amount: Money,
    pub limit: Option<Limit>,
    /// None: the property's offer value as it is.
    pub basis: Option<Basis>,
}

impl Composed {
    pub fn is_blocked(&self) -> bool {
        self.price.is_err() || self.letter.is_blocked()
    }

    /// Why there is no letter, for the user.
    pub fn why_blocked(&self) -> String {
        if let Err(problem) = &self.price {
            return problem.sentence.clone();
        }
        let blocking = self.letter.report.iter();
        let sentences: Vec<&str> = blocking
            .filter(|lack| lack.severity == Severity::Block)
            .map(|lack| lack.sentence.as_str())
            .take(NAMED)
            .collect();
        sentences.join(" ")
    }

    /// Earnest money or deposit in whole dollars, by its percentage's term.
    pub fn share_of_price(&self, percent: &str) -> Option<u64> {
        let price = self.price.as_ref().ok()?;
        match self.letter.terms.get(percent)? {
            Value::Percent(percent) => Some(share(&price.amount, percent)),
            _ => None,
        }
    }
}

/// Makes letters of one batch.
pub struct Composer<'a> {
    batch: &'a Batch,
    registry: Registry,
    chosen: &'a Chosen,
    /// Of the firm, and the category of the project.
    firm: Values,
}

impl<'a> Composer<'a> {
    /// The sender's firm is the buyer.
    pub fn new(batch: &'a Batch, sender: &Sender, chosen: &'a Chosen) -> Self {
        let text = |text: &str| Some(Value::Text(text.to_owned()));
        let known = [
            ("buyer", Some(Value::party(&sender.firm))),
            ("signer_name", text(&sender.name)),
            ("signer_title", text(&sender.title)),
            (
                "project_category",
                chosen.category.as_deref().and_then(text),
            ),
        ];
        let firm = known.into_iter();
        let firm = firm.filter_map(|(name, value)| Some((name.to_owned(), value?.tidied()?)));
        Self {
            batch,
            registry: Registry::standard(),
            chosen,
            firm: firm.collect(),
        }
    }

    pub fn compose(&self, source: Source) -> Composed {
        let facts = Facts::from_stored(&source.row.parcel.facts);
        let price = self.price(&source, &facts);
        let amount = price.as_ref().ok().map(|price| price.amount.clone());
        let mut letter = letter_property(&source, &facts, amount).values();
        letter.extend(more_values(&source.row, &facts));
        letter.extend(self.batch.terms.clone());
        let levels = Levels {
            letter: &letter,
            template: &self.chosen.terms,
            firm: &self.firm,
        };
        let making = Making::Bulk {
            accepted: &self.batch.accepted_defaults,
        };
        let mut letter = make_letter(&self.chosen.parsed, &self.registry, levels, making);
        letter.html = sanitize(&letter.html);
        Composed {
            source,
            facts,
            price,
            letter,
        }
    }

    fn price(&self, source: &Source, facts: &Facts) -> Result<Price, PriceProblem> {
        let row = &source.row;
        if let Some(amount) = self.batch.prices.get(&row.property_id) {
            return Ok(Price {
                amount: amount.clone(),
                limit: None,
                basis: Some(Basis::Manual),
            });
        }
        let Some(rule) = &self.batch.price_rule else {
            let stored = money(row.offer_value.clone());
            let amount = stored.filter(|amount| amount.whole_dollars() > 0);
            let amount = amount.ok_or_else(|| problem(Some("offer_value"), "offer value"))?;
            return Ok(Price {
                amount,
                limit: None,
                basis: None,
            });
        };
        let priced = rule.price(&inputs(source, facts));
        let priced = priced.map_err(|error| match error {
            // A parcel that was added a moment ago. Incomes are the firm's own.
            PriceError::Missing(fact) if fact != "noi" && row.described_version == 0 => {
                PriceProblem {
                    field: error.field().map(str::to_owned),
                    sentence: "The parcel's record has not arrived yet.".to_owned(),
                }
            }
            _ => said(error),
        })?;
        Ok(Price {
            amount: priced.price,
            limit: priced.limit,
            basis: Some(Basis::Rule),
        })
    }
}

fn inputs(source: &Source, facts: &Facts) -> PriceInputs {
    let row = &source.row;
    PriceInputs {
        acres: facts.ll_gisacre.and_then(|acres| Decimal::cut(acres).ok()),
        square_feet: square_feet(row).map(Decimal::from),
        appraised_value: money(row.appraised_value.clone()),
        market_value: money(row.market_value.clone()),
        total_value: money(row.total_value.clone()),
        noi: source.noi.clone(),
    }
}

fn square_feet(row: &PropertyRow) -> Option<u32> {
    row.square_feet.and_then(|feet| u32::try_from(feet).ok())
}

fn said(error: PriceError) -> PriceProblem {
    let words = match error {
        PriceError::Missing("acres") => "site area",
        PriceError::Missing("square_feet") => "floor area",
        PriceError::Missing("appraised_value") => "appraised value",
        PriceError::Missing("market_value") => "market value",
        PriceError::Missing("total_value") => "total value",
        PriceError::Missing(_) => "net operating income of this kind",
        PriceError::NoIncome => {
            return PriceProblem {
                field: error.field().map(str::to_owned),
                sentence: "The net operating income is not above 0.".to_owned(),
            };
        }
        PriceError::Nothing => {
            let sentence = "The rule gives 0 dollars.".to_owned();
            return PriceProblem {
                field: None,
                sentence,
            };
        }
        PriceError::TooLarge | PriceError::Rule(_) => {
            let sentence = "The rule gives no price below a trillion dollars.".to_owned();
            return PriceProblem {
                field: None,
                sentence,
            };
        }
    };
    problem(error.field(), words)
}

fn problem(field: Option<&str>, words: &str) -> PriceProblem {
    PriceProblem {
        field: field.map(str::to_owned),
        sentence: format!("There is no {words}."),
    }
}

/// What only templates of firms say.
fn more_values(row: &PropertyRow, facts: &Facts) -> Values {
    let amount = |amount: &Option<BigDecimal>| money(amount.clone()).map(Value::Money);
    let text = |text: &Option<String>| text.clone().map(Value::Text);
    let known = [
        ("appraised_value", amount(&row.appraised_value)),
        ("market_value", amount(&row.market_value)),
        ("total_value", amount(&row.total_value)),
        ("use_description", text(&facts.usedesc)),
        ("zoning_type", text(&facts.zoning_type)),
        ("flood_zone", text(&facts.flood_zone)),
    ];
    let known = known.into_iter();
    known
        .filter_map(|(name, value)| Some((name.to_owned(), value?.tidied()?)))
        .collect()
}

/// As the app's letter editor reads a property.
fn letter_property(source: &Source, facts: &Facts, price: Option<Money>) -> LetterProperty {
    let Source { row, contact, .. } = source;
    let parcel = row.parcel.clone();
    let state = parcel.county_fips.as_deref().and_then(State::of_county);
    let contact = contact.as_ref();
    let members = facts.members.iter().map(|member| Member {
        parcelnumb: member.parcelnumb.clone(),
    });
    LetterProperty {
        address: parcel.address,
        city: parcel.city,
        state: state.map(|state| state.postal_code.to_owned()),
        zip: parcel.zip,
        property_name: row.property_name.clone(),
        offer_value: price,
        square_feet: square_feet(row),
        acres: facts.ll_gisacre.and_then(|acres| Decimal::cut(acres).ok()),
        owner_name: parcel.owner_name,
        mailing_address: facts.mailing_address.clone(),
        contact_first_name: contact.map(|contact| contact.first_name.clone()),
        contact_last_name: contact.map(|contact| contact.last_name.clone()),
        contact_title: contact.and_then(ContactRow::position).map(str::to_owned),
        contact_honorific: contact.and_then(ContactRow::honorific).map(str::to_owned),
        parcel_number: Some(row.parcel_number.clone()),
        members: members.collect(),
    }
}
