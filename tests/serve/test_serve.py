"""colonnade serve over plain sockets: what it hands out, what it refuses, how it ends.

usage: test_serve.py PROGRAM

Most tests share one server with a folder that they made, so that the page need not be built.
"""
import atexit
import gzip
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from at_rest import rests

PROGRAM = os.path.abspath(sys.argv.pop(1))
DATA = tempfile.mkdtemp(prefix="colonnade-serve-data-")     # each server has its own house
atexit.register(shutil.rmtree, DATA, True)
FILES = {
    "index.html": b'<!doctype html><script src="app.js?v=0123abcd"></script>' + b"<!-- page -->" * 50,
    "app.js": b"export const answer = 42;\n" * 100,
    "styles.css": b"body { margin: 0 }\n",
    "engine.wasm": b"\0asm\1\0\0\0" + bytes(range(256)) * 2000,
    "manifest.webmanifest": b"{}",
    "icon.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    "icon.png": b"\x89PNG",
    "strange.xyz": b"<script>",
    "empty.txt": b"",
    "inner/index.html": b"inner",
}
TYPES = {
    "index.html": "text/html; charset=utf-8", "app.js": "text/javascript; charset=utf-8",
    "styles.css": "text/css; charset=utf-8", "engine.wasm": "application/wasm",
    "manifest.webmanifest": "application/manifest+json", "icon.svg": "image/svg+xml", "icon.png": "image/png",
    "strange.xyz": "application/octet-stream", "empty.txt": "text/plain; charset=utf-8",
}


class Reply:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body


