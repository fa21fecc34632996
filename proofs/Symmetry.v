(** What can be forced in a position can be forced in its images: so twelve first moves stand for all eighty. *)
Require Import Setoid.
From Colonnade Require Import Rules Checker.

(** * Lists *)

Lemma in_map : forall A B (f : A -> B) l x, In x l -> In (f x) (map f l).
Proof. induction l; simpl; intuition; subst; auto. Qed.

Lemma map_in : forall A B (f : A -> B) l y, In y (map f l) -> exists x, y = f x /\ In x l.
Proof.
  induction l as [| a l IH]; simpl; [tauto | intros y [<- | H]]; [eauto |].
  destruct (IH y H) as (x & E & I); eauto.
Qed.

Lemma filter_in : forall A (f : A -> bool) l x, In x (filter f l) <-> In x l /\ f x = true.
Proof.
  induction l as [| a l IH]; simpl; [tauto |]. intros x. destruct (f a) eqn:E; simpl; rewrite IH.
  - intuition; subst; auto.
  - intuition; subst; congruence.
Qed.

Lemma app_in : forall A (l l' : list A) x, In x (l ++ l') <-> In x l \/ In x l'.
Proof. induction l as [| a l IH]; simpl; [tauto |]. intros l' x. rewrite IH. tauto. Qed.

Lemma flat_map_in : forall A B (f : A -> list B) l y,
  In y (flat_map f l) <-> exists x, In x l /\ In y (f x).
Proof.
  induction l as [| a l IH]; simpl; intros y; [split; [tauto | intros (x & [] & _)] |].
  rewrite app_in, IH. split.
  - intros [H | (x & I & H)]; eauto.
  - intros (x & [<- | I] & H); eauto.
Qed.

Lemma no_in : forall A (l : list A), (forall x, ~ In x l) -> l = [].
Proof. intros A [| a l] H; [reflexivity | destruct (H a); now left]. Qed.

(** * Sums, without a library of arithmetic *)

Lemma add_comm : forall a b, a + b = b + a.
Proof.
  induction a as [| a IH]; intros b; simpl; [apply plus_n_O |]. rewrite IH. apply plus_n_Sm.
Qed.
Lemma add_assoc : forall a b c, a + b + c = a + (b + c).
Proof. induction a as [| a IH]; intros b c; simpl; [reflexivity | now rewrite IH]. Qed.
Lemma add_swap : forall a b c d, (a + b) + (c + d) = (a + c) + (b + d).
Proof.
  intros. rewrite !add_assoc. f_equal. rewrite <- !add_assoc. f_equal. apply add_comm.
Qed.

Lemma add_reverse : forall a b c d, d + c + b + a = a + b + c + d.
Proof.
  intros. rewrite (add_comm (d + c + b) a), (add_comm (d + c) b), (add_comm d c).
  rewrite !add_assoc. reflexivity.
Qed.
Lemma add_four : forall a b c d a' b' c' d',
  (a + b + c + d) + (a' + b' + c' + d') = (a + a') + (b + b') + (c + c') + (d + d').
Proof. intros. now rewrite (add_swap (a + b + c) d), (add_swap (a + b) c), (add_swap a b). Qed.

Lemma add_transpose : forall a1 a2 a3 a4 b1 b2 b3 b4 c1 c2 c3 c4 d1 d2 d3 d4,
  (a1 + b1 + c1 + d1) + (a2 + b2 + c2 + d2) + (a3 + b3 + c3 + d3) + (a4 + b4 + c4 + d4) =
  (a1 + a2 + a3 + a4) + (b1 + b2 + b3 + b4) + (c1 + c2 + c3 + c4) + (d1 + d2 + d3 + d4).
Proof.
  intros. now rewrite (add_four a1 b1 c1 d1), (add_four (a1 + a2) (b1 + b2) (c1 + c2) (d1 + d2)),
    (add_four (a1 + a2 + a3) (b1 + b2 + b3) (c1 + c2 + c3) (d1 + d2 + d3)).
Qed.

(** * One symmetry *)

Section Symmetry.

Variable turn : place -> place.
Variable turn_direction : direction -> direction.
Variable turn_board : board -> board.

