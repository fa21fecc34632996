"""The nginx configuration in docs/house.md works: page, WebSocket, feeds over TLS, and limits by who asks.

usage: test_nginx.py PROGRAM DOCUMENT
"""
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import unittest

from wire import Closed, House, Line

PROGRAM, DOCUMENT = os.path.abspath(sys.argv.pop(1)), sys.argv.pop(1)
BLOCK = re.compile(r"^```nginx\n(.*?)^```$", re.M | re.S)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class TlsLine(Line):
    """A connection through nginx, as a browser would open it."""

    def __init__(self, port, headers, host="games.example"):
        super().__init__(port, connect=False)
        context = ssl._create_unverified_context()
        self.socket = context.wrap_socket(self.socket, server_hostname=host)
        status = self.shake_hands(port, headers=[f"Host: {host}:{port}", *headers])
        if status != 101:
            raise Closed(status)


@unittest.skipUnless(shutil.which("nginx"), "nginx is not installed")
class NginxTest(unittest.TestCase):
    def setUp(self):
        self.house = House(PROGRAM, arguments=["--proxied", "--name", "games.example"])
        self.addCleanup(shutil.rmtree, self.house.folder)
        self.addCleanup(self.house.stop)
        self.folder = tempfile.mkdtemp(prefix="colonnade-nginx-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.port = free_port()
        self.start_nginx()

    def start_nginx(self):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=games.example",
                        "-keyout", f"{self.folder}/key.pem", "-out", f"{self.folder}/cert.pem"], check=True,
                       stderr=subprocess.DEVNULL)
        with open(DOCUMENT, encoding="utf-8") as document:
            block = BLOCK.search(document.read()).group(1)
        # Ports and files depend on the machine.
        for old, new in (("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"), ("127.0.0.1:8080", f"127.0.0.1:{self.house.port}"),
                         ("/etc/ssl/games.example.pem", f"{self.folder}/cert.pem"),
                         ("/etc/ssl/private/games.example.key", f"{self.folder}/key.pem")):
            self.assertIn(old, block)
            block = block.replace(old, new)
        temporary = "".join(f"    {kind}_temp_path {self.folder}/{kind};\n"
                            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        with open(f"{self.folder}/nginx.conf", "w", encoding="utf-8") as out:
            out.write(f"pid {self.folder}/pid;\nerror_log {self.folder}/error.log;\ndaemon off;\nevents {{}}\n"
                      f"http {{\n    access_log off;\n{temporary}{block}}}\n")
        self.nginx = subprocess.Popen(["nginx", "-p", self.folder, "-c", f"{self.folder}/nginx.conf"], stderr=subprocess.PIPE)
        self.addCleanup(self.nginx.stderr.close)
        self.addCleanup(self.nginx.wait)
        self.addCleanup(self.nginx.terminate)
        for _ in range(1200):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.05)
        self.fail("nginx did not start")

    def origin(self):
        return f"Origin: https://games.example:{self.port}"

    def test_only_safe_versions_and_for_good(self):
        context = ssl._create_unverified_context()
        with context.wrap_socket(socket.create_connection(("127.0.0.1", self.port), 20), server_hostname="games.example") as s:
            self.assertIn(s.version(), ("TLSv1.2", "TLSv1.3"))
            s.sendall(f"GET / HTTP/1.1\r\nHost: games.example:{self.port}\r\nConnection: close\r\n\r\n".encode())
            answer = b""
            while more := s.recv(65536):
                answer += more
        self.assertRegex(answer.decode("utf-8", "replace"), r"(?i)\nstrict-transport-security: max-age=31536000; includesubdomains\r")
        old = ssl._create_unverified_context()
        old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
        old.set_ciphers("ALL:@SECLEVEL=0")
        with self.assertRaises((ssl.SSLError, ConnectionError)):
            old.wrap_socket(socket.create_connection(("127.0.0.1", self.port), 20), server_hostname="games.example")

    def test_two_people_play_through_it(self):
        ann, bob = TlsLine(self.port, [self.origin()]), TlsLine(self.port, [])
        opened = ann.ask({"do": "open", "game": "pylos", "seats": ["me", "link"]}, "opened")
        bob.ask({"do": "sit", "token": opened["seats"][1]["token"]}, "seated")
        number = ann.ask({"do": "moves", "round": opened["round"]}, "moves")["number"]
        ann.ask({"do": "act", "round": opened["round"], "number": number, "action": "move 1a1", "nonce": "x"}, "done")
        self.assertIn("moved w", bob.wait("events")["events"][-1])

    def test_another_site_is_refused_here_too(self):
        with self.assertRaises(Closed) as refused:
            TlsLine(self.port, ["Origin: https://evil.example"])
        self.assertEqual(refused.exception.args[0], 403)
        with self.assertRaises(Closed) as refused:
            TlsLine(self.port, [], host="evil.example")
        self.assertEqual(refused.exception.args[0], 421)

    def test_the_page_comes_through(self):
        context = ssl._create_unverified_context()
        with context.wrap_socket(socket.create_connection(("127.0.0.1", self.port), 20)) as s:
            s.sendall(b"GET / HTTP/1.1\r\nHost: games.example\r\nConnection: close\r\n\r\n")
            answer = b""
            while True:
                more = s.recv(65536)
                if not more:
                    break
                answer += more
        self.assertIn(b"200 OK", answer.split(b"\r\n")[0])
        self.assertIn(b"<title>page</title>", answer)


if __name__ == "__main__":
    unittest.main(warnings="ignore")
