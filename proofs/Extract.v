(** The checker and the rules as OCaml, for certificates that are too large for Coq's own
    evaluation, and to compare the rules with the program's. *)
Require Import Extraction ExtrOcamlBasic.
From Colonnade Require Import Rules Checker Perft.

Extraction Language OCaml.
Extraction "checked.ml" start moves play winner accepts check perft.
