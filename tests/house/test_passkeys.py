"""Passkeys on a real server, with a device in software: instead of a password and beside one, and everything that
must be refused.

usage: test_passkeys.py PROGRAM [postgres]
"""
from authenticator import PRESENT, WITH_KEY, Passkey
from wire import HouseTest, main

GOOD = "seven quiet doves"


class Passkeys(HouseTest):
    def setUp(self):
        super().setUp()
        self.origin = f"http://localhost:{self.house.port}"

    def page(self, origin=True):
        headers = [f"Host: localhost:{self.house.port}"] + ([f"Origin: {self.origin}"] if origin else [])
        line = self.house.line(headers=headers)
        self.addCleanup(line.close)
        if not line.wait("welcome")["passkeys"]:
            self.skipTest("built without libfido2")
        return line

    def key(self, algorithm="es256"):
        key = Passkey(self.origin, algorithm)
        self.addCleanup(key.close)
        return key

    def challenge(self, line):
        return line.ask({"do": "challenge"}, "challenge")["challenge"]

    def refused(self, line, message, why):
        line.send(message)
        while (answer := line.next())["is"] != "refused":
            pass
        self.assertEqual(answer["why"], why, message)

    def new(self, name, key, **more):
        """An account with a passkey and no password."""
        line = self.page()
        asked = line.ask({"do": "challenge"}, "challenge")
        self.assertEqual((asked["site"], asked["passkeys"]), ("localhost", []))
        key.user = asked["user"]
        made = line.ask({"do": "sign-up", "name": name, "made": key.make(asked["challenge"]), "label": "my key", **more}, "signed-in")
        self.assertEqual(str(made["account"]), key.user)
        return line, made

    def sign_in(self, line, key, **wrong):
        return {"do": "sign-in", "passkey": key.sign(self.challenge(line), **wrong)}

    def test_an_account_without_a_password(self):
        for algorithm in ("es256", "eddsa"):
            key = self.key(algorithm)
            ann, made = self.new("Ann " + algorithm, key)
            self.assertEqual(len(made["codes"]), 8)
            own = ann.ask({"do": "account"}, "account")
            self.assertEqual((own["password"], [p["label"] for p in own["passkeys"]]), (False, ["my key"]))
            other = self.page()
            for _ in range(2):
                other.ask(self.sign_in(other, key), "signed-in", name="Ann " + algorithm)
            self.refused(other, {"do": "sign-in", "name": "Ann " + algorithm, "password": GOOD}, "wrong-password")
            self.refused(other, {"do": "sign-in", "name": "Ann " + algorithm, "password": ""}, "wrong-password")
        self.house.stop()
        self.house.start()
        line = self.page()
        line.ask(self.sign_in(line, key), "signed-in", name="Ann eddsa")

    def test_what_is_not_as_it_was_asked_for(self):
        key = self.key()
        ann, _ = self.new("Ann", key)
        line = self.page()
        line.ask(self.sign_in(line, key), "signed-in")
        for wrong in ({"challenge": "A" * 43}, {"origin": "https://evil.example"}, {"site": "evil.example"}, {"flags": PRESENT},
                      {"flags": 0x04}, {"kind": "webauthn.create"}, {"crossOrigin": True}, {"topOrigin": "https://evil.example"},
                      {"change": lambda s: s[:-1] + bytes([s[-1] ^ 1])}, {"change": lambda s: s[:20]}, {"counter": 0}, {"counter": 1}):
            challenge = self.challenge(line)
            self.refused(line, {"do": "sign-in", "passkey": key.sign(wrong.pop("challenge", challenge), **wrong)}, "wrong-passkey")
        unknown = self.key()
        self.refused(line, self.sign_in(line, unknown), "wrong-passkey")
        unknown.id = key.id
        self.refused(line, self.sign_in(line, unknown), "wrong-passkey")
        challenge = self.challenge(line)
        for nonsense in ({}, {"id": 7}, {"id": "x", "client": None}, {**key.sign(challenge), "user": "1"}):
            self.refused(line, {"do": "sign-in", "passkey": nonsense}, "wrong-passkey")
            self.challenge(line)
        line.ask(self.sign_in(line, key), "signed-in")

    def test_a_challenge_is_one_lines_and_good_once(self):
        key = self.key()
        self.new("Ann", key)
        line, other = self.page(), self.page()
        theirs = self.challenge(other)
        self.challenge(line)
        self.refused(line, {"do": "sign-in", "passkey": key.sign(theirs)}, "wrong-passkey")
        challenge = self.challenge(line)
        answer = key.sign(challenge)
        line.ask({"do": "sign-in", "passkey": answer}, "signed-in")
        self.refused(line, {"do": "sign-in", "passkey": answer}, "wrong-passkey")
        self.refused(line, {"do": "sign-in", "passkey": key.sign(challenge)}, "wrong-passkey")
        # A copy of the device has an older counter.
        key.counter = 0
        self.refused(line, self.sign_in(line, key), "wrong-passkey")

    def test_several_with_names(self):
        line = self.page()
        line.ask({"do": "sign-up", "name": "Ann", "password": GOOD}, "signed-in")
        first, second = self.key(), self.key("eddsa")
        self.refused(line, {"do": "passkey-add", "made": first.make(self.challenge(line)), "password": "not " + GOOD}, "wrong-password")
        self.refused(line, {"do": "passkey-add", "made": first.make(self.challenge(line))}, "wrong-password")
        self.refused(line, {"do": "passkey-add", "password": GOOD}, "wrong-passkey")
        for wrong in ({"flags": PRESENT | WITH_KEY}, {"flags": PRESENT | 0x04}, {"site": "evil.example"}, {"rest": b""}, {"rest": bytes(40)},
                      {"rest": bytes(16) + b"\xff\xff" + bytes(99)}, {"kind": "webauthn.get"}, {"origin": "https://evil.example"}):
            self.refused(line, {"do": "passkey-add", "made": first.make(self.challenge(line), **wrong), "password": GOOD}, "wrong-passkey")
        line.ask({"do": "passkey-add", "made": first.make(self.challenge(line)), "password": GOOD, "label": "blue"}, "passkeys")
        self.refused(line, {"do": "passkey-add", "made": first.make(self.challenge(line)), "password": GOOD}, "wrong-passkey")
        asked = line.ask({"do": "challenge"}, "challenge")
        self.assertEqual(len(asked["passkeys"]), 1)
        # The first passkey authorises the second.
        keys = line.ask({"do": "passkey-add", "made": second.make(asked["challenge"]), "passkey": first.sign(asked["challenge"]),
                         "label": "red"}, "passkeys")["passkeys"]
        self.assertEqual([k["label"] for k in keys], ["blue", "red"])
        keys = line.ask({"do": "passkey-name", "number": keys[1]["passkey"], "label": "green\n"}, "passkeys")["passkeys"]
        self.assertEqual([k["label"] for k in keys], ["blue", "green"])
        self.refused(line, {"do": "passkey-name", "number": 7, "label": "x"}, "no-such-passkey")
        other = self.page()
        other.ask(self.sign_in(other, second), "signed-in", name="Ann")
        thief = self.page()
        thief.ask({"do": "sign-up", "name": "Bob", "password": GOOD}, "signed-in")
        for what in ("passkey-name", "passkey-remove"):
            self.refused(thief, {"do": what, "number": keys[0]["passkey"], "password": GOOD}, "no-such-passkey")
        self.refused(thief, {"do": "codes", "passkey": first.sign(self.challenge(thief))}, "wrong-passkey")
        keys = line.ask({"do": "passkey-remove", "number": keys[0]["passkey"], "password": GOOD}, "passkeys")["passkeys"]
        self.assertEqual(other.wait("notice")["what"], "passkeys")
        self.assertEqual([k["label"] for k in keys], ["green"])
        self.refused(other, self.sign_in(other, first), "wrong-passkey")
        self.assertEqual([p["label"] for p in line.ask({"do": "export"}, "export")["passkeys"]], ["green"])

    def test_what_a_password_allows(self):
        key = self.key()
        ann, made = self.new("Ann", key)
        number = ann.ask({"do": "account"}, "account")["passkeys"][0]["passkey"]
        self.refused(ann, {"do": "passkey-remove", "number": number, "passkey": key.sign(self.challenge(ann))}, "last-passkey")
        self.assertEqual(len(ann.ask({"do": "codes", "passkey": key.sign(self.challenge(ann))}, "codes")["codes"]), 8)
        ann.ask({"do": "password", "new": GOOD, "passkey": key.sign(self.challenge(ann))}, "password")
        line = self.page()
        line.ask({"do": "sign-in", "name": "Ann", "password": GOOD}, "signed-in")
        ann.ask({"do": "erase", "passkey": key.sign(self.challenge(ann))}, "erased")
        self.refused(line, self.sign_in(line, key), "wrong-passkey")
        self.new("Ann", key)            # name and key are free again

    def test_a_code_and_a_reset_end_them(self):
        key = self.key()
        _, made = self.new("Ann", key)
        line = self.page()
        line.ask({"do": "recover", "name": "Ann", "code": made["codes"][0], "password": GOOD}, "signed-in")
        self.assertEqual(line.ask({"do": "account"}, "account")["passkeys"], [])
        self.refused(line, self.sign_in(line, key), "wrong-passkey")
        line.ask({"do": "passkey-add", "made": key.make(self.challenge(line)), "password": GOOD}, "passkeys")
        self.assertEqual(self.house.look("account", "close", "Ann", "--store", self.house.store)[0], 0)
        self.refused(line, self.sign_in(line, key), "wrong-passkey")
        self.house.look("account", "open", "Ann", "--store", self.house.store)
        line.ask(self.sign_in(line, key), "signed-in")
        self.assertEqual(self.house.look("account", "reset", "Ann", "--store", self.house.store)[0], 0)
        self.refused(line, self.sign_in(line, key), "wrong-passkey")

    def test_programs_and_addresses_have_none(self):
        program = self.page(origin=False)
        self.refused(program, {"do": "challenge"}, "no-passkeys")
        line = self.house.line(headers=[f"Origin: http://127.0.0.1:{self.house.port}"])
        self.addCleanup(line.close)
        self.refused(line, {"do": "challenge"}, "no-passkeys")

    def test_a_house_that_asks_for_no_pin(self):
        key = self.key()
        self.new("Ann", key)
        self.house.stop()
        self.house.arguments = [*self.arguments, "--unverified-passkeys"]
        self.house.start()
        line = self.page()
        self.assertEqual(line.ask({"do": "challenge"}, "challenge")["verification"], "preferred")
        line.ask(self.sign_in(line, key, flags=PRESENT), "signed-in")
        self.refused(line, self.sign_in(line, key, flags=0), "wrong-passkey")


if __name__ == "__main__":
    main()
