//! Queries of campaigns. Row-level security scopes every query.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use db::copies::kept_text;
use diesel::dsl::{now, sql};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{CampaignId, ContactId, MailId, ProjectId, PropertyId, RequestKey, UserId};

use crate::mail::store::RecipientRow;
use crate::schema::{
    campaigns, contacts, mail_recipients, mails, project_links, properties, property_contacts,
    suppressions,
};

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = campaigns, check_for_backend(diesel::pg::Pg))]
pub struct CampaignRow {
    pub campaign_id: CampaignId,
    /// None when it went to contacts that were chosen in the directory.
    pub project_id: Option<ProjectId>,
    pub subject: String,
    pub body: String,
    pub created_by_email: String,
    /// Incremented by each change.
    pub version: i64,
    /// When it was queued.
    pub created_at: DateTime<Utc>,
    /// When its last message left the queue.
    pub finished_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Insertable)]
#[diesel(table_name = campaigns)]
pub struct NewCampaign<'a> {
    pub campaign_id: CampaignId,
    pub project_id: Option<ProjectId>,
    /// Idempotency key.
    pub request_key: Option<RequestKey>,
    pub subject: &'a str,
    pub body: &'a str,
    pub postal_address: &'a str,
    pub created_by: UserId,
    pub created_by_email: &'a str,
}

/// A contact of one of the project's properties; one row per pair.
#[derive(Debug, Clone, Queryable)]
pub struct OwnerContactRow {
    pub contact_id: ContactId,
    pub first_name: String,
    pub last_name: String,
    /// As stored in the directory.
    pub email: String,
    pub company_name: Option<String>,
    pub owner_name: Option<String>,
    pub address: Option<String>,
    pub property_name: Option<String>,
    pub parcel_number: String,
}

/// Progress of a campaign's recipients.
#[derive(Debug, Clone, Copy, Default, QueryableByName)]
pub struct Counts {
    #[diesel(sql_type = BigInt)]
    pub total: i64,
    #[diesel(sql_type = BigInt)]
    pub queued: i64,
    #[diesel(sql_type = BigInt)]
    pub sent: i64,
    #[diesel(sql_type = BigInt)]
    pub failed: i64,
    #[diesel(sql_type = BigInt)]
    pub suppressed: i64,
    #[diesel(sql_type = BigInt)]
    pub undone: i64,
}

/// Who is written to.
#[derive(Debug, Clone, Copy)]
pub enum Audience<'a> {
    Owners(OwnersOf<'a>),
    /// Contacts that were chosen in the directory.
    Contacts(&'a [ContactId]),
}

/// The properties whose owner contacts are written to: those of a project, restricted by what is given.
#[derive(Debug, Clone, Copy)]
pub struct OwnersOf<'a> {
    pub project_id: ProjectId,
    pub parcel_number: Option<&'a str>,
    pub property_ids: Option<&'a [PropertyId]>,
}

/// Owner contacts of the properties, by name.
pub async fn list_owner_contacts(
    conn: &mut AsyncPgConnection,
    audience: OwnersOf<'_>,
) -> QueryResult<Vec<OwnerContactRow>> {
    let mut query = project_links::table
        .inner_join(
            properties::table.on(project_links::property_id.eq(properties::property_id.nullable())),
        )
        .inner_join(
            property_contacts::table.on(property_contacts::property_id.eq(properties::property_id)),
        )
        .inner_join(contacts::table.on(contacts::contact_id.eq(property_contacts::contact_id)))
        .filter(project_links::project_id.eq(audience.project_id))
        .filter(project_links::removed_at.is_null())
        .filter(contacts::deleted_at.is_null())
        .order((
            contacts::last_name,
            contacts::first_name,
            contacts::contact_id,
            properties::created_at,
        ))
        .select((
            contacts::contact_id,
            contacts::first_name,
            contacts::last_name,
            contacts::email,
            contacts::company_name,
            kept_text(properties::owner_name, properties::keep_until),
            kept_text(properties::address, properties::keep_until),
            properties::property_name,
            properties::parcel_number,
        ))
        .into_boxed();
    if let Some(number) = audience.parcel_number {
        query = query.filter(properties::parcel_number.eq(number));
    }
    if let Some(ids) = audience.property_ids {
        query = query.filter(properties::property_id.eq_any(ids));
    }
    query.load(conn).await
}

