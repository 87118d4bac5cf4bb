//! Row-level security of jobs.

use diesel::QueryResult;
use domain::{CustomerId, JobId};
use uuid::Uuid;

use crate::harness::{Act, House, Probe};

#[tokio::test]
async fn every_table_with_a_firm_is_protected() {
    let house = House::new().await;
    assert_eq!(house.db.unprotected_tables().await, Vec::<String>::new());
}

#[tokio::test]
async fn a_firm_enqueues_for_itself_only() {
    let house = House::new().await;
    let probe = Probe::new("a", Act::Succeed);
    let enqueue = async |firm: Option<CustomerId>| -> QueryResult<JobId> {
        db::tenant_tx(house.db.pool(), house.firm, async |conn| {
            jobs::enqueue(conn, firm, &probe).await
        })
        .await
    };
    for firm in [Some(CustomerId(Uuid::new_v4())), None] {
        let error = enqueue(firm).await.expect_err("it is refused").to_string();
        assert!(error.contains("row-level security"), "{error}");
    }
    enqueue(Some(house.firm)).await.expect("its own");
}

#[tokio::test]
async fn a_job_of_no_firm_runs() {
    let house = House::new().await;
    let probe = Probe::new("a", Act::Succeed);
    db::unscoped_tx(house.db.pool(), "test", async |conn| {
        jobs::enqueue(conn, None, &probe).await
    })
    .await
    .expect("enqueued");
    let runner = house.runner();
    house.wait_for_none().await;
    assert_eq!(house.log.runs()[0].attempt.customer_id, None);
    runner.stop().await;
}
