"""Malformed messages and handshakes cost their connection and nothing else.

usage: flood.py PROGRAM [MESSAGES [SEED]]

Sends mutations of valid messages and of handshakes, sometimes in frames that are broken themselves, and checks
that the house still answers, ends with status 0 and keeps a log that verifies. Meant for a program built with ASan
and UBSan, which end it when memory is misused.
"""
import os
import random
import shutil
import socket
import sys

from wire import Closed, House, Line

VALID = [
    '{"do":"open","game":"pylos","clock":"increment:300000+3000","seats":["me","link"],"name":"Ann","id":1}',
    '{"do":"open","game":"dorix-3","seats":["me","open","level:2"],"listed":true}',
    '{"do":"sit","token":"AAAAAAAAAAAAAAAAAAAAAA","name":"Bob"}', '{"do":"sit","round":"ROUND","seat":"b"}',
    '{"do":"enter","round":"ROUND","after":3}', '{"do":"enter","token":"TOKEN","round":"ROUND","after":1}',
    '{"do":"act","round":"ROUND","number":2,"action":"move 1a1","nonce":"x"}',
    '{"do":"act","round":"ROUND","number":2,"action":"resign","nonce":"y","seat":"w"}',
    '{"do":"say","round":"ROUND","phrase":"hello"}', '{"do":"moves","round":"ROUND"}', '{"do":"lobby"}',
    '{"do":"mine","tokens":["TOKEN","x",7]}', '{"do":"search","game":"pylos","player":"a","shortest":1,"before":9}',
    '{"do":"record","round":"ROUND"}', '{"do":"leave","round":"ROUND"}', '{"do":"ping","id":"abc"}',
]
PIECES = ["[", "]", "{", "}", '"', ":", ",", "null", "true", "1e999", "-1", "9223372036854775808", "\\u0000", "\\ud800", "\x00",
          "\xff", "é", "~", "%n%s", "<script>", "[" * 3000, "x" * 5000, '"do"', '"round"', "move ", "level:", "-0", "4294967295"]
HANDSHAKE = ("GET /house HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")


def mutate(text, chance):
    if chance.random() < 0.2:
        return text.encode()        # so that there is a game to disturb
    for _ in range(chance.randrange(1, 5)):
        at, to = sorted((chance.randrange(len(text) + 1), chance.randrange(len(text) + 1)))
        how = chance.randrange(4)
        if how == 0:
            text = text[:at] + chance.choice(PIECES) + text[at:]
        elif how == 1:
            text = text[:at] + text[min(to, at + 8):]
        elif how == 2:
            text = text[:at] + text[at:to] * 2 + text[to:]
        else:
            text = text[:at] + chance.choice(PIECES) + text[min(len(text), at + 3):]
    return text.encode("latin-1", "replace")[:9000]


def frame(line, data, chance):
    """Mostly a correct frame, sometimes one that the protocol forbids."""
    if chance.random() < 0.98:
        return line.frame(data)
    return line.frame(data[:200], opcode=chance.randrange(16), final=chance.random() < 0.5, masked=chance.random() < 0.8)


def drain(line):
    line.socket.settimeout(0.001)
    try:
        while line.socket.recv(1 << 20):
            pass
        return False
    except (BlockingIOError, socket.timeout):
        return True
    except OSError:
        return False


def handshake(port, chance):
    try:
        with socket.create_connection(("127.0.0.1", port), 10) as s:
            s.sendall(mutate(HANDSHAKE, chance))
            s.settimeout(0.001)
            s.recv(4096)
    except OSError:
        pass


def main():
    program, count = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 3000
    chance = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    house = House(program, arguments=["--unlimited"])
    known = house.line()
    opened = known.ask(VALID[0], "opened")
    name, token = opened["round"], opened["seats"][0]["token"]
    lines, sent, ended = [], 0, 0
    while sent < count:
        while len(lines) < 8:
            lines.append(Line(house.port))
        for line in list(lines):
            batch = b"".join(frame(line, mutate(chance.choice(VALID).replace("ROUND", name).replace("TOKEN", token), chance),
                                   chance) for _ in range(20))
            sent += 20
            try:
                line.socket.sendall(batch)
                alive = drain(line)
            except OSError:
                alive = False
            if not alive:
                ended += 1
                line.close()
                lines.remove(line)
        handshake(house.port, chance)
        if house.process.poll() is not None:
            print(house.process.stderr.read())
            print(f"the server ended with status {house.process.returncode} after {sent} messages")
            return 1
    try:
        answered = house.line().ask({"do": "ping"}, "pong")["is"] == "pong"
    except (Closed, OSError):
        answered = False
    status = house.stop()
    verified, said = house.verify()
    shutil.rmtree(house.folder, ignore_errors=True)
    print(f"{sent} messages, {sent // 160} handshakes, {ended} lines ended by them; the house "
          f"{'answers' if answered else 'does not answer'}, ended with status {status}; {said.strip()}")
    return 0 if answered and status == 0 and verified == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
