"""The catalogue's tools: what counts as a sentence, and each fault is noticed."""
import os
import re
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "lang"))
import collect  # noqa: E402
import po  # noqa: E402
import po2c  # noqa: E402


class Sources(unittest.TestCase):
    def sentences(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.c")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            return collect.sentences(path)

    def test_plain(self):
        self.assertEqual(self.sentences('x = T("one"); y(T( "two" ), "three");'), ["one", "two"])

    def test_adjacent_literals_are_one(self):
        self.assertEqual(self.sentences('T("one "\n   /* why */ "two")'), ["one two"])

    def test_escapes(self):
        self.assertEqual(self.sentences(r'T("a \"b\"\n\\c")'), ['a "b"\n\\c'])

    def test_comments_strings_and_other_names(self):
        self.assertEqual(self.sentences('/* T("no") */ // T("no")\n "T(\\"no\\")" \'"\' NOT("no") T ("yes")'), ["yes"])

    def test_definition_is_no_sentence(self):
        self.assertEqual(self.sentences("#define T(english) (english)\n"), [])

    def test_only_literals(self):
        with self.assertRaises(po.PoError):
            self.sentences("T(name)")
        with self.assertRaises(po.PoError):
            self.sentences('T("a" + 1)')


class Catalogue(unittest.TestCase):
    """Each fault gives exactly one complaint."""

    def complaints(self, entries, said):
        with tempfile.TemporaryDirectory() as folder:
            before = collect.HERE
            collect.HERE = folder
            try:
                po.write(os.path.join(folder, "colonnade.pot"), collect.header(""), [po.Entry(e) for e in said])
                po.write(os.path.join(folder, "fr.po"), collect.header("fr"), entries)
                return list(collect.complaints({e: ["src/a.c"] for e in said}))
            finally:
                collect.HERE = before

    def test_good(self):
        self.assertEqual(self.complaints([po.Entry("go to {0}", "allez en {0}")], ["go to {0}"]), [])

    def fault(self, word, entries, said):
        found = self.complaints(entries, said)
        self.assertEqual(len(found), 1, found)
        self.assertIn(word, found[0])

    def test_faults(self):
        self.fault("missing", [], ["a"])
        self.fault("unused", [po.Entry("a", "à"), po.Entry("b", "bé")], ["a"])
        self.fault("empty", [po.Entry("a", "")], ["a"])
        self.fault("fuzzy", [po.Entry("a", "à", fuzzy=True)], ["a"])
        self.fault("holes", [po.Entry("a {0} {1}", "à {0}")], ["a {0} {1}"])
        self.fault("holes", [po.Entry("a {0}", "à {1}")], ["a {0}"])
        self.fault("space", [po.Entry("a ", "à")], ["a "])
        self.fault("twice", [po.Entry("a", "à"), po.Entry("a", "â")], ["a"])
        self.fault("no-break", [po.Entry("a: b", "à : b")], ["a: b"])
        self.fault("guillemets", [po.Entry("a", "`à`")], ["a"])
        self.fault("apostrophe", [po.Entry("a", "l\u2019a")], ["a"])

    def test_changed_sentence_keeps_its_translation_as_fuzzy(self):
        dropped = {"the row is too long": po.Entry("the row is too long", "la rangée est trop longue")}
        entry = collect.changed("this row is too long", dropped)
        self.assertEqual((entry.text, entry.fuzzy), ("la rangée est trop longue", True))
        self.assertEqual(collect.changed("nobody has won yet", dropped), po.Entry("nobody has won yet"))

    def test_round_trip(self):
        entry = po.Entry('a "b"\nc\\', 'à «\u00a0b\u00a0»\n\tc\\', ["src/a.c"], ["a note"], True)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "fr.po")
            po.write(path, collect.header("fr"), [entry])
            header, entries = po.read(path)
        self.assertEqual(header, collect.header("fr"))
        self.assertEqual(entries, [entry])


class Table(unittest.TestCase):
    def test_c_bytes(self):
        self.assertEqual(po2c.c_bytes('é"\\\n1'), '\\303\\251\\"\\\\\\0121')

    def test_the_page_goes_without_what_only_the_program_says(self):
        entries = [po.Entry("a", "à", ["src/cli/main.c"]), po.Entry("b", "bé", ["src/cli/main.c", "src/session/x.c"]),
                   po.Entry("c", "cé", ["web/src/main.ts"])]
        with tempfile.TemporaryDirectory() as folder:
            path, out = os.path.join(folder, "fr.po"), os.path.join(folder, "out.c")
            po.write(path, collect.header("fr"), entries)
            counts = []
            for page in (None, folder):
                po2c.main(out, [path], page is not None, page)
                with open(out, encoding="ascii") as file:
                    counts.append(re.search(r"LANG_FR\]\[LANG_AT_ONCE\] = .*, (\d+)\}", file.read())[1])
            with open(os.path.join(folder, "lang-fr.data"), "rb") as file:
                data = file.read()
        self.assertEqual(counts, ["3", "2"])
        self.assertTrue(data.startswith("b\0bé\0c\0cé\0".encode()), data)

    def test_the_page_fetches_later_what_only_its_later_parts_say(self):
        later = po.Entry("a", "à", ["src/cli/main.c", "src/session/session_kept.c", "web/src/online/lobby.ts"])
        self.assertTrue(po2c.comes_later(later))
        self.assertFalse(po2c.comes_later(po.Entry("b", "bé", later.places + ["web/src/play.ts"])))
        self.assertFalse(po2c.comes_later(po.Entry("c", "cé")))
        parts = po2c.Beside("").parts([later, po.Entry("c", "cé", ["web/src/play.ts"])])
        self.assertEqual([[e.english for e in entries] for _, entries in parts], [["c"], ["a"]])


if __name__ == "__main__":
    unittest.main()
