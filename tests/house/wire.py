"""A house to talk to: a server on a free port, and connections to it over plain sockets."""
import base64
import collections
import json
import os
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import weakref


class Closed(Exception):
    """The connection is closed; args[0] is the reason, or None."""


class Line:
    """One WebSocket. It does not check what a test may want to get wrong."""

    # Lines that answer pings while nobody reads from them, as a browser does.
    kept = weakref.WeakSet()
    keeper = None

    def __init__(self, port, path="/house", headers=(), timeout=60, connect=True, keep=False):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = self.text = b""
        self.seen = []
        self.pongs = True
        self.reading = threading.Lock()
        self.waiting = collections.deque()      # messages, or why there are no more
        if connect:
            status = self.shake_hands(port, path, headers)
            if status != 101:
                raise Closed(status)
        if keep:
            Line.kept.add(self)
            if not Line.keeper:
                Line.keeper = threading.Thread(target=Line.keep_all, daemon=True)
                Line.keeper.start()

    def shake_hands(self, port, path="/house", headers=()):
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", "Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {key}",
                 "Sec-WebSocket-Version: 13", *headers]
        if not any(line.lower().startswith("host:") for line in lines):
            lines.insert(1, f"Host: 127.0.0.1:{port}")
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.rest:
            more = self.socket.recv(65536)
            if not more:
                raise Closed(None)
            self.rest += more
        head, self.rest = self.rest.split(b"\r\n\r\n", 1)
        return int(head.split()[1])

    def frame(self, data, opcode=1, final=True, masked=True):
        head = bytes([opcode | (0x80 if final else 0)])
        bit = 0x80 if masked else 0
        if len(data) < 126:
            head += bytes([bit | len(data)])
        elif len(data) < 65536:
            head += bytes([bit | 126]) + struct.pack(">H", len(data))
        else:
            head += bytes([bit | 127]) + struct.pack(">Q", len(data))
        if not masked:
            return head + data
        mask = os.urandom(4)
        return head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data))

    def send(self, message):
        text = message if isinstance(message, str) else json.dumps(message)
        self.socket.sendall(self.frame(text.encode()))

    def read(self, count):
        while len(self.rest) < count:
            more = self.socket.recv(65536)
            if not more:
                raise Closed(None)
            self.rest += more
        found, self.rest = self.rest[:count], self.rest[count:]
        return found

    def read_frame(self):
        first, second = self.read(2)
        length = second & 127
        if length == 126:
            length = struct.unpack(">H", self.read(2))[0]
        elif length == 127:
            length = struct.unpack(">Q", self.read(8))[0]
        return first & 15, bool(first & 0x80), self.read(length)

    @staticmethod
    def keep_all():
        """Reads what has arrived on lines that nobody reads from."""
        while True:
            time.sleep(2)
            for line in list(Line.kept):
                if not line.reading.acquire(blocking=False):
                    continue
                try:
                    while line.rest or select.select([line.socket], [], [], 0)[0]:
                        message = line.take()
                        if message is not None:
                            line.waiting.append(message)
                except (Closed, OSError, ValueError) as end:
                    line.waiting.append(end)
                    Line.kept.discard(line)
                finally:
                    line.reading.release()

    def next(self):
        """The next message; pings are answered on the way."""
        with self.reading:
            message = self.waiting.popleft() if self.waiting else None
            while message is None:
                message = self.take()
        if isinstance(message, Exception):
            raise message
        self.seen.append(message)
        return message

    def take(self):
        """Reads one frame; returns the message that it ends, if any."""
        opcode, final, data = self.read_frame()
        if opcode == 9 and self.pongs:
            self.socket.sendall(self.frame(data, 10))
        elif opcode == 8:
            raise Closed(struct.unpack(">H", data[:2])[0] if len(data) >= 2 else None)
        elif opcode in (0, 1):
            self.text += data
            if final:
                message, self.text = json.loads(self.text), b""
                return message
        return None

    def wait(self, what, **fields):
        """The next message of this kind with these fields; others are skipped."""
        while True:
            message = self.next()
            if message["is"] == what and all(message.get(name) == value for name, value in fields.items()):
                return message
            if message["is"] in ("refused", "trouble", "stale"):
                raise AssertionError(f"not {what}, but {message}")

    def ask(self, message, what, **fields):
        self.send(message)
        return self.wait(what, **fields)

    def close(self):
        self.socket.close()


