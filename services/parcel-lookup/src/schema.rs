//! diesel's view of the tables: none.
//!
//! `parcels` has more columns than diesel's tables hold without slowing every build, and nearly
//! every statement on it is geometry, so the stores write SQL ([`crate::parcels::store`],
//! [`crate::tiles::store`], [`crate::places::store`]). Only the migrations are here.

/// The schema `parcel`; run after `messaging`'s own: `db::migrate(&owner, MIGRATION_SETS)`.
pub const MIGRATIONS: db::EmbeddedMigrations = diesel_migrations::embed_migrations!();

/// Every set that this service's schema needs, in order.
pub static MIGRATION_SETS: &[db::EmbeddedMigrations] = &[messaging::MIGRATIONS, MIGRATIONS];
