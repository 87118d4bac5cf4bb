//! Checks forced row-level security on every table with firm data by actual access.

use diesel::sql_types::{Bool, Text};
use diesel_async::RunQueryDsl as _;
use domain::CustomerId;

use crate::TestDb;
use crate::database::Count;

#[derive(diesel::QueryableByName)]
struct Table {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Bool)]
    of_firms: bool,
    #[diesel(sql_type = Bool)]
    forced: bool,
}

impl TestDb {
    /// Tries, as the service's own role, to read, change, delete and take over rows of another firm
    /// in every table with a `customer_id`. Both firms must have rows in each of them; the outbox
    /// is skipped, because the relay may empty it at any time and `messaging` tests its policy.
    ///
    /// Returns the names of the tables without firm data, so that a test can list them.
    ///
    /// # Panics
    /// When a table is open, or holds nothing to hide.
    pub async fn assert_closed(&self, ours: CustomerId, theirs: CustomerId) -> Vec<String> {
        let (of_firms, shared): (Vec<Table>, Vec<Table>) = self
            .tables()
            .await
            .into_iter()
            .partition(|table| table.of_firms);
        for Table { name, forced, .. } in of_firms {
            assert!(forced, "{name} is not under forced row-level security");
            if name != "outbox" {
                self.try_table(&name, ours, theirs).await;
            }
        }
        shared.into_iter().map(|table| table.name).collect()
    }

    async fn tables(&self) -> Vec<Table> {
        let sql = format!(
            "SELECT c.relname::text AS name, c.relrowsecurity AND c.relforcerowsecurity AS forced, \
                    EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid \
                            AND a.attname = 'customer_id' AND NOT a.attisdropped) AS of_firms \
             FROM pg_class c WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = '{}'::regnamespace ORDER BY 1",
            self.schema()
        );
        diesel::sql_query(sql)
            .load(&mut self.superuser().await)
            .await
            .expect("the catalogue can be read")
    }

    async fn try_table(&self, name: &str, ours: CustomerId, theirs: CustomerId) {
        let count = format!("SELECT count(*) FROM {name} WHERE customer_id = '{theirs}'");
        let all = self.count(&count).await;
        assert!(all > 0, "{name} holds nothing to hide");
        assert_eq!(
            self.seen(theirs, &count).await,
            all,
            "{name} hides a firm's own rows"
        );
        assert_eq!(
            self.seen(ours, &count).await,
            0,
            "{name} shows another firm's rows"
        );
        let without: Result<Count, diesel::result::Error> =
            db::system_tx(self.pool(), async |conn| {
                diesel::sql_query(&count).get_result(conn).await
            })
            .await;
        let without = without.expect("a count").count;
        assert_eq!(without, 0, "{name} shows rows without a firm");

        for statement in [
            format!("UPDATE {name} SET customer_id = customer_id WHERE customer_id = '{theirs}'"),
            format!("DELETE FROM {name} WHERE customer_id = '{theirs}'"),
        ] {
            let touched = self.attempt(ours, &statement).await;
            assert_eq!(touched.expect("a statement that may run"), 0, "{statement}");
        }
        let given =
            format!("UPDATE {name} SET customer_id = '{theirs}' WHERE customer_id = '{ours}'");
        let refused = self.attempt(ours, &given).await;
        assert!(
            refused.is_err(),
            "{name} lets rows be given to another firm"
        );
    }

    async fn seen(&self, firm: CustomerId, count: &str) -> i64 {
        let seen: Result<Count, diesel::result::Error> =
            db::tenant_tx(self.pool(), firm, async |conn| {
                diesel::sql_query(count).get_result(conn).await
            })
            .await;
        seen.expect("a count").count
    }

    async fn attempt(
        &self,
        firm: CustomerId,
        statement: &str,
    ) -> Result<usize, diesel::result::Error> {
        db::tenant_tx(self.pool(), firm, async |conn| {
            diesel::sql_query(statement).execute(conn).await
        })
        .await
    }
}
