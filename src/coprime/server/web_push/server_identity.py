"""The key by which push services know this server again (VAPID, RFC 8292), and what it signs.

The key follows from the server's secret, so it is made with that at the first start, is the same in every process and
on every machine of the server, and is in every copy of the data folder.
"""

import hmac
import time
from collections.abc import Callable

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from .base64url import encode_base64url
from .message_encryption import CURVE, encode_public_key

# Of P-256. 64 random bits more than it has make every key as likely (FIPS 186-5, A.2.1).
GROUP_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
NUMBER_BYTES = 32
TOKEN_SECONDS = 12 * 3600       # that a token is valid; RFC 8292 allows a day
RENEWAL_SECONDS = 3600          # after which another one is made


def derive_key(secret: bytes) -> ec.EllipticCurvePrivateKey:
    """Return the private key that follows from the server's secret."""
    digits = hmac.digest(secret, b"coprime web push", "sha512")[:NUMBER_BYTES + 8]
    return ec.derive_private_key(int.from_bytes(digits, "big") % (GROUP_ORDER - 1) + 1, CURVE)


class ServerIdentity:
    """Signs requests to push services.  `contact`: a mailto: or https: address of whoever runs the server."""

    def __init__(self, secret: bytes, contact: str, clock: Callable[[], float] = time.time) -> None:
        self._key, self._contact, self._clock = derive_key(secret), contact, clock
        self.public_key = encode_base64url(encode_public_key(self._key.public_key()))
        self._tokens: dict[str, tuple[float, str]] = {}

    def authorization(self, origin: str) -> str:
        """Return the Authorization header for the push service of an origin, such as https://push.example."""
        made, token = self._tokens.get(origin, (0.0, ""))
        if not 0 <= self._clock() - made < RENEWAL_SECONDS:
            made = self._clock()
            token = self._sign({"aud": origin, "exp": int(made) + TOKEN_SECONDS, "sub": self._contact})
            self._tokens[origin] = made, token
        return f"vapid t={token}, k={self.public_key}"

    def _sign(self, claims: dict[str, object]) -> str:
        """Return claims as a JSON Web Token, signed by ES256 (RFC 7518, 3.4)."""
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        signed = ".".join(encode_base64url(msgspec.json.encode(part)) for part in parts)
        numbers = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(SHA256())))
        return f"{signed}.{encode_base64url(b''.join(one.to_bytes(NUMBER_BYTES, 'big') for one in numbers))}"
