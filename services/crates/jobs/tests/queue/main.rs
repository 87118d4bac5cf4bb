//! Jobs on a real PostgreSQL: retries, dead jobs, leases, several workers, firms and their turns.

mod attempts;
mod dead;
mod firms;
mod harness;
mod leases;
mod running;
mod turns;
