"""Encrypt a push message for one browser (RFC 8291), in one record of the coding `aes128gcm` (RFC 8188)."""

import secrets

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
SALT_BYTES = 16
AUTH_BYTES = 16             # of a browser's secret
RECORD_BYTES = 4096
LAST_RECORD = b"\x02"       # stands between the text of the last record and its padding


def encode_public_key(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key as browsers give theirs: an uncompressed point of 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def decode_public_key(point: bytes) -> ec.EllipticCurvePublicKey:
    """Return the public key of a browser. Raises ValueError for bytes that are no point of the curve."""
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)


def encrypt_message(text: bytes, browser_point: bytes, browser_secret: bytes, padded: int = 0,
                    own_key: ec.EllipticCurvePrivateKey | None = None, salt: bytes = b"") -> bytes:
    """Return the body of a push message.

    browser_point, browser_secret  `p256dh` and `auth` of the subscription
    padded  bytes that every text is filled up to, so that the length tells nothing
    own_key, salt  those of an example; else both are random

    Raises ValueError for a point that is none.
    """
    browser_key = decode_public_key(browser_point)
    own_key = own_key or ec.generate_private_key(CURVE)
    salt = salt or secrets.token_bytes(SALT_BYTES)
    own_point = encode_public_key(own_key.public_key())
    shared = own_key.exchange(ec.ECDH(), browser_key)
    material = _derive(shared, browser_secret, b"WebPush: info\0" + browser_point + own_point, 32)
    content_key = _derive(material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(material, salt, b"Content-Encoding: nonce\0", 12)
    record = text + LAST_RECORD + bytes(max(0, padded - len(text)))
    header = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(own_point)]) + own_point
    return header + AESGCM(content_key).encrypt(nonce, record, None)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
