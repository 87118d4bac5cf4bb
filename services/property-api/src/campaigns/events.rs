//! Events about campaigns.

use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::CustomerId;
use messaging::{Event, outbox};
use serde_json::{Value, json};

use super::store::{CampaignRow, Counts};

/// Publishes `campaign.started`.
pub async fn started(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    campaign: &CampaignRow,
    counts: Counts,
) -> QueryResult<()> {
    let data = json!({
        "campaign_id": campaign.campaign_id,
        "project_id": campaign.project_id,
        "recipients": counts.total,
    });
    say(conn, "campaign.started", firm, campaign, data).await
}

/// Publishes `campaign.progressed`.
pub async fn progressed(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    campaign: &CampaignRow,
    counts: Counts,
) -> QueryResult<()> {
    let data = outcomes(campaign, counts);
    say(conn, "campaign.progressed", firm, campaign, data).await
}

/// Publishes `campaign.finished`.
pub async fn finished(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    campaign: &CampaignRow,
    counts: Counts,
) -> QueryResult<()> {
    let mut data = outcomes(campaign, counts);
    data["undone"] = json!(counts.undone);
    say(conn, "campaign.finished", firm, campaign, data).await
}

fn outcomes(campaign: &CampaignRow, counts: Counts) -> Value {
    json!({
        "campaign_id": campaign.campaign_id,
        "project_id": campaign.project_id,
        "recipients": counts.total,
        "sent": counts.sent,
        "failed": counts.failed,
        "suppressed": counts.suppressed,
    })
}

async fn say(
    conn: &mut AsyncPgConnection,
    kind: &str,
    firm: CustomerId,
    campaign: &CampaignRow,
    data: Value,
) -> QueryResult<()> {
    let event = Event::new(kind, campaign.campaign_id, campaign.version, firm, data);
    outbox::append(conn, &event).await.map(drop)
}
