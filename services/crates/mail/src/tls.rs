//! TLS to the mail server, as requested by the URL, with a CA file or a client certificate.

use lettre::transport::smtp::client::{
    Certificate, CertificateStore, Identity, Tls, TlsParameters,
};
use tls::TlsFiles;
use url::Url;

use crate::MailError;

/// The server's certificate must match the URL's host and be signed by a trusted CA. The library has validated the URL
/// before.
pub(crate) fn of(url: &Url, files: &TlsFiles) -> Result<Tls, MailError> {
    let loaded = files.load()?;
    let wrap = match (url.scheme(), wanted(url).as_deref()) {
        ("smtps", _) => Tls::Wrapper,
        ("smtp", Some("required")) => Tls::Required,
        ("smtp", Some("opportunistic")) => Tls::Opportunistic,
        _ => {
            return match files.any() {
                Some(file) => Err(MailError::TlsNotAsked(file.clone())),
                None => Ok(Tls::None),
            };
        }
    };
    let host = url.host_str().unwrap_or_default().to_owned();
    let mut parameters = TlsParameters::builder(host);
    if let Some(ca) = loaded.ca {
        parameters = parameters.certificate_store(CertificateStore::None);
        for certificate in ca {
            let certificate = Certificate::from_der(certificate.to_vec())?;
            parameters = parameters.add_root_certificate(certificate);
        }
    }
    if let Some(ours) = loaded.identity {
        // With rustls the library accepts one certificate, as DER despite the name; intermediate
        // certificates cannot be sent.
        let own = ours.chain.first().map_or(&[][..], |own| own.as_ref());
        let ours = Identity::from_pem(own, &ours.key_pem)?;
        parameters = parameters.identify_with(ours);
    }
    Ok(wrap(parameters.build()?))
}

/// `?tls=required` makes `smtp://` start TLS with STARTTLS.
fn wanted(url: &Url) -> Option<String> {
    url.query_pairs()
        .find(|(name, _)| name == "tls")
        .map(|(_, value)| value.into_owned())
}
