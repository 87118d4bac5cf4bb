//! Facts of many parcels, one column a fact.

use std::collections::{BTreeMap, HashMap};

use uuid::Uuid;

use crate::criteria::{FactValue, Gate};
use crate::fact::Fact;

/// Code of an unknown name.
pub const UNKNOWN_CODE: u32 = u32::MAX;
/// Flag of an unknown fact; 0 is no, 1 is yes.
pub const UNKNOWN_FLAG: u8 = 2;
/// Value of a wish whose fact is unknown, until it is replaced by the neutral one.
pub(crate) const UNKNOWN_WORTH: u16 = u16::MAX;

/// Names of many parcels; each name is kept once.
#[derive(Debug, Clone, Default)]
pub struct Codes {
    of_parcels: Vec<u32>,
    names: Vec<String>,
    known: HashMap<String, u32>,
}

impl Codes {
    /// Adds a parcel.
    pub fn push(&mut self, name: Option<&str>) {
        let Some(name) = name.map(str::trim).filter(|name| !name.is_empty()) else {
            self.of_parcels.push(UNKNOWN_CODE);
            return;
        };
        let code = self.known.get(name).copied().unwrap_or_else(|| {
            let code = self.names.len() as u32;
            self.names.push(name.to_owned());
            self.known.insert(name.to_owned(), code);
            code
        });
        self.of_parcels.push(code);
    }

    /// Code of each parcel: the place of its name, or [`UNKNOWN_CODE`].
    pub fn codes(&self) -> &[u32] {
        &self.of_parcels
    }

    /// The names.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

/// A fact of many parcels.
#[derive(Debug, Clone)]
pub enum Column {
    /// Not a number where unknown.
    Numbers(Vec<f64>),
    /// Classes and texts.
    Codes(Codes),
    /// 0, 1 or [`UNKNOWN_FLAG`].
    Flags(Vec<u8>),
}

impl Column {
    fn len(&self) -> usize {
        match self {
            Self::Numbers(numbers) => numbers.len(),
            Self::Codes(codes) => codes.of_parcels.len(),
            Self::Flags(flags) => flags.len(),
        }
    }

    /// The fact of a parcel; `None` if it is unknown.
    pub fn value(&self, row: usize) -> Option<FactValue> {
        match self {
            Self::Numbers(numbers) => {
                let number = numbers
                    .get(row)
                    .copied()
                    .filter(|number| number.is_finite());
                number.map(FactValue::Number)
            }
            Self::Codes(codes) => {
                let code = codes.of_parcels.get(row).copied()?;
                let name = codes.names.get(usize::try_from(code).ok()?)?;
                Some(FactValue::Name(name.clone()))
            }
            Self::Flags(flags) => match flags.get(row) {
                Some(0) => Some(FactValue::Flag(false)),
                Some(1) => Some(FactValue::Flag(true)),
                _ => None,
            },
        }
    }

    /// Whether it is known of no parcel.
    pub fn is_unknown(&self) -> bool {
        match self {
            Self::Numbers(numbers) => !numbers.iter().any(|number| number.is_finite()),
            Self::Codes(codes) => codes.names.is_empty(),
            Self::Flags(flags) => !flags.iter().any(|flag| *flag < UNKNOWN_FLAG),
        }
    }
}

/// Parcels and their facts. A fact without a column is unknown of all.
#[derive(Debug, Clone, Default)]
pub struct Columns {
    ids: Vec<Uuid>,
    facts: BTreeMap<Fact, Column>,
    /// Whether each parcel is within the place of a gate, by the gate's place in the criteria.
    areas: BTreeMap<usize, Column>,
    /// Whether each site passes a gate that its parcels decide, by the gate's place: 0 fails, 1 passes, or [`UNKNOWN_FLAG`].
    verdicts: BTreeMap<usize, Vec<u8>>,
    /// The value of a wish that the parcels of each site have together, by the wish's place; [`UNKNOWN_WORTH`] if it is unknown.
    worths: BTreeMap<usize, Vec<u16>>,
}

impl Columns {
    /// Parcels without facts.
    pub fn of(ids: Vec<Uuid>) -> Self {
        Self {
            ids,
            facts: BTreeMap::new(),
            areas: BTreeMap::new(),
            verdicts: BTreeMap::new(),
            worths: BTreeMap::new(),
        }
    }

    /// Adds a fact. A column of another length is left out.
    pub fn put(&mut self, fact: Fact, column: Column) {
        if column.len() == self.ids.len() {
            self.facts.insert(fact, column);
        }
    }

    /// Adds whether each parcel is within the place of a gate; `gate` is its place in the criteria. A column
    /// of another length is left out.
    pub fn put_area(&mut self, gate: usize, column: Column) {
        if column.len() == self.ids.len() {
            self.areas.insert(gate, column);
        }
    }

    /// Adds whether each site passes a gate, where no one value says it.
    pub(crate) fn put_verdicts(&mut self, gate: usize, verdicts: Vec<u8>) {
        debug_assert_eq!(verdicts.len(), self.ids.len());
        self.verdicts.insert(gate, verdicts);
    }

    /// Adds the values of a wish, where no one fact has them.
    pub(crate) fn put_worths(&mut self, wish: usize, worths: Vec<u16>) {
        debug_assert_eq!(worths.len(), self.ids.len());
        self.worths.insert(wish, worths);
    }

    pub(crate) fn verdicts(&self, gate: usize) -> Option<&[u8]> {
        self.verdicts.get(&gate).map(Vec::as_slice)
    }

    pub(crate) fn worths(&self, wish: usize) -> Option<&[u16]> {
        self.worths.get(&wish).map(Vec::as_slice)
    }

    /// Whether a parcel or a site passes a gate; `None` if it is unknown. `place` is the gate's in the criteria.
    pub fn passes(&self, place: usize, gate: &Gate, row: usize) -> Option<bool> {
        match self.verdicts(place) {
            Some(verdicts) => verdicts
                .get(row)
                .filter(|verdict| **verdict != UNKNOWN_FLAG)
                .map(|verdict| *verdict == 1),
            None => gate.passes(self.gate_value(place, gate, row).as_ref()),
        }
    }

    /// Identities of the parcels.
    pub fn ids(&self) -> &[Uuid] {
        &self.ids
    }

    /// A fact of all parcels.
    pub fn get(&self, fact: Fact) -> Option<&Column> {
        self.facts.get(&fact)
    }

    /// What a gate tests of all parcels; `place` is its place in the criteria.
    pub fn of_gate(&self, place: usize, gate: &Gate) -> Option<&Column> {
        match gate.area {
            Some(_) => self.areas.get(&place),
            None => self.get(gate.fact),
        }
    }

    /// What a gate tests of a parcel; `None` if it is unknown.
    pub fn gate_value(&self, place: usize, gate: &Gate, row: usize) -> Option<FactValue> {
        self.of_gate(place, gate)?.value(row)
    }

    /// A fact of a parcel; `None` if it is unknown.
    pub fn value(&self, fact: Fact, row: usize) -> Option<FactValue> {
        self.facts.get(&fact)?.value(row)
    }
}
