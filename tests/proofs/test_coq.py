#!/usr/bin/env python3
"""The rules and the checker in Coq: the theorem about the start of both games, the rules compared with the
program's, both checkers on the same certificates, and planted faults, which must be found."""
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM, POSITIONS = (str(pathlib.Path(sys.argv.pop(1)).resolve()) for _ in range(2))
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "proofs"))
import build  # noqa: E402
import to_coq  # noqa: E402

WON = "-,-,-,-/S,-,-,-/st,T,-,-/-,-,-,- w Ta2e"
DRAWN = "T,c,-,sTC/-,-,Tc,St/-,-,t,Stc/-,-,-,T w Cb4"
GAMES = {"pyrga": "Pyrga", "pilotis": "Pilotis"}


def output(*command, stdin=None):
    return subprocess.run(command, input=stdin, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=800)


def checksum(certificate):
    """The certificate with its checksum corrected."""
    begin = certificate.index(b"\nchecksum ") + 1
    end = certificate.index(b"\n", begin) + 1
    value = 0xCBF29CE484222325
    for byte in certificate[:begin] + certificate[end:]:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return certificate[:begin] + b"checksum %016x\n" % value + certificate[end:]


def coq_text(position):
    """A position's text as a term, so that Coq can count from it."""
    board, mover, last = position.split(" ")
    rows = [row.split(",") for row in reversed(board.split("/"))]
    owner = lambda tower, kind: "(Some White)" if kind in tower else "(Some Black)" if kind.lower() in tower else "None"
    tower = lambda t: f"(Tower {' '.join(owner(t, kind) for kind in 'STC')})"
    columns = [f"(Four {' '.join(tower(rows[r][c]) for r in range(4))})" for c in range(4)]
    hand = lambda kinds: f"(Hand {' '.join(str(5 - board.count(kind)) for kind in kinds)})"
    move = "None" if last == "-" else f"(Some {to_coq.coq_move(last)})"
    side = {"w": "White", "b": "Black"}[mover]
    return f"(Position (Four {' '.join(columns)}) {hand('STC')} {hand('stc')} {side} {move})"


def golden():
    for line in (ROOT / "tests/golden/perft.tsv").read_text().splitlines():
        fields = line.split("\t")
        if fields[0] in GAMES:
            yield fields[1], [int(count) for count in fields[2].split()]


