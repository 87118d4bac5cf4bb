//! Projects read by programs that speak OGC API - Features. They follow links, and send a personal access
//! token.

use serde_json::{Value, json};
use test_support::{Credentials, Front, OgcClients, Persona};

use crate::ogc::filled;
use crate::personal_access_tokens::create;
use crate::world::World;

/// A firm with two projects and two parcels, and a stranger, behind a server that has the address of their
/// links.
struct Projects {
    front: Front,
    world: World,
    clients: OgcClients,
    /// Of the firm.
    token: String,
    /// Of another firm.
    strangers: String,
}

impl Projects {
    async fn start() -> Self {
        let front = Front::start("");
        let world = World::with(&[("PUBLIC_URL", front.origin())]).await;
        front.forward_to(world.url());
        let (ours, stranger) = (filled(&world).await, world.user().await);
        let token =
            async |who: &Persona| create(&world, who, "QGIS", &["projects:read"]).await.text;
        Self {
            token: token(&ours).await,
            strangers: token(&stranger).await,
            clients: OgcClients::of(format!("{}/api/ogc", front.origin())),
            front,
            world,
        }
    }

    async fn stop(self) {
        self.front.stop().await;
        self.world.stop().await;
    }
}

fn values(features: &[Value], property: &str) -> Vec<String> {
    let values = features.iter().map(|feature| {
        let value = feature["properties"][property].as_str();
        value.unwrap().to_owned()
    });
    let mut values: Vec<String> = values.collect();
    values.sort();
    values
}

#[tokio::test(flavor = "multi_thread")]
async fn gdal_reads_the_projects_of_a_firm_and_their_parcels() {
    let projects = Projects::start().await;
    let clients = &projects.clients;
    let bearer = Credentials::Bearer(&projects.token);
    let collections = clients.gdal_collections(bearer).await.unwrap();
    assert_eq!(collections, ["projects", "project_parcels"]);
    let features = async |collection: &str, arguments: &[&str]| {
        let read = clients.gdal_features(bearer, collection, arguments).await;
        read.unwrap()
    };
    let all = features("projects", &[]).await;
    assert_eq!(values(&all, "project_name"), ["North", "South"]);
    let north = all
        .iter()
        .find(|project| project["properties"]["project_name"] == "North")
        .unwrap();
    assert_eq!(north["geometry"]["type"], "MultiPoint");
    let parcels = features("project_parcels", &[]).await;
    assert_eq!(values(&parcels, "parcelnumb"), ["1", "2"]);
    assert_eq!(parcels[0]["geometry"]["type"], "Point");
    for (collection, arguments, property, expected) in [
        (
            "projects",
            &["-where", "project_name = 'South'"][..],
            "project_name",
            "South",
        ),
        (
            "project_parcels",
            &["-where", "parcelnumb = '2'"][..],
            "parcelnumb",
            "2",
        ),
        (
            "project_parcels",
            &["-spat", "-95.4", "29.7", "-95.3", "29.8"][..],
            "parcelnumb",
            "1",
        ),
    ] {
        let found = features(collection, arguments).await;
        assert_eq!(values(&found, property), [expected], "{arguments:?}");
    }
    let basic = Credentials::Basic(&projects.token);
    let read = clients.gdal_features(basic, "projects", &[]).await;
    assert_eq!(read.unwrap().len(), 2);
    for collection in ["projects", "project_parcels"] {
        let refused = clients
            .gdal_features(Credentials::None, collection, &[])
            .await;
        let said = refused.unwrap_err();
        assert!(said.contains("401"), "{said}");
        let strangers = Credentials::Bearer(&projects.strangers);
        let nothing = clients.gdal_features(strangers, collection, &[]).await;
        assert_eq!(nothing.unwrap(), Vec::<Value>::new());
    }
    projects.stop().await;
}

const OWSLIB: &str = "
import json, sys
from owslib.ogcapi.features import Features
api = Features(sys.argv[1], headers={'Authorization': 'Bearer ' + sys.stdin.read().strip()})
page = api.collection_items('project_parcels', limit=10, bbox=[-95.4, 29.7, -95.3, 29.8])
one = api.collection_item('project_parcels', page['features'][0]['id'])
named = lambda collection, name, **query: sorted(
    feature['properties'][name] for feature in api.collection_items(collection, **query)['features'])
read = {
    'collections': api.feature_collections(),
    'paths': len(api.api()['paths']),
    'conformance': len(api.conformance()['conformsTo']),
    'queryables': 'project_name' in api.collection_queryables('projects')['properties'],
    'projects': named('projects', 'project_name'),
    'parcels': named('project_parcels', 'parcelnumb'),
    'boxed': [feature['properties']['parcelnumb'] for feature in page['features']],
    'same': one['properties'] == page['features'][0]['properties'],
    'filtered': named('projects', 'project_name', filter=\"CASEI(project_name) LIKE 's%'\"),
    'filtered_parcels': named('project_parcels', 'parcelnumb', filter=\"NOT parcelnumb = '1'\"),
}
api.headers = {}
refused = []
for read_without in [api.collections, lambda: api.collection_items('projects'), lambda: api.collection_items('project_parcels')]:
    try:
        read_without()
    except RuntimeError as error:
        refused.append(json.loads(str(error))['status'])
print(json.dumps({**read, 'refused': refused}))
";

#[tokio::test(flavor = "multi_thread")]
async fn owslib_reads_the_projects_of_a_firm_and_their_parcels() {
    let projects = Projects::start().await;
    let read = projects.clients.owslib(&projects.token, OWSLIB).await;
    let expected = json!({
        "collections": ["projects", "project_parcels"], "paths": 12, "conformance": 14, "queryables": true,
        "projects": ["North", "South"], "parcels": ["1", "2"], "boxed": ["1"], "same": true,
        "filtered": ["South"], "filtered_parcels": ["2"], "refused": [401, 401, 401],
    });
    assert_eq!(read.unwrap(), expected);
    projects.stop().await;
}
