(** The theorems. Each file of [Shown] comes from a certificate that the program wrote
    (to_coq.py); Coq followed its strategies when it compiled the file. *)
From Colonnade Require Import Rules Values.
From Shown Require pyrga_Sa1 pyrga_Sb1 pyrga_Sb2 pyrga_Ca1 pyrga_Cb1 pyrga_Cb2 pyrga_Ta1n pyrga_Tb1e pyrga_Tb1n pyrga_Tb1w pyrga_Tb2n pyrga_Tb2s.
From Shown Require pilotis_Sa1 pilotis_Sb1 pilotis_Sb2 pilotis_Ca1 pilotis_Cb1 pilotis_Cb2 pilotis_Ta1n pilotis_Tb1e pilotis_Tb1n pilotis_Tb1w pilotis_Tb2n pilotis_Tb2s.

Theorem pyrga_first_moves : first_values Pyrga.
Proof.
  exact
    (conj pyrga_Sa1.shown
    (conj pyrga_Sb1.shown
    (conj pyrga_Sb2.shown
    (conj pyrga_Ca1.shown
    (conj pyrga_Cb1.shown
    (conj pyrga_Cb2.shown
    (conj pyrga_Ta1n.shown
    (conj pyrga_Tb1e.shown
    (conj pyrga_Tb1n.shown
    (conj pyrga_Tb1w.shown
    (conj pyrga_Tb2n.shown
    pyrga_Tb2s.shown))))))))))).
Qed.

Theorem pyrga_white_wins : won_in Pyrga White 25 start.
Proof. exact (start_value Pyrga pyrga_first_moves). Qed.

Theorem pilotis_first_moves : first_values Pilotis.
Proof.
  exact
    (conj pilotis_Sa1.shown
    (conj pilotis_Sb1.shown
    (conj pilotis_Sb2.shown
    (conj pilotis_Ca1.shown
    (conj pilotis_Cb1.shown
    (conj pilotis_Cb2.shown
    (conj pilotis_Ta1n.shown
    (conj pilotis_Tb1e.shown
    (conj pilotis_Tb1n.shown
    (conj pilotis_Tb1w.shown
    (conj pilotis_Tb2n.shown
    pilotis_Tb2s.shown))))))))))).
Qed.

Theorem pilotis_white_wins : won_in Pilotis White 25 start.
Proof. exact (start_value Pilotis pilotis_first_moves). Qed.

Print first_values.
Check pyrga_first_moves.
Print Assumptions pyrga_first_moves.
Check pyrga_white_wins.
Print Assumptions pyrga_white_wins.
Check pilotis_first_moves.
Print Assumptions pilotis_first_moves.
Check pilotis_white_wins.
Print Assumptions pilotis_white_wins.
