//! The codes in responses, in the API documents and in `contracts/`.

use std::borrow::Cow;

use serde::{Serialize, Serializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use super::ErrorCode;

impl ErrorCode {
    /// The list in `contracts/error-codes.json`.
    pub fn list() -> String {
        let entry = |code: &Self| {
            serde_json::json!({
                "code": code.as_str(),
                "status": code.kind().status().as_u16(),
                "meaning": code.meaning(),
            })
        };
        let list: Vec<_> = Self::ALL.iter().map(entry).collect();
        format!("{:#}\n", serde_json::Value::from(list))
    }
}

impl Serialize for ErrorCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl PartialSchema for ErrorCode {
    fn schema() -> RefOr<Schema> {
        let names = Self::ALL.iter().map(|code| code.as_str());
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(names))
            .description(Some(
                "Identifies the error for programs. The list is append-only.",
            ))
            .into()
    }
}

impl ToSchema for ErrorCode {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("ErrorCode")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn codes_are_unique_and_name_a_resource() {
        let names: BTreeSet<_> = ErrorCode::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(names.len(), ErrorCode::ALL.len());
        for name in names {
            let (resource, what) = name.split_once('.').unwrap();
            let plain = |part: &str| {
                !part.is_empty()
                    && part
                        .bytes()
                        .all(|byte| byte.is_ascii_lowercase() || byte == b'_')
            };
            assert!(plain(resource) && plain(what), "{name}");
        }
    }

    #[test]
    fn every_kind_has_a_code_of_its_own_kind() {
        for code in ErrorCode::ALL {
            let general = ErrorCode::of_kind(code.kind());
            assert_eq!(general.kind(), code.kind());
        }
    }

    #[test]
    fn the_contract_holds_the_same_list() {
        let file = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../../contracts/error-codes.json"
        );
        if std::env::var_os("UPDATE_CONTRACTS").is_some() {
            std::fs::write(file, ErrorCode::list()).unwrap();
        }
        let committed = std::fs::read_to_string(file).unwrap();
        assert!(
            committed == ErrorCode::list(),
            "contracts/error-codes.json is not what the code says; run: \
             UPDATE_CONTRACTS=1 cargo test -p http-kit the_contract"
        );
    }
}
