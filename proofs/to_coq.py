#!/usr/bin/env python3
"""Turns a certificate (version 2, docs/proofs.md) of a position of pyrga or pilotis into a Coq
file whose lemma says what the certificate shows: to_coq.py FILE [MOVE…] >OUT.v

The moves lead from the start to the position. They, not the certificate, say what the lemma is about; nothing here
needs to be trusted, since Coq follows the strategies itself."""
import sys

RULESETS = {"pyrga": "Pyrga", "pilotis": "Pilotis"}
SIDES = {"w": "White", "b": "Black"}
DIRECTIONS = {"n": "North", "e": "East", "s": "South", "w": "West"}
KINDS = {"S": "PutSquare", "T": "PutTriangle", "C": "PutRound"}


def coq_move(text):
    place = f"(At C{'abcd'.index(text[1]) + 1} C{text[2]})"
    return f"({KINDS[text[0]]} {place}{' ' + DIRECTIONS[text[3]] if text[0] == 'T' else ''})"


def coq_position(moves):
    position = "start"
    for move in moves:
        position = f"(play {position} {coq_move(move)})"
    return position


def coq_lines(data):
    """Six bits per character; the low six bits of '?' are those of 0x7f, which is not printable."""
    bits = "".join(f"{byte:08b}"[::-1] for byte in data)
    values = (int(bits[i : i + 6][::-1], 2) for i in range(0, len(bits), 6))
    text = "".join("?" if v == 63 else chr(64 + v) for v in values)
    return ";\n".join(f'"{text[i : i + 100]}"%line' for i in range(0, len(text), 100))


def strategies(certificate):
    """The header's fields, and for each strategy its words and its bytes."""
    end = certificate.index(b"\nchecksum ")
    data = certificate.index(b"\n", end + 1) + 1
    fields, found = {}, []
    for line in certificate[:end].decode().split("\n"):
        word, *rest = line.split(" ")
        if word == "strategy":
            size = int(rest[-1])
            found.append((rest, certificate[data : data + size]))
            data += size
        else:
            fields[word] = rest
    if fields["colonnade-proof"] != ["2"]:
        raise SystemExit("not a certificate of version 2")
    return fields, found


def lemma(name, statement, theorem, arguments, number):
    return (
        f"Lemma {name} : {statement}.\n"
        f"Proof. apply ({theorem} text next_bit {arguments} ([], bits{number})). "
        "vm_cast_no_check (eq_refl true). Qed.\n"
    )


def main(path, *moves):
    with open(path, "rb") as file:
        fields, found = strategies(file.read())
    ruleset, position = RULESETS[fields["game"][0]], coq_position(moves)
    print("From Colonnade Require Import Rules Checker Text.\n")
    for number, (words, data) in enumerate(found):
        print(f"Definition bits{number} : list line := [{coq_lines(data)}].\n")
        side, aim = SIDES[words[0]], words[1]
        other = "Black" if side == "White" else "White"
        if aim == "wins":
            winner, plies = side, words[2]
            print(lemma("won", f"wins {ruleset} {side} {plies} {position}", "accepts_wins",
                        f"{ruleset} {side} {plies} {position}", number))
        elif aim == "lasts":
            print(lemma("lasts", f"forall k, k <= {words[2]} -> ~ wins {ruleset} {other} k {position}",
                        "accepts_lasts", f"{ruleset} {side} {words[2]} {position}", number))
        else:
            print(lemma(f"{side.lower()}_holds", f"holds {ruleset} {side} {position}", "accepts_holds",
                        f"{ruleset} {side} 30 {position}", number))
    if fields["value"] == ["draw"]:
        print(f"Lemma shown : drawn {ruleset} {position}.\nProof. exact (conj white_holds black_holds). Qed.")
    elif len(found) == 2:
        print(f"Lemma shown : won_in {ruleset} {winner} {plies} {position}.\n"
              "Proof. exact (conj won (fun k K => lasts k (le_S_n _ _ K))). Qed.")


if __name__ == "__main__":
    main(*sys.argv[1:])
