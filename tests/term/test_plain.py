#!/usr/bin/env python3
"""--plain as a person hears it: sentences only, whole games, questions and answers.

usage: test_plain.py COLONNADE [TEST...]
"""
import re
import unittest

from terminal import Case, Terminal, games_by_language, golden_games, result_sentence, translator

DRAWN = re.compile(r"[│─┌┐└┘├┤┬┴┼○●□■△▲▒·|+]|--")


class Plain(Case):
    def test_whole_games_are_told_in_sentences(self):
        """Through a pipe, in both languages: what was played, whose turn it is, and how it ended."""
        for lang, ruleset, moves, result, reason in games_by_language():
            with self.subTest(ruleset=ruleset, lang=lang):
                text = self.pipe("\n".join(moves), ruleset, "--plain", "--lang", lang).stdout.decode()
                # The echo of what was typed does not count.
                said = [line for line in text.splitlines() if "> " not in line]
                self.assertIsNone(DRAWN.search("\n".join(said)), said)
                for line in said[1:]:
                    self.assertRegex(line, r"[.)]$|to move$|de jouer$|won$|gagné$", line)
                verbs = r" (put|moved|raised|passed)\b" if lang == "en" else r" (pose|déplace|monte|passe)\b"
                self.assertEqual(len([line for line in said if re.search(verbs, line)]), len(moves))
                turn = r" to move$" if lang == "en" else r"^C'est à \w+ de jouer$"
                self.assertEqual(len([line for line in said if re.search(turn, line)]),
                                 len(moves) + (result == "ongoing"))
                if result != "ongoing":
                    self.assertEqual(said[-1], result_sentence(translator(lang), result, reason))

    def test_a_whole_game_of_every_ruleset_on_a_terminal(self):
        self.play_whole_games("--plain")

    def test_teams_and_passes_are_told(self):
        text = self.pipe("", "dorix-4", "--plain").stdout.decode()
        self.assertIn("White and Red play together against Black and Green.\n", text)
        buried = "position -,wb,wb,wb/wb,wb,wb,wb/wb,wb,wb,wb/-,wb,wb,wwb w"
        text = self.pipe(buried + "\nwhere\npass\n", "dorix", "--plain", "--lang", "fr").stdout.decode()
        self.assertIn("C'est à Blanc de jouer\nIl n'y a rien à jouer\u00a0: tapez pass.\n", text)
        self.assertIn("Blanc passe.\nC'est à Noir de jouer\n", text)

    def test_perfect_play_is_explored(self):
        """Values of a position that proofs settle at once, only moves, landmarks and stepping back, in both
        languages."""
        end = "position st,SC,stC,StC/T,T,Stc,Sc/-,-,Tc,Sc/sT,tC,-,Tc b Cb4\n"
        text = self.pipe(end + "explore\nexplore Ca4\nexplore back\nexplore back\n", "pyrga", "--plain").stdout.decode()
        self.assertRegex(text, r"> explore\nWith best play a win in 3 plies\. Only one of \d+ moves keeps it\.\n"
                               r"\w+: a win in 3 plies, the only move\n(\w+: a (loss|draw).*, gives something away\n)+")
        self.assertIn("there is no move to take back\n", text)
        text = self.pipe("explore repères\nexplore 1\nexplore 99\nexplore 0\n", "pyrga", "--plain", "--lang", "fr").stdout.decode()
        listed = re.findall(r"^ +(\d+)  (.*)$", text, re.MULTILINE)
        self.assertEqual([int(number) for number, _ in listed], list(range(1, len(listed) + 1)))
        self.assertEqual(listed[0][1], "Le gain le plus long\u00a0: 29 demi-coups.")
        self.assertGreater(len([words for _, words in listed if re.search(r"\d+ fois sur \d+\.$", words)]), 7)
        self.assertRegex(text, r"> explore 1\nLe gain le plus long.*\nAvec le meilleur jeu, gain en 29 demi-coups")
        for number in ("99", "0"):
            self.assertIn(f"aucun repère ne porte le numéro {number}\u00a0:", text)

    def test_a_dialogue(self):
        text = self.pipe("Sb2\nSb3\nlook b2\nlook b3\nwhere\nreserve\nlast\nthreats\nwhy Sa1\nboard\n", "pyrga", "--plain").stdout.decode()
        self.assertEqual(text, """\
Pyrga
White to move
White> Sb2
White put a square on b2.
Black to move
You must play next to b2: b1, a2, c2 or b3.
Black> Sb3
Black put a square on b3.
White to move
You must play next to b3: b2, a3, c3 or b4.
White> look b2
b2: white square. Nobody controls it yet.
White> look b3
b3: black square. Nobody controls it yet.
White> where
You must play next to b3: b2, a3, c3 or b4. A square may go on a3, c3 or b4. A triangle may go on b2, a3, c3 or b4. \
A round piece may go on b2, a3, c3 or b4.
White> reserve
White has in reserve: 4 squares, 5 triangles and 5 round pieces.
Black has in reserve: 4 squares, 5 triangles and 5 round pieces.
White> last
Black put a square on b3.
White> threats
Black threatens nothing that wins at once.
White> why Sa1
character 2: must be next to b3: the last piece was a square
White> board
b2: white square. Nobody controls it yet.
b3: black square. Nobody controls it yet.
White has in reserve: 4 squares, 5 triangles and 5 round pieces.
Black has in reserve: 4 squares, 5 triangles and 5 round pieces.
White to move
You must play next to b3: b2, a3, c3 or b4.
White>\u0020
""")

    def test_the_dialogue_in_french(self):
        text = self.pipe("1b2\n1c2\n1b3\n1c3\n1a1\n1d4\n1a1-2b2\ndernier\nregarder 2b2\nmenaces\n", "pylos", "--plain", "--lang", "fr").stdout.decode()
        self.assertIn("Blanc monte une bille de 1a1 en 2b2.\n", text)
        self.assertIn("2b2\u00a0: bille blanche.\n", text)
        self.assertIn("Blanc ne menace rien qui gagne aussitôt.\n", text)

    def test_a_level_answers(self):
        text = self.pipe("b2\n", "dorix", "--plain", "--seats", "human,2", "--seed", "1").stdout.decode()
        self.assertRegex(text, r"White put a pawn on b2\.\nBlack put a pawn on \w\w\.\nWhite to move\n")

    def test_a_lesson(self):
        text = self.pipe("lesson pyrga\nSa1\nSb2\nlesson end\n", "--plain").stdout.decode()
        self.assertIn("You are White: put a square on b2. Choose the square, then the place.\nType Sb2.\n", text)
        self.assertIn("Not quite. Try again.", text)
        self.assertIn("Well done. A square sends your opponent", text)
        self.assertIn("The lesson is over.", text)

    def test_a_lesson_and_a_puzzle_describe_their_board(self):
        text = self.pipe("lesson pyrga\nSb2\nlesson end\n", "--plain").stdout.decode()
        self.assertIn("""`lesson end` ends it.
The board is empty.
White has in reserve: 5 squares, 5 triangles and 5 round pieces.
Black has in reserve: 5 squares, 5 triangles and 5 round pieces.
You and Black build towers.""", text)
        self.assertIn("""beside it.
b2: white square. Nobody controls it yet.
b3: black square. Nobody controls it yet.
White has in reserve: 4 squares, 5 triangles and 5 round pieces.
Black has in reserve: 4 squares, 5 triangles and 5 round pieces.
Black put a square on b3, so you must play beside it.""", text)
        text = self.pipe("problème pilea 1\n", "--plain", "--lang", "fr").stdout.decode()
        self.assertRegex(text, "(?m)^c3, de bas en haut\u00a0: cube gris, cube gris, cube gris")

    def test_ends_tell_the_figures(self):
        """Whose reserve is empty, and what the count was, in both languages."""
        told = {"reserve empty": (r"(White|Black) has no ball left in reserve\.", r"(Blanc|Noir) n'a plus de bille en réserve\."),
                "no place left": (r"(White|Black) has pieces left and no place for them\.",
                                  r"(Blanc|Noir) a encore des pièces et plus de case où jouer\."),
                "counted": (r"White: towers \d, pairs \d, singles \d\. Black: towers \d, pairs \d, singles \d\.",
                            r"Blanc\u00a0: tours \d, paires \d, pièces seules \d\. Noir\u00a0: tours \d, paires \d, pièces seules \d\.")}
        seen = set()
        for ruleset, moves, result, reason in golden_games():
            if reason not in told:
                continue
            for lang, pattern in zip(("en", "fr"), told[reason]):
                text = self.pipe("\n".join(moves), ruleset, "--plain", "--lang", lang).stdout.decode()
                end = re.escape(result_sentence(translator(lang), result, reason))
                self.assertRegex(text, rf"\n{pattern}\n{end}\n", (ruleset, reason))
                loser = re.search(pattern, text).group(1) if reason != "counted" else None
                if loser:
                    self.assertEqual(loser in ("White", "Blanc"), result == "b", (ruleset, reason))
            seen.add(reason)
        self.assertEqual(seen, set(told))

    def test_on_a_terminal(self):
        t = Terminal(self.home, "pilotis", "--plain", "--lang", "fr")
        t.expect("Blanc> ")
        t.type("Cb2\n")
        t.expect("Blanc pose un rond en b2.")
        t.expect("Vous devez jouer en b2.")
        t.expect("Noir> ")
        t.type("quitter\n")
        t.wait()
        self.assertEqual(t.status, 0)
        t.close()


if __name__ == "__main__":
    unittest.main()
