//! What handlers share. It knows no route and no consumer: those are put together in `app.rs`, above
//! the resources; this is below them.

use std::sync::Arc;

use db::{Pool, ReadPool};
use growth_layers::LayerResolver;
use provider_client::{Http, Limits};
use service::ServiceClient;
use typeset::Typesetter;

use crate::config::Config;
use crate::dossiers::DossierContext;
use crate::export::Exports;
use crate::growth::GrowthContext;
use crate::map_config::MapConfig;
use crate::places::{Geocoder, Markets};
use crate::providers::Providers;
use crate::search_runs::{Areas, SearchContext};
use crate::selections::ReviewedParcels;
use crate::site_layers::SiteLayers;
use crate::tiles::TileCache;

pub struct AppState {
    pub pool: Pool,
    /// For reads that may be a few seconds old: lookups, tiles, the place search and the OGC API.
    pub reads: ReadPool,
    /// The product's origin in browsers, for links.
    pub public_url: String,
    /// External sources of parcels.
    pub providers: Providers,
    /// External source of addresses.
    pub geocoder: Option<Geocoder>,
    /// Markets of main-api.
    pub markets: Markets,
    /// What main-api knows of the parcels of projects.
    pub reviewed: ReviewedParcels,
    /// Layers of land of public services.
    pub site_layers: Arc<SiteLayers>,
    /// Tile sources of the map.
    pub map: MapConfig,
    pub tiles: TileCache,
    pub exports: Exports,
    pub growth: GrowthContext,
    pub searches: SearchContext,
    pub dossiers: DossierContext,
}

impl AppState {
    /// Prepares everything that needs no running database.
    pub fn new(config: &Config) -> anyhow::Result<Self> {
        let http = Http::new(&config.providers.user_agent, Limits::default())?;
        let geocoder = config.geocoder_url.as_deref();
        let layers = Arc::new(LayerResolver::new(config.layers.clone())?);
        let pool = db::connect(&config.database)?;
        Ok(Self {
            reads: ReadPool::connect(pool.clone(), &config.replicas)?,
            pool,
            public_url: config.access.public_url.clone(),
            providers: Providers::from_config(&config.providers)?,
            geocoder: geocoder.map(|url| Geocoder::new(url, http)).transpose()?,
            markets: Markets::new(config.access.main_api()?),
            reviewed: ReviewedParcels::new(config.access.main_api()?),
            site_layers: Arc::new(SiteLayers::new(config.site_layers.clone())?),
            map: config.map.clone(),
            tiles: TileCache::new(config.tile_cache_bytes),
            exports: Exports::new(config.export),
            growth: GrowthContext::new(config.growth.clone(), layers),
            searches: SearchContext::new(Areas::new(config.access.main_api()?)),
            dossiers: DossierContext::new(
                config.access.main_api()?,
                ServiceClient::new(&config.property_api_url)?,
                Typesetter::beside_this_program()?,
            ),
        })
    }
}
