//! Encrypted connections, by rustls. Only this module uses the crates of TLS.

use super::ArchiveError;
use std::error::Error;
use std::future::Future;
use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream as Encrypted;
use tokio_rustls::rustls::client::WebPkiServerVerifier;
use tokio_rustls::rustls::client::danger::{
    HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier,
};
use tokio_rustls::rustls::crypto::{
    WebPkiSupportedAlgorithms, ring, verify_tls12_signature, verify_tls13_signature,
};
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::{
    self, CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme,
};

/// The policy for the certificate of the server.
#[derive(Debug)]
pub(super) enum CertPolicy {
    /// No check: nobody can eavesdrop, but anybody can impersonate the server.
    None,
    /// A certificate authority of this file must have signed the certificate.
    Ca(PathBuf),
    /// A certificate authority of this file, or of the system, must have signed the certificate for
    /// this host.
    CaAndHost(Option<PathBuf>),
}

impl CertPolicy {
    /// Returns the certificates of the authorities; `None` if anybody may have signed.
    fn roots(&self) -> Result<Option<RootCertStore>, ArchiveError> {
        match self {
            Self::None => Ok(None),
            Self::Ca(file) | Self::CaAndHost(Some(file)) => read_roots(file).map(Some),
            Self::CaAndHost(None) => {
                let mut roots = RootCertStore::empty();
                roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
                Ok(Some(roots))
            }
        }
    }
}

/// The settings of encrypted connections.
#[derive(Clone)]
pub(super) struct TlsSettings(Arc<ClientConfig>);

impl TlsSettings {
    pub fn new(policy: CertPolicy) -> Result<Self, ArchiveError> {
        let provider = Arc::new(ring::default_provider());
        let mut signed = None;
        if let Some(roots) = policy.roots()? {
            let builder =
                WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider.clone());
            signed = Some(builder.build().map_err(|e| {
                ArchiveError::Connection(format!("certificates of authorities: {e}"))
            })?);
        }
        let verifier = PolicyVerifier {
            signed,
            is_named: matches!(policy, CertPolicy::CaAndHost(_)),
            algorithms: provider.signature_verification_algorithms,
        };
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("ring has what these versions need")
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier))
            .with_no_client_auth();
        Ok(Self(Arc::new(config)))
    }
}

/// Reads the certificates of a PEM file.
fn read_roots(file: &Path) -> Result<RootCertStore, ArchiveError> {
    try_read_roots(file).map_err(|e| ArchiveError::Connection(format!("{}: {e}", file.display())))
}

fn try_read_roots(file: &Path) -> Result<RootCertStore, Box<dyn Error + Send + Sync>> {
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(file)? {
        roots.add(certificate?)?;
    }
    if roots.is_empty() {
        return Err("expected certificates in PEM, found none".into());
    }
    Ok(roots)
}

/// A verifier that applies a certificate policy. It checks the signatures of the connection in any
/// case.
#[derive(Debug)]
struct PolicyVerifier {
    /// The check of the signature; `None` if anybody may have signed.
    signed: Option<Arc<WebPkiServerVerifier>>,
    /// True if the certificate must be for this host.
    is_named: bool,
    algorithms: WebPkiSupportedAlgorithms,
}

impl ServerCertVerifier for PolicyVerifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        host: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        use rustls::Error::InvalidCertificate as Invalid;
        let Some(signed) = &self.signed else {
            return Ok(ServerCertVerified::assertion());
        };
        // rustls checks the name last, so the chain is valid if only the name is wrong.
        match signed.verify_server_cert(certificate, others, host, ocsp, now) {
            Err(Invalid(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if !self.is_named => Ok(ServerCertVerified::assertion()),
            judged => judged,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signature, &self.algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signature, &self.algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> MakeTlsConnect<S> for TlsSettings {
    type Stream = EncryptedStream<S>;
    type TlsConnect = HostConnector;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> io::Result<HostConnector> {
        // A socket has no host name, and is not encrypted.
        let name = ServerName::try_from(host.to_owned()).ok();
        Ok(HostConnector(TlsConnector::from(self.0.clone()), name))
    }
}

/// A connector for one host.
pub(super) struct HostConnector(TlsConnector, Option<ServerName<'static>>);

type ConnectFuture<S> = Pin<Box<dyn Future<Output = io::Result<EncryptedStream<S>>> + Send>>;

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> TlsConnect<S> for HostConnector {
    type Stream = EncryptedStream<S>;
    type Error = io::Error;
    type Future = ConnectFuture<S>;

    fn connect(self, stream: S) -> ConnectFuture<S> {
        Box::pin(async move {
            let name = self.1.ok_or_else(|| io::Error::other("expected the name of a host"))?;
            self.0.connect(name, stream).await.map(EncryptedStream)
        })
    }
}

/// An encrypted connection.
pub(super) struct EncryptedStream<S>(Encrypted<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for EncryptedStream<S> {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for EncryptedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, into)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for EncryptedStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
