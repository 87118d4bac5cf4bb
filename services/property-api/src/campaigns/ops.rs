//! Campaign operations, one transaction each: the campaign with all messages and jobs, or nothing.

use auth::CurrentUser;
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{CampaignId, CustomerId, Email, MailId, ProjectId};
use uuid::Uuid;

use super::domain::{self as rules, Person, fill, unknown_among, with_foot};
use super::dto::{
    Campaign, CampaignCreated, CampaignPreview, Campaigns, CampaignsQuery, CreateCampaignRequest,
    PreviewCampaignRequest, PreviewRecipient, UnknownField,
};
use super::people::{choose, find_people};
use super::store::{self, Audience, CampaignRow, NewCampaign};
use super::{CampaignError, events};
use crate::mail::delivery::MailDelivery;
use crate::mail::dto::{HeldSending, Recipient};
use crate::mail::ops::{add_recipients, store_recipients};
use crate::mail::store::{self as mails, NewMail};
use crate::mail::{hold, quota, sender};
use crate::properties::domain::search_pattern;
use crate::properties::projects;
use crate::state::AppState;

/// Words of a search; further ones are ignored.
const MAX_WORDS: usize = 8;

/// Placeholder for the unsubscribe link in a test message.
const NO_LINK: &str = "(each receiver's own link stands here)";

/// Recipients and their messages.
pub async fn preview_campaign(
    state: &AppState,
    user: &CurrentUser,
    request: &PreviewCampaignRequest,
) -> Result<CampaignPreview, CampaignError> {
    let audience = request.audience()?;
    require_project(state, user, request.project_id).await?;
    let found = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        find_people(conn, audience).await
    })
    .await?;
    let recipients = found.people.into_iter().map(|person| PreviewRecipient {
        contact_id: person.contact_id,
        suppressed: person
            .email
            .as_ref()
            .is_some_and(|email| found.suppressed.contains(&email.key())),
        email: person.email.as_ref().map(ToString::to_string),
        subject: one_line(&fill(&request.subject, &person.values)),
        body: fill(&request.body, &person.values),
        property_address: value(&person, "property_address"),
        company_name: value(&person, "company_name"),
        name: person.name,
    });
    let known = audience.fields();
    Ok(CampaignPreview {
        recipients: recipients.collect(),
        duplicates: found.duplicates,
        not_found: found.missing,
        merge_fields: known.iter().map(ToString::to_string).collect(),
        unknown_fields: unknown_in(&request.subject, &request.body, known)
            .map(|(place, name)| UnknownField {
                place: place.to_owned(),
                name: name.to_owned(),
            })
            .collect(),
    })
}

/// Sends the first recipient's message to the caller.
pub async fn test_campaign(
    state: &AppState,
    user: &CurrentUser,
    request: &CreateCampaignRequest,
) -> Result<(), CampaignError> {
    let audience = request.audience()?;
    check_fields(request, audience)?;
    require_project(state, user, request.project_id).await?;
    let sender_name = sender::find(&state.main_api, user)
        .await
        .map_err(CampaignError::Sender)?;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let people = choose(conn, request, audience).await?.0;
        let first = people.first().ok_or(CampaignError::Nobody)?;
        let mail_id = MailId(Uuid::now_v7());
        let body = fill(request.body.as_str(), &first.values);
        let mail = NewMail {
            subject: &format!(
                "[Test] {}",
                one_line(&fill(request.subject.as_str(), &first.values))
            ),
            body: &with_foot(
                &body,
                request.postal_address.as_str(),
                audience.reason(),
                NO_LINK,
            ),
            ..new_mail(user, &sender_name, mail_id, request)
        };
        quota::count(conn, user, state.mail_limits, 1)
            .await?
            .map_err(CampaignError::Spent)?;
        mails::insert_mail(conn, &mail).await?;
        let own: Vec<Email> = user.email.parse().into_iter().collect();
        add_recipients(conn, user.customer_id, mail_id, &own, false).await?;
        Ok(())
    })
    .await
}

