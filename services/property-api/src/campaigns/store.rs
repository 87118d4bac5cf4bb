//! Queries of campaigns. No transaction is opened here; row-level security scopes every query.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::dsl::now;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::mail::store::RecipientRow;
use crate::schema::{
    campaigns, contacts, mail_recipients, mails, project_links, properties, property_contacts,
    suppressions,
};

/// A campaign as stored.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = campaigns, check_for_backend(diesel::pg::Pg))]
pub struct CampaignRow {
    /// Key.
    pub campaign_id: Uuid,
    /// The project.
    pub project_id: Uuid,
    /// Subject with merge fields.
    pub subject: String,
    /// Text with merge fields.
    pub body: String,
    /// Who sent it.
    pub created_by_email: String,
    /// Grows with each change.
    pub version: i64,
    /// When it was sent off.
    pub created_at: DateTime<Utc>,
    /// When no recipient waited any more.
    pub finished_at: Option<DateTime<Utc>>,
}

/// A campaign to store.
#[derive(Debug, Insertable)]
#[diesel(table_name = campaigns)]
pub struct NewCampaign<'a> {
    /// Key.
    pub campaign_id: Uuid,
    /// The project.
    pub project_id: Uuid,
    /// The caller's name for the request.
    pub request_key: Option<Uuid>,
    /// Subject with merge fields.
    pub subject: &'a str,
    /// Text with merge fields.
    pub body: &'a str,
    /// The sender's.
    pub postal_address: &'a str,
    /// Who sent it.
    pub created_by: Uuid,
    /// Who sent it.
    pub created_by_email: &'a str,
}

/// A contact of a property of a project; a row for each such pair.
#[derive(Debug, Clone, Queryable)]
pub struct OwnerContactRow {
    /// The contact.
    pub contact_id: Uuid,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// E-mail address, as the directory has it.
    pub email: String,
    /// Company.
    pub company_name: Option<String>,
    /// Owner of record.
    pub owner_name: Option<String>,
    /// Street address.
    pub address: Option<String>,
    /// What the firm calls it.
    pub property_name: Option<String>,
    /// The county's number.
    pub parcel_number: String,
}

/// How far the recipients of a campaign are.
#[derive(Debug, Clone, Copy, Default, QueryableByName)]
pub struct Counts {
    /// All.
    #[diesel(sql_type = BigInt)]
    pub total: i64,
    /// Those who wait.
    #[diesel(sql_type = BigInt)]
    pub queued: i64,
    /// Handed over.
    #[diesel(sql_type = BigInt)]
    pub sent: i64,
    /// Not reached, or nobody knows.
    #[diesel(sql_type = BigInt)]
    pub failed: i64,
    /// Asked not to be written to.
    #[diesel(sql_type = BigInt)]
    pub suppressed: i64,
}

/// Owner contacts of a project's properties, by name.
pub async fn list_owner_contacts(
    conn: &mut AsyncPgConnection,
    project_id: Uuid,
    parcel_number: Option<&str>,
) -> QueryResult<Vec<OwnerContactRow>> {
    let mut query = project_links::table
        .inner_join(
            properties::table.on(project_links::property_id.eq(properties::property_id.nullable())),
        )
        .inner_join(
            property_contacts::table.on(property_contacts::property_id.eq(properties::property_id)),
        )
        .inner_join(contacts::table.on(contacts::contact_id.eq(property_contacts::contact_id)))
        .filter(project_links::project_id.eq(project_id))
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
            properties::owner_name,
            properties::address,
            properties::property_name,
            properties::parcel_number,
        ))
        .into_boxed();
    if let Some(number) = parcel_number {
        query = query.filter(properties::parcel_number.eq(number));
    }
    query.load(conn).await
}

/// Stores a campaign; nothing where its request was stored before.
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

/// The campaign of a request.
pub async fn find_by_request(
    conn: &mut AsyncPgConnection,
    request_key: Uuid,
) -> QueryResult<Option<CampaignRow>> {
    campaigns::table
        .filter(campaigns::request_key.eq(request_key))
        .select(CampaignRow::as_select())
        .first(conn)
        .await
        .optional()
}

/// Campaigns of a project, newest first; only one where it is named.
pub async fn list_campaigns(
    conn: &mut AsyncPgConnection,
    project_id: Uuid,
    campaign_id: Option<Uuid>,
) -> QueryResult<Vec<CampaignRow>> {
    let mut query = campaigns::table
        .filter(campaigns::project_id.eq(project_id))
        .order((campaigns::created_at.desc(), campaigns::campaign_id.desc()))
        .select(CampaignRow::as_select())
        .into_boxed();
    if let Some(id) = campaign_id {
        query = query.filter(campaigns::campaign_id.eq(id));
    }
    query.load(conn).await
}

/// How far a campaign is.
pub async fn get_counts(conn: &mut AsyncPgConnection, campaign_id: Uuid) -> QueryResult<Counts> {
    diesel::sql_query(
        "SELECT count(*) AS total, \
            count(*) FILTER (WHERE r.status IN ('queued', 'sending')) AS queued, \
            count(*) FILTER (WHERE r.status = 'sent') AS sent, \
            count(*) FILTER (WHERE r.status IN ('failed', 'given_up', 'unclear')) AS failed, \
            count(*) FILTER (WHERE r.status = 'suppressed') AS suppressed \
         FROM mails m JOIN mail_recipients r ON r.mail_id = m.mail_id WHERE m.campaign_id = $1",
    )
    .bind::<SqlUuid, _>(campaign_id)
    .get_result(conn)
    .await
}

/// Recipients of a campaign, by address.
pub async fn list_recipients(
    conn: &mut AsyncPgConnection,
    campaign_id: Uuid,
) -> QueryResult<Vec<RecipientRow>> {
    mails::table
        .inner_join(mail_recipients::table.on(mail_recipients::mail_id.eq(mails::mail_id)))
        .filter(mails::campaign_id.eq(campaign_id))
        .order(mail_recipients::email_key)
        .select(RecipientRow::as_select())
        .load(conn)
        .await
}

/// The postal address that the firm gave last.
pub async fn find_postal_address(conn: &mut AsyncPgConnection) -> QueryResult<Option<String>> {
    campaigns::table
        .order(campaigns::created_at.desc())
        .select(campaigns::postal_address)
        .first(conn)
        .await
        .optional()
}

/// Ends a campaign none of whose recipients waits; it as it is then, if this ended it.
pub async fn finish(
    conn: &mut AsyncPgConnection,
    campaign_id: Uuid,
) -> QueryResult<Option<CampaignRow>> {
    if get_counts(conn, campaign_id).await?.queued > 0 {
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

/// Counts a step of a campaign; nothing where it has ended.
pub async fn advance(
    conn: &mut AsyncPgConnection,
    campaign_id: Uuid,
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

/// The campaign of a message, if it is one of a campaign.
pub async fn find_campaign_of(
    conn: &mut AsyncPgConnection,
    mail_id: Uuid,
) -> QueryResult<Option<Uuid>> {
    let found: Option<Option<Uuid>> = mails::table
        .find(mail_id)
        .select(mails::campaign_id)
        .first(conn)
        .await
        .optional()?;
    Ok(found.flatten())
}

/// Puts the receiver of a campaign's message on the list; false where there is no such message.
pub async fn suppress_receiver(conn: &mut AsyncPgConnection, mail_id: Uuid) -> QueryResult<bool> {
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
