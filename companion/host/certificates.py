"""A certificate authority for the home network, and the certificate that it issues to this machine.

The authority is limited to servers at private addresses and `.local` names. So even somebody who stole its key could
not impersonate a public site, or sign mail or programs. The key never leaves the user's data folder.
"""

from __future__ import annotations

import ipaddress
import os
import socket
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from platformdirs import user_data_path

from companion.i18n import gettext as _

# Addresses of home networks: RFC 1918, link-local and loopback, for IPv4 and IPv6.
PRIVATE: Final = tuple(
    ipaddress.ip_network(text)
    for text in (
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "127.0.0.0/8",
        "fc00::/7",
        "fe80::/10",
        "::1/128",
    )
)
NAMES: Final = ("local", "localhost")
# Kinds of names without a constraint are allowed, so mail is limited too: to a host that cannot exist.
NO_MAIL: Final = "mail.invalid"
AUTHORITY_DAYS: Final = 3650
LEAF_DAYS: Final = 396  # 397 with the day before today; phones refuse certificates that are valid for more than 398
RENEW_DAYS: Final = 30  # before it expires
A_DAY: Final = timedelta(days=1)  # certificates are valid from yesterday on, since phones' clocks differ


class NotPrivate(Exception):
    """Raised for a public address: a private authority must not vouch for it."""


@dataclass(frozen=True)
class Certificates:
    """The certificate files: the server's certificate and key, and the authority that phones install."""

    authority: Path
    leaf: Path
    key: Path

    @cached_property
    def certificate(self) -> x509.Certificate:
        """The authority's own certificate, which phones install."""
        return x509.load_pem_x509_certificate(self.authority.read_bytes())

    @property
    def name(self) -> str:
        """The name under which phones list the authority."""
        return str(self.certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value)

    @property
    def der(self) -> bytes:
        """The authority's certificate in the form that every phone accepts."""
        return self.certificate.public_bytes(serialization.Encoding.DER)

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the authority's certificate, in the pairs of digits that phones show."""
        return self.certificate.fingerprint(hashes.SHA256()).hex(":").upper()


def certificate_folder() -> Path:
    """The folder in which certificates are kept."""
    return user_data_path("trackside") / "https"


def ensure_certificates(
    addresses: Sequence[str], folder: Path | None = None, now: datetime | None = None
) -> Certificates:
    """The certificates for these addresses and this machine's names; made or renewed where necessary."""
    if public := [address for address in addresses if not is_private(address)]:
        raise NotPrivate(public[0])
    folder = folder or certificate_folder()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    now = now or datetime.now(UTC)
    made = Certificates(authority=folder / "authority.pem", leaf=folder / "server.pem", key=folder / "server-key.pem")
    secret = folder / "authority-key.pem"
    if not _is_usable_authority(made.authority, secret, now):
        key = ec.generate_private_key(ec.SECP256R1())
        _write(secret, _key_pem(key))
        _write(made.authority, _certificate_pem(_authority(key, now)))
    names = _names(addresses)
    if not _is_usable_leaf(made, names, now):
        key = ec.generate_private_key(ec.SECP256R1())
        leaf = _leaf(key, names, made.certificate, _read_key(secret), now)
        _write(made.key, _key_pem(key))
        _write(made.leaf, _certificate_pem(leaf))
    return made


def is_private(address: str) -> bool:
    """Whether an address is on a home network, so that the authority may vouch for it."""
    parsed = ipaddress.ip_address(address)
    return any(parsed in network for network in PRIVATE if network.version == parsed.version)


def local_name() -> str | None:
    """This machine's `.local` name (mDNS), if it has a valid one."""
    name = socket.gethostname().partition(".")[0].lower()
    return f"{name}.local" if name.isascii() and name.replace("-", "").isalnum() else None


