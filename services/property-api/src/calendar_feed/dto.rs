//! Request and response bodies of calendar feeds.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// The signed-in person's calendar feed.
#[derive(Debug, Serialize, ToSchema)]
pub struct CalendarFeed {
    /// When its address was made; null without one.
    #[schema(required = true)]
    pub created_at: Option<DateTime<Utc>>,
}

/// A new address.
#[derive(Debug, Serialize, ToSchema)]
pub struct CalendarFeedMade {
    /// Only this response contains it.
    #[schema(example = "https://sitewright.example/property_api/calendar/….ics")]
    pub url: String,
    pub created_at: DateTime<Utc>,
}
