(** A checker for certificates, and the proof that it can be trusted.

    A certificate is a strategy, written as a stream of bits: the walk goes through the game depth
    first; where the other side moves, every move is followed, in the order of [moves]; where the
    strategy's side moves, bits say which move it takes. Each bit keeps one half of the moves that are
    left, those with an even number (0) or an odd one (1), until one is left: so a forced move takes no
    bit, and whatever the bits are, the move is legal. *)
From Colonnade Require Import Rules.

Section Checker.

Variable stream : Type.
Variable next : stream -> option (bool * stream).

Variable r : ruleset.
Variable s : player.               (* whose strategy it is *)

(** What a strategy shows. *)
Inductive aim := Win | Hold | Last.

(** * The checker *)

Fixpoint halves {A} (l : list A) : list A * list A :=
  match l with
  | [] => ([], [])
  | x :: rest => let (even, odd) := halves rest in (x :: odd, even)
  end.

(** No choice is possible among more than [2 ^ fuel] moves; there are never more than eighty. *)
Fixpoint choose {A} (fuel : nat) (l : list A) (bits : stream) : option (A * stream) :=
  match l with
  | [] => None
  | [m] => Some (m, bits)
  | _ => match fuel with
         | O => None
         | S fuel' =>
             match next bits with
             | None => None
             | Some (b, rest) => let (even, odd) := halves l in choose fuel' (if b then odd else even) rest
             end
         end
  end.

Definition good (a : aim) (p : position) : bool :=
  match a, winner r p with
  | Win, Some q => same q s
  | Win, None => false
  | _, Some q => same q s
  | _, None => true
  end.

(** [f] for each move in turn, on one stream. *)
Fixpoint each (f : move -> stream -> option stream) (l : list move) (bits : stream) : option stream :=
  match l with
  | [] => Some bits
  | m :: l' => match f m bits with None => None | Some rest => each f l' rest end
  end.

(** The rest of the stream when the strategy reaches its aim within [n] plies (or, for [Last], is not beaten within
    them); [None] when it does not. *)
