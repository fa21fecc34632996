"""The rules for players: every game in every language, every ruling of docs/rulings.md,
notation that is set apart, and only the Markdown that a terminal and a page both render.

usage: test_rules.py COLONNADE
"""
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LANGUAGES = ["en", "fr"]
RULESETS = {}       # by family, as the program lists them
for ruleset in json.loads(subprocess.run([sys.argv[1], "games", "--json"], capture_output=True, check=True).stdout)["games"]:
    RULESETS.setdefault(ruleset["family"], []).append(ruleset["game"])
# The authors that the rules must name.
AUTHORS = {"pylos": "David G. Royffe", "pyrga": "Mathias Daval", "pilotis": "Mathias Daval", "dorix": "Loïc Lamy"}
WIDTH = 78
complaints = []


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def complain(name, text):
    complaints.append(f"{name}: {text}")


def check_form(name, text, french):
    if not text.startswith("# ") or not text.endswith("\n") or text.endswith("\n\n"):
        complain(name, "starts with a heading and ends with one line end")
    for number, line in enumerate(text.splitlines(), 1):
        where = f"{name}:{number}"
        if len(line) > WIDTH:
            complain(where, f"{len(line)} columns, at most {WIDTH}")
        if line != line.rstrip() or "\t" in line:
            complain(where, "white space at the end, or a tab")
        if re.match(r"#{4,}|>|\||```|    +\S|\d+\)|[+*] |!\[|---", line) or re.search(r"<\w|\]\(", line):
            complain(where, "Markdown that the terminal does not render")
        if line.count("`") % 2 or line.count("**") % 2:
            complain(where, "a code or bold span that does not end on its line")
        prose = re.sub(r"`[^`]*`", "", line)
        if french and re.search(r" [:;?!»](\s|$)|«[^\u00a0]", prose):
            complain(where, "a no-break space is missing")


def structure(text):
    """What two translations must share: headings by depth, lists, and the code spans as a set."""
    headings = re.findall(r"(?m)^(#+) ", text)
    return headings, len(re.findall(r"(?m)^ *- ", text)), len(re.findall(r"(?m)^ *\d+\. ", text))


rulings = re.findall(r"\*\*([A-Z]{3}-\d+)\b", read("docs", "rulings.md"))
if len(rulings) < 20:
    complain("docs/rulings.md", f"only {len(rulings)} rulings found")
used = {"ALL"}
for game in RULESETS:
    texts = {}
    for language in LANGUAGES:
        name = f"lang/rules/{game}.{language}.md"
        text = texts[language] = read("lang", "rules", f"{game}.{language}.md")
        # A text that follows one ruling of a game follows all of them.
        prefixes = {ruling[:3] for ruling in rulings if re.search(rf"\b{ruling}\b", text)} | {"ALL"}
        used |= prefixes
        check_form(name, text, language == "fr")
        for ruling in rulings:
            if ruling[:3] in prefixes and not re.search(rf"\b{ruling}\b", text):
                complain(name, f"ruling {ruling} is missing")
        for ruling in set(re.findall(r"\b[A-Z]{3}-\d+\b", text)):
            if ruling not in rulings:
                complain(name, f"there is no ruling {ruling}")
        for ruleset in RULESETS[game]:
            if f"`{ruleset}`" not in text:
                complain(name, f"ruleset {ruleset} is missing")
        if AUTHORS.get(game, "") not in text:
            complain(name, "the author is missing")
    if structure(texts["en"]) != structure(texts["fr"]):
        complain(game, f"the translations differ in structure: {structure(texts['en'])} {structure(texts['fr'])}")
    spans = {language: sorted(re.findall(r"`([^`]*)`", text)) for language, text in texts.items()}
    if spans["en"] != spans["fr"]:
        odd = set(spans["en"]) ^ set(spans["fr"])
        complain(game, f"the translations differ in what is set as code: {odd or 'how often'}")
for prefix in {ruling[:3] for ruling in rulings} - used:
    complain("docs/rulings.md", f"no game's rules go by {prefix}")
for line in complaints:
    print(line)
print(f"{len(RULESETS)} games, {len(rulings)} rulings, {len(complaints)} complaint(s)")
sys.exit(1 if complaints else 0)
