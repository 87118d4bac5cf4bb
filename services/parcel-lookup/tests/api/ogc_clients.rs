//! Parcels read by programs that speak OGC API - Features. They follow links, and send a personal access
//! token.

use auth::Scope;
use serde_json::json;
use test_support::{Credentials, Front, OgcClients, Persona};

use crate::support::{World, square};

/// 250 parcels in a row, behind a server that has the address of their links.
struct Parcels {
    front: Front,
    world: World,
    clients: OgcClients,
}

impl Parcels {
    async fn start() -> Self {
        let front = Front::start("/api-2");
        let world = World::at(front.origin().to_owned()).await;
        front.forward_to(world.url());
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
        let clients = OgcClients::of(format!("{}/api-2/ogc", front.origin()));
        Self {
            front,
            world,
            clients,
        }
    }

    /// A personal access token that reads parcels.
    fn token(&self) -> String {
        let scopes = [Scope::ParcelsRead];
        self.world.tokens.issue(&Persona::user(), &scopes)
    }

    async fn stop(self) {
        self.front.stop().await;
        self.world.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn gdal_reads_every_page_a_box_and_a_filter() {
    let parcels = Parcels::start().await;
    let (clients, token) = (&parcels.clients, parcels.token());
    let bearer = Credentials::Bearer(&token);
    let collections = clients.gdal_collections(bearer).await.unwrap();
    assert_eq!(collections, ["parcels"]);
    let features = async |arguments: &[&str]| {
        let read = clients.gdal_features(bearer, "parcels", arguments).await;
        read.unwrap()
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
    let basic = Credentials::Basic(&token);
    let read = clients.gdal_features(basic, "parcels", &[]).await.unwrap();
    assert_eq!(read.len(), 250);
    let refused = clients
        .gdal_features(Credentials::None, "parcels", &[])
        .await
        .unwrap_err();
    assert!(refused.contains("401"), "{refused}");
    parcels.stop().await;
}

const OWSLIB: &str = "
import json, sys
from owslib.ogcapi.features import Features
api = Features(sys.argv[1], headers={'Authorization': 'Bearer ' + sys.stdin.read().strip()})
page = api.collection_items('parcels', limit=10, bbox=[-95.38, 29.6999, -95.36, 29.7041])
one = api.collection_item('parcels', page['features'][0]['id'])
read = {
    'collections': api.feature_collections(),
    'paths': len(api.api()['paths']),
    'conformance': len(api.conformance()['conformsTo']),
    'queryables': 'owner' in api.collection_queryables('parcels')['properties'],
    'returned': len(page['features']),
    'same': one['properties'] == page['features'][0]['properties'],
    'filtered': len(api.collection_items('parcels', filter='year_built > 2145')['features']),
}
api.headers = {}
try:
    api.collection_items('parcels')
except RuntimeError as error:
    read['refused'] = json.loads(str(error))['status']
print(json.dumps(read))
";

#[tokio::test(flavor = "multi_thread")]
async fn owslib_reads_collections_items_and_filters() {
    let parcels = Parcels::start().await;
    let read = parcels.clients.owslib(&parcels.token(), OWSLIB).await;
    let expected = json!({
        "collections": ["parcels"], "paths": 16, "conformance": 14, "queryables": true,
        "returned": 3, "same": true, "filtered": 4, "refused": 401,
    });
    assert_eq!(read.unwrap(), expected);
    parcels.stop().await;
}
