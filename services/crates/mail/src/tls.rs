//! TLS to the mail server, as requested by the URL, with a CA file or a client certificate.

use lettre::transport::smtp::client::{
    Certificate, CertificateStore, Identity, Tls, TlsParameters,
};
use tls::TlsFiles;
use url::Url;

use crate::MailError;

/// Replaces the library's TLS settings; none without files. The server's certificate must match the
/// URL's host and be signed by a trusted CA.
pub(crate) fn of(url: &str, files: &TlsFiles) -> Result<Option<Tls>, MailError> {
    let loaded = files.load()?;
    let Some(file) = files.any() else {
        return Ok(None);
    };
    // The library has validated the URL before.
    let not_asked = || MailError::TlsNotAsked(file.clone());
    let url = Url::parse(url).map_err(|_taken| not_asked())?;
    let wrap = match (url.scheme(), wanted(&url).as_deref()) {
        ("smtps", _) => Tls::Wrapper,
        ("smtp", Some("required")) => Tls::Required,
        ("smtp", Some("opportunistic")) => Tls::Opportunistic,
        _ => return Err(not_asked()),
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
    Ok(Some(wrap(parameters.build()?)))
}

/// `?tls=required` makes `smtp://` start TLS with STARTTLS.
fn wanted(url: &Url) -> Option<String> {
    url.query_pairs()
        .find(|(name, _)| name == "tls")
        .map(|(_, value)| value.into_owned())
}
