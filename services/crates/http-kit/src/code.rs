//! The table of error codes, by which integrators and our own screens distinguish errors.
//!
//! One list for all services, so that a code has the same meaning everywhere. It is append-only: a
//! code keeps its name, its kind and its meaning. `contracts/error-codes.json` is the same list for
//! readers.

mod contract;
#[macro_use]
mod table;

use crate::problem::ProblemKind;

error_codes! {
    /// The request cannot be read.
    RequestUnreadable = "request.unreadable", BadRequest;
    /// There is no session, or its token is not valid.
    SessionMissing = "session.missing", Unauthorized;
    /// The session may not do this.
    RequestForbidden = "request.forbidden", Forbidden;
    /// The URL does not exist.
    AddressNotFound = "address.not_found", NotFound;
    /// The URL does not accept this method.
    MethodNotAllowed = "request.method_not_allowed", MethodNotAllowed;
    /// The request took too long to arrive.
    RequestTimeout = "request.timeout", RequestTimeout;
    /// The request conflicts with the stored data.
    RequestConflict = "request.conflict", Conflict;
    /// The caller's version is not the current one.
    VersionChanged = "request.version_changed", PreconditionFailed;
    /// The request is too large.
    RequestTooLarge = "request.too_large", PayloadTooLarge;
    /// The content type is not supported.
    MediaTypeNotSupported = "request.media_type_not_supported", UnsupportedMediaType;
    /// The requested range is outside the file.
    RangeNotSatisfiable = "request.range_not_satisfiable", RangeNotSatisfiable;
    /// Fields are missing or invalid; `errors` lists them.
    RequestInvalid = "request.invalid", Validation;
    /// Too many requests; `Retry-After` says when to retry.
    TooManyRequests = "request.too_many", TooManyRequests;
    /// An internal server error.
    Internal = "server.internal", Internal;
    /// The service is temporarily unavailable.
    Unavailable = "server.unavailable", Unavailable;
    /// The session has ended; sign in again.
    SessionEnded = "session.ended", Unauthorized;
    /// The session cannot be verified at the moment.
    SessionUnverifiable = "session.unverifiable", Unavailable;
    /// A state-changing request with a cookie has a foreign origin.
    ForeignOrigin = "session.foreign_origin", Forbidden;
    /// Only an admin of the firm can do this.
    AdminOnly = "session.admin_only", Forbidden;
    /// The e-mail address or the password is wrong.
    WrongCredentials = "account.wrong_credentials", Unauthorized;
    /// Too many attempts to sign in or to reset a password.
    TooManyAttempts = "account.too_many_attempts", TooManyRequests;
    /// The link to reset a password is unknown, used or expired.
    ResetLinkInvalid = "account.reset_link_invalid", Validation;
    /// The link that confirms an e-mail address is unknown, used or expired.
    ConfirmLinkInvalid = "account.confirm_link_invalid", Validation;
    /// The new password does not meet the rules.
    PasswordRefused = "account.password_refused", Validation;
    /// The current password is wrong.
    CurrentPasswordWrong = "account.current_password_wrong", Validation;
    /// The change requires the current password.
    CurrentPasswordNeeded = "account.current_password_needed", Validation;
    /// There is no such user in the firm.
    UserNotFound = "user.not_found", NotFound;
    /// Another account has this e-mail address.
    EmailTaken = "user.email_taken", Conflict;
    /// The firm would be left without an active admin.
    LastAdmin = "user.last_admin", Conflict;
    /// The image is larger than allowed.
    PictureTooLarge = "picture.too_large", PayloadTooLarge;
    /// The file is not an image of an accepted format.
    PictureNotSupported = "picture.not_supported", UnsupportedMediaType;
    /// The letterhead has no such image.
    LetterheadPictureNotFound = "letterhead.picture_not_found", NotFound;
    /// There is no such project in the firm.
    ProjectNotFound = "project.not_found", NotFound;
    /// A state, county, market or submarket does not exist, or they do not belong together.
    PlaceInvalid = "project.place_invalid", Validation;
    /// The project cannot be verified at the moment.
    ProjectUnavailable = "project.unavailable", Unavailable;
    /// There is no such state.
    StateNotFound = "state.not_found", NotFound;
    /// There is no such market.
    MarketNotFound = "market.not_found", NotFound;
    /// There is no such submarket.
    SubmarketNotFound = "submarket.not_found", NotFound;
    /// There is no such map tile.
    MapTileNotFound = "map_tile.not_found", NotFound;
    /// There is no such marker in the project.
    MarkerNotFound = "marker.not_found", NotFound;
    /// There is no such parcel.
    ParcelNotFound = "parcel.not_found", NotFound;
    /// The parcel number matches several parcels; `candidates` lists them.
    ParcelAmbiguous = "parcel.ambiguous", Conflict;
    /// The parcel service is unavailable.
    ParcelServiceUnavailable = "parcel.service_unavailable", Unavailable;
    /// A parcel provider is unavailable.
    ParcelProviderUnavailable = "parcel.provider_unavailable", Unavailable;
    /// There is no site image.
    SiteImageNotFound = "site_image.not_found", NotFound;
    /// The source of site images is unavailable.
    SiteImageUnavailable = "site_image.unavailable", Unavailable;
    /// There is no such contact in the firm.
    ContactNotFound = "contact.not_found", NotFound;
    /// The contact has no ten-digit phone number.
    ContactPhoneMissing = "contact.phone_missing", Validation;
    /// The contact directory is unavailable.
    DirectoryUnavailable = "contact.directory_unavailable", Unavailable;
    /// The firm already has a company with this name.
    CompanyExists = "company.exists", Conflict;
    /// There is no such property in the firm.
    PropertyNotFound = "property.not_found", NotFound;
    /// The parcel number matches several properties; `candidates` lists them.
    PropertyAmbiguous = "property.ambiguous", Conflict;
    /// There is no such attachment.
    AttachmentNotFound = "attachment.not_found", NotFound;
    /// A file, or the whole upload, is too large.
    AttachmentTooLarge = "attachment.too_large", PayloadTooLarge;
    /// The upload is not a multipart form.
    AttachmentNotMultipart = "attachment.not_multipart", UnsupportedMediaType;
    /// The upload was interrupted or is malformed.
    AttachmentUnreadable = "attachment.unreadable", BadRequest;
    /// The file storage is unavailable or full.
    AttachmentStorageUnavailable = "attachment.storage_unavailable", Unavailable;
    /// The letter is larger than allowed.
    LetterTooLarge = "letter.too_large", PayloadTooLarge;
    /// Another user stored a newer draft, which is in `draft`.
    LetterChanged = "letter.changed", Conflict;
    /// There is no such version of the letter.
    LetterVersionNotFound = "letter.version_not_found", NotFound;
    /// A recipient is on the suppression list of the firm.
    MailSuppressed = "mail.suppressed", Validation;
    /// The daily recipient limit of the user or the firm is reached; it resets at `renews_at`.
    MailQuotaExceeded = "mail.quota_exceeded", TooManyRequests;
    /// Mail cannot be accepted at the moment.
    MailUnavailable = "mail.unavailable", Unavailable;
    /// None of the selected contacts can receive mail.
    CampaignEmpty = "campaign.empty", Validation;
    /// The unsubscribe link is not valid.
    UnsubscribeLinkInvalid = "campaign.unsubscribe_link_invalid", NotFound;
    /// There is no such growth run in the firm.
    GrowthRunNotFound = "growth.run_not_found", NotFound;
    /// The run did not simulate this year.
    GrowthYearNotFound = "growth.year_not_found", NotFound;
    /// The run has already ended.
    GrowthRunEnded = "growth.run_ended", Conflict;
    /// The run has no result.
    GrowthNoResult = "growth.no_result", Conflict;
    /// The run is a calibration and has no map.
    GrowthNoMap = "growth.no_map", Conflict;
    /// The firm's limit of queued and running runs is reached.
    GrowthTooManyRuns = "growth.too_many_runs", TooManyRequests;
    /// The calibration does not exist.
    CalibrationNotFound = "growth.calibration_not_found", Validation;
    /// The calibration has no result yet.
    CalibrationUnfinished = "growth.calibration_unfinished", Validation;
    /// The files of the result cannot be read at the moment.
    GrowthFilesUnavailable = "growth.files_unavailable", Unavailable;
    /// The simulation cannot be run at the moment.
    GrowthBusy = "growth.busy", Unavailable;
    /// The simulation was cancelled.
    GrowthCancelled = "growth.cancelled", Conflict;
    /// The selected area cannot be simulated.
    GrowthAreaInvalid = "growth.area_invalid", Validation;
    /// The personal access token is unknown, revoked or expired.
    PersonalAccessTokenInvalid = "personal_access_token.invalid", Unauthorized;
    /// The personal access token lacks the scope that the call needs.
    PersonalAccessTokenScopeMissing = "personal_access_token.scope_missing", Forbidden;
    /// The personal access token cannot be verified at the moment.
    PersonalAccessTokenUnverifiable = "personal_access_token.unverifiable", Unavailable;
    /// There is no such personal access token of the user, or for an admin in the firm.
    PersonalAccessTokenNotFound = "personal_access_token.not_found", NotFound;
    /// The user already has an active personal access token with this name.
    PersonalAccessTokenNameTaken = "personal_access_token.name_taken", Conflict;
    /// The user's limit of active personal access tokens is reached.
    PersonalAccessTokenLimitReached = "personal_access_token.limit_reached", Conflict;
    /// The address does not have this query parameter.
    ParameterUnknown = "parameter.unknown", BadRequest;
    /// The value of a query parameter is invalid.
    ParameterInvalid = "parameter.invalid", BadRequest;
    /// There is no such collection.
    CollectionNotFound = "collection.not_found", NotFound;
    /// The filter takes too long.
    FilterTooSlow = "filter.too_slow", Validation;
    /// The export has more parcels than a request may have, `limit`.
    ExportTooLarge = "export.too_large", Validation;
    /// As many exports are running as the service allows at once.
    ExportBusy = "export.busy", Unavailable;
    /// There is no such batch of added parcels in the firm.
    MarkerBatchNotFound = "marker_batch.not_found", NotFound;
    /// The time in which the batch could be undone has passed.
    MarkerBatchUndoExpired = "marker_batch.undo_expired", Conflict;
    /// There is no such selection of the firm, or it has expired.
    SelectionNotFound = "selection.not_found", NotFound;
    /// The selection has more parcels than allowed, `limit`.
    SelectionTooLarge = "selection.too_large", Validation;
    /// There is no such saved search in the firm.
    SavedSearchNotFound = "saved_search.not_found", NotFound;
    /// The project already has a saved search with this name.
    SavedSearchNameTaken = "saved_search.name_taken", Conflict;
    /// The limit of saved searches of the project is reached.
    SavedSearchLimitReached = "saved_search.limit_reached", Conflict;
    /// Someone else has changed the saved search.
    SavedSearchChanged = "saved_search.changed", Conflict;
    /// The criteria of the project were changed meanwhile; `version` is the current one.
    CriteriaChanged = "criteria.changed", Conflict;
    /// There is no such search run of the firm.
    SearchRunNotFound = "search_run.not_found", NotFound;
    /// The search run has ended already.
    SearchRunEnded = "search_run.ended", Conflict;
    /// The search run has no result (yet).
    SearchRunNoResult = "search_run.no_result", Conflict;
    /// The firm's limit of queued and running search runs is reached.
    SearchRunTooMany = "search_run.too_many", TooManyRequests;
    /// The parcel is not in the area of the search run.
    SearchRunParcelNotFound = "search_run.parcel_not_found", NotFound;
    /// There is no such change of a parcel in the firm.
    ParcelChangeNotFound = "parcel_change.not_found", NotFound;
    /// There is no feed of parcel changes at this address.
    ParcelFeedNotFound = "parcel_feed.not_found", NotFound;
    /// A parcel was bought from a provider whose licence keeps it in the product; `ll_uuids` lists such parcels.
    DossierLicensedParcel = "dossier.licensed_parcel", Validation;
    /// There is no such site of the firm.
    SiteNotFound = "site.not_found", NotFound;
    /// The parcels do not adjoin; `ll_uuids` lists those apart from the others.
    SiteNotAdjoining = "site.not_adjoining", Validation;
    /// A parcel was bought from a provider, and cannot be part of a site; `ll_uuids` lists such parcels.
    SiteLicensedParcel = "site.licensed_parcel", Validation;
    /// The county no longer has a parcel; `ll_uuids` lists such parcels.
    SiteRetiredParcel = "site.retired_parcel", Validation;
    /// There is no such stage in the project.
    DealStageNotFound = "deal_stage.not_found", NotFound;
    /// Someone else has changed the stages of the project; `version` is the current one.
    DealStagesChanged = "deal_stage.changed", Conflict;
    /// There is no such change of deals in the firm, or it cannot be undone.
    DealCommandNotFound = "deal.command_not_found", NotFound;
    /// The time in which the change of deals could be undone has passed.
    DealUndoExpired = "deal.undo_expired", Conflict;
    /// There is no such note in the firm.
    DealNoteNotFound = "deal_note.not_found", NotFound;
    /// Only the author or an admin can change the note.
    DealNoteOfAnother = "deal_note.of_another", Forbidden;
    /// Someone else has changed the note or the task meanwhile; `version` is the current one.
    DealRecordChanged = "deal.record_changed", Conflict;
    /// There is no such task in the firm.
    DealTaskNotFound = "deal_task.not_found", NotFound;
    /// The firm's people cannot be verified at the moment.
    PeopleUnavailable = "people.unavailable", Unavailable;
    /// There is no such numbered letter in the firm.
    LetterNotFound = "letter.not_found", NotFound;
    /// The letter was changed meanwhile; `version` is the current one.
    LetterStateChanged = "letter.state_changed", Conflict;
    /// The letter cannot get this state; `refusals` says why.
    LetterStateRefused = "letter.state_refused", Conflict;
    /// There are no such letters made together in the firm.
    LetterJobNotFound = "letter_job.not_found", NotFound;
    /// Letters cannot be made as they are; `skipped` lists the properties and why.
    LetterJobBlocked = "letter_job.blocked", Conflict;
    /// The letters are still being made.
    LetterJobUnfinished = "letter_job.unfinished", Conflict;
    /// The print file cannot be made at the moment.
    LetterPrintUnavailable = "letter_job.print_unavailable", Unavailable;
    /// The settings of letters were changed meanwhile; `version` is the current one.
    LetterSettingsChanged = "letter_settings.changed", Conflict;
    /// The idempotency key belongs to another request.
    RequestKeyReused = "request.key_reused", Validation;
    /// There is no letter at this link; the same of an unknown and a malformed token.
    LetterLinkNotFound = "letter_link.not_found", NotFound;
    /// The letter cannot be read or signed by this link any more; `why` is the reason.
    LetterLinkClosed = "letter_link.closed", Conflict;
    /// The letter or its link is in a state that does not allow this.
    LetterLinkRefused = "letter_link.refused", Conflict;
    /// The installation has no key that seals signed letters.
    SigningNotSetUp = "letter_link.signing_not_set_up", Conflict;
    /// There is no such comparable sale in the firm.
    CompNotFound = "comp.not_found", NotFound;
    /// The comparable sale was changed meanwhile; `version` is the current one.
    CompChanged = "comp.changed", Conflict;
    /// The comparable sales of the property were changed meanwhile; `version` is the current one.
    CompSetChanged = "comp_set.changed", Conflict;
    /// There are no such frozen comparable sales in the firm.
    CompSnapshotNotFound = "comp_snapshot.not_found", NotFound;
    /// The firm has no such template of letters.
    LetterTemplateNotFound = "letter_template.not_found", NotFound;
    /// The template, or the choice of templates, was changed meanwhile; `version` is the current one.
    LetterTemplateChanged = "letter_template.changed", Conflict;
    /// The template cannot be published as it is; `findings` lists why.
    LetterTemplateBlocked = "letter_template.blocked", Validation;
    /// The template's state does not allow this.
    LetterTemplateRefused = "letter_template.refused", Conflict;
    /// There is no such returned document in the firm.
    LetterReturnNotFound = "letter_return.not_found", NotFound;
    /// The returned document is larger than a letter can be.
    LetterReturnTooLarge = "letter_return.too_large", PayloadTooLarge;
    /// There is no such comment in the firm.
    LetterCommentNotFound = "letter_comment.not_found", NotFound;
    /// Only its author changes the text of a comment.
    LetterCommentOfAnother = "letter_comment.of_another", Forbidden;
    /// The comment was changed meanwhile; `version` is the current one.
    LetterCommentChanged = "letter_comment.changed", Conflict;
    /// The number of contacts that match is not the one that the user saw; `count` is the current one.
    ContactListChanged = "contact.list_changed", Conflict;
    /// There is no such change of contacts in the firm, or it can no longer be undone.
    ContactCommandNotFound = "contact.command_not_found", NotFound;
    /// The property service is unavailable.
    PropertyServiceUnavailable = "property.service_unavailable", Unavailable;
    /// There is no such income in the firm.
    IncomeNotFound = "income.not_found", NotFound;
    /// The income was changed meanwhile; `version` is the current one.
    IncomeChanged = "income.changed", Conflict;
    /// The contact was changed meanwhile; `version` is the current one.
    ContactChanged = "contact.changed", Conflict;
    /// There is no such company in the firm.
    CompanyNotFound = "company.not_found", NotFound;
    /// The company was changed meanwhile; `version` is the current one.
    CompanyChanged = "company.changed", Conflict;
    /// The number of companies that match is not the one that the user saw; `count` is the current one.
    CompanyListChanged = "company.list_changed", Conflict;
    /// There is no such change of companies in the firm, or it can no longer be undone.
    CompanyCommandNotFound = "company.command_not_found", NotFound;
    /// There is no such view in the firm, or it is another person's own.
    ListViewNotFound = "list_view.not_found", NotFound;
    /// The list has a view of this name.
    ListViewNameTaken = "list_view.name_taken", Conflict;
    /// The list has as many views as it may have.
    ListViewLimitReached = "list_view.limit_reached", Conflict;
    /// The view was changed meanwhile; `version` is the current one.
    ListViewChanged = "list_view.changed", Conflict;
    /// Only who made a view, or an admin, changes it.
    ListViewOfAnother = "list_view.of_another", Forbidden;
    /// There is no calendar feed at this address.
    CalendarNotFound = "calendar.not_found", NotFound;
    /// There is no such removal of parcels in the firm.
    MarkerRemovalNotFound = "marker_removal.not_found", NotFound;
    /// The time in which the removal could be undone has passed.
    MarkerRemovalUndoExpired = "marker_removal.undo_expired", Conflict;
    /// There is no such edit of a value in the firm, or it can no longer be undone.
    ValueEditNotFound = "value_edit.not_found", NotFound;
    /// The value was set again after the edit, which can no longer be undone.
    ValueChangedSince = "value_edit.changed_since", Conflict;
    /// There is no such sending in the firm.
    SendingNotFound = "sending.not_found", NotFound;
    /// The messages are no longer held, so the sending can no longer be undone.
    SendingLeft = "sending.left", Conflict;
    /// There is no such approval or withdrawal of letters in the firm, or it can no longer be undone.
    LetterCommandNotFound = "letter.command_not_found", NotFound;
    /// The letters made together can no longer be taken back.
    LetterJobUndoRefused = "letter_job.undo_refused", Conflict;
    /// The letters made together were taken back.
    LetterJobUndone = "letter_job.undone", Conflict;
}

