(** The claims, and a proof that the claim about the start follows from those about the first moves. *)
From Colonnade Require Import Rules Checker Symmetry.

Definition after (m : move) : position := play start m.

(** The value of each first move, in the order of [first_moves]: Sa1 Sb1 Sb2, Ca1 Cb1 Cb2, Ta1n,
    Tb1e Tb1n Tb1w, Tb2n Tb2s. Plies are counted after the move. *)
Definition first_values (r : ruleset) : Prop :=
  won_in r White 24 (after (PutSquare (At C1 C1))) /\
  won_in r White 27 (after (PutSquare (At C2 C1))) /\
  drawn r (after (PutSquare (At C2 C2))) /\
  drawn r (after (PutRound (At C1 C1))) /\
  drawn r (after (PutRound (At C2 C1))) /\
  won_in r White 28 (after (PutRound (At C2 C2))) /\
  won_in r Black 27 (after (PutTriangle (At C1 C1) North)) /\
  won_in r Black 28 (after (PutTriangle (At C2 C1) East)) /\
  won_in r Black 29 (after (PutTriangle (At C2 C1) North)) /\
  won_in r White 26 (after (PutTriangle (At C2 C1) West)) /\
  won_in r Black 28 (after (PutTriangle (At C2 C2) North)) /\
  drawn r (after (PutTriangle (At C2 C2) South)).

Lemma longer : forall r n p, won_in r White n p -> 23 < n -> ~ wins r White 23 p.
Proof. intros r n p [_ H] L. now apply H. Qed.

Lemma drawn_not_won : forall r p, drawn r p -> ~ wins r White 23 p.
Proof. intros r p [_ H] W. apply (holds_not_beaten r Black p H). now exists 23. Qed.

Lemma lost_not_won : forall r n p, won_in r Black n p -> ~ wins r White 23 p.
Proof. intros r n p [H _] W. apply (one_winner r p); [now exists 23 | now exists n]. Qed.

(** White wins from the start, in 25 plies with best play on both sides. *)
Theorem start_value : forall r, first_values r -> won_in r White 25 start.
Proof.
  intros r (Sa1 & Sb1 & Sb2 & Ca1 & Cb1 & Cb2 & Ta1n & Tb1e & Tb1n & Tb1w & Tb2n & Tb2s).
  assert (N : ~ wins r White 24 start).
  { apply first_move_needed. intros m I. simpl in I.
    repeat (destruct I as [<- | I];
            [first [eapply longer; [eassumption | repeat constructor]
                   | eapply drawn_not_won; eassumption | eapply lost_not_won; eassumption] |]).
    destruct I. }
  split.
  - apply wins_mine with (PutSquare (At C1 C1)); [reflexivity | vm_compute; tauto | exact (proj1 Sa1)].
  - intros k K W. apply N. apply wins_longer with k; [apply le_S_n, K | exact W].
Qed.
