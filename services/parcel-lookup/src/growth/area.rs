//! Where runs get the layers of an area from.
//!
//! [`LayerSource`] is the one place that asks; tests put other layers there. What layers are, and the
//! bytes that a run keeps them as, stands in [`super::layers::area`].

use std::sync::Arc;

use domain::BBox;
use futures::FutureExt as _;
use futures::future::BoxFuture;

pub use super::layers::NoLayers;
pub use super::layers::area::{AreaLayers, Frame, NotLayers};
use super::layers::desk::{LayerConfig, LayerDesk};

/// Where runs get their layers from. Cheap to clone.
#[derive(Clone)]
pub struct LayerSource(Arc<Ask>);

type Ask = dyn Fn(BBox) -> BoxFuture<'static, Result<AreaLayers, NoLayers>> + Send + Sync;

impl LayerSource {
    /// What is configured: an operator's folders, public services, the samples.
    pub fn standard(config: LayerConfig) -> anyhow::Result<Self> {
        let desk = LayerDesk::new(config)?;
        Ok(Self::new(move |bbox| {
            let desk = desk.clone();
            async move { desk.for_area(bbox).await }.boxed()
        }))
    }

    /// Another source.
    pub fn new(
        ask: impl Fn(BBox) -> BoxFuture<'static, Result<AreaLayers, NoLayers>> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(ask))
    }

    /// The layers of a selection, or why there are none.
    pub async fn for_area(&self, bbox: BBox) -> Result<AreaLayers, NoLayers> {
        (self.0)(bbox).await
    }
}
