//! Which providers are called, and under which terms.

use db::copies;
use settings::{Env, Secret};

use super::contact::UserAgent;
use super::terms::{Kind, Terms};

/// Days that Regrid's parcels are kept unless the operator's contract allows more: see decision 52.
const REGRID_KEEP_DAYS: u16 = 1;

/// External parcel providers; all disabled by default.
#[derive(Debug, Clone)]
pub struct ProviderConfig {
    /// File that lists the ArcGIS layers to query.
    pub arcgis_sources_file: Option<String>,
    /// Base URL of Regrid.
    pub regrid_url: String,
    /// Regrid token; without one Regrid is not queried.
    pub regrid_token: Option<Secret<String>>,
    /// Who may see Regrid's parcels, and how long.
    pub regrid_terms: Terms,
    /// `User-Agent` of requests to external services.
    pub user_agent: String,
    /// It tells whom to write to.
    pub has_contact: bool,
}

impl ProviderConfig {
    /// Reads `ARCGIS_SOURCES_FILE`, `REGRID_*` and [`UserAgent`].
    pub fn from_env(env: &mut Env) -> Self {
        let UserAgent { text, has_contact } = UserAgent::from_env(env);
        Self {
            arcgis_sources_file: env.optional("ARCGIS_SOURCES_FILE"),
            regrid_url: env
                .optional("REGRID_URL")
                .unwrap_or_else(|| "https://app.regrid.com".to_owned()),
            regrid_token: env.optional_secret("REGRID_TOKEN"),
            regrid_terms: regrid_terms(env),
            user_agent: text,
            has_contact,
        }
    }

    /// Whether a provider is switched on.
    pub fn is_any(&self) -> bool {
        self.arcgis_sources_file.is_some() || self.regrid_token.is_some()
    }
}

fn regrid_terms(env: &mut Env) -> Terms {
    let keep = env.parsed("REGRID_KEEP_DAYS", REGRID_KEEP_DAYS);
    let refresh = env.optional_parsed("REGRID_REFRESH_DAYS");
    let copies = copies::regrid_keep_days(env);
    Terms::new(Kind::Licensed, Some(keep), refresh, copies).unwrap_or_else(|refused| {
        env.problem(format!(
            "REGRID_KEEP_DAYS, REGRID_REFRESH_DAYS or REGRID_COPIES_KEEP_DAYS is not valid: {refused}"
        ));
        Terms::DAY
    })
}

#[cfg(test)]
mod tests {
    use super::super::terms::Use;
    use super::*;

    fn config(settings: &'static [(&str, &str)]) -> Result<ProviderConfig, settings::ConfigError> {
        let mut env = Env::from_source(move |name| {
            let found = settings.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        });
        let config = ProviderConfig::from_env(&mut env);
        env.finish(config)
    }

    #[test]
    fn regrids_parcels_are_licensed_for_a_day_unless_the_contract_allows_more() {
        let plain = config(&[]).unwrap().regrid_terms;
        assert_eq!(plain, Terms::DAY);
        let longer = config(&[("REGRID_KEEP_DAYS", "90"), ("REGRID_REFRESH_DAYS", "30")]).unwrap();
        let terms = longer.regrid_terms;
        assert_eq!(terms.kind, Use::Licensed { keep_days: 90 });
        assert_eq!(terms.refresh_days, 30);
        assert!(config(&[("REGRID_KEEP_DAYS", "0")]).is_err());
        assert!(config(&[("REGRID_KEEP_DAYS", "for ever")]).is_err());
        // No number of days is guessed for copies; those that are stated last as long as the parcel.
        assert_eq!(plain.copies_keep_days, None);
        let stated = config(&[("REGRID_COPIES_KEEP_DAYS", "30")]).unwrap();
        assert_eq!(stated.regrid_terms.copies_keep_days, Some(30));
        assert!(
            config(&[
                ("REGRID_KEEP_DAYS", "90"),
                ("REGRID_COPIES_KEEP_DAYS", "30")
            ])
            .is_err()
        );
        // Later than the default expiry.
        assert!(config(&[("REGRID_REFRESH_DAYS", "2")]).is_err());
    }
}
