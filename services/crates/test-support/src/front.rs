//! A server before a service, as the proxy is: it has the address of the links that programs follow.

use std::net::TcpListener;
use std::sync::{Arc, OnceLock};

use actix_web::dev::ServerHandle;
use actix_web::http::StatusCode;
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};

/// Forwards GET requests to a service.
pub struct Front {
    handle: ServerHandle,
    origin: String,
    way: Arc<Way>,
}

struct Way {
    prefix: &'static str,
    service: OnceLock<String>,
}

impl Front {
    /// On a free loopback port. `prefix` is what the paths begin with here, but not at the service.
    ///
    /// # Panics
    /// When no port is free.
    pub fn start(prefix: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("a bound address");
        let way = Arc::new(Way {
            prefix,
            service: OnceLock::new(),
        });
        let shared = web::Data::from(Arc::clone(&way));
        let server = HttpServer::new(move || {
            App::new()
                .app_data(shared.clone())
                .default_service(web::to(forward))
        })
        .workers(2)
        .disable_signals()
        .listen(listener)
        .expect("a server")
        .run();
        let handle = server.handle();
        tokio::spawn(server);
        Self {
            handle,
            origin: format!("http://{address}"),
            way,
        }
    }

    /// `http://127.0.0.1:port`, without a trailing slash: the origin of the service's links.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Forwards to the service of this URL from now on; requests before fail.
    ///
    /// # Panics
    /// When it forwards already.
    pub fn forward_to(&self, service: &str) {
        let is_first = self.way.service.set(service.to_owned()).is_ok();
        assert!(is_first, "it forwards already");
    }

    /// Stops it.
    pub async fn stop(self) {
        self.handle.stop(false).await;
    }
}

async fn forward(request: HttpRequest, way: web::Data<Way>) -> HttpResponse {
    let target = request.uri().to_string();
    let path = target.strip_prefix(way.prefix);
    let (Some(path), Some(service)) = (path, way.service.get()) else {
        return HttpResponse::BadGateway().finish();
    };
    let mut call = reqwest::Client::new().get(format!("{service}{path}"));
    for name in ["authorization", "accept"] {
        if let Some(value) = request.headers().get(name) {
            call = call.header(name, value.as_bytes());
        }
    }
    let answer = call.send().await.expect("an answer of the service");
    let status = StatusCode::from_u16(answer.status().as_u16()).expect("a status");
    let mut response = HttpResponse::build(status);
    for name in ["content-type", "content-crs", "www-authenticate"] {
        if let Some(value) = answer.headers().get(name) {
            response.insert_header((name, value.as_bytes()));
        }
    }
    response.body(answer.bytes().await.expect("a whole answer"))
}
