"""The authority for the network at home: who may read its key, how long it lives, and for whom it must not speak."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import ssl
import stat
import threading
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

from companion.host import certificates
from companion.host.certificates import NotPrivate, ensure_certificates, is_private

HERE = ["192.168.1.23"]
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def leaf(made):
    return x509.load_pem_x509_certificate(made.leaf.read_bytes())


def of(certificate, kind):
    return certificate.extensions.get_extension_for_class(kind)


def verified(made, tmp_path, names, asked):
    """A handshake with a server whose certificate the authority gave for `names`, asked for as `asked`."""
    key = ec.generate_private_key(ec.SECP256R1())
    secret = certificates._read_key(made.authority.parent / "authority-key.pem")
    given = certificates._leaf(key, names, made.certificate, secret, datetime.now(UTC))
    (tmp_path / "key").write_bytes(certificates._key_pem(key))
    (tmp_path / "leaf").write_bytes(certificates._certificate_pem(given))
    return shaken(made, tmp_path / "leaf", tmp_path / "key", asked)


def shaken(made, certificate, key, asked):
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(certificate, key)
    ours, theirs = socket.socketpair()

    def answer():
        try:
            server.wrap_socket(theirs, server_side=True).close()
        except OSError:
            theirs.close()

    thread = threading.Thread(target=answer)
    thread.start()
    try:
        with ssl.create_default_context(cafile=str(made.authority)).wrap_socket(ours, server_hostname=asked) as line:
            return line.version()
    finally:
        ours.close()
        thread.join(5)


def test_its_certificate_is_trusted_for_this_machines_addresses_and_name(tmp_path):
    made = ensure_certificates(HERE, tmp_path)
    for asked in ("192.168.1.23", "127.0.0.1", "localhost"):
        assert shaken(made, made.leaf, made.key, asked).startswith("TLSv1.")


def test_keys_are_for_their_owner_only(tmp_path):
    ensure_certificates(HERE, tmp_path / "https")
    assert stat.S_IMODE((tmp_path / "https").stat().st_mode) == 0o700
    files = {file.name: stat.S_IMODE(file.stat().st_mode) for file in (tmp_path / "https").iterdir()}
    assert files == dict.fromkeys(("authority.pem", "authority-key.pem", "server.pem", "server-key.pem"), 0o600)


def test_it_lies_in_the_users_data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(certificates, "user_data_path", lambda name: tmp_path / name)
    assert ensure_certificates(HERE).authority == tmp_path / "trackside" / "https" / "authority.pem"


def test_the_authority_speaks_for_private_addresses_and_local_names_only(tmp_path):
    made = ensure_certificates(HERE, tmp_path).certificate
    limits = of(made, x509.NameConstraints)
    assert limits.critical
    permitted = limits.value.permitted_subtrees
    assert {name.value for name in permitted if isinstance(name, x509.DNSName)} == {"local", "localhost"}
    networks = [name.value for name in permitted if isinstance(name, x509.IPAddress)]
    assert networks == list(certificates.PRIVATE)
    assert not any(network.is_global for network in networks)
    basic = of(made, x509.BasicConstraints)
    assert (basic.critical, basic.value.ca, basic.value.path_length) == (True, True, 0)
    usage = of(made, x509.KeyUsage).value
    assert usage.key_cert_sign
    assert not usage.digital_signature


@pytest.mark.parametrize("name", ["bank.example", "www.example.com", "nas.lan"])
def test_for_a_name_of_the_world_it_is_not_believed(tmp_path, name):
    made = ensure_certificates(HERE, tmp_path / "https")
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        verified(made, tmp_path, [x509.DNSName(name)], name)


@pytest.mark.parametrize("address", ["8.8.8.8", "192.0.2.1", "2001:4860:4860::8888"])
def test_for_an_address_of_the_world_it_is_not_believed(tmp_path, address):
    made = ensure_certificates(HERE, tmp_path / "https")
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        verified(made, tmp_path, [x509.IPAddress(ipaddress.ip_address(address))], address)


@pytest.mark.parametrize("address", ["ada@bank.example", "ada@attic.local"])
def test_for_somebodys_mail_it_is_not_believed(tmp_path, address):
    made = ensure_certificates(HERE, tmp_path / "https")
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        verified(made, tmp_path, [x509.DNSName("localhost"), x509.RFC822Name(address)], "localhost")


def test_it_speaks_for_servers_and_not_for_people(tmp_path):
    """Nor for mail or programs: whoever shows a certificate of it to be let in is not."""
    made = ensure_certificates(HERE, tmp_path / "https")
    usage = of(made.certificate, x509.ExtendedKeyUsage).value
    assert list(usage) == [x509.oid.ExtendedKeyUsageOID.SERVER_AUTH]
    with pytest.raises(ssl.SSLCertVerificationError, match="certificate purpose"):
        let_in(made, *persons(made, tmp_path))


def persons(made, folder):
    """A certificate of a person, signed with the authority's key, and its own."""
    key, subject = ec.generate_private_key(ec.SECP256R1()), x509.Name([])
    usage = x509.ExtendedKeyUsage([x509.oid.ExtendedKeyUsageOID.CLIENT_AUTH])
    begun = certificates._builder(subject, made.certificate.subject, key.public_key(), datetime.now(UTC), 9)
    secret = certificates._read_key(made.authority.parent / "authority-key.pem")
    given = begun.add_extension(usage, critical=False).sign(secret, SHA256())
    (folder / "person").write_bytes(certificates._certificate_pem(given))
    (folder / "key").write_bytes(certificates._key_pem(key))
    return folder / "person", folder / "key"


