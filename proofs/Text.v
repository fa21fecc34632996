(** Certificates as text that Coq can read: lines of characters, six bits in each, the lowest first. The theorems
    are computed from it, but none mentions it. *)
From Colonnade Require Import Rules.

Inductive line := Line (characters : list Byte.byte).
Definition line_of (b : list Byte.byte) : line := Line b.
Definition bytes_of (l : line) : list Byte.byte := let 'Line b := l in b.
Declare Scope line_scope.
Delimit Scope line_scope with line.
String Notation line line_of bytes_of : line_scope.

Definition text := (list bool * list line)%type.   (* bits at hand, lines to come *)

Fixpoint bits_of (l : list Byte.byte) : list bool :=
  match l with
  | [] => []
  | b :: rest =>
      let '(b0, (b1, (b2, (b3, (b4, (b5, _)))))) := Byte.to_bits b in
      b0 :: b1 :: b2 :: b3 :: b4 :: b5 :: bits_of rest
  end.

Definition next_bit (t : text) : option (bool * text) :=
  match t with
  | (b :: bits, lines) => Some (b, (bits, lines))
  | ([], line :: lines) =>
      match bits_of (bytes_of line) with
      | b :: bits => Some (b, (bits, lines))
      | [] => None
      end
  | ([], []) => None
  end.
