"""The certificate for the local network: ours, for our addresses, kept for its owner only."""

from __future__ import annotations

import stat
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509

from kibitz.web.addresses import local_addresses, local_names
from kibitz.web.certificate import certificate_for


def names(path: Path) -> set[str]:
    found = x509.load_pem_x509_certificate(path.read_bytes()).extensions
    return {str(one.value) for one in found.get_extension_for_class(x509.SubjectAlternativeName).value}


def test_it_is_kept_until_an_address_is_added_and_the_authority_stays(tmp_path: Path) -> None:
    first = certificate_for({"localhost", "192.0.2.7"}, tmp_path)
    server, authority = first.chain.read_bytes(), first.authority.read_bytes()
    certificate_for({"localhost"}, tmp_path)
    assert first.chain.read_bytes() == server
    again = certificate_for({"localhost", "192.0.2.8", "fe80::1"}, tmp_path)
    assert names(again.chain) == {"localhost", "192.0.2.8", "fe80::1"}
    assert again.authority.read_bytes() == authority
    issuer, made = (
        x509.load_pem_x509_certificate(path.read_bytes()) for path in (again.authority, again.chain)
    )
    made.verify_directly_issued_by(issuer)


def test_a_damaged_one_is_made_anew(tmp_path: Path) -> None:
    first = certificate_for({"localhost"}, tmp_path)
    for path in tmp_path.iterdir():
        path.write_text("nothing")
    assert names(certificate_for({"localhost"}, tmp_path).chain) == {"localhost"}
    assert first.key.read_text().startswith("-----BEGIN PRIVATE KEY")


def test_only_its_owner_can_read_it(tmp_path: Path) -> None:
    certificate_for({"localhost"}, tmp_path / "https")
    assert stat.S_IMODE((tmp_path / "https").stat().st_mode) == 0o700
    modes = {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "https").iterdir()}
    assert modes == {0o600}


def test_addresses_of_this_machine_are_no_loopback_and_names_are_names() -> None:
    assert not any(ip_address(address).is_loopback for address in local_addresses())
    assert all(name and name.isascii() and " " not in name for name in local_names())
