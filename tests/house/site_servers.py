"""Several servers on one PostgreSQL database, and HAProxy in front of them, configured as a document says."""
import http.client
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time

from wire import House, Line, Postgres

BLOCK = re.compile(r"^```haproxy\n(.*?)^```$", re.M | re.S)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Proxy:
    """HAProxy with the document's configuration, except for names, files and ports, which depend on the machine."""

    def __init__(self, document, ports):
        self.folder, self.port = tempfile.mkdtemp(prefix="colonnade-haproxy-"), free_port()
        with open(document, encoding="utf-8") as text:
            block = BLOCK.search(text.read()).group(1)
        front = "bind :443 ssl crt /etc/ssl/games.example.pem"
        assert front in block
        block = block.replace(front, f"bind 127.0.0.1:{self.port}")
        lines = [line for line in block.splitlines() if not re.match(r"\s+server ", line)]
        line = next(line for line in block.splitlines() if re.match(r"\s+server one ", line))
        lines += [line.replace("server one", f"server s{i}").replace("10.0.0.11:8080", f"127.0.0.1:{port}")
                  for i, port in enumerate(ports)]
        with open(f"{self.folder}/haproxy.cfg", "w", encoding="utf-8") as out:
            out.write("\n".join(lines) + "\n")
        program = shutil.which("haproxy", path=os.environ["PATH"] + ":/usr/sbin")
        self.process = subprocess.Popen([program, "-db", "-f", f"{self.folder}/haproxy.cfg"],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def close(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Site:
    def __init__(self, count, program, fragile, document, arguments=(), proxy=True, limited=False):
        self.program, self.fragile = program, fragile
        self.database = Postgres()
        self.servers, self.proxy = [], None
        try:
            self.store = self.database.store()
            self.servers = [House(program, store=self.store, arguments=["--proxied", *([] if limited else ["--unlimited"]), *arguments])
                            for _ in range(count)]
            self.proxy = Proxy(document, [server.port for server in self.servers]) if proxy else None
            self.wait()
        except BaseException:
            self.close()
            raise

    def leases(self):
        """How many leases each server has."""
        schema = f"house{self.database.stores}"
        rows = self.database.sql(f"SELECT owner, count(*) FROM {schema}.lease WHERE owner IS NOT NULL GROUP BY owner").split()
        return {int(row.split("|")[0]): int(row.split("|")[1]) for row in rows}

    def wait(self, seconds=60):
        """Waits until every server has its share, and HAProxy knows all of them."""
        end = time.monotonic() + seconds
        share = -(-64 // len(self.servers))
        while time.monotonic() < end:
            leases = self.leases()
            if len(leases) == len(self.servers) and sum(leases.values()) == 64 and max(leases.values()) <= share:
                break
            time.sleep(0.1)
        else:
            raise RuntimeError(f"the leases are not divided: {leases}")
        while self.proxy and time.monotonic() < end:
            try:
                c = http.client.HTTPConnection("127.0.0.1", self.proxy.port, timeout=2)
                c.request("GET", "/health")
                if c.getresponse().status == 200:
                    return
            except OSError:
                pass
            time.sleep(0.1)
        if self.proxy:
            raise RuntimeError("HAProxy does not answer")

    def line(self, **options):
        return Line(self.proxy.port, **options)

    def start(self, server, point=None):
        server.program = self.fragile if point else self.program
        server.environment = {"COLONNADE_CRASH": point} if point else {}
        return server.start()

    def verify(self):
        return self.servers[0].verify()

    def close(self):
        for server in self.servers:
            if server.process.poll() is None:
                server.kill()
            shutil.rmtree(server.folder, ignore_errors=True)
        if self.proxy:
            self.proxy.close()
        self.database.stop()