impl ErrorCode {
    /// The general code of a kind, when nothing more specific is known.
    pub const fn of_kind(kind: ProblemKind) -> Self {
        match kind {
            ProblemKind::BadRequest => Self::RequestUnreadable,
            ProblemKind::Unauthorized => Self::SessionMissing,
            ProblemKind::Forbidden => Self::RequestForbidden,
            ProblemKind::NotFound => Self::AddressNotFound,
            ProblemKind::MethodNotAllowed => Self::MethodNotAllowed,
            ProblemKind::RequestTimeout => Self::RequestTimeout,
            ProblemKind::Conflict => Self::RequestConflict,
            ProblemKind::PreconditionFailed => Self::VersionChanged,
            ProblemKind::PayloadTooLarge => Self::RequestTooLarge,
            ProblemKind::UnsupportedMediaType => Self::MediaTypeNotSupported,
            ProblemKind::RangeNotSatisfiable => Self::RangeNotSatisfiable,
            ProblemKind::Validation => Self::RequestInvalid,
            ProblemKind::TooManyRequests => Self::TooManyRequests,
            ProblemKind::Internal => Self::Internal,
            ProblemKind::Unavailable => Self::Unavailable,
        }
    }

    /// The code with this name, from another service's response.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.as_str() == name)
    }
}
