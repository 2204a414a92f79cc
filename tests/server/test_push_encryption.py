"""What push services and browsers get: encrypted as the standards' own examples, read by another library."""

import json
import subprocess
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from coprime.core.errors import BadInput
from coprime.server.request_error import RequestError
from coprime.server.web_push.message_encryption import decode_public_key, encode_public_key, encrypt_message
from coprime.server.web_push.push_services import PushOptions, check_endpoint, read_push_options
from coprime.server.web_push.server_identity import GROUP_ORDER, ServerIdentity, derive_key
from hatch_build import find_node

ROOT = Path(__file__).parents[2]
# RFC 8291, section 5 and appendix A.
EXAMPLE = {
    "text": b"When I grow up, I want to be a watermelon",
    "own": "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
    "browser": "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
    "point": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg", "salt": "DGv6ra1nlYgDCS1FRnbzlw",
    "body": "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6P"
            "Bru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
}
# The library of the browsers' makers for Node reads what a browser would.
READER = """
const given = JSON.parse(require('fs').readFileSync(0))
const own = require('crypto').createECDH('prime256v1')
own.setPrivateKey(Buffer.from(given.browser, 'base64url'))
const options = {version: 'aes128gcm', privateKey: own, authSecret: given.auth}
console.log(JSON.stringify(given.bodies.map(
    body => require('http_ece').decrypt(Buffer.from(body, 'base64url'), options).toString('utf8'))))
"""


def decoded(text):
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(data):
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def private_key(text):
    return ec.derive_private_key(int.from_bytes(decoded(text), "big"), ec.SECP256R1())


def read_as_browser(bodies, browser=EXAMPLE["browser"], auth=EXAMPLE["auth"]):
    """The texts of messages, by another implementation of the same standards."""
    given = json.dumps({"browser": browser, "auth": auth, "bodies": [encoded(body) for body in bodies]})
    done = subprocess.run([find_node(), "-e", READER], input=given, capture_output=True, text=True, cwd=ROOT,
                          check=True)
    return json.loads(done.stdout)


def test_the_example_of_rfc_8291_comes_out_byte_for_byte():
    body = encrypt_message(EXAMPLE["text"], decoded(EXAMPLE["point"]), decoded(EXAMPLE["auth"]),
                           own_key=private_key(EXAMPLE["own"]), salt=decoded(EXAMPLE["salt"]))
    assert encoded(body) == EXAMPLE["body"]
    assert encode_public_key(private_key(EXAMPLE["browser"]).public_key()) == decoded(EXAMPLE["point"])


def test_another_library_reads_what_is_sent_and_no_length_tells_of_it():
    texts = ["Your turn", "", "あなたの番です", "x" * 512]
    bodies = [encrypt_message(text.encode(), decoded(EXAMPLE["point"]), decoded(EXAMPLE["auth"]), padded=512)
              for text in texts]
    assert read_as_browser(bodies) == texts
    assert len({len(body) for body in bodies}) == 1 and len({body[:16] for body in bodies}) == len(texts)
    assert len({body[21:86] for body in bodies}) == len(texts), "a key of its own for each"


def test_a_key_that_is_no_point_is_refused():
    for point in (b"", b"\x04" + bytes(64), decoded(EXAMPLE["point"])[:-1], b"\x02" + decoded(EXAMPLE["point"])[1:]):
        with pytest.raises(ValueError):
            decode_public_key(point)


