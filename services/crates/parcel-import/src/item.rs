//! What is sent from the reader of a file to the database.

use domain::ParcelUuid;
use feature_files::Reason;
use serde_json::{Map, Value};

use crate::roll::ReadRow;
use crate::staging::{Staged, StagedUnnumbered};

/// An item of the channel.
#[derive(Debug)]
pub(crate) enum Item {
    /// A parcel.
    Staged(Box<Staged>),
    /// A row of a tax roll.
    OfRoll(Box<ReadRow>),
    /// Land without a parcel number.
    Unnumbered(Box<StagedUnnumbered>),
    /// A rejected row.
    Rejected(Box<Rejected>),
    /// The next of several files begins.
    File(NextFile),
    /// All rows of the sample were sent.
    SampleEnd(SampleEnd),
}

/// One of several files.
#[derive(Debug)]
pub(crate) struct NextFile {
    /// Position that its first row will have.
    pub first: i64,
    /// Without its folder.
    pub name: String,
}

/// What is known after the sample.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SampleEnd {
    /// Position of its first row.
    pub first: i64,
    /// Position of its last row.
    pub last: i64,
    /// The source has no ids of its own, so that a parcel's id is that of no other county.
    pub ids_are_derived: bool,
}

/// A rejected row.
#[derive(Debug)]
pub(crate) struct Rejected {
    /// Position in the file, from 1.
    pub line: i64,
    /// Why.
    pub reason: Reason,
    /// Its columns.
    pub columns: Map<String, Value>,
    /// The parcel that it names, which the file therefore still has.
    pub parcel: Option<ParcelUuid>,
    /// It could not be read, so that it may be of any parcel.
    pub is_unreadable: bool,
}

impl Item {
    /// Bytes of its outline.
    pub fn shape_size(&self) -> usize {
        match self {
            Self::Staged(row) => row.shape.size(),
            Self::Unnumbered(row) => row.shape.size(),
            Self::OfRoll(_) | Self::Rejected(_) | Self::File(_) | Self::SampleEnd(_) => 0,
        }
    }

    pub fn rejected(
        line: i64,
        reason: Reason,
        columns: Map<String, Value>,
        parcel: Option<ParcelUuid>,
    ) -> Self {
        Self::Rejected(Box::new(Rejected {
            line,
            reason,
            columns,
            parcel,
            is_unreadable: false,
        }))
    }

    /// A row of which only these columns could be read, if any.
    pub fn unreadable(line: i64, reason: Reason, columns: Map<String, Value>) -> Self {
        Self::Rejected(Box::new(Rejected {
            line,
            reason,
            columns,
            parcel: None,
            is_unreadable: true,
        }))
    }
}
