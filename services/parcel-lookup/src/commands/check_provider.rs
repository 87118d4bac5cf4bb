//! `check-provider`: shows the response of each configured parcel provider for a point.

use domain::LonLat;
use provider_client::Patience;

use crate::providers::ProviderConfig;
use crate::providers::Providers;

pub async fn check_provider(at: LonLat) -> anyhow::Result<()> {
    let config = settings::from_process(ProviderConfig::from_env)?;
    let providers = Providers::from_config(&config)?;
    let mut requests = 0;
    for provider in providers.covering(at) {
        requests += 1;
        let answer = match provider.at_point(at, Patience::Short).await {
            Ok(found) if found.parcels.is_empty() => match found.land {
                Some(on) => on.land.kind.label(),
                None => "has no parcel here",
            }
            .to_owned(),
            Ok(found) => found
                .parcels
                .iter()
                .map(|parcel| serde_json::to_string_pretty(&parcel.fields))
                .collect::<Result<Vec<_>, _>>()?
                .join("\n"),
            Err(error) => format!("failed: {:#}", anyhow::Error::from(error)),
        };
        service::print(&format!("{}: {answer}\n", provider.name()))?;
    }
    service::print(&format!(
        "{requests} providers are configured for this point\n"
    ))
}
