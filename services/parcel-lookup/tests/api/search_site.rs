//! A few parcels with known facts, and a firm that searches them.

use std::time::Duration;

use diesel_async::SimpleAsyncConnection as _;
use reqwest::Method;
use serde_json::{Value, json};
use test_support::{Answer, wait_for};
use uuid::Uuid;

use crate::growth_runs::Firm;
use crate::support::{World, square};

/// Generous, for slow machines.
pub const BOUND: Duration = Duration::from_mins(1);
pub const COUNTY: &str = "48201";

/// The facts of the parcels 1 to 8: acres, total value, building area, year built.
const FACTS: [[&str; 4]; 8] = [
    // 0.80, 0.50 and 1.00 of the three wishes; 0.70, 0.90 and 0.60; 0.95, 0.30 and 0.50.
    ["10", "800", "500", "2000"],
    ["10", "700", "900", "1600"],
    ["10", "950", "300", "1500"],
    // Too small, and nearly large enough.
    ["4.6", "900", "900", "2000"],
    // Of unknown size.
    ["NULL", "900", "900", "2000"],
    // A fifth of the weight is known.
    ["10", "NULL", "NULL", "2000"],
    ["10", "990", "990", "2000"],
    ["10", "100", "100", "1100"],
];

/// Three wishes with the weights 50, 30 and 20, and a gate on the size.
pub fn criteria() -> Value {
    weighted([50, 30, 20])
}

pub fn weighted([value, area, year]: [i32; 3]) -> Value {
    let ramp = |fact: &str, weight: i32, zero: i32, one: i32| json!({ "fact": fact, "weight": weight, "curve": { "kind": "ramp", "zero": zero, "one": one } });
    json!({
        "version": 1,
        "gates": [{ "fact": "acres", "min": 5 }],
        "wishes": [ramp("total_value", value, 0, 1000), ramp("building_sqft", area, 0, 1000), ramp("year_built", year, 1000, 2000)],
    })
}

pub struct Site {
    pub world: World,
    pub ids: Vec<Uuid>,
    pub project: Uuid,
}

impl Site {
    /// The project has the eighth parcel and discarded the seventh for the flood zone that it has, and the
    /// first for one that it no longer has.
    pub async fn start() -> Self {
        Self::of(World::start().await).await
    }

    /// The same in this world.
    pub async fn of(world: World) -> Self {
        let parcels: Vec<_> = (0..8)
            .map(|at| {
                let mut parcel = square(
                    COUNTY,
                    &(at + 1).to_string(),
                    -95.40 + f64::from(at) * 0.002,
                    29.76,
                );
                parcel.fields.flood_zone = Some("AE".to_owned());
                parcel.fields.address = Some(format!("{at} Main St"));
                parcel
            })
            .collect();
        let ids: Vec<Uuid> = parcels
            .iter()
            .map(|parcel| parcel.fields.ll_uuid.0)
            .collect();
        world.put(parcels).await;
        let site = Self {
            world,
            project: Uuid::new_v4(),
            ids,
        };
        for (at, [acres, value, area, year]) in FACTS.into_iter().enumerate() {
            site.sql(&format!(
                "UPDATE parcels SET ll_gisacre = {acres}, parval = {value}, sqft = {area}, year_built = {year} WHERE parcelnumb = '{}'",
                at + 1
            ))
            .await;
        }
        let discard = |at: usize, was: &str| json!({ "ll_uuid": site.ids[at], "field": "flood_zone", "was": was });
        let reviewed = json!({ "in_project": [site.ids[7]], "discarded": [discard(6, "AE"), discard(0, "X")] });
        let main_api = &site.world.main_api;
        main_api.on("GET", "/api/reviewed_parcels", Answer::json(200, &reviewed));
        site
    }

    pub async fn sql(&self, sql: &str) {
        self.world
            .db
            .superuser()
            .await
            .batch_execute(sql)
            .await
            .unwrap();
    }

    /// A request for the county with these changes.
    pub fn request(&self, changes: &Value) -> Value {
        let mut body = json!({ "project_id": self.project, "area": { "county_fips": [COUNTY] }, "criteria": criteria() });
        for (name, value) in changes.as_object().unwrap() {
            body[name] = value.clone();
        }
        body
    }

    /// Asks for a run.
    pub async fn ask(&self, firm: &Firm<'_>, changes: &Value) -> Value {
        let body = self.request(changes);
        let answer = firm.send(Method::POST, "/search_runs", Some(&body)).await;
        let status = answer.status();
        let run: Value = answer.json().await.unwrap();
        assert_eq!(status, 202, "{run}");
        run
    }

    /// A finished run.
    pub async fn done(&self, firm: &Firm<'_>, changes: &Value) -> Value {
        let run = self.ask(firm, changes).await;
        self.wait(firm, &run, "done").await
    }

    pub async fn wait(&self, firm: &Firm<'_>, run: &Value, state: &str) -> Value {
        wait_for(BOUND, || async {
            firm.get(&path(run, "")).await["state"] == state
        })
        .await;
        firm.get(&path(run, "")).await
    }

    /// Status and body of a POST that is refused.
    pub async fn refused(&self, firm: &Firm<'_>, changes: &Value) -> (u16, Value) {
        let body = self.request(changes);
        let answer = firm.send(Method::POST, "/search_runs", Some(&body)).await;
        (answer.status().as_u16(), answer.json().await.unwrap())
    }
}

/// Path of a run's sub-resource.
pub fn path(run: &Value, rest: &str) -> String {
    format!("/search_runs/{}{rest}", run["run_id"].as_str().unwrap())
}

/// Numbers of the parcels of a list.
pub async fn numbers(firm: &Firm<'_>, run: &Value, query: &str) -> Vec<String> {
    let page = firm.get(&path(run, &format!("/results{query}"))).await;
    let results = page["results"]
        .as_array()
        .unwrap_or_else(|| panic!("{page}"));
    let number = |result: &Value| result["parcelnumb"].as_str().unwrap().to_owned();
    results.iter().map(number).collect()
}
