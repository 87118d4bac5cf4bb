//! Jobs on a real PostgreSQL: retries, dead jobs, leases, several workers, firms.

mod attempts;
mod dead;
mod firms;
mod harness;
mod leases;
mod running;
