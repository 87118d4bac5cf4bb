//! The sample firms and their users, as listed in the README.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{CustomerId, UserId};
use uuid::Uuid;

use crate::accounts::passwords::Passwords;
use crate::commands::create_admin::customer;
use crate::schema::{letterheads, users};

/// A sample firm and the user who creates its samples.
pub struct Firm {
    pub name: &'static str,
    pub customer_id: CustomerId,
    pub analyst: UserId,
}

struct Person {
    firm: &'static str,
    email: &'static str,
    fname: &'static str,
    lname: &'static str,
    role: &'static str,
    job_title: &'static str,
    phone: &'static str,
    location: &'static str,
}

const MERIDIAN: &str = "Meridian Land Partners";
const HARBOR: &str = "Harbor Point Capital";

/// Address block, phone number and website of each firm's letters.
const LETTERHEADS: [(&str, [&str; 2], &str, &str); 2] = [
    (
        MERIDIAN,
        ["1400 Main Street, Suite 2100", "Houston, Texas 77002"],
        "(713) 555-0100",
        "www.meridian.example",
    ),
    (
        HARBOR,
        [
            "350 Pier Avenue, Floor 4",
            "San Francisco, California 94105",
        ],
        "(415) 555-0100",
        "www.harborpoint.example",
    ),
];

const PEOPLE: [Person; 4] = [
    Person {
        firm: MERIDIAN,
        email: "admin@meridian.example",
        fname: "Dana",
        lname: "Whitfield",
        role: "admin",
        job_title: "Director, Acquisitions",
        phone: "(713) 555-0142",
        location: "Houston, Texas",
    },
    Person {
        firm: MERIDIAN,
        email: "analyst@meridian.example",
        fname: "Marcus",
        lname: "Okafor",
        role: "user",
        job_title: "Investment Analyst",
        phone: "(713) 555-0187",
        location: "Houston, Texas",
    },
    Person {
        firm: HARBOR,
        email: "admin@harborpoint.example",
        fname: "Priya",
        lname: "Raman",
        role: "admin",
        job_title: "Managing Director",
        phone: "(415) 555-0119",
        location: "San Francisco, California",
    },
    Person {
        firm: HARBOR,
        email: "analyst@harborpoint.example",
        fname: "Colin",
        lname: "Sanderson",
        role: "user",
        job_title: "Acquisitions Associate",
        phone: "(415) 555-0163",
        location: "San Francisco, California",
    },
];

/// Inserts missing firms and users; an existing user keeps the password.
pub async fn seed(pool: &db::Pool, password: &str) -> anyhow::Result<Vec<Firm>> {
    let passwords = Passwords::default();
    let mut firms: Vec<Firm> = Vec::new();
    for person in &PEOPLE {
        let hash = passwords.hash(password.to_owned()).await?;
        let (customer_id, user_id) = db::unscoped_tx(pool, "sample people", async |conn| {
            let customer_id = customer(conn, person.firm, true).await?;
            insert(conn, customer_id, person, &hash).await?;
            let user_id: UserId = users::table
                .filter(users::email.eq(person.email))
                .select(users::user_id)
                .first(conn)
                .await?;
            Ok::<_, diesel::result::Error>((customer_id, user_id))
        })
        .await?;
        db::tenant_tx(pool, customer_id, async |conn| {
            insert_letterhead(conn, person.firm).await
        })
        .await?;
        if person.role == "user" {
            firms.push(Firm {
                name: person.firm,
                customer_id,
                analyst: user_id,
            });
        }
    }
    Ok(firms)
}

async fn insert(
    conn: &mut db::AsyncPgConnection,
    customer_id: CustomerId,
    person: &Person,
    hash: &str,
) -> QueryResult<usize> {
    diesel::insert_into(users::table)
        .values((
            users::user_id.eq(UserId(Uuid::now_v7())),
            users::customer_id.eq(customer_id),
            users::email.eq(person.email),
            users::fname.eq(person.fname),
            users::lname.eq(person.lname),
            users::role.eq(person.role),
            users::job_title.eq(person.job_title),
            users::phone_number.eq(person.phone),
            users::location.eq(person.location),
            users::password_hash.eq(hash),
        ))
        .on_conflict_do_nothing()
        .execute(conn)
        .await
}

async fn insert_letterhead(conn: &mut db::AsyncPgConnection, firm: &str) -> QueryResult<()> {
    for (_, address, phone, website) in LETTERHEADS.iter().filter(|row| row.0 == firm) {
        diesel::insert_into(letterheads::table)
            .values((
                letterheads::address_lines.eq(address.as_slice()),
                letterheads::phone_number.eq(phone),
                letterheads::website.eq(website),
            ))
            .on_conflict_do_nothing()
            .execute(conn)
            .await?;
    }
    Ok(())
}
