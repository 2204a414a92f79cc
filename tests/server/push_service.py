"""A push service of the tests' own, over HTTPS, and a browser that reads what it gets."""

import datetime
import ipaddress
import json
import ssl
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import deque
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CONTACT = "mailto:me@example.org"


def encode(data):
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def make_certificate(folder):
    """A key and a certificate for localhost, in files; returns their paths."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    names = x509.SubjectAlternativeName([x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    made = (x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
            .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=1)).add_extension(names, False)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), True).sign(key, hashes.SHA256()))
    certificate, private = folder / "service.pem", folder / "service.key"
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                                          serialization.NoEncryption()))
    return certificate, private


class PushService:
    """Answers messages by `answers` (statuses, or (status, headers), or "hang"), then by 201.

    got  what has come: {"path", "headers", "body"}
    """

    def __init__(self, folder):
        certificate, private = make_certificate(folder)
        self.certificate, self.got, self.answers, self.held = str(certificate), [], deque(), threading.Event()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                service.got.append({"path": self.path, "headers": dict(self.headers.items()), "body": body})
                answer = service.answers.popleft() if service.answers else 201
                if answer == "hang":
                    service.held.wait(60)
                    return
                status, headers = answer if isinstance(answer, tuple) else (answer, {})
                self.send_response(status)
                for key, value in {"content-length": "0", **headers}.items():
                    self.send_header(key, value)
                self.end_headers()

            def log_message(self, *given):
                pass

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, private)
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.host = f"localhost:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.held.set()
        self.server.shutdown()
        self.server.server_close()

    def wait(self, count, seconds=60):
        """What has come, once there are so many messages."""
        end = time.monotonic() + seconds
        while len(self.got) < count:
            assert time.monotonic() < end, f"{len(self.got)} of {count} messages have come"
            time.sleep(0.02)
        return self.got


class Browser:
    """What a browser keeps of a subscription, and how it reads a message (RFC 8291)."""

    def __init__(self, service, name="one"):
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), bytes(range(16))
        self.endpoint = f"https://{service.host}/send/{name}"
        self.path = f"/send/{name}"
        self.point = self.key.public_key().public_bytes(serialization.Encoding.X962,
                                                        serialization.PublicFormat.UncompressedPoint)
        self.subscription = {"endpoint": self.endpoint, "expirationTime": None,
                             "keys": {"p256dh": encode(self.point), "auth": encode(self.auth)}}

    def read(self, message):
        """The JSON of a message to this browser."""
        body = message["body"]
        salt, length = body[:16], body[20]
        point, sealed = body[21:21 + length], body[21 + length:]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point))

        def derive(secret, salt, info, length):
            return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
        material = derive(shared, self.auth, b"WebPush: info\0" + self.point + point, 32)
        key = derive(material, salt, b"Content-Encoding: aes128gcm\0", 16)
        record = AESGCM(key).decrypt(derive(material, salt, b"Content-Encoding: nonce\0", 12), sealed, None)
        return json.loads(record.rstrip(b"\0").removesuffix(b"\2"))


@pytest.fixture
def service(tmp_path, monkeypatch):
    """A push service that servers of this test trust."""
    opened = PushService(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", opened.certificate)
    yield opened
    opened.stop()
