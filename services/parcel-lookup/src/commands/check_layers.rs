//! `check-layers`: shows which source provides the growth layers of an area.

use std::time::Instant;

use domain::BBox;
use growth_layers::{LayerConfig, LayerResolver, LayerSource as _};

use crate::providers::ProviderConfig;

pub async fn check_layers(bbox: BBox) -> anyhow::Result<()> {
    let config = settings::from_process(|env| {
        let providers = ProviderConfig::from_env(env);
        LayerConfig::from_env(env, providers.user_agent)
    })?;
    let layers = LayerResolver::new(config)?;
    let started = Instant::now();
    let area = layers.for_area(bbox).await?;
    let seconds = started.elapsed().as_secs_f64();
    service::print(&format!("{area}read in {seconds:.1} s\n"))
}
