"""A passkey's device in software, for tests: openssl makes the keys, the rest is written here. Every part of an
answer is an argument, so that a test can get it wrong.

usage: authenticator.py    prints the vectors of tests/unit/test_passkey.c, with new keys
"""
import base64
import hashlib
import json
import os
import shutil
import struct
import subprocess
import tempfile

PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40


def pack(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def openssl(*arguments, data=None):
    return subprocess.run(["openssl", *arguments], input=data, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout


class Passkey:
    def __init__(self, origin, algorithm="es256"):
        self.origin, self.algorithm, self.counter = origin, algorithm, 0
        self.folder = tempfile.mkdtemp(prefix="colonnade-passkey-")
        self.file = os.path.join(self.folder, "key.pem")
        self.id = os.urandom(32)
        self.user = None
        kind = ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"] if algorithm == "es256" else ["-algorithm", "ED25519"]
        openssl("genpkey", *kind, "-out", self.file)
        self.public = openssl("pkey", "-in", self.file, "-pubout", "-outform", "DER")[-64 if algorithm == "es256" else -32:]

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def cose(self):
        if self.algorithm == "es256":
            return bytes([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]) + self.public[:32] + bytes([0x22, 0x58, 32]) + self.public[32:]
        return bytes([0xa4, 1, 1, 3, 0x27, 0x20, 6, 0x21, 0x58, 32]) + self.public

    def client(self, kind, challenge, origin=None, **more):
        return json.dumps({"type": kind, "challenge": challenge, "origin": origin or self.origin, "crossOrigin": False, **more}).encode()

    def data(self, flags, site=None, counter=None):
        site = site or self.origin.split("//")[1].split(":")[0]
        return hashlib.sha256(site.encode()).digest() + struct.pack(">BI", flags, self.counter if counter is None else counter)

    def make(self, challenge, flags=PRESENT | VERIFIED | WITH_KEY, kind="webauthn.create", site=None, rest=None, **client):
        rest = bytes(16) + struct.pack(">H", len(self.id)) + self.id + self.cose() if rest is None else rest
        return {"client": pack(self.client(kind, challenge, **client)), "data": pack(self.data(flags, site) + rest)}

    def sign(self, challenge, flags=PRESENT | VERIFIED, kind="webauthn.get", site=None, counter=None, change=None, **client):
        self.counter += 1
        said, data = self.client(kind, challenge, **client), self.data(flags, site, counter)
        message = data + hashlib.sha256(said).digest()
        if self.algorithm == "es256":
            signature = openssl("dgst", "-sha256", "-sign", self.file, data=message)
        else:
            path = os.path.join(self.folder, "message")
            with open(path, "wb") as out:
                out.write(message)
            signature = openssl("pkeyutl", "-sign", "-rawin", "-inkey", self.file, "-in", path)
        if change:
            signature = change(signature)
        answer = {"id": pack(self.id), "client": pack(said), "data": pack(data), "signature": pack(signature)}
        return {**answer, "user": self.user} if self.user else answer


def print_vectors():
    challenge = pack(hashlib.sha256(b"a challenge").digest())
    for algorithm in ("es256", "eddsa"):
        key = Passkey("https://games.example:8443", algorithm)
        made, signed = key.make(challenge), key.sign(challenge)
        fields = [pack(key.id), f"{algorithm} {pack(key.public)}", made["client"], made["data"], signed["client"], signed["data"],
                  signed["signature"]]
        print("    {" + ",\n     ".join("\n     ".join(f'"{field[i:i + 100]}"' for i in range(0, len(field), 100)) for field in fields) + "},")
        key.close()


if __name__ == "__main__":
    print_vectors()
