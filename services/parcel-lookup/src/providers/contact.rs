//! `User-Agent` of requests to external services: who we are, and where to write to.

use settings::Env;
use url::{Host, Url};

/// Ends of names that are known in one network only.
const LOCAL_NAMES: [&str; 3] = [".localhost", ".local", ".internal"];

/// A `User-Agent`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserAgent {
    pub text: String,
    /// It names somebody: the operator has written it, or has a public address.
    pub has_contact: bool,
}

impl UserAgent {
    /// Reads `PROVIDER_USER_AGENT`. Its default has `PUBLIC_URL` as the contact, if that is of use to others.
    pub fn from_env(env: &mut Env) -> Self {
        let contact = env.optional("PUBLIC_URL").filter(|url| is_public(url));
        if let Some(text) = env.optional("PROVIDER_USER_AGENT") {
            return Self {
                text,
                has_contact: true,
            };
        }
        let product = concat!("Sitewright/", env!("CARGO_PKG_VERSION"));
        Self {
            has_contact: contact.is_some(),
            text: match contact {
                Some(url) => format!("{product} (+{url})"),
                None => product.to_owned(),
            },
        }
    }
}

/// Whether a URL can lead somebody elsewhere to its owner: not one of this machine or of a private network.
fn is_public(url: &str) -> bool {
    let Ok(url) = Url::parse(url) else {
        return false;
    };
    match url.host() {
        Some(Host::Domain(name)) => {
            name.contains('.') && !LOCAL_NAMES.iter().any(|end| name.ends_with(end))
        }
        Some(Host::Ipv4(v4)) => {
            !(v4.is_loopback() || v4.is_private() || v4.is_link_local() || v4.is_unspecified())
        }
        Some(Host::Ipv6(v6)) => {
            !(v6.is_loopback()
                || v6.is_unique_local()
                || v6.is_unicast_link_local()
                || v6.is_unspecified())
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(settings: &'static [(&str, &str)]) -> UserAgent {
        UserAgent::from_env(&mut Env::from_source(|name| {
            let found = settings.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        }))
    }

    #[test]
    fn requests_name_a_contact() {
        let by_url = read(&[("PUBLIC_URL", "https://sitewright.example")]);
        let expected = format!(
            "Sitewright/{} (+https://sitewright.example)",
            env!("CARGO_PKG_VERSION")
        );
        assert_eq!((by_url.text, by_url.has_contact), (expected, true));
        let own = read(&[
            ("PUBLIC_URL", "http://127.0.0.1:8080"),
            ("PROVIDER_USER_AGENT", "Sitewright (gis@firm.example)"),
        ]);
        assert_eq!(
            (own.text.as_str(), own.has_contact),
            ("Sitewright (gis@firm.example)", true)
        );
    }

    #[test]
    fn an_address_that_leads_nowhere_is_no_contact() {
        let local = read(&[("PUBLIC_URL", "http://127.0.0.1:8080")]);
        let product = format!("Sitewright/{}", env!("CARGO_PKG_VERSION"));
        assert_eq!((local.text, local.has_contact), (product, false));
        assert_eq!(read(&[]), read(&[("PUBLIC_URL", "nonsense")]));
        for (url, expected) in [
            ("http://localhost:8080", false),
            ("http://sitewright.localhost", false),
            ("http://proxy:8080", false),
            ("http://nas.local", false),
            ("http://host.docker.internal", false),
            ("http://0.0.0.0:8080", false),
            ("http://10.1.2.3", false),
            ("http://172.20.0.5", false),
            ("http://192.168.1.10:8080", false),
            ("http://169.254.1.1", false),
            ("http://[::1]:8080", false),
            ("http://[fd00::1]", false),
            ("http://[fe80::1]", false),
            ("https://localhost.example.com", true),
            ("https://parcels.firm.example/app", true),
            ("http://8.8.8.8", true),
            ("http://[2001:4860:4860::8888]", true),
        ] {
            assert_eq!(is_public(url), expected, "{url}");
        }
    }
}