/// Returns none when the request was stored before.
pub async fn insert_campaign(
    conn: &mut AsyncPgConnection,
    campaign: &NewCampaign<'_>,
) -> QueryResult<Option<CampaignRow>> {
    diesel::insert_into(campaigns::table)
        .values(campaign)
        .on_conflict((campaigns::customer_id, campaigns::request_key))
        .do_nothing()
        .returning(CampaignRow::as_returning())
        .get_result(conn)
        .await
        .optional()
}

/// The campaign with this idempotency key.
pub async fn find_by_request(
    conn: &mut AsyncPgConnection,
    request_key: RequestKey,
) -> QueryResult<Option<CampaignRow>> {
    campaigns::table
        .filter(campaigns::request_key.eq(request_key))
        .select(CampaignRow::as_select())
        .first(conn)
        .await
        .optional()
}

/// Campaigns that a search finds at most.
const MOST_FOUND: i64 = 20;

/// Of the project, or those to chosen contacts; newest first; optionally only one. With patterns of the subject,
/// and without a project, of both, the newest.
pub async fn list_campaigns(
    conn: &mut AsyncPgConnection,
    project_id: Option<ProjectId>,
    campaign_id: Option<CampaignId>,
    patterns: &[String],
) -> QueryResult<Vec<CampaignRow>> {
    let mut query = campaigns::table
        .order((campaigns::created_at.desc(), campaigns::campaign_id.desc()))
        .select(CampaignRow::as_select())
        .into_boxed();
    query = match project_id {
        Some(id) => query.filter(campaigns::project_id.eq(id)),
        None if patterns.is_empty() => query.filter(campaigns::project_id.is_null()),
        None => query,
    };
    for pattern in patterns {
        query = query
            .filter(campaigns::subject.ilike(pattern.as_str()))
            .limit(MOST_FOUND);
    }
    if let Some(id) = campaign_id {
        query = query.filter(campaigns::campaign_id.eq(id));
    }
    query.load(conn).await
}

/// No message of the campaign was taken back before it left: then all of them were.
const NOT_UNDONE: &str = "NOT EXISTS (SELECT FROM mails m JOIN mail_recipients r ON r.mail_id = m.mail_id \
    WHERE m.campaign_id = campaigns.campaign_id AND r.status = 'undone')";

/// Of all projects, newest first, after a cursor, without those that were undone.
pub async fn list_newest_of_projects(
    conn: &mut AsyncPgConnection,
    after: Option<(DateTime<Utc>, CampaignId)>,
    limit: i64,
) -> QueryResult<Vec<CampaignRow>> {
    let mut query = campaigns::table
        .filter(campaigns::project_id.is_not_null())
        .filter(sql::<Bool>(NOT_UNDONE))
        .order((campaigns::created_at.desc(), campaigns::campaign_id.desc()))
        .select(CampaignRow::as_select())
        .limit(limit)
        .into_boxed();
    if let Some((at, id)) = after {
        query = query.filter(
            campaigns::created_at.lt(at).or(campaigns::created_at
                .eq(at)
                .and(campaigns::campaign_id.lt(id))),
        );
    }
    query.load(conn).await
}

pub async fn get_counts(
    conn: &mut AsyncPgConnection,
    campaign_id: CampaignId,
) -> QueryResult<Counts> {
    diesel::sql_query(
        "SELECT count(*) AS total, \
            count(*) FILTER (WHERE r.status IN ('queued', 'sending')) AS queued, \
            count(*) FILTER (WHERE r.status = 'sent') AS sent, \
            count(*) FILTER (WHERE r.status IN ('failed', 'given_up', 'unclear')) AS failed, \
            count(*) FILTER (WHERE r.status = 'suppressed') AS suppressed, \
            count(*) FILTER (WHERE r.status = 'undone') AS undone \
         FROM mails m JOIN mail_recipients r ON r.mail_id = m.mail_id WHERE m.campaign_id = $1",
    )
    .bind::<SqlUuid, _>(campaign_id)
    .get_result(conn)
    .await
}