class Proofs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.home = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.home.name) / "good"
        build.prepare(cls.folder)
        build.extract(cls.folder)

    @classmethod
    def tearDownClass(cls):
        cls.home.cleanup()

    def show(self, name, certificate, *moves, change=lambda text: text, lemma="won"):
        """Compiles the lemmas of a certificate; returns what Coq says when it refuses one, otherwise nothing."""
        path = pathlib.Path(self.home.name) / f"{name}.proof"
        path.write_bytes(certificate)
        text = output(sys.executable, "-B", ROOT / "proofs/to_coq.py", path, *moves).stdout.decode()
        (self.folder / f"shown/{name}.v").write_text(change(text) + f"Print Assumptions {lemma}.\n")
        try:
            self.assertIn("Closed under the global context", build.compile_file(self.folder, f"shown/{name}.v"))
        except RuntimeError as error:
            return str(error)
        return ""

    def made(self, game, position):
        """Makes the certificate of a position, with its distance."""
        path = pathlib.Path(self.home.name) / "made.proof"
        output(PROGRAM, "prove", game, "--position", position, "--distance", "--certificate", path)
        return path.read_bytes()

    def shipped(self, game):
        return (ROOT / f"proofs/{game}.proof").read_bytes()

    # --- what holds ---

    def test_white_wins_both_games_within_25_plies(self):
        for game, ruleset in GAMES.items():
            self.assertEqual(self.show(game, self.shipped(game)), "")
            self.assertIn(f"Lemma won : wins {ruleset} White 25 start.", (self.folder / f"shown/{game}.v").read_text())
        checked = build.run(self.folder, *build.RECHECK, "Shown.pyrga", "Colonnade.Values")
        self.assertRegex(checked, r"Axioms: <none>")

    def test_a_distance_and_a_draw_are_shown(self):
        for game, ruleset in GAMES.items():
            for position, shown in ((WON, f"won_in {ruleset} White 16"), (DRAWN, f"drawn {ruleset}")):
                name = f"{game}_{shown.split()[0]}"
                term = coq_text(position)
                at = lambda text: text.replace(" start", f" {term}")
                self.assertEqual(self.show(name, self.made(game, position), change=at, lemma="shown"), "")
                self.assertIn(f"Lemma shown : {shown} {term}.", (self.folder / f"shown/{name}.v").read_text())

    def test_what_is_not_so_about_a_distance_or_a_draw_is_refused(self):
        lasts_longer = (WON, ("k <= 15 ->", "k <= 16 ->"), ("Pyrga Black 15", "Pyrga Black 16"))
        is_won = (DRAWN, ("white_holds : holds Pyrga White", "white_holds : wins Pyrga White 30"),
                  ("accepts_holds text next_bit Pyrga White", "accepts_wins text next_bit Pyrga White"))
        for position, *changes in (lasts_longer, is_won):
            def change(text):
                for old, new in changes:
                    self.assertEqual(text.count(old), 1, old)
                    text = text.replace(old, new)
                return text.replace(" start", f" {coq_text(position)}")
            refused = self.show("wrong", self.made("pyrga", position), change=change, lemma="white_holds")
            self.assertIn('The term "eq_refl" has type "true = true"', refused)

    def test_the_start_follows_from_the_first_moves(self):
        text = (self.folder / "Values.v").read_text() + "Print Assumptions start_value.\n"
        (self.folder / "Again.v").write_text(text)
        self.assertIn("Closed under the global context", build.compile_file(self.folder, "Again.v"))

    def test_coq_counts_as_the_kept_counts(self):
        text = "From Colonnade Require Import Rules Perft.\n"
        compared = 0
        for position, counts in golden():
            term = "start" if position == "start" else coq_text(position)
            for depth, count in enumerate(counts, 1):
                if count <= 8000:
                    digits = "; ".join("true" if digit == "1" else "false" for digit in reversed(f"{count:b}" if count else ""))
                    text += f"Example count{compared} : perft {depth} {term} [] = [{digits or ' '}].\nProof. vm_compute. reflexivity. Qed.\n"
                    compared += 1
        self.assertGreater(compared, 30)
        (self.folder / "Counts.v").write_text(text.replace("[ ]", "[]"))
        build.compile_file(self.folder, "Counts.v")

    def test_extracted_rules_count_further(self):
        done = output(self.folder / "checker", "perft", ROOT / "tests/golden/perft.tsv", "600000")
        self.assertRegex(done.stdout.decode(), r"perft: \d+ counts compared, 0 differ")
        self.assertEqual(done.returncode, 0)

    def positions(self):
        return b"".join(output(POSITIONS, game, "5000", "7").stdout for game in GAMES)

    def test_moves_and_results_agree_on_ten_thousand_positions(self):
        done = output(self.folder / "checker", "agree", stdin=self.positions())
        self.assertEqual(done.stdout.decode(), "agree: 10000 positions compared, 0 differ\n")

    # --- both checkers ---

    def verdicts(self, certificates):
        """For each certificate, whether the program's checker and the extracted one accept it."""
        paths = []
        for number, certificate in enumerate(certificates):
            paths.append(pathlib.Path(self.home.name) / f"{number}.proof")
            paths[-1].write_bytes(certificate)
        extracted = output(self.folder / "checker", "check", *paths).stdout.decode("utf-8", "replace").splitlines()
        self.assertEqual(len(extracted), len(paths))
        return [(output(PROGRAM, "proof", "check", path).returncode == 0, line.endswith(": valid"))
                for path, line in zip(paths, extracted)]

    def test_both_checkers_agree(self):
        good = [self.shipped(game) for game in GAMES]
        good += [self.made(game, position) for position in (WON, DRAWN) for game in GAMES]
        self.assertEqual(set(self.verdicts(good)), {(True, True)})
        generator = random.Random(16)
        broken = []
        for number in range(100):
            kind = number % 5
            certificate = bytearray(good[2 + number % (4 if kind < 4 else 2)])
            data = certificate.index(b"\n", certificate.index(b"\nchecksum ") + 1) + 1
            if kind < 3:
                at = generator.randrange(8 * data, 8 * len(certificate))
                certificate[at // 8] ^= 1 << at % 8
            elif kind == 3:
                del certificate[generator.randrange(data, len(certificate)) :]
            else:
                faults = [(b"wins 16", b"wins 15"), (b"win 16", b"win 15"), (b"lasts 15", b"lasts 16"),
                          (b"strategy w", b"strategy b"), (b"value win", b"value loss"), (b"game p", b"game q"),
                          (b"- w T", b"- b T"), (b"-,-,-,-/S", b"-,-,-,-/T"), (b"proof 2", b"proof 1"),
                          (b"wins 16 ", b"wins 16 1")]
                old, new = faults[number // 5 % len(faults)]
                self.assertIn(old, certificate)
                certificate = certificate.replace(old, new, 1)
            certificate = bytes(certificate)
            broken.append(certificate if number % 7 == 0 else checksum(certificate))
        verdicts = self.verdicts(broken)
        for certificate, (program, extracted) in zip(broken, verdicts):
            self.assertEqual(program, extracted, certificate[:400])
        self.assertGreater(verdicts.count((False, False)), 70)

    # --- what must be refused ---

    def test_a_flipped_answer_is_refused(self):
        certificate = bytearray(self.shipped("pyrga"))
        data = certificate.index(b"\n", certificate.index(b"\nchecksum ") + 1) + 1
        certificate[data] ^= 1
        self.assertIn("Error", self.show("flipped", bytes(certificate)))

    def test_a_wrong_theorem_is_refused(self):
        for name, old, new in (("sooner", "White 25 start", "White 24 start"), ("other", " Pyrga White", " Pyrga Black")):
            wrong = self.show(name, self.shipped("pyrga"), change=lambda text: text.replace(old, new))
            self.assertIn("Error", wrong)

    FAULTS = {
        "PYR-1": ("match in_front p d with [] => false | _ => true end", "true"),
        "PYR-2": ("| North => in_column c (after r)", "| North => in_column c (r :: after r)"),
        "PYR-3": ("  | [] => on_places p (filter (vacant (towers p)) places)", "  | [] => on_places p places"),
        "PYR-4": ("Some (opponent (mover p))\n                   else", "Some (mover p)\n                   else"),
        "PYR-5": ("      if same a s then if same b s then true else same c s\n", "      if same a s then same b s\n"),
        "PYR-6": ("more (count (pair White) b) (count (pair Black) b)", "more (count (pair Black) b) (count (pair White) b)"),
        "PYR-2, squares": ("in_column c (just_after r) ++ in_row r (just_after c)", "in_column c (just_after r)"),
    }

    def test_a_wrong_rule_is_found(self):
        lines = self.positions()
        for name, (old, new) in self.FAULTS.items():
            folder = pathlib.Path(self.home.name) / re.sub(r"\W", "_", name)
            folder.mkdir()
            for file in ("Checker.v", "Perft.v", "Extract.v"):
                shutil.copy(ROOT / "proofs" / file, folder)
            rules = (ROOT / "proofs/Rules.v").read_text()
            self.assertEqual(rules.count(old), 1, name)
            (folder / "Rules.v").write_text(rules.replace(old, new))
            for file in ("Rules.v", "Checker.v", "Perft.v"):
                build.compile_file(folder, file)
            build.extract(folder)
            agreed = output(folder / "checker", "agree", stdin=lines).returncode == 0
            counted = output(folder / "checker", "perft", ROOT / "tests/golden/perft.tsv", "70000").returncode == 0
            self.assertFalse(agreed and counted, name)


if __name__ == "__main__":
    unittest.main()
