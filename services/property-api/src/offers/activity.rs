//! What the firm's list of recent activity says of offers: those that a person set or cleared. Recalculated ones are
//! not reported, and those of letters are reported as letters.

use auth::CurrentUser;
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{Money, ProjectId};
use letter_of_intent::{Format, Value};

use crate::properties::activities::{self, link_of, name_of};
use crate::properties::events::By;
use crate::properties::links;
use crate::properties::store::PropertyRow;

/// Reports the new offer for a property; it leads to the property in the given project, else in one that has it.
pub async fn report(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    property: &PropertyRow,
    project_id: Option<ProjectId>,
    amount: Option<&Money>,
) -> QueryResult<()> {
    let project_id = match project_id {
        Some(id) => Some(id),
        None => links::list_projects(conn, property.property_id)
            .await?
            .first()
            .copied(),
    };
    let text = sentence(name_of(property), amount);
    let link = link_of(&property.parcel_number, project_id);
    let (by, subject) = (By::user(user), property.property_id.0);
    activities::report(conn, by, subject, "offer.set", &text, &link).await
}

fn sentence(property: &str, amount: Option<&Money>) -> String {
    let amount = amount.and_then(|amount| Format::MoneyWhole.write(&Value::Money(amount.clone())));
    match amount {
        Some(amount) => format!("The offer for {property} is now {amount}."),
        None => format!("The offer for {property} was cleared."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_reads_as_on_the_screens() {
        let amount = "1250000.50".parse().unwrap();
        assert_eq!(
            sentence("1 Elm St", Some(&amount)),
            "The offer for 1 Elm St is now $1,250,001."
        );
        assert_eq!(sentence("04/2", None), "The offer for 04/2 was cleared.");
    }
}
