"""https for the local network: an authority of our own and a certificate for every address of this machine.

Both are kept in the data folder, readable by their owner only. The certificate is made anew when an address
is added or its time is nearly over; the authority stays, so that a phone has to be told of it only once.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from kibitz.core.errors import BadSetting
from kibitz.web.keys import write_private

AUTHORITY_DAYS = 3650
LEAF_DAYS = 397  # phones refuse certificates that are valid for longer
SPARE_DAYS = 30


@dataclass(frozen=True, slots=True)
class Certificate:
    """Where the server finds its certificate, and the authority's for those who want to trust it."""

    chain: Path
    key: Path
    authority: Path


def certificate_for(names: Iterable[str], folder: Path) -> Certificate:
    """A certificate for these host names and addresses, the kept one if it still serves."""
    wanted = frozenset(names)
    found = Certificate(folder / "server.pem", folder / "server-key.pem", folder / "authority.pem")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        authority, authority_key = _authority(folder)
        if not _serves(found, wanted, authority):
            _issue(found, wanted, authority, authority_key)
    except OSError as error:
        raise BadSetting(f"The certificate in {folder} cannot be written ({error.strerror}).") from None
    return found


def _authority(folder: Path) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    certificate, key_file = folder / "authority.pem", folder / "authority-key.pem"
    try:
        kept = x509.load_pem_x509_certificate(certificate.read_bytes())
        key = serialization.load_pem_private_key(key_file.read_bytes(), None)
        if isinstance(key, ec.EllipticCurvePrivateKey) and _days_left(kept) > LEAF_DAYS:
            return kept, key
    except (OSError, ValueError):
        pass
    key = ec.generate_private_key(ec.SECP256R1())
    made = _made_authority(key)
    _keep_key(key_file, key)
    write_private(certificate, made.public_bytes(serialization.Encoding.PEM))
    return made, key


def _made_authority(key: ec.EllipticCurvePrivateKey) -> x509.Certificate:
    name = _name(f"Kibitz on {socket.gethostname()}"[:64])
    usage = x509.KeyUsage(
        digital_signature=True, content_commitment=False, key_encipherment=False, data_encipherment=False,
        key_agreement=False, key_cert_sign=True, crl_sign=True, encipher_only=False, decipher_only=False,
    )  # fmt: skip
    return (
        _begun(name, name, key.public_key(), AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )


def _issue(
    found: Certificate, names: frozenset[str], authority: x509.Certificate, signer: ec.EllipticCurvePrivateKey
) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    made = (
        _begun(_name("Kibitz"), authority.subject, key.public_key(), LEAF_DAYS)
        .add_extension(x509.SubjectAlternativeName(_alternatives(names)), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False
        )
        .sign(signer, hashes.SHA256())
    )
    _keep_key(found.key, key)
    pem = serialization.Encoding.PEM
    write_private(found.chain, made.public_bytes(pem) + authority.public_bytes(pem))


def _serves(found: Certificate, names: frozenset[str], authority: x509.Certificate) -> bool:
    """Whether the kept certificate is ours, covers all names and lasts."""
    try:
        kept = x509.load_pem_x509_certificate(found.chain.read_bytes())
        serialization.load_pem_private_key(found.key.read_bytes(), None)
        kept.verify_directly_issued_by(authority)
        covered = kept.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except Exception:  # whatever is wrong with it, a new one is made
        return False
    has = {str(one.value) for one in covered}
    return names <= has and _days_left(kept) > SPARE_DAYS


def _begun(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, days: int
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=days))
    )


def _keep_key(path: Path, key: ec.EllipticCurvePrivateKey) -> None:
    form = serialization.PrivateFormat.PKCS8
    pem = key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption())
    write_private(path, pem)


def _alternatives(names: frozenset[str]) -> list[x509.GeneralName]:
    return [_alternative(name) for name in sorted(names)]


def _alternative(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _days_left(certificate: x509.Certificate) -> int:
    return (certificate.not_valid_after_utc - datetime.now(UTC)).days
