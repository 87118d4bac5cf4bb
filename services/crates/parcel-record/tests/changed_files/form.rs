//! What the columns of a county's file hold.

use serde_json::{Value, json};

use Form::*;

/// The group of amounts.
pub const AMOUNTS: u8 = 5;

/// What a generated column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Digits of this number.
    Digits(usize),
    BlockLot,
    /// With dashes or letters.
    Number,
    LocationId,
    Uuid,
    County,
    CountyThree,
    House,
    /// Part of a street's name.
    Street,
    Address,
    City,
    MailCity,
    State,
    MailState,
    Zip,
    MailZip,
    Owner,
    Legal,
    Code,
    Words,
    Date,
    DateDigits,
    DateMilliseconds,
    Year,
    Dollars,
    /// Of buildings.
    SquareFeet,
    /// Square feet of land: as many as dollars.
    LandFeet,
    Acres,
    Unit,
    Count,
    Source,
    Flag,
    Time,
}

impl Form {
    /// Forms in one group cannot be told apart, but amounts of different kinds.
    pub fn group(self) -> u8 {
        match self {
            Digits(_) | BlockLot | Number => 0,
            LocationId => 1,
            Uuid => 2,
            County | CountyThree => 3,
            Owner | Legal => 4,
            House | Dollars | SquareFeet | LandFeet | Acres | Count => AMOUNTS,
            Address => 6,
            City | MailCity | Code | Words | Source => 7,
            State | MailState => 8,
            Zip | MailZip => 9,
            Date | DateDigits | DateMilliseconds => 10,
            Year => 11,
            Unit => 12,
            Street => 13,
            Flag | Time => 14,
        }
    }

    pub fn can_be_told_from(self, other: Self) -> bool {
        // A map that does not read where a row is from does not check it either.
        if [self, other]
            .iter()
            .any(|form| matches!(form, Source | Flag | Time))
        {
            return false;
        }
        // A part of a street's name can be any word.
        let words = |form: Self| matches!(form.group(), 4 | 7);
        let street = (self == Street && words(other)) || (other == Street && words(self));
        let amounts =
            self.group() == AMOUNTS && self != other && ![self, other].contains(&LandFeet);
        (self.group() != other.group() || amounts) && !street
    }

    pub fn value(self, row: usize, dice: u64) -> Value {
        let of = |list: &[&str]| json!(list[(dice % list.len() as u64) as usize]);
        let at = dice.is_multiple_of(2) && row.is_multiple_of(5);
        match self {
            Digits(count) => json!(format!(
                "{:0count$}",
                12_345_670_001_u64 % 10_u64.pow(count as u32 - 1) + row as u64 * 7
            )),
            BlockLot => json!(format!(
                "{:04}{:03}{}",
                90 + row / 9,
                row % 9,
                if at { "A" } else { "" }
            )),
            Number => json!(format!("{}-{:03}-{row:04}", dice % 90 + 10, dice % 700)),
            LocationId => json!(format!("M_{}_{}", 100_000 + row, 890_000 + dice % 9_000)),
            Uuid => json!(format!(
                "{:08x}-1c0e-4a7b-9d44-{:012x}",
                row,
                dice % (1 << 40)
            )),
            County => json!("37119"),
            CountyThree => json!("119"),
            // Of a few blocks: house numbers repeat.
            House => json!(dice % 150 + 1),
            Street => of(&[
                "OAK RIDGE",
                "MAIN",
                "DEEP HOLLOW",
                "FILBERT",
                "MEADE",
                "PARK HILL",
                "DOGGETT",
                "FOX RUN",
            ]),
            Address => json!(format!(
                "{} {} ST",
                dice % 9_000 + 1,
                ["OAK", "MAIN", "ELM"][row % 3]
            )),
            City => of(&["SPRINGFIELD", "RIVERTON", "OAK PARK"]),
            MailCity => of(&["SPRINGFIELD", "RIVERTON", "ATLANTA", "NEW YORK"]),
            State => json!("NC"),
            MailState => of(&["NC", "NC", "NC", "GA"]),
            Zip => of(&["28043", "28139", "28040-1234"]),
            // Replaced by one of the row's state.
            MailZip => Value::Null,
            Owner => json!(format!(
                "{} HOLDINGS {} LLC",
                ["HERON", "PELICAN", "BAYOU"][row % 3],
                ["A", "B", "C", "D", "E", "F", "G"][(dice % 7) as usize].repeat(row % 9 + 1)
            )),
            Legal => json!(format!(
                "LOT {row} BLOCK {} MEADOWBROOK SECTION {}",
                dice % 30,
                dice % 7
            )),
            Code => of(&["A1", "B2", "F1", "R-15"]),
            Words => of(&[
                "Single Family Residential",
                "Commercial Retail",
                "Vacant Land",
            ]),
            Date => json!(format!(
                "{}-{:02}-{:02}",
                1990 + dice % 30,
                dice % 12 + 1,
                dice % 28 + 1
            )),
            DateDigits => json!(format!(
                "{}{:02}{:02}",
                1990 + dice % 30,
                dice % 12 + 1,
                dice % 28 + 1
            )),
            DateMilliseconds => json!((8_000 + dice as i64 % 10_000) * 86_400_000),
            Year => json!(1900 + dice % 120),
            Dollars => json!(dice % 900_000 + 20_000),
            SquareFeet => json!(dice % 4_000 + 600),
            LandFeet => json!(dice % 40_000 + 3_000),
            Acres => json!((dice % 900 + 5) as f64 / 100.0),
            Unit => json!("A"),
            Count => json!(dice % 4 + 1),
            Source => of(&["Mecklenburg County", "NC OneMap"]),
            Flag => json!("false"),
            Time => json!(format!("2026-01-{:02}T08:00:00Z", dice % 28 + 1)),
        }
    }
}
