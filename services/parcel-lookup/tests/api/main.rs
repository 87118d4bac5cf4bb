//! Tests through HTTP, against real servers.

mod support;

mod authz;
mod events;
mod import;
mod lookup;
mod openapi;
mod parcels;
mod places;
mod providers;
mod real_files;
mod seed;
mod tiles;
