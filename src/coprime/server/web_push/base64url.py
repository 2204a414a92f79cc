"""Bytes as base64url without padding, as the formats of the web write keys, signatures and names."""

from base64 import urlsafe_b64decode, urlsafe_b64encode


def encode_base64url(data: bytes) -> str:
    """Return bytes as base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode_base64url(text: str) -> bytes:
    """Return the bytes of base64url with or without padding. Raises ValueError."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
