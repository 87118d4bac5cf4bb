//! The running service: state, consumers and background tasks, put together for `main` and for tests
//! alike. This is above the resources; what they share is in `state.rs`, below them.

use std::sync::Arc;

use actix_web::web::Data;
use http_kit::ServerConfig;
use jobs::Runner;
use mail::Mailer;
use messaging::Broadcast;
use service::{Access, EndedSessionList, Service};

use crate::accounts::mail::AccountMail;
use crate::accounts::reset_requests::ResetRequest;
use crate::live::FORWARDED_EVENTS;
use crate::parcel_watch::held::TellHeldParcels;
use crate::state::{AppState, StartError};
use crate::webhooks::call::WebhookCall;
use crate::{accounts, consumers, ended_copies, housekeeping, live, parcel_watch, project_removal};

/// The service with everything but its routes.
pub fn service(server: ServerConfig, state: &Data<AppState>) -> Result<Service, StartError> {
    let (pool, amqp) = (&state.pool, &state.config.amqp);
    let mut service = Service::new(server);
    let shutdown = service.shutdown();
    service.check_database(pool);
    service.read_replicas(&state.reads);
    service.outbox_relay(pool, amqp);
    service.consumer(consumers::builder(pool.clone(), amqp.clone()));

    let access = Access {
        authenticator: state.authenticator(),
        ended: ended_sessions(pool),
    };
    let hub = state.hub.clone();
    service.access(amqp, access, move |sessions| hub.end_sessions(sessions));

    let events = Broadcast::subscribe(amqp.clone(), FORWARDED_EVENTS);
    service.check_connection("events", events.health());
    service.task(
        "events",
        live::forward(state.hub.clone(), events, shutdown.clone()),
    );
    service.jobs(runner(state)?);
    let removal = project_removal::work(pool.clone(), shutdown.clone());
    service.task("project removal", removal);
    let digests = parcel_watch::digest::work(pool.clone(), state.config.clone(), shutdown.clone());
    service.task("digests", digests);
    let days = state.config.regrid_copies_keep_days;
    let copies = ended_copies::work(pool.clone(), days, shutdown.clone());
    service.task("ended copies", copies);
    service.task("housekeeping", housekeeping::work(state.clone(), shutdown));
    Ok(service)
}

fn runner(state: &Data<AppState>) -> Result<Runner, StartError> {
    let mailer = Arc::new(Mailer::new(&state.config.mail)?);
    let state = state.clone().into_inner();
    Ok(Runner::new(state.pool.clone())
        .job::<AccountMail>(mailer, 2)
        .job::<ResetRequest>(state.clone(), 1)
        .job::<TellHeldParcels>(state.clone(), 1)
        // One at a time, so that a receiver usually hears of things in their order.
        .job::<WebhookCall>(state, 1))
}

/// From our own table: main-api is where sessions end.
fn ended_sessions(pool: &db::Pool) -> EndedSessionList {
    let pool = pool.clone();
    EndedSessionList::new(move || {
        let pool = pool.clone();
        async move { accounts::ops::list_ended(&pool).await }
    })
}