def let_in(made, certificate, key):
    """A server that lets in whomever the authority knows."""
    server, person = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH), ssl._create_unverified_context()
    server.load_cert_chain(made.leaf, made.key)
    server.load_verify_locations(made.authority)
    server.verify_mode = ssl.CERT_REQUIRED
    person.load_cert_chain(certificate, key)
    ours, theirs = socket.socketpair()

    def come():
        with contextlib.suppress(OSError), person.wrap_socket(theirs) as line:
            line.recv(1)

    thread = threading.Thread(target=come)
    thread.start()
    try:
        server.wrap_socket(ours, server_side=True).close()
    finally:
        ours.close()
        thread.join(5)


@pytest.mark.parametrize("name", ["attic.local", "printer.attic.local", "localhost"])
def test_for_a_local_name_it_is(tmp_path, name):
    made = ensure_certificates(HERE, tmp_path / "https")
    assert verified(made, tmp_path, [x509.DNSName(name)], name)


@pytest.mark.parametrize("address", ["203.0.113.9", "2a00::1", "100.64.0.1"])
def test_for_a_machine_with_an_address_of_the_world_none_is_made(tmp_path, address):
    with pytest.raises(NotPrivate, match=address):
        ensure_certificates([address], tmp_path / "https")
    assert not (tmp_path / "https").exists()


@pytest.mark.parametrize("address", ["10.1.2.3", "172.31.0.1", "192.168.0.4", "169.254.7.7", "fd00::1", "fe80::1"])
def test_home_networks_are_known(address):
    assert is_private(address)


def test_the_leaf_is_what_phones_take(tmp_path):
    found = leaf(ensure_certificates(HERE, tmp_path, NOW))
    assert found.not_valid_after_utc - found.not_valid_before_utc < timedelta(days=398)
    assert found.not_valid_before_utc < NOW < found.not_valid_after_utc
    assert list(of(found, x509.ExtendedKeyUsage).value) == [x509.oid.ExtendedKeyUsageOID.SERVER_AUTH]
    told = of(found, x509.SubjectAlternativeName).value
    addresses = [str(one) for one in told.get_values_for_type(x509.IPAddress)]
    assert addresses == ["192.168.1.23", "127.0.0.1", "::1"]
    assert "localhost" in told.get_values_for_type(x509.DNSName)
    assert all(name == "localhost" or name.endswith(".local") for name in told.get_values_for_type(x509.DNSName))


def test_what_stands_is_used_again(tmp_path):
    first = ensure_certificates(HERE, tmp_path, NOW)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    again = ensure_certificates(HERE, tmp_path, NOW + timedelta(days=300))
    assert again == first
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def renewed(tmp_path, change, addresses=HERE, now=NOW):
    """Whether (the authority, the leaf) are others after a change."""
    first = ensure_certificates(HERE, tmp_path, NOW)
    before = first.authority.read_bytes(), first.leaf.read_bytes()
    change(tmp_path)
    again = ensure_certificates(addresses, tmp_path, now)
    leaf(again).verify_directly_issued_by(again.certificate)
    return again.authority.read_bytes() != before[0], again.leaf.read_bytes() != before[1]


def nothing(_folder):
    pass


def test_near_its_end_the_leaf_is_renewed(tmp_path):
    assert renewed(tmp_path, nothing, now=NOW + timedelta(days=367)) == (False, True)


def test_for_another_address_the_leaf_is_renewed(tmp_path):
    assert renewed(tmp_path, nothing, ["192.168.1.99"]) == (False, True)


def test_near_the_end_of_the_authority_both_are(tmp_path):
    assert renewed(tmp_path, nothing, now=NOW + timedelta(days=3300)) == (True, True)


@pytest.mark.parametrize("name", ["server.pem", "server-key.pem"])
def test_a_leaf_that_is_lost_or_broken_is_made_anew(tmp_path, name):
    assert renewed(tmp_path, lambda folder: (folder / name).write_text("broken")) == (False, True)
    assert renewed(tmp_path, lambda folder: (folder / name).unlink()) == (False, True)


@pytest.mark.parametrize("name", ["authority.pem", "authority-key.pem"])
def test_an_authority_that_is_lost_or_broken_is_made_anew(tmp_path, name):
    assert renewed(tmp_path, lambda folder: (folder / name).write_text("broken")) == (True, True)
    assert renewed(tmp_path, lambda folder: (folder / name).unlink()) == (True, True)


def test_a_key_of_another_kind_is_none(tmp_path):
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    def other(folder):
        key = rsa.generate_private_key(65537, 2048)
        forms = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        (folder / "authority-key.pem").write_bytes(key.private_bytes(*forms))

    assert renewed(tmp_path, other) == (True, True)


def test_phones_are_told_its_name_and_fingerprint(tmp_path, monkeypatch):
    monkeypatch.setattr(socket, "gethostname", lambda: "attic.example.org")
    made = ensure_certificates(HERE, tmp_path)
    assert made.name == "Trackside at attic"
    assert len(made.fingerprint.split(":")) == 32
    assert x509.load_der_x509_certificate(made.der) == made.certificate
    assert "attic.local" in of(leaf(made), x509.SubjectAlternativeName).value.get_values_for_type(x509.DNSName)


@pytest.mark.parametrize(("name", "local"), [("Attic", "attic.local"), ("a_b", None), ("küche", None), ("", None)])
def test_only_names_that_can_be_looked_up_are_local_ones(monkeypatch, name, local):
    monkeypatch.setattr(socket, "gethostname", lambda: name)
    assert certificates.local_name() == local
