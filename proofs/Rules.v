(** The rules of Pyrga and Pilotis, and what it means to force a win.

    This page is all that a reader has to believe besides Coq. It follows docs/rulings.md
    number by number, uses plain inductive types, and imports nothing. *)
Open Scope list_scope.
Notation "[ ]" := nil : list_scope.
Notation "[ x ; .. ; y ]" := (cons x .. (cons y nil) ..) : list_scope.

Fixpoint In {A} (x : A) (l : list A) : Prop :=
  match l with [] => False | y :: rest => y = x \/ In x rest end.
Fixpoint map {A B} (f : A -> B) (l : list A) : list B :=
  match l with [] => [] | x :: rest => f x :: map f rest end.
Fixpoint filter {A} (f : A -> bool) (l : list A) : list A :=
  match l with [] => [] | x :: rest => if f x then x :: filter f rest else filter f rest end.
Fixpoint flat_map {A B} (f : A -> list B) (l : list A) : list B :=
  match l with [] => [] | x :: rest => f x ++ flat_map f rest end.

(** * The board *)

Inductive player := White | Black.
Inductive kind := Square | Triangle | Round.
Inductive direction := North | East | South | West.
Inductive coordinate := C1 | C2 | C3 | C4.   (* columns a b c d, rows 1 2 3 4 *)
Inductive place := At (column row : coordinate).

(** A place holds at most one piece of each kind; the order in a tower does not matter. *)
Record tower := Tower { square : option player; triangle : option player; round : option player }.

Record four (A : Type) := Four { one : A; two : A; three : A; four_ : A }.
Arguments Four {A}. Arguments one {A}. Arguments two {A}. Arguments three {A}. Arguments four_ {A}.

(** Columns of towers, each from row 1 up. *)
Definition board := four (four tower).

(** What a player still has in hand, of each kind. *)
Record hand := Hand { squares : nat; triangles : nat; rounds : nat }.

Inductive move :=
| PutSquare (on : place)
| PutTriangle (on : place) (pointing : direction)
| PutRound (on : place).

