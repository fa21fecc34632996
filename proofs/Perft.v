(** Counting move sequences, to compare the rules with the project's stored counts. *)
From Colonnade Require Import Rules.

(** A number in binary, the lowest digit first: numbers in unary would be as long as the count. *)
Fixpoint increase (n : list bool) : list bool :=
  match n with [] => [true] | false :: rest => true :: rest | true :: rest => false :: increase rest end.

(** How many sequences of [n] moves there are from [p], added to [sum]. *)
Fixpoint perft (n : nat) (p : position) (sum : list bool) : list bool :=
  match n with
  | O => increase sum
  | S n' => (fix each (l : list move) (sum : list bool) : list bool :=
               match l with [] => sum | m :: rest => each rest (perft n' (play p m) sum) end) (moves p) sum
  end.
