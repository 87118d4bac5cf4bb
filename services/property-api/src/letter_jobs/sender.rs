//! The letterhead of letters: the firm and the user who signs, with the app's usual texts.
//!
//! Read from main-api with the caller's session when letters are asked for, and stored with them,
//! because PDFs are made later without a session.

use auth::CurrentUser;
use serde::{Deserialize, Serialize};

use crate::main_api::MainApi;

const USUAL_TITLE: &str = "Director, Investments";
const USUAL_DISCLAIMER: &str = "This letter is not a contract. No contract exists until Buyer’s investment committee has approved the \
    purchase and both parties have signed a Purchase and Sale Agreement.";

/// As letters print it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sender {
    pub firm: String,
    /// Address block, phone and website.
    pub lines: Vec<String>,
    /// Of the user; empty if unknown.
    pub name: String,
    pub title: String,
    /// Footer of each page.
    pub disclaimer: String,
}

#[derive(Deserialize)]
struct Letterhead {
    firm: Firm,
    sender: Person,
}

#[derive(Deserialize)]
struct Firm {
    name: String,
    #[serde(default)]
    address_lines: Vec<String>,
    phone_number: Option<String>,
    website: Option<String>,
    signatory_title: Option<String>,
    disclaimer: Option<String>,
}

#[derive(Deserialize)]
struct Person {
    name: String,
    job_title: Option<String>,
}

pub async fn find(main_api: &MainApi, user: &CurrentUser) -> reqwest::Result<Sender> {
    let call = main_api.get("/api/letterhead", user);
    let answer = call.send().await?.error_for_status()?;
    Ok(answer.json::<Letterhead>().await?.into())
}

impl From<Letterhead> for Sender {
    fn from(Letterhead { firm, sender }: Letterhead) -> Self {
        let website = firm.website.as_deref().map(|website| {
            let bare = website.strip_prefix("https://");
            bare.or_else(|| website.strip_prefix("http://"))
                .unwrap_or(website)
                .to_owned()
        });
        let more = [firm.phone_number, website].into_iter().flatten();
        let lines = firm.address_lines.into_iter().chain(more);
        Self {
            firm: firm.name,
            lines: lines.filter(|line| !line.is_empty()).collect(),
            name: sender.name,
            title: sender
                .job_title
                .or(firm.signatory_title)
                .unwrap_or_else(|| USUAL_TITLE.to_owned()),
            disclaimer: firm
                .disclaimer
                .unwrap_or_else(|| USUAL_DISCLAIMER.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_letterhead_lacks_is_what_the_app_prints() {
        let of = |value| Sender::from(serde_json::from_value::<Letterhead>(value).unwrap());
        let bare = of(json!({"firm": {"name": "Meridian"}, "sender": {"name": "Ana Lyst"}}));
        assert_eq!(bare.title, USUAL_TITLE);
        assert_eq!(bare.disclaimer, USUAL_DISCLAIMER);
        assert_eq!(bare.lines, [""; 0]);
        let full = of(json!({
            "firm": {"name": "Meridian", "address_lines": ["1 Main St", ""], "phone_number": "713 555 0142",
                "website": "https://meridian.example", "signatory_title": "Partner", "disclaimer": "Not binding."},
            "sender": {"name": "Ana Lyst", "job_title": null},
        }));
        assert_eq!(
            full.lines,
            ["1 Main St", "713 555 0142", "meridian.example"]
        );
        assert_eq!(
            (full.title.as_str(), full.disclaimer.as_str()),
            ("Partner", "Not binding.")
        );
    }
}