/// Ordered by address.
pub async fn list_recipients(
    conn: &mut AsyncPgConnection,
    campaign_id: CampaignId,
) -> QueryResult<Vec<RecipientRow>> {
    mails::table
        .inner_join(mail_recipients::table.on(mail_recipients::mail_id.eq(mails::mail_id)))
        .filter(mails::campaign_id.eq(campaign_id))
        .order(mail_recipients::email_key)
        .select(RecipientRow::as_select())
        .load(conn)
        .await
}

/// The postal address used last by the firm.
pub async fn find_postal_address(conn: &mut AsyncPgConnection) -> QueryResult<Option<String>> {
    campaigns::table
        .order(campaigns::created_at.desc())
        .select(campaigns::postal_address)
        .first(conn)
        .await
        .optional()
}

/// Finishes a campaign without queued messages; returns it if this call finished it. Locks an
/// unfinished campaign until the transaction ends, so that of two transactions that settle the last
/// recipients one finds that nobody waits.
pub async fn finish(
    conn: &mut AsyncPgConnection,
    campaign_id: CampaignId,
) -> QueryResult<Option<CampaignRow>> {
    let unfinished: Option<CampaignId> = campaigns::table
        .find(campaign_id)
        .filter(campaigns::finished_at.is_null())
        .select(campaigns::campaign_id)
        .for_no_key_update()
        .first(conn)
        .await
        .optional()?;
    if unfinished.is_none() || get_counts(conn, campaign_id).await?.queued > 0 {
        return Ok(None);
    }
    diesel::update(
        campaigns::table
            .find(campaign_id)
            .filter(campaigns::finished_at.is_null()),
    )
    .set((
        campaigns::finished_at.eq(now),
        campaigns::version.eq(campaigns::version + 1),
    ))
    .returning(CampaignRow::as_returning())
    .get_result(conn)
    .await
    .optional()
}

/// Increments the version of an unfinished campaign; none when it has finished.
pub async fn advance(
    conn: &mut AsyncPgConnection,
    campaign_id: CampaignId,
) -> QueryResult<Option<CampaignRow>> {
    diesel::update(
        campaigns::table
            .find(campaign_id)
            .filter(campaigns::finished_at.is_null()),
    )
    .set(campaigns::version.eq(campaigns::version + 1))
    .returning(CampaignRow::as_returning())
    .get_result(conn)
    .await
    .optional()
}

/// The message's campaign, if any.
pub async fn find_campaign_of(
    conn: &mut AsyncPgConnection,
    mail_id: MailId,
) -> QueryResult<Option<CampaignId>> {
    let found: Option<Option<CampaignId>> = mails::table
        .find(mail_id)
        .select(mails::campaign_id)
        .first(conn)
        .await
        .optional()?;
    Ok(found.flatten())
}

/// Adds the recipient of a campaign message to the suppression list; false when there is no such
/// message.
pub async fn suppress_receiver(conn: &mut AsyncPgConnection, mail_id: MailId) -> QueryResult<bool> {
    let receiver: Option<String> = mails::table
        .inner_join(mail_recipients::table.on(mail_recipients::mail_id.eq(mails::mail_id)))
        .filter(mails::mail_id.eq(mail_id))
        .filter(mails::campaign_id.is_not_null())
        .select(mail_recipients::email_key)
        .first(conn)
        .await
        .optional()?;
    let Some(receiver) = receiver else {
        return Ok(false);
    };
    diesel::insert_into(suppressions::table)
        .values((
            suppressions::email_key.eq(receiver),
            suppressions::mail_id.eq(mail_id),
        ))
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    Ok(true)
}
