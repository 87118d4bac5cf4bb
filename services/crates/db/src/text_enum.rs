//! Enums in text columns.

/// Binds and reads an enum as the text of its `as_str`; an unknown stored text is an error of the
/// query. The type also derives `diesel::AsExpression` and `diesel::FromSqlRow` with
/// `#[diesel(sql_type = diesel::sql_types::Text)]`, and has `const ALL: [Self; N]`.
#[macro_export]
macro_rules! text_enum {
    ($type:ty) => {
        impl diesel::serialize::ToSql<diesel::sql_types::Text, diesel::pg::Pg> for $type {
            fn to_sql<'b>(
                &'b self,
                out: &mut diesel::serialize::Output<'b, '_, diesel::pg::Pg>,
            ) -> diesel::serialize::Result {
                <str as diesel::serialize::ToSql<diesel::sql_types::Text, diesel::pg::Pg>>::to_sql(
                    self.as_str(),
                    out,
                )
            }
        }

        impl diesel::deserialize::FromSql<diesel::sql_types::Text, diesel::pg::Pg> for $type {
            fn from_sql(bytes: diesel::pg::PgValue<'_>) -> diesel::deserialize::Result<Self> {
                let text = <String as diesel::deserialize::FromSql<
                    diesel::sql_types::Text,
                    diesel::pg::Pg,
                >>::from_sql(bytes)?;
                Self::ALL
                    .into_iter()
                    .find(|known| known.as_str() == text)
                    .ok_or_else(|| format!("{text:?} is not a valid {}", stringify!($type)).into())
            }
        }
    };
}
