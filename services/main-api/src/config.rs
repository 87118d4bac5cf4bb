//! All settings, read once at start and passed in.
//!
//! One small struct per concern. The variables are documented in deploy/env/main-api.env.example.

use std::path::PathBuf;

use mail::MailConfig;
use messaging::AmqpConfig;
use reqwest::Url;
use settings::{Env, Secret};

/// Aerial images of the US Geological Survey (USGS), which are in the public domain.
const USGS_AERIAL: &str = "https://basemap.nationalmap.gov/arcgis/rest/services/USGSImageryOnly/MapServer/export?bbox={west},{south},{east},{north}&bboxSR=4326&imageSR=3857&size=1024,768&format=jpg&f=image";
/// The credit line that the USGS requests for the images of its host.
const USGS_CREDIT: &str = "USGS The National Map: Orthoimagery";
const USGS_HOST: &str = "//basemap.nationalmap.gov/";

/// Configuration of `serve`.
#[derive(Debug, Clone)]
pub struct Config {
    /// Database as the application role.
    pub database: db::DbConfig,
    /// Its read replicas.
    pub replicas: db::ReplicaConfig,
    pub amqp: AmqpConfig,
    /// The product's origin in browsers.
    pub public_url: Url,
    /// Further origins whose pages may send requests with cookies.
    pub cors_allowed_origins: Vec<String>,
    /// Issuer of our tokens.
    pub jwt_issuer: String,
    /// PEM file (PKCS#8) of the Ed25519 key that signs tokens.
    pub jwt_private_key_file: PathBuf,
    /// Folder of avatars and site images.
    pub storage_dir: PathBuf,
    /// Base URL of parcel-lookup, without the proxy.
    pub parcel_lookup_url: Url,
    pub mail: MailConfig,
    /// URL template of aerial images with `{west} {south} {east} {north}`; none: there are no site
    /// images.
    pub site_image_aerial_url: Option<String>,
    /// Credit line of these images.
    pub site_image_credit: Option<String>,
    /// Providers of street view images.
    pub street_view: StreetViewConfig,
    pub webhooks: WebhookConfig,
    /// URL of the voice assistant's script.
    pub voice_assistant_url: Option<String>,
    /// Days that copies of Regrid's facts may be kept.
    pub regrid_copies_keep_days: Option<u16>,
}

/// Providers of street view; the first configured one is used.
#[derive(Debug, Clone, Default)]
pub struct StreetViewConfig {
    /// Requested by the server; the token is not sent to browsers.
    pub mapillary: Option<MapillaryConfig>,
    /// Used by the browser; Google restricts the key to our origin.
    pub google_key: Option<String>,
}

#[derive(Debug, Clone)]
pub struct MapillaryConfig {
    /// Base URL of the API.
    pub url: Url,
    pub token: Secret<String>,
}

/// The operator's webhooks.
#[derive(Debug, Clone, Default)]
pub struct WebhookConfig {
    /// Receives calls for all other projects.
    pub live_url: Option<Url>,
    /// Receives calls for projects with the test marker.
    pub test_url: Option<Url>,
    /// Key that signs every call.
    pub secret: Option<Secret<String>>,
}

impl WebhookConfig {
    /// The URL for the target `live` or `test`.
    pub fn url(&self, target: &str) -> Option<&Url> {
        if target == "test" {
            self.test_url.as_ref()
        } else {
            self.live_url.as_ref()
        }
    }
}

impl Config {
    pub fn from_env(env: &mut Env) -> Self {
        let storage_dir = PathBuf::from(env.required("STORAGE_DIR"));
        let aerial = env
            .optional("SITE_IMAGE_AERIAL_URL")
            .unwrap_or_else(|| USGS_AERIAL.to_owned());
        let mapillary_url = url(env, "MAPILLARY_URL", "https://graph.mapillary.com");
        let database = db::DbConfig::from_env(env, crate::SERVICE);
        Self {
            replicas: db::ReplicaConfig::from_env(env, &database),
            database,
            amqp: AmqpConfig::from_env(env, crate::SERVICE),
            public_url: url(env, "PUBLIC_URL", "http://127.0.0.1:8080"),
            cors_allowed_origins: env.list("CORS_ALLOWED_ORIGINS"),
            jwt_issuer: env
                .optional("JWT_ISSUER")
                .unwrap_or_else(|| auth::DEFAULT_ISSUER.to_owned()),
            jwt_private_key_file: PathBuf::from(env.required("JWT_PRIVATE_KEY_FILE")),
            parcel_lookup_url: url(env, "PARCEL_LOOKUP_URL", "http://127.0.0.1:8083"),
            mail: MailConfig {
                smtp_url: env.optional_secret("SMTP_URL"),
                tls: mail::TlsFiles::from_env("SMTP", |name| env.optional(name)),
                folder: env
                    .optional("MAIL_DIR")
                    .map_or_else(|| storage_dir.join("mail"), PathBuf::from),
                from: env
                    .optional("MAIL_FROM")
                    .unwrap_or_else(|| "Sitewright <no-reply@sitewright.example>".to_owned()),
            },
            site_image_credit: env
                .optional("SITE_IMAGE_AERIAL_CREDIT")
                .or_else(|| aerial.contains(USGS_HOST).then(|| USGS_CREDIT.to_owned())),
            site_image_aerial_url: Some(aerial).filter(|address| address != "none"),
            street_view: StreetViewConfig {
                mapillary: env
                    .optional_secret("MAPILLARY_TOKEN")
                    .map(|token| MapillaryConfig {
                        url: mapillary_url,
                        token,
                    }),
                google_key: env.optional("GOOGLE_STREET_VIEW_KEY"),
            },
            webhooks: WebhookConfig {
                live_url: optional_url(env, "WEBHOOK_URL"),
                test_url: optional_url(env, "WEBHOOK_TEST_URL"),
                secret: env.optional_secret("WEBHOOK_SECRET"),
            },
            voice_assistant_url: env.optional("VOICE_ASSISTANT_URL"),
            regrid_copies_keep_days: db::copies::regrid_keep_days(env),
            storage_dir,
        }
    }