/// Queues a campaign. A repeated request returns the first campaign.
pub async fn create_campaign(
    state: &AppState,
    user: &CurrentUser,
    request: &CreateCampaignRequest,
) -> Result<CampaignCreated, CampaignError> {
    let audience = request.audience()?;
    check_fields(request, audience)?;
    require_project(state, user, request.project_id).await?;
    let sender_name = sender::find(&state.main_api, user)
        .await
        .map_err(CampaignError::Sender)?;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = start(conn, state, user, &sender_name, request, audience).await?;
        let counts = store::get_counts(conn, row.campaign_id).await?;
        let hold = hold::find_hold(conn, row.campaign_id).await?;
        Ok(CampaignCreated {
            success: true,
            campaign: Campaign::new(row, counts, None),
            sending: HeldSending::of(hold.filter(|_| counts.queued > 0)),
        })
    })
    .await
}

async fn start(
    conn: &mut AsyncPgConnection,
    state: &AppState,
    user: &CurrentUser,
    sender_name: &str,
    request: &CreateCampaignRequest,
    audience: Audience<'_>,
) -> Result<CampaignRow, CampaignError> {
    let (people, suppressed) = choose(conn, request, audience).await?;
    if people.len() > rules::MAX_RECIPIENTS {
        return Err(CampaignError::TooMany);
    }
    let new = NewCampaign {
        campaign_id: CampaignId(Uuid::now_v7()),
        project_id: request.project_id,
        request_key: request.request_key,
        subject: request.subject.as_str(),
        body: request.body.as_str(),
        postal_address: request.postal_address.as_str(),
        created_by: user.user_id,
        created_by_email: &user.email,
    };
    let Some(row) = store::insert_campaign(conn, &new).await? else {
        let before = match request.request_key {
            Some(key) => store::find_by_request(conn, key).await?,
            None => None,
        };
        return Ok(before.ok_or(diesel::result::Error::NotFound)?);
    };
    if people.is_empty() {
        return Err(CampaignError::Nobody);
    }
    quota::count(conn, user, state.mail_limits, people.len())
        .await?
        .map_err(CampaignError::Spent)?;
    let mut deliveries = Vec::with_capacity(people.len());
    for person in &people {
        let Some(email) = &person.email else { continue };
        let mail_id = MailId(Uuid::now_v7());
        let link = state.links.link(user.customer_id, mail_id);
        let mail = NewMail {
            unsubscribe_url: Some(link),
            campaign_id: Some(row.campaign_id),
            ..new_mail(user, sender_name, mail_id, request)
        };
        let reason = audience.reason();
        deliveries.extend(add_message(conn, mail, request, person, email, reason).await?);
    }
    for key in &suppressed {
        mails::suppress_recipient(conn, row.campaign_id, key).await?;
    }
    let counts = store::get_counts(conn, row.campaign_id).await?;
    events::started(conn, user.customer_id, &row, counts).await?;
    hold::enqueue(conn, user.customer_id, state.mail_hold, &deliveries).await?;
    Ok(finish(conn, user.customer_id, row.campaign_id)
        .await?
        .unwrap_or(row))
}

/// Stores a recipient's message; returns its delivery, which skips suppressed recipients.
async fn add_message(
    conn: &mut AsyncPgConnection,
    mail: NewMail<'_>,
    request: &CreateCampaignRequest,
    person: &Person,
    email: &Email,
    reason: &str,
) -> QueryResult<Vec<MailDelivery>> {
    let body = fill(request.body.as_str(), &person.values);
    let link = mail.unsubscribe_url.as_deref().unwrap_or_default();
    let body = with_foot(&body, request.postal_address.as_str(), reason, link);
    let subject = one_line(&fill(request.subject.as_str(), &person.values));
    let mail = NewMail {
        subject: &subject,
        body: &body,
        unsubscribe_url: mail.unsubscribe_url.clone(),
        ..mail
    };
    mails::insert_mail(conn, &mail).await?;
    store_recipients(conn, mail.mail_id, std::slice::from_ref(email), false).await
}

