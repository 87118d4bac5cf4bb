//! The search of a project: which parcels of an area suit it, and in which order.
//!
//! The method is the weighted linear combination with value functions (decision 66): gates that no
//! advantage pays for, then S = Σ wᵢvᵢ(xᵢ) / Σ wᵢ. The anchors of a value function are in the
//! criteria, so a parcel's score does not depend on the other parcels. An unknown fact has the
//! neutral value of its wish, and the score a range.
//!
//! Values are whole numbers of 0 to 10,000, weights whole numbers, sums `i64`, and ties are broken by
//! the parcel's identity: the same criteria and facts give the same bytes on every machine, in
//! whichever order the parcels come. No I/O, no async.

mod alike;
mod among;
mod area;
mod canonical;
mod changes;
mod check;
mod columns;
mod compare;
mod criteria;
mod curve;
mod decimal;
mod exact;
mod explain;
mod fact;
mod joined;
mod judge;
mod of_parcels;
mod presets;
mod range;
mod ranking;

pub use alike::{Alike, alike};
pub use among::Among;
pub use area::{GateArea, MAX_DISTANCE, Outline, Position};
pub use canonical::hash;
pub use changes::{Change, ChangeKind, changes};
pub use check::{Fault, check};
pub use columns::{Codes, Column, Columns, UNKNOWN_CODE, UNKNOWN_FLAG};
pub use compare::{Ranked, Standing, compare};
pub use criteria::{
    CRITERIA_VERSION, Criteria, Curve, FactValue, Gate, MAX_WEIGHT, WhenUnknown, Wish,
};
pub use curve::{Needed, ONE, Worth};
pub use decimal::{with_commas_and_decimals, with_decimals};
pub use explain::{explain, with_commas};
pub use fact::{BEYOND_RUN, Fact, FactKind};
pub use joined::{JoinedSite, Joining, fails_alone, joined, tightest_alone};
pub use judge::{GateCount, Judged, Outcome, Stopped, judge};
pub use of_parcels::{OfParcels, of_parcels};
pub use presets::{CATEGORIES, NotJudged, ProjectNeeds, of_category, of_project};
pub use range::{RankRange, rank_range};
pub use ranking::{Lists, lists};

/// Version of the method; a run keeps it. Incremented when the same criteria and records give other
/// ranks. 2: a recorded value of 0 dollars is unknown; 3: adjoining land that several parcels are on counts once; 4: dollars an acre are those of
/// all parcels on the land.
pub const METHOD_VERSION: i32 = 4;