class Connection:
    def __init__(self, port, timeout=60, source=None):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout, (source, 0) if source else None)
        self.rest = b""

    def send(self, data):
        self.socket.sendall(data)

    def read_until(self, end):
        while end not in self.rest:
            more = self.socket.recv(65536)
            if not more:
                raise EOFError(self.rest)
            self.rest += more
        found, self.rest = self.rest.split(end, 1)
        return found

    def read_bytes(self, count):
        data = bytearray(self.rest)
        while len(data) < count:
            more = self.socket.recv(65536)
            if not more:
                raise EOFError(bytes(data))
            data += more
        self.rest = bytes(data[count:])
        return bytes(data[:count])

    def reply(self, body=True):
        head = self.read_until(b"\r\n\r\n").decode("latin-1").split("\r\n")
        headers = {}
        for line in head[1:]:
            name, value = line.split(":", 1)
            assert name.lower() not in headers, f"twice: {name}"
            headers[name.lower()] = value.strip()
        status = int(head[0].split()[1])
        length = int(headers.get("content-length", 0)) if body and status != 304 else 0
        return Reply(status, headers, self.read_bytes(length))

    def ask(self, path, method="GET", host="localhost", **headers):
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host}"] + [f"{k.replace('_', '-')}: {v}" for k, v in headers.items()]
        self.send(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
        return self.reply(body=method != "HEAD")

    def ended(self):
        """Waits for the other side to close, and returns how long that took."""
        start = time.monotonic()
        try:
            while self.socket.recv(65536):
                pass
        except ConnectionError:
            pass
        return time.monotonic() - start

    def remaining(self):
        """Whatever still arrives before the other side closes."""
        try:
            while more := self.socket.recv(65536):
                self.rest += more
        except ConnectionError:
            pass
        return self.rest

    def close(self):
        self.socket.close()


def start(*arguments, env=None, descriptors=None):
    limit = (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))) if descriptors else None
    process = subprocess.Popen([PROGRAM, "serve", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               env={**os.environ, "LC_ALL": "C", "XDG_DATA_HOME": tempfile.mkdtemp(dir=DATA), **(env or {})},
                               preexec_fn=limit)
    line = process.stdout.readline().decode()
    found = re.search(r"http://([^ ]+):(\d+)/", line)
    if not found:
        raise AssertionError((line, process.communicate()[1]))
    return process, int(found.group(2))


def stop(process, number=signal.SIGTERM):
    process.send_signal(number)
    try:
        out, error = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    return process.returncode, out, error


class ServeTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.root = os.path.join(cls.folder, "root")
        os.makedirs(os.path.join(cls.root, "inner"))
        for name, content in FILES.items():
            with open(os.path.join(cls.root, name), "wb") as file:
                file.write(content)
        for name in ("index.html", "app.js", "engine.wasm"):
            with open(os.path.join(cls.root, name + ".gz"), "wb") as file:
                file.write(gzip.compress(FILES[name]))
        with open(os.path.join(cls.folder, "secret.txt"), "w") as file:
            file.write("secret")
        os.symlink("../secret.txt", os.path.join(cls.root, "link.txt"))
        with open(os.path.join(cls.root, ".hidden"), "w") as file:
            file.write("secret")
        cls.process, cls.port = start("--port", "0", "--root", cls.root)

    @classmethod
    def tearDownClass(cls):
        status = stop(cls.process)
        shutil.rmtree(cls.folder)
        assert status == (0, b"", b""), status

    def connect(self, **more):
        connection = Connection(self.port, **more)
        self.addCleanup(connection.close)
        return connection

    def test_files_types_and_headers(self):
        c = self.connect()
        for name, kind in TYPES.items():
            reply = c.ask("/" + name)
            self.assertEqual((reply.status, reply.body), (200, FILES[name]), name)
            self.assertEqual(reply.headers["content-type"], kind)
            self.assertEqual(reply.headers["x-content-type-options"], "nosniff")
            self.assertEqual((reply.headers.get("server"), reply.headers.get("access-control-allow-origin")), ("colonnade", None))
            self.assertEqual(reply.headers["cross-origin-opener-policy"], "same-origin")
            self.assertEqual(reply.headers["cross-origin-embedder-policy"], "require-corp")
            self.assertEqual(reply.headers["referrer-policy"], "no-referrer")
            self.assertRegex(reply.headers["date"], r"^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$")

    def test_policy_allows_webassembly_and_nothing_looser(self):
        policy = self.connect().ask("/").headers["content-security-policy"]
        rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
        self.assertEqual((rules["default-src"], rules["frame-ancestors"]), ("'none'", "'none'"))
        self.assertEqual(rules["script-src"], "'self' 'wasm-unsafe-eval'")
        self.assertNotRegex(policy, r"unsafe-inline|'unsafe-eval'")
        self.assertNotRegex(policy, r"https?:|\*")

    def test_folders_mean_their_index(self):
        c = self.connect()
        self.assertEqual(c.ask("/").body, FILES["index.html"])
        self.assertEqual(c.ask("/inner/").body, b"inner")
        self.assertEqual(c.ask("/?game=1").body, FILES["index.html"])
        self.assertEqual(c.ask("/inner").status, 404)

    def test_head_has_the_same_headers_and_no_body(self):
        c = self.connect()
        full, head = c.ask("/engine.wasm"), c.ask("/engine.wasm", "HEAD")
        full.headers.pop("date"), head.headers.pop("date")
        self.assertEqual((head.status, head.headers, head.body), (200, full.headers, b""))
        self.assertEqual(c.ask("/none", "HEAD").status, 404)
        self.assertEqual(c.ask("/styles.css").body, FILES["styles.css"])

    def test_compression_where_it_is_accepted(self):
        c = self.connect()
        for accepted, packed in [("gzip", True), ("deflate, gzip;q=0.5", True), ("gzip;q=0", False), ("br", False),
                                 ("identity", False)]:
            reply = c.ask("/engine.wasm", Accept_Encoding=accepted)
            self.assertEqual(reply.headers.get("content-encoding"), "gzip" if packed else None, accepted)
            self.assertEqual(gzip.decompress(reply.body) if packed else reply.body, FILES["engine.wasm"])
            self.assertEqual(reply.headers["vary"], "accept-encoding")
        self.assertNotIn("content-encoding", c.ask("/styles.css", Accept_Encoding="gzip").headers)

    def test_caching(self):
        c = self.connect()
        first = c.ask("/styles.css")
        self.assertEqual(first.headers["cache-control"], "no-cache")
        again = c.ask("/styles.css", If_None_Match=first.headers["etag"])
        self.assertEqual((again.status, again.body), (304, b""))
        self.assertEqual(c.ask("/styles.css", If_None_Match='"other"').status, 200)
        self.assertNotEqual(first.headers["etag"], c.ask("/app.js").headers["etag"])
        self.assertNotEqual(c.ask("/app.js").headers["etag"], c.ask("/app.js", Accept_Encoding="gzip").headers["etag"])
        self.assertIn("immutable", c.ask("/app.js?v=0123abcd").headers["cache-control"])
        self.assertEqual(c.ask("/app.js?v=other").headers["cache-control"], "no-cache")
        self.assertEqual(c.ask("/styles.css?v=").headers["cache-control"], "no-cache")

    def test_nothing_outside_is_reached(self):
        for path in ["/../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "/inner/../../secret.txt", "/link.txt",
                     "/.hidden", "//etc/passwd", "/etc/passwd", "/..\\secret.txt", "/inner/%00/../../secret.txt",
                     "/%252e%252e/secret.txt", "/./../secret.txt", "/index.html%00.js", "/" + "a/" * 1500]:
            c = self.connect()
            c.send(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode("latin-1"))
            try:
                reply = c.reply()
            except (EOFError, ConnectionError):
                continue        # disconnected: just as good
            self.assertGreaterEqual(reply.status, 400, path)
            self.assertNotIn(b"secret", reply.body)
            self.assertNotIn(b"root:", reply.body)

    def test_only_get_and_head(self):
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH"):
            c = self.connect()
            reply = c.ask("/", method, Content_Length="3")
            self.assertEqual((reply.status, reply.headers["allow"]), (405, "GET, HEAD"), method)
            c.ended()
        for line in ("BREW / HTTP/1.1", "CONNECT x:80 HTTP/1.1", "get / HTTP/1.1", "GET", "\x16\x03\x01\x02", "GET / HTTP/9.9"):
            c = self.connect()
            c.send(line.encode("latin-1") + b"\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            self.assertLess(c.ended(), 10, line)
        self.assertEqual(self.connect().ask("/").status, 200)

    def test_a_body_costs_its_connection(self):
        c = self.connect()
        try:
            c.send(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000000\r\n\r\n" + b"x" * 5000000)
        except ConnectionError:
            pass
        c.ended()
        for announced in ("Content-Length: 30", "Content-Length: 0030", "Content-Length: 0, 30", "Transfer-Encoding: chunked"):
            c = self.connect()
            c.send(f"GET / HTTP/1.1\r\nHost: localhost\r\n{announced}\r\n\r\n"
                   "GET /app.js HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            self.assertEqual(c.reply().status, 413, announced)
            self.assertEqual(c.remaining(), b"", announced)
        c = self.connect()
        self.assertEqual(c.ask("/", Content_Length="0").status, 200)
        self.assertEqual(c.ask("/").status, 200)

    def test_a_body_behind_another_request_hangs_nobody(self):
        """libwebsockets loops for ever over the body of a pipelined request if it is allowed to look for one."""
        for method in ("GET", "HEAD", "POST", "PUT", "PATCH"):
            for body in ("Content-Length: 1\r\n\r\nX", "Content-Length: 100\r\n\r\nX", "Transfer-Encoding: chunked\r\n\r\n1\r\nX\r\n0\r\n\r\n"):
                c = self.connect()
                c.send(f"GET /app.js HTTP/1.1\r\nHost: localhost\r\n\r\n{method} / HTTP/1.1\r\nHost: localhost\r\n{body}".encode())
                self.assertEqual(c.reply().body, FILES["app.js"])
                self.assertIn(c.reply(body=method != "HEAD").status, (405, 413))
                self.assertEqual(c.remaining(), b"")
                self.assertEqual(self.connect().ask("/").status, 200)

    def test_a_head_that_is_too_large(self):
        for head in (b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"a" * 100000, b"GET /" + b"a" * 100000,
                     b"GET / HTTP/1.1\r\n" + b"X-A: b\r\n" * 20000):
            c = self.connect()
            try:
                c.send(head + b"\r\n\r\n")
                self.assertGreaterEqual(c.reply().status, 400)
            except (EOFError, ConnectionError):
                pass
            self.assertEqual(self.connect().ask("/").status, 200)

    def test_upgrades_are_refused_once_and_cost_their_connection(self):
        for to in ("websocket", "h2c", "foo", "WebSocket, foo", "websocket\r\nUpgrade: foo", "TLS/1.0"):
            for before in (0, 1, 3):            # requests on the same connection
                for behind in (b"", b"GET /styles.css HTTP/1.1\r\nHost: localhost\r\n\r\n"):
                    c = self.connect()
                    for _ in range(before):
                        c.ask("/styles.css")
                    c.send(f"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: {to}\r\nConnection: Upgrade\r\n"
                           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                           "HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n".encode() + behind)
                    answers = c.remaining().count(b"HTTP/1.")
                    self.assertLessEqual(answers, 1, (to, before, behind))
                    self.assertRegex(c.rest, rb"\A(HTTP/1\.[01] (403|501) |\Z)", (to, before, behind))
                    self.assertEqual(answers, "\r" not in to, (to, before, behind))    # two Upgrade headers get no answer
        self.assertEqual(self.connect().ask("/").status, 200)

    def test_only_its_own_names_are_answered(self):
        c = self.connect()
        for host in ("localhost", f"localhost:{self.port}", "LocalHost.", "127.0.0.1", f"127.0.0.1:{self.port}",
                     "127.9.9.9", "[::1]", "[::1]:1", "[0:0:0:0:0:0:0:1]", "localhost:"):
            self.assertEqual(c.ask("/", host=host).status, 200, host)
        for host in ("evil.example", "localhost.evil.example", "evil.example:80", "127.0.0.1.evil.example", "192.0.2.1",
                     "[2001:db8::1]", "::1", "localhost:80:80", "localhost:x", "localhost\r\nHost: evil.example",
                     "a@localhost", "[localhost]", "[127.0.0.1]", "[::1", "127.1", "x" * 900, ".", "localhost/"):
            c = self.connect()
            reply = c.ask("/", host=host)
            self.assertEqual(reply.status, 421, host)
            self.assertNotIn(b"page", reply.body)
            c.ended()
        for none in ("", "Host:\r\n"):
            c = self.connect()
            c.send(f"GET / HTTP/1.1\r\n{none}\r\n".encode())
            self.assertEqual(c.reply().status, 400)
            c.ended()

    def test_many_requests_on_one_connection(self):
        c = self.connect()
        c.send(b"GET /styles.css HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20)
        for _ in range(20):
            self.assertEqual(c.reply().body, FILES["styles.css"])
        c = self.connect()
        c.send(b"GET /engine.wasm HTTP/1.1\r\nHost: localhost\r\n\r\nGET /styles.css HTTP/1.1\r\nHost: localhost\r\n\r\n")
        self.assertEqual([c.reply().body, c.reply().body], [FILES["engine.wasm"], FILES["styles.css"]])

    def test_one_byte_at_a_time(self):
        c = self.connect()
        for byte in b"GET /styles.css HTTP/1.1\r\nHost: localhost\r\n\r\n":
            c.send(bytes([byte]))
        self.assertEqual(c.reply().body, FILES["styles.css"])

    def test_slow_and_silent_clients_are_hung_up_on(self):
        """All at once: silent connections, and ones that send an endless header; others are served meanwhile."""
        waited = []

        def drip(head):
            c = Connection(self.port)
            begun = time.monotonic()
            try:
                c.send(head)
                c.socket.settimeout(0.3)
                while time.monotonic() - begun < 60:
                    try:
                        if not c.socket.recv(100):
                            break
                    except socket.timeout:
                        if head:
                            c.send(b"X-A: b\r\n")
            except ConnectionError:
                pass
            waited.append(time.monotonic() - begun)
            c.close()

        threads = [threading.Thread(target=drip, args=(head,)) for head in [b"", b"GET / HTTP/1.1\r\n"] * 10]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            before = time.monotonic()
            self.assertEqual(self.connect().ask("/").status, 200)
            self.assertLess(time.monotonic() - before, 30)
            time.sleep(0.5)
        self.assertEqual(len(waited), 20)
        self.assertLess(max(waited), 55)

    def test_who_does_not_read_costs_one_connection(self):
        idle = [self.connect() for _ in range(20)]
        for c in idle:
            c.send(b"GET /engine.wasm HTTP/1.1\r\nHost: localhost\r\n\r\n" * 10)
        self.assertEqual(self.connect().ask("/styles.css").body, FILES["styles.css"])
        for c in idle[:10]:
            c.close()
        self.assertEqual(self.connect().ask("/engine.wasm").body, FILES["engine.wasm"])

    def test_sending_on_while_an_answer_waits_costs_no_time(self):
        """A client that sends without reading does not keep the server busy."""
        process, port = start("--port", "0", "--root", self.large())
        self.addCleanup(process.kill)
        c = Connection(port)
        c.send(b"GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n")
        time.sleep(0.2)
        for _ in range(3):
            c.send(b"GET /index.html HTTP/1.1\r\nHost: localhost\r\n\r\n")
            time.sleep(0.1)
        self.assertTrue(rests(process))
        self.assertEqual(len(c.reply().body), 30000000)
        for _ in range(3):
            self.assertEqual(c.reply().body, b"page")
        c.close()
        stop(process)

    def large(self):
        root = os.path.join(self.folder, "large")
        os.makedirs(root, exist_ok=True)
        with open(os.path.join(root, "large.bin"), "wb") as file:
            file.truncate(30000000)
        with open(os.path.join(root, "index.html"), "wb") as file:
            file.write(b"page")
        return root

    def test_hundreds_of_connections(self):
        crowd = [self.connect(source=f"127.0.0.{2 + i % 4}") for i in range(300)]
        for c in crowd:
            c.send(b"GET /styles.css HTTP/1.1\r\nHost: localhost\r\n\r\n")
        for c in crowd:
            self.assertEqual(c.reply().body, FILES["styles.css"])


class CrowdTest(unittest.TestCase):
    """Many connections; each test has its own server."""

    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.root)
        with open(os.path.join(self.root, "index.html"), "w") as file:
            file.write("page")
        with open(os.path.join(self.root, "large.bin"), "wb") as file:
            file.truncate(30000000)
        self.process, self.port = start("--port", "0", "--root", self.root)
        self.crowd = []
        self.addCleanup(stop, self.process)
        self.addCleanup(lambda: [c.close() for c in self.crowd])

    def come(self, count, source, first=b""):
        for _ in range(count):
            c = Connection(self.port, source=source)
            c.send(first)
            self.crowd.append(c)

    def served(self, source):
        before = time.monotonic()
        c = Connection(self.port, source=source)
        self.assertEqual(c.ask("/").body, b"page")
        c.close()
        self.assertLess(time.monotonic() - before, 4.5)     # before silent connections are closed

    def test_one_address_shuts_nobody_out(self):
        for first in (b"", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"):
            self.come(1050, "127.0.0.2", first)
            for source in ("127.0.0.1", "127.0.0.2", "127.0.0.3"):
                self.served(source)
            for c in self.crowd:
                c.close()
            self.crowd.clear()

    def test_busy_ones_of_one_address_leave_room_for_others(self):
        self.come(300, "127.0.0.2", b"GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n")
        for source in ("127.0.0.1", "127.0.0.3"):
            self.served(source)

    def test_a_full_house_of_many_addresses_makes_room(self):
        quiet = Connection(self.port, source="127.0.0.9")
        self.assertEqual(quiet.ask("/").body, b"page")
        for host in range(2, 8):
            self.come(200, f"127.0.0.{host}")
        self.served("127.0.0.1")
        self.served("127.0.0.2")
        # whoever has only one connection keeps it, even if it has been idle longest
        self.assertEqual(quiet.ask("/").body, b"page")
        quiet.close()

    def test_few_descriptors(self):
        for limit in (24, 40, 100):
            process, port = start("--port", "0", "--root", self.root, descriptors=limit)
            crowd = [Connection(port, source=f"127.0.0.{2 + i % 3}") for i in range(limit + 20)]
            self.assertTrue(rests(process), limit)
            c = Connection(port)
            self.assertEqual(c.ask("/").body, b"page")
            for c in crowd + [c]:
                c.close()
            self.assertEqual(stop(process), (0, b"", b""))


class ProgramTest(unittest.TestCase):
    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.root)
        with open(os.path.join(self.root, "index.html"), "w") as file:
            file.write("page")

    def ask(self, port):
        c = Connection(port)
        body = c.ask("/").body
        c.close()
        return body

    def refuse(self, *arguments, says, status=3):
        done = subprocess.run([PROGRAM, "serve", *arguments], capture_output=True, timeout=60,
                              env={**os.environ, "LC_ALL": "C"}, text=True)
        self.assertEqual((done.returncode, done.stdout), (status, ""), done.stderr)
        self.assertRegex(done.stderr, r"\Acolonnade: [^\n]+\n\Z")
        self.assertIn(says, done.stderr)

    def test_signals_end_it_cleanly(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process, port = start("--port", "0", "--root", self.root)
            c = Connection(port)
            self.assertEqual(c.ask("/").body, b"page")
            self.assertEqual(stop(process, number), (0, b"", b""))
            c.close()
            with self.assertRaises(OSError):
                socket.create_connection(("127.0.0.1", port), 2).close()

    def test_a_taken_port(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            self.refuse("--root", self.root, "--port", str(taken.getsockname()[1]), says="is taken")

    def test_without_a_port_the_next_free_one_is_used(self):
        first, a = start("--root", self.root)
        second, b = start("--root", self.root)
        self.assertNotEqual(a, b)
        self.assertEqual([self.ask(a), self.ask(b)], [b"page", b"page"])
        stop(first), stop(second)

    def test_a_port_just_left_can_be_taken_again(self):
        process, port = start("--root", self.root, "--port", "0")
        self.ask(port)
        stop(process)
        process, again = start("--root", self.root, "--port", str(port))
        self.assertEqual(again, port)
        stop(process)

    def test_wrong_arguments(self):
        self.refuse("--port", "70000", says="--port", status=2)
        self.refuse("--port", "http", says="--port", status=2)
        self.refuse("--root", self.root + "/none", says="cannot read", status=1)
        self.refuse("--root", tempfile.gettempdir() + "/../proc/self/fdinfo", says="index.html", status=1)
        self.refuse("--root", self.root, "--host", "no such host", says="no such host")
        self.refuse("--root", self.root, "--host", "192.0.2.1", says="192.0.2.1")
        self.refuse("more", says="too many", status=2)

    def test_open_without_a_display_says_so_and_serves(self):
        kept = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        process = subprocess.Popen([PROGRAM, "serve", "--root", self.root, "--port", "0", "--open"], stdout=subprocess.PIPE,
                                   env={**kept, "LC_ALL": "C", "XDG_DATA_HOME": tempfile.mkdtemp(dir=DATA)})
        self.assertIn(b"http://", process.stdout.readline())
        self.assertIn(b"display", process.stdout.readline())
        self.assertEqual(stop(process)[0], 0)

    def status(self, port, host):
        c = Connection(port)
        status = c.ask("/", host=host).status
        c.close()
        return status

    def test_localhost_and_all_addresses(self):
        for host in ("localhost", "0.0.0.0"):
            process, port = start("--root", self.root, "--port", "0", "--host", host)
            self.assertEqual(self.ask(port), b"page")
            self.assertEqual(self.status(port, "192.0.2.1:80"), 200 if host == "0.0.0.0" else 421)
            self.assertEqual(self.status(port, "evil.example"), 421)
            stop(process)

    def test_more_names(self):
        process, port = start("--root", self.root, "--port", "0", "--name", "games.example,Other.example.,192.0.2.7")
        for host in ("games.example", "GAMES.example:443", "other.example", "192.0.2.7", "localhost"):
            self.assertEqual(self.status(port, host), 200, host)
        for host in ("games.example.evil", "more.games.example", "192.0.2.8"):
            self.assertEqual(self.status(port, host), 421, host)
        stop(process)
        for names in ("", ",", "a,,b", "a b", "http://a", "a:80", "x" * 300, ",".join("abcdefghijklmnopqrst")):
            self.refuse("--root", self.root, "--port", "0", "--name", names, says="name", status=2)


if __name__ == "__main__":
    unittest.main()