fn new_mail<'a>(
    user: &'a CurrentUser,
    sender_name: &'a str,
    mail_id: MailId,
    request: &CreateCampaignRequest,
) -> NewMail<'a> {
    NewMail {
        mail_id,
        property_id: None,
        project_id: request.project_id,
        request_key: None,
        subject: "",
        body: "",
        sender_name,
        reply_to: &user.email,
        sent_by: user.user_id,
        unsubscribe_url: None,
        campaign_id: None,
    }
}

/// A value of a merge field; empty if it has none.
fn value(person: &Person, field: &str) -> String {
    person.values.get(field).cloned().unwrap_or_default()
}

/// Checks that the project is one of the firm, if the campaign is of one.
async fn require_project(
    state: &AppState,
    user: &CurrentUser,
    project_id: Option<ProjectId>,
) -> Result<(), CampaignError> {
    if let Some(project_id) = project_id {
        projects::require(&state.pool, &state.main_api, user, project_id).await?;
    }
    Ok(())
}

fn check_fields(
    request: &CreateCampaignRequest,
    audience: Audience<'_>,
) -> Result<(), CampaignError> {
    let known = audience.fields();
    match unknown_in(request.subject.as_str(), request.body.as_str(), known).next() {
        Some((place, name)) => Err(CampaignError::UnknownField {
            place,
            name: name.to_owned(),
            known,
        }),
        None => Ok(()),
    }
}

fn unknown_in<'a>(
    subject: &'a str,
    body: &'a str,
    known: &'static [&'static str],
) -> impl Iterator<Item = (&'static str, &'a str)> {
    let of = move |place, text| {
        unknown_among(text, known)
            .into_iter()
            .map(move |name| (place, name))
    };
    of("subject", subject).chain(of("body", body))
}

/// Prevents header injection through names from a directory or county.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

/// The message's campaign, if any; finished when that was its last queued message.
pub async fn finish_of(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    mail_id: MailId,
) -> QueryResult<Option<CampaignId>> {
    let campaign = store::find_campaign_of(conn, mail_id).await?;
    if let Some(campaign_id) = campaign {
        finish(conn, firm, campaign_id).await?;
    }
    Ok(campaign)
}

/// Publishes a campaign's progress, unless it has finished.
pub async fn announce_progress(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    campaign_id: CampaignId,
) -> QueryResult<()> {
    if let Some(row) = store::advance(conn, campaign_id).await? {
        let counts = store::get_counts(conn, campaign_id).await?;
        events::progressed(conn, firm, &row, counts).await?;
    }
    Ok(())
}

async fn finish(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    campaign_id: CampaignId,
) -> QueryResult<Option<CampaignRow>> {
    let finished = store::finish(conn, campaign_id).await?;
    if let Some(row) = &finished {
        let counts = store::get_counts(conn, campaign_id).await?;
        events::finished(conn, firm, row, counts).await?;
    }
    Ok(finished)
}

/// Newest first; a named campaign includes its recipients.
pub async fn list_campaigns(
    state: &AppState,
    user: &CurrentUser,
    query: &CampaignsQuery,
) -> Result<Campaigns, CampaignError> {
    require_project(state, user, query.project_id).await?;
    let (project_id, campaign_id) = (query.project_id, query.campaign_id);
    let words = query.q.iter().flat_map(|text| text.split_whitespace());
    let patterns: Vec<String> = words
        .take(MAX_WORDS)
        .filter_map(|word| search_pattern(Some(word)))
        .collect();
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let mut listed = Vec::new();
        for row in store::list_campaigns(conn, project_id, campaign_id, &patterns).await? {
            let counts = store::get_counts(conn, row.campaign_id).await?;
            let recipients = if campaign_id.is_some() {
                let rows = store::list_recipients(conn, row.campaign_id).await?;
                Some(rows.into_iter().map(Recipient::from).collect())
            } else {
                None
            };
            listed.push(Campaign::new(row, counts, recipients));
        }
        Ok(Campaigns {
            campaigns: listed,
            postal_address: store::find_postal_address(conn).await?,
            mail_mode: state.mail_mode,
        })
    })
    .await
}