Fixpoint check (a : aim) (n : nat) (p : position) (bits : stream) : option stream :=
  match moves p with
  | [] => if good a p then Some bits else None
  | ms =>
      match n with
      | O => match a with Last => Some bits | _ => None end
      | S n' =>
          if same (mover p) s then
            match choose 7 ms bits with
            | None => None
            | Some (m, rest) => check a n' (play p m) rest
            end
          else
            each (fun m => check a n' (play p m)) ms bits
      end
  end.

Definition accepts (a : aim) (n : nat) (p : position) (bits : stream) : bool :=
  match check a n p bits with Some _ => true | None => false end.

(** * Why it may be believed *)

Lemma same_spec : forall a b, same a b = true <-> a = b.
Proof. intros [] []; simpl; split; congruence. Qed.

Lemma opponent_involutive : forall q, opponent (opponent q) = q.
Proof. now intros []. Qed.

Lemma not_same : forall a b : player, a <> b <-> a = opponent b.
Proof. intros [] []; simpl; split; congruence. Qed.

Lemma halves_in : forall A (l : list A) x,
  (In x (fst (halves l)) -> In x l) /\ (In x (snd (halves l)) -> In x l).
Proof.
  induction l as [| y l IH]; intros x; simpl; [tauto |].
  destruct (halves l) as [even odd]; simpl in *.
  destruct (IH x); intuition.
Qed.

Lemma choose_in : forall A fuel (l : list A) bits m rest,
  choose fuel l bits = Some (m, rest) -> In m l.
Proof.
  induction fuel as [| fuel IH]; intros [| x [| y l]] bits m rest H; try discriminate.
  - inversion H; subst; now left.
  - inversion H; subst; now left.
  - cbn [choose] in H. destruct (next bits) as [[b rest'] |]; [| discriminate].
    pose proof (halves_in _ (x :: y :: l) m) as [He Ho].
    destruct (halves (x :: y :: l)) as [even odd]; simpl fst in *; simpl snd in *.
    destruct b; apply IH in H; auto.
Qed.

(** A strategy, whatever its aim: what the checker follows. *)
Inductive reaches (a : aim) : nat -> position -> Prop :=
| reaches_over n p : moves p = [] -> good a p = true -> reaches a n p
| reaches_enough p : moves p <> [] -> a = Last -> reaches a 0 p
| reaches_mine n p m : mover p = s -> In m (moves p) -> reaches a n (play p m) -> reaches a (S n) p
| reaches_theirs n p : mover p <> s -> moves p <> [] ->
    (forall m, In m (moves p) -> reaches a n (play p m)) -> reaches a (S n) p.

Lemma each_all : forall f l bits rest, each f l bits = Some rest ->
  forall m, In m l -> exists b rest', f m b = Some rest'.
Proof.
  induction l as [| y l IH]; intros bits rest H m I; [destruct I |].
  cbn [each] in H. destruct (f y bits) as [rest' |] eqn:Y; [| discriminate].
  destruct I as [<- | I]; eauto.
Qed.

Lemma check_reaches : forall a n p bits rest, check a n p bits = Some rest -> reaches a n p.
Proof.
  induction n as [| n IH]; intros p bits rest H.
  - cbn [check] in H. destruct (moves p) as [| m ms] eqn:E.
    + destruct (good a p) eqn:G; [| discriminate]. now apply reaches_over.
    + destruct a; try discriminate. apply reaches_enough; [rewrite E; discriminate | reflexivity].
  - cbn [check] in H. destruct (moves p) as [| m ms] eqn:E.
    + destruct (good a p) eqn:G; [| discriminate]. now apply reaches_over.
    + destruct (same (mover p) s) eqn:M.
      * apply same_spec in M.
        destruct (choose 7 (m :: ms) bits) as [[x rest'] |] eqn:C; [| discriminate].
        apply choose_in in C. rewrite <- E in C.
        eapply reaches_mine; eauto.
      * assert (mover p <> s) as M' by (intro X; apply same_spec in X; congruence).
        apply reaches_theirs; [assumption | rewrite E; discriminate |].
        intros x X. rewrite E in X.
        destruct (each_all _ _ _ _ H x X) as (b & rest' & C). exact (IH _ _ _ C).
Qed.

Lemma good_win : forall p, good Win p = true -> winner r p = Some s.
Proof.
  unfold good; intros p H. destruct (winner r p) as [q |]; [| discriminate].
  apply same_spec in H; now subst.
Qed.

Lemma good_other : forall a p, a <> Win -> good a p = true -> winner r p <> Some (opponent s).
Proof.
  unfold good; intros a p A H W. rewrite W in H.
  destruct a; [congruence | |]; apply same_spec in H; destruct s; discriminate.
Qed.

Lemma reaches_wins : forall n p, reaches Win n p -> wins r s n p.
Proof.
  intros n p H; induction H; [| discriminate | |].
  - apply wins_over; auto using good_win.
  - eapply wins_mine; eauto.
  - apply wins_theirs; auto.
Qed.

Lemma reaches_holds : forall n p, reaches Hold n p -> holds r s p.
Proof.
  intros n p H; induction H; [| discriminate | |].
  - apply holds_over; [assumption |]. apply good_other with Hold; [discriminate | assumption].
  - eapply holds_mine; eauto.
  - apply holds_theirs; auto.
Qed.

Lemma reaches_lasts : forall n p, reaches Last n p ->
  forall k, k <= n -> ~ wins r (opponent s) k p.
Proof.
  intros n p H; induction H as [n p E G | p E _ | n p m M I _ IH | n p M E _ IH]; intros k K W.
  - apply (good_other Last) in G; [| discriminate].
    inversion W as [k' q E' G' | k' q m' M' I' W' | k' q M' E' W']; subst; try congruence.
    rewrite E in I'; destruct I'.
  - inversion W as [k' q E' G' | k' q m' M' I' W' | k' q M' E' W']; subst; [congruence | |]; inversion K.
  - inversion W as [k' q E' G' | k' q m' M' I' W' | k' q M' E' W']; subst.
    + rewrite E' in I; destruct I.
    + destruct (mover p); discriminate.
    + exact (IH k' (le_S_n _ _ K) (W' m I)).
  - apply not_same in M.
    inversion W as [k' q E' G' | k' q m' M' I' W' | k' q M' E' W']; subst; [congruence | | congruence].
    exact (IH m' I' k' (le_S_n _ _ K) W').
Qed.

(** The three theorems that make a certificate a proof. *)
Theorem accepts_wins : forall n p bits, accepts Win n p bits = true -> wins r s n p.
Proof.
  unfold accepts; intros n p bits H. destruct (check Win n p bits) eqn:C; [| discriminate].
  eauto using reaches_wins, check_reaches.
Qed.

Theorem accepts_holds : forall n p bits, accepts Hold n p bits = true -> holds r s p.
Proof.
  unfold accepts; intros n p bits H. destruct (check Hold n p bits) eqn:C; [| discriminate].
  eauto using reaches_holds, check_reaches.
Qed.

Theorem accepts_lasts : forall n p bits, accepts Last n p bits = true ->
  forall k, k <= n -> ~ wins r (opponent s) k p.
Proof.
  unfold accepts; intros n p bits H. destruct (check Last n p bits) eqn:C; [| discriminate].
  eauto using reaches_lasts, check_reaches.
Qed.

End Checker.

(** The definitions mean what they say: a side that holds is not beaten, and only one side can win. *)
Theorem holds_not_beaten : forall r s p, holds r s p -> ~ can_win r (opponent s) p.
Proof.
  intros r s p H [n W]; revert n W.
  induction H as [p E G | p m M I _ IH | p M E _ IH]; intros n W.
  - inversion W as [k' q E' G' | k' q m' M' I' W' | k' q M' E' W']; subst; try congruence.
    rewrite E in I'; destruct I'.
  - inversion W as [k' q E' G' | k' q m' M' I' W' | k' q M' E' W']; subst.
    + rewrite E' in I; destruct I.
    + destruct (mover p); discriminate.
    + exact (IH k' (W' m I)).
  - apply not_same in M.
    inversion W as [k' q E' G' | k' q m' M' I' W' | k' q M' E' W']; subst; [congruence | | congruence].
    exact (IH m' I' k' W').
Qed.

Theorem wins_longer : forall r s k n p, k <= n -> wins r s k p -> wins r s n p.
Proof.
  intros r s k n p L W; revert n L.
  induction W as [k p E G | k p m M I _ IH | k p M E _ IH]; intros n L.
  - now apply wins_over.
  - destruct n; [inversion L |]. apply wins_mine with m; auto using le_S_n.
  - destruct n; [inversion L |]. apply wins_theirs; auto using le_S_n.
Qed.

Theorem wins_holds : forall r s n p, wins r s n p -> holds r s p.
Proof.
  intros r s n p H; induction H as [n p E G | n p m M I _ IH | n p M E _ IH].
  - apply holds_over; [assumption |]. rewrite G. destruct s; discriminate.
  - eapply holds_mine; eauto.
  - apply holds_theirs; auto.
Qed.

Theorem one_winner : forall r p, can_win r White p -> can_win r Black p -> False.
Proof.
  intros r p [n W] B. apply wins_holds in W. exact (holds_not_beaten r White p W B).
Qed.