def test_the_signed_header_names_service_contact_and_an_end_and_is_made_anew_in_time():
    now = 1_000_000.0
    identity = ServerIdentity(b"secret" * 6, "mailto:me@example.org", lambda: now)
    header = identity.authorization("https://push.example.org")
    token, key = header.removeprefix("vapid t=").split(", k=")
    head, claims, signature = token.split(".")
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(decoded(claims)) == {"aud": "https://push.example.org", "exp": 1_043_200,
                                           "sub": "mailto:me@example.org"}
    signed = encode_dss_signature(*(int.from_bytes(decoded(signature)[at:at + 32], "big") for at in (0, 32)))
    public = decode_public_key(decoded(key))
    public.verify(signed, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    with pytest.raises(InvalidSignature):
        public.verify(signed, f"{head}.{claims}x".encode(), ec.ECDSA(SHA256()))
    assert identity.authorization("https://push.example.org") == header, "not one for every message"
    assert identity.authorization("https://other.example.org") != header
    now += 3600
    assert identity.authorization("https://push.example.org") != header


def test_the_key_follows_from_the_secret_and_lies_in_the_group():
    one, other = derive_key(bytes(32)), derive_key(b"\1" * 32)
    assert one.private_numbers() == derive_key(bytes(32)).private_numbers() != other.private_numbers()
    assert all(0 < key.private_numbers().private_value < GROUP_ORDER for key in (one, other))
    # That the order is the curve's: (n - 1) G is -G, whose x is that of G.
    last = ec.derive_private_key(GROUP_ORDER - 1, ec.SECP256R1()).public_key().public_numbers()
    assert last.x == ec.derive_private_key(1, ec.SECP256R1()).public_key().public_numbers().x


@pytest.mark.parametrize("endpoint", [
    "https://fcm.googleapis.com/fcm/send/abc:APA91b", "https://jmt17.google.com/fcm/send/a",
    "https://updates.push.services.mozilla.com/wpush/v2/gAA=", "https://web.push.apple.com/QA",
    "https://wns2-par02p.notify.windows.com/w/?token=BQ%3d", "https://push.example.org:8443/x"])
def test_the_push_services_of_browsers_and_of_the_operator_are_taken(endpoint):
    assert endpoint.startswith(check_endpoint(endpoint, ("push.example.org:8443",)) + "/")


@pytest.mark.parametrize("endpoint", [
    "http://fcm.googleapis.com/x", "https://fcm.googleapis.com", "https://fcm.googleapis.com:8443/x",
    "https://127.0.0.1/x", "https://[::1]/x", "https://localhost/x", "https://169.254.169.254/latest",
    "https://fcm.googleapis.com.evil.example/x", "https://evilpush.apple.com.example/x", "https://push.apple.com/x",
    "https://xpush.apple.com/x", "https://evil@fcm.googleapis.com/x", "https://fcm.googleapis.com@evil.example/x",
    "https://fcm.googleapis.com\\@evil.example/x", "https://fcm.googleapis.com#@evil.example/x",
    "https://fcm.googleapis.com/x#y", "https://FCM.googleapis.com/x", "https://fcm.googleapis.com/x y",
    "https://fcm.googleapis.com/\n", "https://ｆcm.googleapis.com/x", "https://.push.apple.com/x",
    "https://fcm.googleapis.com/" + "x" * 1000, "file:///etc/passwd", "", "https://push.example.org/x",
    "https://push.example.org:84430/x"])
def test_no_other_address_is_called(endpoint):
    with pytest.raises(RequestError, match="none of theirs"):
        check_endpoint(endpoint, ("push.example.org:8443",))


def test_what_the_operator_says_of_web_push():
    assert read_push_options(None, ()) is None
    assert read_push_options("me@example.org", ["a.example:444"]) == PushOptions("mailto:me@example.org",
                                                                                 ("a.example:444",))
    assert read_push_options("mailto:me@example.org", ()).contact == "mailto:me@example.org"
    assert read_push_options("https://example.org/me", ()).contact == "https://example.org/me"
    for wrong in ("", "me", "http://example.org", "mailto:", "a b@example.org", "me@example.org\nx: y"):
        with pytest.raises(BadInput, match="mail address"):
            read_push_options(wrong, ())
    for wrong in ("https://a.example", "a.example/x", "a.example:0", "A.example", ""):
        with pytest.raises(BadInput, match="HOST"):
            read_push_options("me@example.org", [wrong])
    with pytest.raises(BadInput, match="without --web-push"):
        read_push_options(None, ["a.example"])