def _names(addresses: Iterable[str]) -> list[x509.GeneralName]:
    """The names and addresses that this machine's certificate is valid for."""
    ours = dict.fromkeys(ipaddress.ip_address(one) for one in (*addresses, "127.0.0.1", "::1"))
    called = dict.fromkeys(filter(None, ("localhost", local_name())))
    return [*map(x509.IPAddress, ours), *map(x509.DNSName, called)]


def _authority(key: ec.EllipticCurvePrivateKey, now: datetime) -> x509.Certificate:
    """A certificate authority that may vouch for addresses of home networks only, signed by itself."""
    called = _("Trackside at {machine}").format(machine=socket.gethostname().partition(".")[0])[:64]
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, called)])
    permitted = [*map(x509.IPAddress, PRIVATE), *map(x509.DNSName, NAMES), x509.RFC822Name(NO_MAIL)]
    basic = _builder(name, name, key.public_key(), now, AUTHORITY_DAYS)
    return (
        basic.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )


def _leaf(
    key: ec.EllipticCurvePrivateKey,
    names: Sequence[x509.GeneralName],
    authority: x509.Certificate,
    secret: ec.EllipticCurvePrivateKey,
    now: datetime,
) -> x509.Certificate:
    """The server's own certificate for these names, signed by the authority with its `secret` key."""
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Trackside")])
    issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(secret.public_key())
    return (
        _builder(name, authority.subject, key.public_key(), now, LEAF_DAYS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(issuer, critical=False)
        .sign(secret, hashes.SHA256())
    )


def _builder(
    name: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, now: datetime, days: int
) -> x509.CertificateBuilder:
    """What all our certificates have: who it is for, who signs it, and from when until when it is valid."""
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - A_DAY)
        .not_valid_after(now + timedelta(days=days))
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    """What a key may be used for: signing certificates, or nothing but connections."""
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _is_usable_authority(authority: Path, secret: Path, now: datetime) -> bool:
    """Whether there is an authority that is valid for at least as long as a new certificate would be."""
    try:
        certificate = x509.load_pem_x509_certificate(authority.read_bytes())
        return certificate.public_key() == _read_key(secret).public_key() and _is_valid_for(
            certificate, now, LEAF_DAYS
        )
    except (OSError, ValueError):
        return False


def _is_usable_leaf(made: Certificates, names: Sequence[x509.GeneralName], now: datetime) -> bool:
    """Whether the server's certificate was issued by this authority for these names, and does not expire soon."""
    try:
        leaf = x509.load_pem_x509_certificate(made.leaf.read_bytes())
        leaf.verify_directly_issued_by(made.certificate)
        names_served = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        fits = leaf.public_key() == _read_key(made.key).public_key() and list(names_served) == list(names)
        return fits and _is_valid_for(leaf, now, RENEW_DAYS)
    except (OSError, ValueError, TypeError, InvalidSignature, x509.ExtensionNotFound):
        return False


def _is_valid_for(certificate: x509.Certificate, now: datetime, days: int) -> bool:
    """Whether a certificate is valid now, and for so many days more."""
    return certificate.not_valid_before_utc <= now and now + timedelta(days=days) <= certificate.not_valid_after_utc


def _read_key(file: Path) -> ec.EllipticCurvePrivateKey:
    """A private key from its file. Raises ValueError for a kind that we do not make."""
    key = serialization.load_pem_private_key(file.read_bytes(), None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise ValueError(file)
    return key


def _key_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    """A private key as the text of its file, without a password."""
    form, no_password = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    return key.private_bytes(serialization.Encoding.PEM, form, no_password)


def _certificate_pem(certificate: x509.Certificate) -> bytes:
    """A certificate as the text of its file."""
    return certificate.public_bytes(serialization.Encoding.PEM)


def _write(file: Path, text: bytes) -> None:
    """Writes a file in one step, readable for its owner only."""
    handle, name = tempfile.mkstemp(dir=file.parent)  # made with mode 0600
    with os.fdopen(handle, "wb") as made:
        made.write(text)
    Path(name).replace(file)
