//! Programs that read OGC API - Features: GDAL's ogr2ogr, and Python's `OWSLib`, both of Debian.
//!
//! They follow links, so a server in between has the address of the links, as the proxy has. They send
//! a personal access token.

use std::net::TcpListener;
use std::process::Stdio;

use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};
use auth::Scope;
use serde_json::Value;
use test_support::Persona;
use tokio::process::Command;

use crate::support::{World, square};

/// Forwards requests below `/api-2` to the service.
struct Front {
    handle: actix_web::dev::ServerHandle,
    world: World,
    root: String,
}

async fn forward(request: HttpRequest, service: web::Data<String>) -> HttpResponse {
    let target = request.uri().to_string();
    let path = target.strip_prefix("/api-2").unwrap_or("/nothing");
    let mut call = reqwest::Client::new().get(format!("{}{path}", service.as_str()));
    for name in ["authorization", "accept"] {
        if let Some(value) = request.headers().get(name) {
            call = call.header(name, value.to_str().unwrap());
        }
    }
    let answer = call.send().await.unwrap();
    let mut response = HttpResponse::build(
        actix_web::http::StatusCode::from_u16(answer.status().as_u16()).unwrap(),
    );
    for name in ["content-type", "content-crs"] {
        if let Some(value) = answer.headers().get(name) {
            response.insert_header((name, value.to_str().unwrap()));
        }
    }
    response.body(answer.bytes().await.unwrap())
}

impl Front {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let world = World::at(origin.clone()).await;
        let service = web::Data::new(world.url().to_owned());
        let server = HttpServer::new(move || {
            App::new()
                .app_data(service.clone())
                .default_service(web::to(forward))
        })
        .workers(2)
        .disable_signals()
        .listen(listener)
        .unwrap()
        .run();
        let handle = server.handle();
        tokio::spawn(server);
        let parcels = (0..250).map(|i| {
            let mut parcel = square(
                "48201",
                &format!("P{i:03}"),
                -95.37,
                29.7 + f64::from(i) * 0.002,
            );
            parcel.fields.year_built = Some(1900 + i);
            parcel
        });
        world.put(parcels.collect()).await;
        Self {
            handle,
            world,
            root: format!("{origin}/api-2/ogc"),
        }
    }

    /// A personal access token that reads parcels.
    fn token(&self) -> String {
        let scopes = [Scope::ParcelsRead];
        self.world.tokens.issue(&Persona::user(), &scopes)
    }

    /// Runs a program and returns its output.
    async fn run(&self, command: &mut Command) -> String {
        let output = command.stdin(Stdio::null()).output().await.unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command:?}: {errors}");
        assert!(!errors.contains("ERROR"), "{errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    async fn stop(self) {
        self.handle.stop(false).await;
        self.world.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn gdal_reads_every_page_a_box_and_a_filter() {
    let front = Front::start().await;
    let header = front.world.folder.path().join("header");
    std::fs::write(&header, format!("Authorization: Bearer {}", front.token())).unwrap();
    let ogr = |arguments: &[&str]| {
        let mut command = Command::new("ogr2ogr");
        command
            .env("GDAL_HTTP_HEADER_FILE", &header)
            .args(["-f", "GeoJSON", "/vsistdout/"])
            .arg(format!("OAPIF:{}", front.root))
            .args(["-oo", "PAGE_SIZE=100", "parcels"])
            .args(arguments);
        command
    };
    let features = async |arguments: &[&str]| -> Vec<Value> {
        let text = front.run(&mut ogr(arguments)).await;
        let read: Value = serde_json::from_str(&text).unwrap();
        read["features"].as_array().unwrap().clone()
    };
    let all = features(&[]).await;
    assert_eq!(all.len(), 250);
    let first = all
        .iter()
        .find(|f| f["properties"]["parcelnumb"] == "P000")
        .unwrap();
    assert_eq!(first["geometry"]["type"], "MultiPolygon");
    assert_eq!(first["properties"]["year_built"], 1900);
    assert_eq!(first["properties"]["is_sample"], false);
    let boxed = features(&["-spat", "-95.38", "29.6999", "-95.36", "29.7041"]).await;
    assert_eq!(boxed.len(), 3);
    let filtered = features(&["-where", "year_built > 2145"]).await;
    assert_eq!(filtered.len(), 4);
    // As the password of HTTP Basic, as QGIS sends it.
    let mut basic = ogr(&[]);
    basic
        .env_remove("GDAL_HTTP_HEADER_FILE")
        .env("GDAL_HTTP_AUTH", "BASIC")
        .env("GDAL_HTTP_USERPWD", format!("gdal:{}", front.token()));
    let text = front.run(&mut basic).await;
    let read: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(read["features"].as_array().unwrap().len(), 250);
    front.stop().await;
}

const OWSLIB: &str = "
import json, sys
from owslib.ogcapi.features import Features
api = Features(sys.argv[1], headers={'Authorization': 'Bearer ' + sys.stdin.read().strip()})
page = api.collection_items('parcels', limit=10, bbox=[-95.38, 29.6999, -95.36, 29.7041])
one = api.collection_item('parcels', page['features'][0]['id'])
print(json.dumps({
    'collections': api.feature_collections(),
    'paths': sorted(api.api()['paths']),
    'conformance': len(api.conformance()['conformsTo']),
    'queryables': 'owner' in api.collection_queryables('parcels')['properties'],
    'returned': len(page['features']),
    'same': one['properties'] == page['features'][0]['properties'],
    'filtered': len(api.collection_items('parcels', filter='year_built > 2145')['features']),
}))
";

#[tokio::test(flavor = "multi_thread")]
async fn owslib_reads_collections_items_and_filters() {
    let front = Front::start().await;
    let token = front.world.folder.path().join("token");
    std::fs::write(&token, front.token()).unwrap();
    let mut command = Command::new("/usr/bin/python3");
    command.args(["-c", OWSLIB, &front.root]);
    command.stdin(std::fs::File::open(token).unwrap());
    let output = command.output().await.unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let read: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(read["collections"], serde_json::json!(["parcels"]));
    assert_eq!(read["paths"].as_array().unwrap().len(), 8);
    assert_eq!(read["conformance"], 14);
    assert_eq!(read["queryables"], true);
    assert_eq!(
        (&read["returned"], &read["filtered"]),
        (&3.into(), &4.into())
    );
    assert_eq!(read["same"], true);
    front.stop().await;
}
