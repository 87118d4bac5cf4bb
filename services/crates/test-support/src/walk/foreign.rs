//! Calls with ids of one firm's records, as another firm and as the firm itself.

use std::collections::BTreeMap;

use reqwest::{Method, StatusCode};

use super::{Operation, Values, Walk};
use crate::{Persona, Reply, TestClient, token_for};

/// Endings of field names that identify a record.
const ID_ENDINGS: [&str; 6] = ["_id", "_ids", "uuid", "file", "filepath", "parcel_number"];

/// Input for [`Walk::assert_foreign_ids_unknown`] and [`Walk::assert_own_ids_known`].
#[derive(Debug, Default)]
pub struct ForeignIds {
    /// Ids of one firm's records.
    pub ids: Values,
    /// Values of other fields, where a generated value would be invalid.
    pub valid: Values,
    /// Values of the operations whose path begins so, before those of `ids` and `valid`: one name may mean two things.
    pub by_path: BTreeMap<&'static str, Values>,
    /// Names of ids that are not a firm's.
    pub shared: Vec<&'static str>,
    /// Paths with another response than 404, because they do not look the id up.
    pub other_answers: BTreeMap<&'static str, StatusCode>,
}

impl ForeignIds {
    fn has(&self, name: &str) -> bool {
        self.ids.contains_key(name)
    }

    fn values(&self, path: &str) -> Values {
        let ours = self.by_path.iter();
        let ours = ours.filter(|(begin, _)| path.starts_with(**begin));
        let values = self.valid.iter().chain(&self.ids);
        values
            .chain(ours.flat_map(|(_, values)| values))
            .map(|(name, value)| (*name, value.clone()))
            .collect()
    }
}

impl Walk {
    /// Checks that each operation with an id parameter returns 404 to an admin of another firm. The
    /// caller must check that no row has changed. Returns the number of operations called.
    ///
    /// # Panics
    /// When one returns anything else, or when a name of an id has no value in `ids`.
    pub async fn assert_foreign_ids_unknown(
        &self,
        client: &TestClient,
        stranger: &Persona,
        foreign: &ForeignIds,
    ) -> usize {
        let mut walked = 0;
        for operation in &self.operations {
            let names = self.names_of(operation);
            for name in &names {
                let known = foreign.has(name) || foreign.shared.contains(&name.as_str());
                let is_id = ID_ENDINGS.iter().any(|ending| name.ends_with(ending));
                assert!(known || !is_id, "{operation:?}: whose id is {name}?");
            }
            if operation.open || !names.iter().any(|name| foreign.has(name)) {
                continue;
            }
            let reply = self.called(client, stranger, operation, foreign).await;
            let expected = foreign.other_answers.get(operation.path.as_str());
            let expected = expected.copied().unwrap_or(StatusCode::NOT_FOUND);
            assert_eq!(
                reply.status,
                expected.as_u16(),
                "{operation:?}: {}",
                reply.body
            );
            walked += 1;
        }
        walked
    }

    /// Checks that the ids are those of existing records, so that a 404 of another firm means something: every GET
    /// operation with one of them finds it for the firm itself. Returns the number of operations called.
    ///
    /// # Panics
    /// When one returns no success.
    pub async fn assert_own_ids_known(
        &self,
        client: &TestClient,
        owner: &Persona,
        own: &ForeignIds,
    ) -> usize {
        let mut walked = 0;
        for operation in &self.operations {
            let names = self.names_of(operation);
            let takes_id = names.iter().any(|name| own.has(name));
            if operation.open || operation.method != Method::GET || !takes_id {
                continue;
            }
            let reply = self.called(client, owner, operation, own).await;
            assert_eq!(reply.status, 200, "{operation:?}: {}", reply.body);
            walked += 1;
        }
        walked
    }

    async fn called(
        &self,
        client: &TestClient,
        caller: &Persona,
        operation: &Operation,
        ids: &ForeignIds,
    ) -> Reply {
        let call = self.request(client, operation, &ids.values(&operation.path));
        Reply::of(call.bearer_auth(token_for(caller))).await
    }
}
