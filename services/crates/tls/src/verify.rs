//! Verification of a server's certificate.

use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::verify_server_cert_signed_by_trust_anchor;
use rustls::crypto::{CryptoProvider, aws_lc_rs, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};

use crate::{LoadedTlsFiles, TlsError};

/// Required properties of the server's certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verify {
    /// No verification: the connection is encrypted, but open to a man in the middle.
    Nothing,
    /// Signed by a trusted CA, for any host.
    Chain,
    /// Signed by a trusted CA for the host that is connected to.
    ChainAndName,
}

impl LoadedTlsFiles {
    /// TLS settings for connections.
    pub fn client_config(&self, verify: Verify) -> Result<ClientConfig, TlsError> {
        let provider = provider();
        let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
            .with_safe_default_protocol_versions()?;
        let builder = match verify {
            Verify::ChainAndName => builder.with_root_certificates(self.roots()?),
            Verify::Chain => without_name_check(builder, provider, Some(self.roots()?)),
            Verify::Nothing => without_name_check(builder, provider, None),
        };
        Ok(match &self.identity {
            Some(identity) => {
                builder.with_client_auth_cert(identity.chain.clone(), identity.key())?
            }
            None => builder.with_no_client_auth(),
        })
    }

    fn roots(&self) -> Result<RootCertStore, TlsError> {
        let mut roots = RootCertStore::empty();
        if let Some(ca) = &self.ca {
            for certificate in ca {
                roots.add(certificate.clone())?;
            }
            return Ok(roots);
        }
        let found = rustls_native_certs::load_native_certs();
        // Some stores contain old certificates that cannot be parsed; the others are usable.
        roots.add_parsable_certificates(found.certs);
        if roots.is_empty() {
            let why = found
                .errors
                .first()
                .map_or_else(|| "none found".to_owned(), std::string::ToString::to_string);
            return Err(TlsError::NoSystemRoots(why));
        }
        Ok(roots)
    }
}

/// The provider that the rest of the workspace uses too.
pub(crate) fn provider() -> Arc<CryptoProvider> {
    Arc::new(aws_lc_rs::default_provider())
}

fn without_name_check(
    builder: rustls::ConfigBuilder<ClientConfig, rustls::WantsVerifier>,
    provider: Arc<CryptoProvider>,
    roots: Option<RootCertStore>,
) -> rustls::ConfigBuilder<ClientConfig, rustls::client::WantsClientCert> {
    builder
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(AnyNameVerifier { provider, roots }))
}

/// Accepts a certificate for any name: signed by one of `roots` if given, else by anyone. The
/// server must still prove possession of the certificate's key.
#[derive(Debug)]
struct AnyNameVerifier {
    provider: Arc<CryptoProvider>,
    roots: Option<RootCertStore>,
}

impl ServerCertVerifier for AnyNameVerifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if let Some(roots) = &self.roots {
            verify_server_cert_signed_by_trust_anchor(
                &ParsedCertificate::try_from(end_entity)?,
                roots,
                intermediates,
                now,
                self.provider.signature_verification_algorithms.all,
            )?;
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let known = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, cert, dss, known)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let known = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, cert, dss, known)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider
            .signature_verification_algorithms
            .supported_schemes()
    }
}