Definition turn_move (m : move) : move :=
  match m with
  | PutSquare p => PutSquare (turn p)
  | PutTriangle p d => PutTriangle (turn p) (turn_direction d)
  | PutRound p => PutRound (turn p)
  end.

Definition turn_position (p : position) : position :=
  let 'Position t w b s l := p in
  Position (turn_board t) w b s (match l with None => None | Some m => Some (turn_move m) end).

Hypothesis turn_twice : forall p, turn (turn p) = p.
Hypothesis turn_direction_twice : forall d, turn_direction (turn_direction d) = d.
Hypothesis turn_board_twice : forall b, turn_board (turn_board b) = b.
Hypothesis turn_tower : forall b p, tower_at (turn_board b) (turn p) = tower_at b p.
Hypothesis turn_build : forall b p k s, turn_board (build b p k s) = build (turn_board b) (turn p) k s.
Hypothesis turn_count : forall f b, count f (turn_board b) = count f b.
Hypothesis turn_front : forall p d q, In q (in_front p d) -> In (turn q) (in_front (turn p) (turn_direction d)).
Hypothesis turn_near : forall p q, In q (sent (PutSquare p)) -> In (turn q) (sent (PutSquare (turn p))).

Lemma all_places : forall p, In p places.
Proof. intros [[] []]; vm_compute; tauto. Qed.

Lemma turn_move_twice : forall m, turn_move (turn_move m) = m.
Proof. intros []; simpl; now rewrite ?turn_twice, ?turn_direction_twice. Qed.

Lemma turn_position_twice : forall p, turn_position (turn_position p) = p.
Proof. intros [t w b s [m |]]; simpl; now rewrite turn_board_twice, ?turn_move_twice. Qed.

Lemma turn_sent : forall m q, In q (sent m) -> In (turn q) (sent (turn_move m)).
Proof.
  intros [p | p d | p] q H.
  - now apply turn_near.
  - now apply turn_front.
  - destruct H as [-> | []]. now left.
Qed.

Lemma turn_directions : forall p d, In d (directions p) -> In (turn_direction d) (directions (turn p)).
Proof.
  unfold directions. intros p d H. apply filter_in in H as [_ H]. apply filter_in. split.
  - destruct (turn_direction d); simpl; tauto.
  - destruct (in_front p d) as [| q l] eqn:E; [discriminate |].
    assert (I : In (turn q) (in_front (turn p) (turn_direction d))) by (apply turn_front; rewrite E; now left).
    destruct (in_front (turn p) (turn_direction d)); [destruct I | reflexivity].
Qed.

Lemma turn_ways : forall k p m, In m (ways k p) -> In (turn_move m) (ways k (turn p)).
Proof.
  intros [] p m H; simpl in *.
  - destruct H as [<- | []]; now left.
  - apply map_in in H as (d & -> & I). simpl. apply in_map. now apply turn_directions.
  - destruct H as [<- | []]; now left.
Qed.

Lemma turn_missing : forall b k p, missing (turn_board b) k (turn p) = missing b k p.
Proof. intros. unfold missing. now rewrite turn_tower. Qed.

Lemma turn_vacant : forall b p, vacant (turn_board b) (turn p) = vacant b p.
Proof. intros. unfold vacant. now rewrite turn_tower. Qed.

