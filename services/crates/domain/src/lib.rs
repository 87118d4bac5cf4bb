//! Validated business values: ids, parcel numbers, places, money, e-mail, tags.
//!
//! Shared by the three services, which must reject the same input with the same message. No I/O.

pub mod discards;
mod email;
mod flood;
mod geography;
mod ids;
mod invalid;
mod money;
mod parcel;
mod place;
pub mod spreadsheet;
mod state;
pub mod tags;

pub use email::Email;
pub use flood::FloodFinding;
pub use geography::{BBox, LonLat};
pub use ids::{
    AttachmentId, CampaignId, CompId, CompSnapshotId, CompanyCommandId, CompanyId,
    ContactCommandId, ContactId, CustomerId, DealCommandId, DealId, DealNoteId, DealStageId,
    DealTaskId, EditorId, EventId, IncomeId, JobId, LetterCommandId, LetterCommentId, LetterId,
    LetterImageId, LetterJobId, LetterLinkId, LetterReturnId, LetterTemplateId, LetterVersionId,
    ListViewId, MailId, MarkerBatchId, MarkerId, MarkerRemovalId, MarketId, OfferId, ParkedId,
    PersonalAccessTokenId, ProjectId, PropertyId, RequestKey, RunId, SavedSearchId, SelectionId,
    SendingId, SessionId, StorageId, SubmarketId, UserId, ValueEditId,
};
pub use invalid::Invalid;
pub use money::{Money, offer_value};
pub use parcel::{ParcelNumber, ParcelUuid};
pub use place::Place;
pub use state::State;