Record position := Position {
  towers : board;
  white_hand : hand;
  black_hand : hand;
  mover : player;
  last : option move                         (* the opponent's last piece; None at the start *)
}.

Inductive ruleset := Pyrga | Pilotis.

Definition opponent (s : player) : player := match s with White => Black | Black => White end.

Definition same (a b : player) : bool :=
  match a, b with White, White | Black, Black => true | _, _ => false end.

Definition pick {A} (f : four A) (c : coordinate) : A :=
  match c with C1 => one f | C2 => two f | C3 => three f | C4 => four_ f end.

Definition put {A} (f : four A) (c : coordinate) (x : A) : four A :=
  let 'Four a b d e := f in
  match c with C1 => Four x b d e | C2 => Four a x d e | C3 => Four a b x e | C4 => Four a b d x end.

Definition tower_at (b : board) (p : place) : tower := let 'At c r := p in pick (pick b c) r.

Definition piece (t : tower) (k : kind) : option player :=
  match k with Square => square t | Triangle => triangle t | Round => round t end.

Definition add (t : tower) (k : kind) (s : player) : tower :=
  let 'Tower a b c := t in
  match k with
  | Square => Tower (Some s) b c
  | Triangle => Tower a (Some s) c
  | Round => Tower a b (Some s)
  end.

Definition in_hand (h : hand) (k : kind) : nat :=
  match k with Square => squares h | Triangle => triangles h | Round => rounds h end.

Definition spend (h : hand) (k : kind) : hand :=
  let 'Hand s t r := h in
  match k with Square => Hand (pred s) t r | Triangle => Hand s (pred t) r | Round => Hand s t (pred r) end.

Definition hand_of (p : position) (s : player) : hand :=
  match s with White => white_hand p | Black => black_hand p end.

(** Five of each kind, an empty board, White begins. *)
Definition start : position :=
  let column := let empty := Tower None None None in Four empty empty empty empty in
  Position (Four column column column column) (Hand 5 5 5) (Hand 5 5 5) White None.

(** * Moves *)

Definition before (c : coordinate) : list coordinate :=
  match c with C1 => [] | C2 => [C1] | C3 => [C1; C2] | C4 => [C1; C2; C3] end.
Definition after (c : coordinate) : list coordinate :=
  match c with C1 => [C2; C3; C4] | C2 => [C3; C4] | C3 => [C4] | C4 => [] end.
Definition just_before (c : coordinate) : list coordinate :=
  match c with C1 => [] | C2 => [C1] | C3 => [C2] | C4 => [C3] end.
Definition just_after (c : coordinate) : list coordinate :=
  match c with C1 => [C2] | C2 => [C3] | C3 => [C4] | C4 => [] end.

Definition in_row (r : coordinate) (cs : list coordinate) : list place := map (fun c => At c r) cs.
Definition in_column (c : coordinate) (rs : list coordinate) : list place := map (At c) rs.

Definition coordinates : list coordinate := [C1; C2; C3; C4].
Definition places : list place := flat_map (fun c => in_column c coordinates) coordinates.

(** The places in front of a triangle's point, up to the edge, its own place excluded. *)
Definition in_front (p : place) (d : direction) : list place :=
  let 'At c r := p in
  match d with
  | North => in_column c (after r)
  | South => in_column c (before r)
  | East => in_row r (after c)
  | West => in_row r (before c)
  end.

(** PYR-1: a triangle points at one place of the board at least. *)
Definition directions (p : place) : list direction :=
  filter (fun d => match in_front p d with [] => false | _ => true end) [East; North; South; West].

(** PYR-2: where the opponent's last piece sends the mover. *)
Definition sent (m : move) : list place :=
  match m with
  | PutSquare (At c r) => in_row r (just_before c) ++ in_column c (just_before r) ++
                          in_column c (just_after r) ++ in_row r (just_after c)
  | PutTriangle p d => in_front p d
  | PutRound p => [p]
  end.

(** The moves that put this kind down on this place. *)
Definition ways (k : kind) (p : place) : list move :=
  match k with
  | Square => [PutSquare p]
  | Triangle => map (PutTriangle p) (directions p)
  | Round => [PutRound p]
  end.

Definition missing (b : board) (k : kind) (p : place) : bool :=
  match piece (tower_at b p) k with None => true | Some _ => false end.

Definition vacant (b : board) (p : place) : bool :=
  match tower_at b p with Tower None None None => true | _ => false end.

(** Every kind that the mover has in hand, on those of the given places that lack it. *)
Definition on_places (p : position) (where_ : list place) : list move :=
  flat_map (fun k => match in_hand (hand_of p (mover p)) k with
                     | O => []
                     | S _ => flat_map (ways k) (filter (missing (towers p) k) where_)
                     end)
           [Round; Square; Triangle].

(** PYR-2, and PYR-3 when that leaves no move. The first move may go anywhere. *)
Definition playable (p : position) : list move :=
  let following := match last p with None => on_places p places | Some m => on_places p (sent m) end in
  match following with
  | [] => on_places p (filter (vacant (towers p)) places)
  | _ => following
  end.

Definition build (b : board) (p : place) (k : kind) (s : player) : board :=
  let 'At c r := p in
  let column := pick b c in put b c (put column r (add (pick column r) k s)).

Definition play (p : position) (m : move) : position :=
  let 'Position t w b s _ := p in
  let '(k, on) :=
    match m with PutSquare q => (Square, q) | PutTriangle q _ => (Triangle, q) | PutRound q => (Round, q) end in
  Position (build t on k s)
           (match s with White => spend w k | Black => w end)
           (match s with White => b | Black => spend b k end)
           (opponent s) (Some m).

(** * The end *)

(** How many pieces of a tower are White's, and Black's. *)
Definition pieces (t : tower) (s : player) : nat :=
  let own o := match o with Some q => if same q s then 1 else 0 | None => 0 end in
  own (square t) + own (triangle t) + own (round t).

Definition count (f : tower -> bool) (b : board) : nat :=
  let one_if t := if f t then 1 else 0 in
  let column c := one_if (one c) + one_if (two c) + one_if (three c) + one_if (four_ c) in
  column (one b) + column (two b) + column (three b) + column (four_ b).

(** PYR-5: a complete tower belongs to whoever has two or three of its pieces. *)
Definition owns (s : player) (t : tower) : bool :=
  match t with
  | Tower (Some a) (Some b) (Some c) =>
      if same a s then if same b s then true else same c s
      else if same b s then same c s else false
  | _ => false
  end.
(** PYR-6: a pair, and a single piece; a mixed pair is nobody's. *)
Definition pair (s : player) (t : tower) : bool :=
  match pieces t s, pieces t (opponent s) with 2, 0 => true | _, _ => false end.
Definition single (s : player) (t : tower) : bool :=
  match pieces t s, pieces t (opponent s) with 1, 0 => true | _, _ => false end.

(** PYR-5: three complete towers win at once. *)
Definition three_towers (b : board) : option player :=
  if Nat.leb 3 (count (owns White) b) then Some White
  else if Nat.leb 3 (count (owns Black) b) then Some Black else None.

(** PYR-6: towers, then pairs, then singles. None is a draw. *)
Definition more (w b : nat) (otherwise : option player) : option player :=
  match Nat.compare w b with Gt => Some White | Lt => Some Black | Eq => otherwise end.

Definition counted (b : board) : option player :=
  more (count (owns White) b) (count (owns Black) b)
    (more (count (pair White) b) (count (pair Black) b)
       (more (count (single White) b) (count (single Black) b) None)).

Definition none_left (h : hand) : bool := match h with Hand 0 0 0 => true | _ => false end.

(** No move is left exactly when the game is over (PYR-4, PYR-5). *)
Definition moves (p : position) : list move :=
  match three_towers (towers p) with Some _ => [] | None => playable p end.

(** Who has won when no move is left; None is a draw. PYR-4: in Pilotis the mover who is
    stuck loses while a piece of either player is still to be played. *)
Definition winner (r : ruleset) (p : position) : option player :=
  match three_towers (towers p) with
  | Some s => Some s
  | None =>
      match r with
      | Pilotis => if none_left (white_hand p) then
                     if none_left (black_hand p) then counted (towers p) else Some (opponent (mover p))
                   else Some (opponent (mover p))
      | Pyrga => counted (towers p)
      end
  end.

(** * What a side can force

    [wins r s n p]: from [p], [s] can force a win within [n] plies, whatever the other does. *)
Inductive wins (r : ruleset) (s : player) : nat -> position -> Prop :=
| wins_over n p : moves p = [] -> winner r p = Some s -> wins r s n p
| wins_mine n p m : mover p = s -> In m (moves p) -> wins r s n (play p m) -> wins r s (S n) p
| wins_theirs n p : mover p <> s -> moves p <> [] ->
    (forall m, In m (moves p) -> wins r s n (play p m)) -> wins r s (S n) p.

(** [holds r s p]: [s] can force at least a draw: the game ends, and the other has not won. *)
Inductive holds (r : ruleset) (s : player) : position -> Prop :=
| holds_over p : moves p = [] -> winner r p <> Some (opponent s) -> holds r s p
| holds_mine p m : mover p = s -> In m (moves p) -> holds r s (play p m) -> holds r s p
| holds_theirs p : mover p <> s -> moves p <> [] ->
    (forall m, In m (moves p) -> holds r s (play p m)) -> holds r s p.

(** The three values of a position, with the distance of a win: the fewest plies within
    which it can be forced. *)
Definition won_in (r : ruleset) (s : player) (n : nat) (p : position) : Prop :=
  wins r s n p /\ forall k, k < n -> ~ wins r s k p.
Definition can_win (r : ruleset) (s : player) (p : position) : Prop := exists n, wins r s n p.
Definition drawn (r : ruleset) (p : position) : Prop := holds r White p /\ holds r Black p.