Lemma turn_on_places : forall p l l' m, (forall q, In q l -> In (turn q) l') ->
  In m (on_places p l) -> In (turn_move m) (on_places (turn_position p) l').
Proof.
  intros p l l' m L H. unfold on_places in *.
  apply flat_map_in in H as (k & K & H). apply flat_map_in. exists k. split; [assumption |].
  replace (in_hand (hand_of (turn_position p) (mover (turn_position p))) k)
    with (in_hand (hand_of p (mover p)) k) by (now destruct p as [? ? ? [] ?]).
  destruct (in_hand (hand_of p (mover p)) k); [destruct H |].
  apply flat_map_in in H as (q & Q & H). apply flat_map_in. exists (turn q).
  apply filter_in in Q as [Q F]. split.
  - apply filter_in. split; [auto |]. destruct p; simpl in *. now rewrite turn_missing.
  - now apply turn_ways.
Qed.

(** Where the last piece sends, or anywhere at the start. *)
Definition following (p : position) : list move :=
  match last p with None => on_places p places | Some m => on_places p (sent m) end.

Lemma turn_following : forall p m, In m (following p) -> In (turn_move m) (following (turn_position p)).
Proof.
  unfold following. intros [t w b s [l |]] m H; simpl last in *.
  - eapply turn_on_places; [| exact H]. apply turn_sent.
  - eapply turn_on_places; [| exact H]. intros; apply all_places.
Qed.

Lemma following_none : forall p, following p = [] -> following (turn_position p) = [].
Proof.
  intros p E. apply no_in. intros m I. apply turn_following in I.
  rewrite turn_position_twice, E in I. destruct I.
Qed.

Lemma turn_playable : forall p m, In m (playable p) -> In (turn_move m) (playable (turn_position p)).
Proof.
  intros p m. change (playable p) with
    (match following p with [] => on_places p (filter (vacant (towers p)) places) | _ => following p end).
  change (playable (turn_position p)) with
    (match following (turn_position p) with
     | [] => on_places (turn_position p) (filter (vacant (towers (turn_position p))) places)
     | _ => following (turn_position p) end).
  intros H. destruct (following p) as [| x l] eqn:E.
  - rewrite (following_none p E). eapply turn_on_places; [| exact H].
    intros q Q. apply filter_in in Q as [_ Q]. apply filter_in. split; [apply all_places |].
    destruct p; simpl in *. now rewrite turn_vacant.
  - rewrite <- E in H. apply turn_following in H.
    destruct (following (turn_position p)); [destruct H | exact H].
Qed.

Lemma turn_three : forall b, three_towers (turn_board b) = three_towers b.
Proof. intros. unfold three_towers. now rewrite !turn_count. Qed.

Lemma turn_moves : forall p m, In m (moves p) -> In (turn_move m) (moves (turn_position p)).
Proof.
  unfold moves. intros p m H.
  replace (three_towers (towers (turn_position p))) with (three_towers (towers p))
    by (destruct p; simpl; now rewrite turn_three).
  destruct (three_towers (towers p)); [destruct H | now apply turn_playable].
Qed.

Lemma moves_none : forall p, moves p = [] -> moves (turn_position p) = [].
Proof.
  intros p E. apply no_in. intros m I. apply turn_moves in I.
  rewrite turn_position_twice, E in I. destruct I.
Qed.

Lemma turn_winner : forall r p, winner r (turn_position p) = winner r p.
Proof.
  intros r [t w b s l]. unfold winner, counted; simpl. now rewrite turn_three, !turn_count.
Qed.

Lemma turn_play : forall p m, play (turn_position p) (turn_move m) = turn_position (play p m).
Proof. intros [t w b s l] []; simpl; now rewrite turn_build. Qed.

Theorem turn_wins : forall r s n p, wins r s n p -> wins r s n (turn_position p).
Proof.
  intros r s n p H; induction H as [n p E G | n p m M I _ IH | n p M E _ IH].
  - apply wins_over; [now apply moves_none | now rewrite turn_winner].
  - apply wins_mine with (turn_move m); [now destruct p | now apply turn_moves | now rewrite turn_play].
  - apply wins_theirs; [now destruct p | |].
    + intros N. apply E. apply moves_none in N. now rewrite turn_position_twice in N.
    + intros m I. apply turn_moves in I. rewrite turn_position_twice in I.
      specialize (IH _ I). now rewrite <- turn_play, turn_move_twice in IH.
Qed.

End Symmetry.

(** * The two that generate all eight *)

Definition flip (c : coordinate) : coordinate := match c with C1 => C4 | C2 => C3 | C3 => C2 | C4 => C1 end.
Definition mirror (p : place) : place := let 'At c r := p in At (flip c) r.
Definition mirror_direction (d : direction) : direction := match d with East => West | West => East | _ => d end.
Definition mirror_board (b : board) : board := let 'Four a c d e := b in Four e d c a.
Definition mirror_move := turn_move mirror mirror_direction.

Definition swap (p : place) : place := let 'At c r := p in At r c.
Definition swap_direction (d : direction) : direction :=
  match d with North => East | East => North | South => West | West => South end.
Definition swap_board (b : board) : board :=
  let 'Four a c d e := b in
  let row i := Four (pick a i) (pick c i) (pick d i) (pick e i) in Four (row C1) (row C2) (row C3) (row C4).
Definition swap_move := turn_move swap swap_direction.

Theorem mirror_wins : forall r s n p,
  wins r s n p -> wins r s n (turn_position mirror mirror_direction mirror_board p).
Proof.
  apply turn_wins.
  - now intros [[] []].
  - now intros [].
  - now intros [].
  - intros [[] [] [] []] [[] []]; reflexivity.
  - intros [[] [] [] []] [[] []] k s; reflexivity.
  - intros f [a b c d]. apply add_reverse.
  - intros [[] []] [] q; vm_compute; intuition; subst; auto.
  - intros [[] []] q; vm_compute; intuition; subst; auto.
Qed.

Theorem swap_wins : forall r s n p,
  wins r s n p -> wins r s n (turn_position swap swap_direction swap_board p).
Proof.
  apply turn_wins.
  - now intros [[] []].
  - now intros [].
  - now intros [[] [] [] []].
  - intros [[] [] [] []] [[] []]; reflexivity.
  - intros [[] [] [] []] [[] []] k s; reflexivity.
  - intros f [[] [] [] []]. apply add_transpose.
  - intros [[] []] [] q; vm_compute; intuition; subst; auto.
  - intros [[] []] q; vm_compute; intuition; subst; auto.
Qed.

(** * First moves *)

(** Twelve first moves, and no two of them are images of one another. *)
Definition first_moves : list move :=
  [PutSquare (At C1 C1); PutSquare (At C2 C1); PutSquare (At C2 C2);
   PutRound (At C1 C1); PutRound (At C2 C1); PutRound (At C2 C2);
   PutTriangle (At C1 C1) North; PutTriangle (At C2 C1) East; PutTriangle (At C2 C1) North;
   PutTriangle (At C2 C1) West; PutTriangle (At C2 C2) North; PutTriangle (At C2 C2) South].

Lemma mirror_first : forall r s n m, wins r s n (play start m) -> wins r s n (play start (mirror_move m)).
Proof. intros r s n m H. apply mirror_wins in H. destruct m as [[[] []] | [[] []] [] | [[] []]]; exact H. Qed.

Lemma swap_first : forall r s n m, wins r s n (play start m) -> wins r s n (play start (swap_move m)).
Proof. intros r s n m H. apply swap_wins in H. destruct m as [[[] []] | [[] []] [] | [[] []]]; exact H. Qed.

(** The images of a move. *)
Definition images (m : move) : list move :=
  let turned m := swap_move (mirror_move m) in
  let four m := [m; turned m; turned (turned m); turned (turned (turned m))] in
  four m ++ four (mirror_move m).

Lemma images_win : forall r s n m x, wins r s n (play start m) -> In x (images m) -> wins r s n (play start x).
Proof.
  intros r s n m x H I. simpl in I.
  repeat (destruct I as [<- | I]; [auto 10 using mirror_first, swap_first |]). destruct I.
Qed.

Lemma images_cover : forall m, In m (moves start) -> exists x, In x (images m) /\ In x first_moves.
Proof.
  intros m I. vm_compute in I.
  Ltac try_each l := match l with
    | ?x :: ?rest => (exists x; split; vm_compute; tauto) || try_each rest end.
  repeat (destruct I as [<- | I]; [let l := eval unfold first_moves in first_moves in try_each l |]).
  destruct I.
Qed.

(** White wins from the start within [S n] plies only by one of the twelve. *)
Theorem first_move_needed : forall r n,
  (forall m, In m first_moves -> ~ wins r White n (play start m)) -> ~ wins r White (S n) start.
Proof.
  intros r n N W. inversion W as [k q E G | k q m M I W' | k q M E W']; subst.
  - discriminate E.
  - destruct (images_cover m I) as (x & X & F). exact (N x F (images_win _ _ _ _ _ W' X)).
  - now destruct M.
Qed.
