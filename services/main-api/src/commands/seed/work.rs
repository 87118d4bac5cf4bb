//! The sample firms' projects, contacts and companies.
//!
//! Created once, when a firm has none, through the same rules and events as real ones, so that
//! property-api receives its copy of the contacts. Phone numbers are from the range reserved for
//! fiction.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::ProjectId;
use serde::Deserialize;
use uuid::Uuid;

use super::people::Firm;
use crate::dashboard::store::insert_activity;
use crate::directory::domain::{CheckedCompany, CheckedContact};
use crate::directory::dto::{CompanyFields, Contact, ContactFields};
use crate::projects::domain::CheckedProject;
use crate::projects::dto::ProjectFields;
use crate::schema::{companies, contacts, projects};
use crate::{directory, projects as project};

const SAMPLES: &str = include_str!("../../../data/samples.json");

#[derive(Deserialize)]
struct Samples {
    firms: Vec<FirmSamples>,
}

#[derive(Deserialize)]
struct FirmSamples {
    firm: String,
    projects: Vec<ProjectFields>,
    companies: Vec<CompanyFields>,
    contacts: Vec<ContactFields>,
}

/// Creates each kind of sample only where the firm has none of it.
pub async fn seed(pool: &db::Pool, firm: &Firm) -> anyhow::Result<()> {
    let samples: Samples = serde_json::from_str(SAMPLES)?;
    let Some(samples) = samples
        .firms
        .into_iter()
        .find(|samples| samples.firm == firm.name)
    else {
        return Ok(());
    };
    let projects = checked::<_, CheckedProject>(samples.projects)?;
    let companies = checked::<_, CheckedCompany>(samples.companies)?;
    let contacts = checked::<_, CheckedContact>(samples.contacts)?;
    db::tenant_tx(pool, firm.customer_id, async |conn| {
        insert_projects(conn, firm, &projects).await?;
        insert_companies(conn, &companies).await?;
        insert_contacts(conn, firm, &contacts).await
    })
    .await?;
    Ok(())
}

fn checked<T, C: TryFrom<T, Error = http_kit::ApiError>>(given: Vec<T>) -> anyhow::Result<Vec<C>> {
    given
        .into_iter()
        .map(|item| C::try_from(item).map_err(anyhow::Error::from))
        .collect()
}

async fn insert_projects(
    conn: &mut db::AsyncPgConnection,
    firm: &Firm,
    samples: &[CheckedProject],
) -> QueryResult<()> {
    if projects::table.count().get_result::<i64>(conn).await? > 0 {
        return Ok(());
    }
    for sample in samples {
        let id = ProjectId(Uuid::now_v7());
        let row = project::store::insert_project(conn, id, firm.analyst, sample).await?;
        project::events::project(
            conn,
            firm.customer_id,
            firm.analyst,
            "created",
            &row,
            row.version,
        )
        .await?;
        let text = format!("Project '{}' was created.", row.project_name);
        insert_activity(
            conn,
            "project.created",
            &text,
            Some(&project::ops::map_link(id)),
            Some(firm.analyst),
        )
        .await?;
    }
    Ok(())
}

async fn insert_companies(
    conn: &mut db::AsyncPgConnection,
    samples: &[CheckedCompany],
) -> QueryResult<()> {
    if companies::table.count().get_result::<i64>(conn).await? > 0 {
        return Ok(());
    }
    for sample in samples {
        directory::store::insert_company(conn, sample).await?;
    }
    Ok(())
}

async fn insert_contacts(
    conn: &mut db::AsyncPgConnection,
    firm: &Firm,
    samples: &[CheckedContact],
) -> QueryResult<()> {
    if contacts::table.count().get_result::<i64>(conn).await? > 0 {
        return Ok(());
    }
    for sample in samples {
        let contact: Contact = directory::store::insert_contact(conn, sample).await?.into();
        directory::events::contact(conn, firm.customer_id, firm.analyst, "created", &contact)
            .await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sample_passes_the_rules_of_real_ones() {
        let samples: Samples = serde_json::from_str(SAMPLES).unwrap();
        assert_eq!(samples.firms.len(), 2);
        for firm in samples.firms {
            assert_eq!(
                checked::<_, CheckedProject>(firm.projects).unwrap().len(),
                2
            );
            assert!(checked::<_, CheckedCompany>(firm.companies).unwrap().len() >= 6);
            let contacts = checked::<_, CheckedContact>(firm.contacts).unwrap();
            let ten_digits = |contact: &&CheckedContact| {
                let phone = contact.phone_number.as_deref().unwrap_or_default();
                phone.chars().filter(char::is_ascii_digit).count() == 10
            };
            let with = contacts.iter().filter(ten_digits).count();
            // Real directories hold contacts with and without a property that can be linked.
            assert!(with >= 6 && with < contacts.len());
        }
    }
}