class House:
    def __init__(self, program, folder=None, arguments=(), environment=None, prefix=(), store=None, attempts=600):
        self.program, self.arguments = program, list(arguments)
        self.environment, self.prefix = environment or {}, list(prefix)
        self.own = folder is None
        self.folder = folder or tempfile.mkdtemp(prefix="colonnade-house-")
        self.store = store or os.path.join(self.folder, "house.db")
        page = os.path.join(self.folder, "page")
        os.makedirs(page, exist_ok=True)
        with open(os.path.join(page, "index.html"), "w", encoding="utf-8") as out:
            out.write("<!doctype html><title>page</title>")
        self.page = page
        self.process = None
        self.port, self.attempts = 0, attempts
        self.start()

    def start(self):
        """False: a crash point ended it before it could announce itself."""
        command = [*self.prefix, self.program, "serve", "--lang", "en", "--port", str(self.port), "--root", self.page,
                   "--store", self.store, *self.arguments]
        environment = {**os.environ, **self.environment}
        said = ""
        for _ in range(self.attempts):
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                            env=environment)
            line = self.process.stdout.readline()
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
            if found:
                self.port = int(found.group(1))
                return True
            _, said = self.process.communicate()
            if self.process.returncode == -signal.SIGKILL and "COLONNADE_CRASH" in self.environment:
                return False
            if "taken" not in said:
                raise RuntimeError(f"the server did not start: {line}{said}")
            time.sleep(0.1)
        raise RuntimeError(f"the port stays taken: {said}")

    def line(self, **options):
        return Line(self.port, **options)

    def kill(self):
        if self.prefix:         # a traced program does not die with its tracer
            with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children", encoding="ascii") as children:
                for child in children.read().split():
                    os.kill(int(child), signal.SIGKILL)
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()

    def stop(self):
        """Ends it as an operator would; returns the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(120)
        self.said = self.process.stderr.read()
        self.process.stdout.close()
        self.process.stderr.close()
        return status

    def verify(self):
        return self.look("verify", "--store", self.store)

    def look(self, *arguments):
        """Runs `colonnade house`; returns exit status and text."""
        done = subprocess.run([self.program, "house", *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, check=False)
        return done.returncode, done.stdout


class Postgres:
    """A PostgreSQL server for tests (tests/postgres.sh). Each store is a schema of its own."""

    SCRIPT = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "postgres.sh")

    def __init__(self):
        self.folder = tempfile.mktemp(prefix="colonnade-postgres-")
        self.stores = 0
        self.address = self.run("start").strip()

    def run(self, what):
        done = subprocess.run([self.SCRIPT, what, self.folder], stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode == 77:
            raise FileNotFoundError("PostgreSQL")
        if done.returncode:
            raise RuntimeError(f"postgres.sh {what} failed")
        return done.stdout

    def sql(self, text):
        return subprocess.run(["psql", "-qtAX", self.address, "-c", text], stdout=subprocess.PIPE, text=True, check=True).stdout

    def store(self):
        self.stores += 1
        self.sql(f"CREATE SCHEMA house{self.stores}")
        return f"{self.address}&options=-csearch_path%3Dhouse{self.stores}"

    def restart(self):
        self.run("restart")

    def crash(self):
        self.run("crash")

    def again(self):
        self.run("again")

    def stop(self):
        self.run("stop")


class HouseTest(unittest.TestCase):
    """A house with accounts for each test, stored in a file or on the server that `main` started."""

    program = server = None
    arguments = ["--accounts", "--unlimited"]

    def setUp(self):
        self.house = House(self.program, arguments=self.arguments, store=self.server.store() if self.server else None)
        self.addCleanup(shutil.rmtree, self.house.folder, ignore_errors=True)
        self.addCleanup(lambda: self.house.process.poll() is None and self.house.stop())


def main():
    """Runs a script's tests, which use HouseTest, by its arguments: PROGRAM [postgres]."""
    HouseTest.program = os.path.abspath(sys.argv.pop(1))
    if sys.argv[1:2] == ["postgres"]:
        sys.argv.pop(1)
        try:
            HouseTest.server = Postgres()
        except FileNotFoundError:
            sys.exit(77)
        unittest.addModuleCleanup(HouseTest.server.stop)
    unittest.main()