    /// URL of the page that sets a new password.
    pub fn reset_link(&self, token: &str) -> String {
        self.link("reset-password", token)
    }

    /// URL of the page that confirms a new e-mail address.
    pub fn confirm_link(&self, token: &str) -> String {
        self.link("confirm-email", token)
    }

    fn link(&self, page: &str, token: &str) -> String {
        self.page(&format!("{page}?token={token}"))
    }

    /// URL of this path, which begins without a slash.
    pub fn page(&self, path: &str) -> String {
        let origin = self.public_url.as_str().trim_end_matches('/');
        format!("{origin}/{path}")
    }
}

/// A URL with a valid default.
fn url(env: &mut Env, name: &str, default: &str) -> Url {
    #[expect(clippy::expect_used, reason = "the defaults are written in this file")]
    let default = Url::parse(default).expect("a valid default");
    env.parsed(name, default)
}

fn optional_url(env: &mut Env, name: &str) -> Option<Url> {
    // Read as text first, so that an invalid URL is an error and a missing one is none.
    env.optional(name)?;
    Some(url(env, name, "http://127.0.0.1/"))
}

#[cfg(test)]
mod tests {
    use settings::ConfigError;

    use super::*;

    fn config(more: &'static [(&str, &str)]) -> Result<Config, ConfigError> {
        let base = [
            ("DATABASE_URL", "postgres://u@127.0.0.1/x"),
            ("AMQP_URL", "amqp://127.0.0.1"),
            ("STORAGE_DIR", "/srv/storage"),
            ("JWT_PRIVATE_KEY_FILE", "/srv/key.pem"),
        ];
        let mut env = Env::from_source(move |name| {
            let all = base.iter().chain(more);
            all.rev()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| (*value).to_owned())
        });
        let config = Config::from_env(&mut env);
        env.finish(config)
    }

    #[test]
    fn defaults_switch_off_what_needs_an_agreement() {
        let config = config(&[]).unwrap();
        assert_eq!(config.mail.mode(), "folder");
        assert!(config.street_view.mapillary.is_none() && config.street_view.google_key.is_none());
        assert!(config.webhooks.url("live").is_none() && config.webhooks.url("test").is_none());
        assert_eq!(
            config.reset_link("abc"),
            "http://127.0.0.1:8080/reset-password?token=abc"
        );
    }

    #[test]
    fn site_pictures_come_from_a_public_source_unless_switched_off() {
        assert!(
            config(&[])
                .unwrap()
                .site_image_aerial_url
                .is_some_and(|address| address.contains("nationalmap.gov"))
        );
        let off = config(&[("SITE_IMAGE_AERIAL_URL", "none")]).unwrap();
        assert_eq!(off.site_image_aerial_url, None);
    }

    #[test]
    fn only_the_surveys_own_pictures_are_credited_to_it() {
        const OTHER: (&str, &str) = ("SITE_IMAGE_AERIAL_URL", "https://tiles.example/{west}");
        let credit = |set| config(set).unwrap().site_image_credit;
        assert_eq!(credit(&[]).as_deref(), Some(USGS_CREDIT));
        assert_eq!(credit(&[OTHER]), None);
        let named = credit(&[OTHER, ("SITE_IMAGE_AERIAL_CREDIT", "County")]);
        assert_eq!(named.as_deref(), Some("County"));
    }

    #[test]
    fn a_wrong_address_is_told() {
        assert!(config(&[("WEBHOOK_URL", "not an address")]).is_err());
        assert!(config(&[("PUBLIC_URL", "nonsense")]).is_err());
    }
}
