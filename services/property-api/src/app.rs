//! The running service: state, consumers and background tasks, put together for `main` and for tests
//! alike. This is above the resources; what they share is in `state.rs`, below them.

use std::sync::Arc;

use http_kit::ServerConfig;
use jobs::Runner;
use messaging::AmqpConfig;
use pdf_seal::Sealer;
use service::{Access, Service};

use crate::attachments::sweep;
use crate::deal_tasks::reminders;
use crate::letter_jobs::render::{CONCURRENCY, LetterMaker, LetterRendering};
use crate::letter_links::sealer;
use crate::letter_links::sealing::{LetterSealing, SealMaker};
use crate::letter_register::expiry_sweep;
use crate::properties::copies;
use crate::state::AppState;
use crate::{MAX_BODY_BYTES, consumers};

/// The service with everything but its routes.
pub fn service(
    mut server: ServerConfig,
    state: &AppState,
    access: Access,
    amqp: &AmqpConfig,
) -> Service {
    server.payload_limit = MAX_BODY_BYTES;
    let mut service = Service::new(server);
    let shutdown = service.shutdown();
    service.check_database(&state.pool);
    service.outbox_relay(&state.pool, amqp);
    service.consumer(consumers::builder(state.pool.clone(), amqp.clone()));
    service.access(amqp, access, |_sessions| {});
    let files = state.files.clone();
    service.check("storage", move || {
        let files = files.clone();
        async move { files.ready().await }
    });
    let sweep = sweep::run(state.pool.clone(), state.files.clone(), shutdown.clone());
    service.task("attachment sweep", sweep);
    let sweep = expiry_sweep::run(state.pool.clone(), shutdown.clone());
    service.task("expiry of letters", sweep);
    let copies = copies::work(
        state.pool.clone(),
        state.regrid_copies_keep_days,
        shutdown.clone(),
    );
    service.task("ended copies", copies);
    let url = state.links.public_url.clone();
    service.task(
        "reminders of tasks",
        reminders::run(state.pool.clone(), url, shutdown.clone()),
    );
    service.jobs(letters(state));
    if let Some(sealer) = &state.sealer {
        service.jobs(seals(state, Arc::clone(sealer)));
        let watch = sealer::watch(Arc::clone(sealer), shutdown);
        service.task("end of the certificate", watch);
    }
    service
}

/// Makes PDFs of letters: typesetting is a program of its own, so it does not delay requests.
fn letters(state: &AppState) -> Runner {
    let maker = LetterMaker {
        pool: state.pool.clone(),
        files: state.files.clone(),
        typesetter: state.typesetter.clone(),
    };
    runner(state).job::<LetterRendering>(Arc::new(maker), CONCURRENCY)
}

/// Seals signed letters. Without a key the jobs wait.
fn seals(state: &AppState, sealer: Arc<Sealer>) -> Runner {
    let maker = SealMaker {
        pool: state.pool.clone(),
        files: state.files.clone(),
        typesetter: state.typesetter.clone(),
        sealer,
    };
    runner(state).job::<LetterSealing>(Arc::new(maker), 1)
}

fn runner(state: &AppState) -> Runner {
    Runner::new(state.pool.clone()).lease(state.job_lease)
}
