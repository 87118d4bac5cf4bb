//! TLS to the mail server, as the URL asks for it, with a CA file or a client certificate.

use lettre::transport::smtp::client::{
    Certificate, CertificateStore, Identity, Tls, TlsParameters,
};
use tls::TlsFiles;
use url::Url;

use crate::MailError;

/// What takes the place of the library's own choice; none where there are no files. The server has
/// to be the one that the URL names, and a CA that is trusted has to say so.
pub(crate) fn of(url: &str, files: &TlsFiles) -> Result<Option<Tls>, MailError> {
    let material = files.load()?;
    let Some(file) = files.any() else {
        return Ok(None);
    };
    // The library has taken the URL before.
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
    if let Some(ca) = material.ca {
        parameters = parameters.certificate_store(CertificateStore::None);
        for certificate in ca {
            let certificate = Certificate::from_der(certificate.to_vec())?;
            parameters = parameters.add_root_certificate(certificate);
        }
    }
    if let Some(ours) = material.identity {
        // With rustls the library takes one certificate, and takes it as DER for all its name says:
        // those between ours and its CA cannot be sent.
        let own = ours.chain.first().map_or(&[][..], |own| own.as_ref());
        let ours = Identity::from_pem(own, &ours.key_pem)?;
        parameters = parameters.identify_with(ours);
    }
    Ok(Some(wrap(parameters.build()?)))
}

/// `?tls=required` makes `smtp://` begin TLS by STARTTLS.
fn wanted(url: &Url) -> Option<String> {
    url.query_pairs()
        .find(|(name, _)| name == "tls")
        .map(|(_, value)| value.into_owned())
}
