(* A program around the extracted checker (checked.ml, from Extract.v): reads positions, moves and certificates as
   docs/notation.md and docs/proofs.md describe them, and asks it.

    checker check FILE…          version 2 certificates of pyrga and pilotis: valid, or why not
    checker perft FILE COUNT     counts of a perft.tsv that are at most COUNT
    checker agree                lines `GAME TAB POSITION TAB RESULT TAB MOVES` on standard input

   Exit status 1 when something is refused or differs. All decisions are in checked.ml; this file only reads and
   prints. *)
open Checked

exception Refused of string

let refuse text = raise (Refused text)

(* --- positions and moves --- *)

let coordinate = function 0 -> C1 | 1 -> C2 | 2 -> C3 | 3 -> C4 | _ -> refuse "no such place"

let place text at =
  if String.length text < at + 2 then refuse "no such place";
  At (coordinate (Char.code text.[at] - Char.code 'a'), coordinate (Char.code text.[at + 1] - Char.code '1'))

let direction = function
  | 'n' -> North | 'e' -> East | 's' -> South | 'w' -> West | _ -> refuse "no such direction"

let read_move text =
  match text.[0], String.length text with
  | 'S', 3 -> PutSquare (place text 1)
  | 'C', 3 -> PutRound (place text 1)
  | 'T', 4 -> PutTriangle (place text 1, direction text.[3])
  | _ -> refuse "no such move"
  | exception Invalid_argument _ -> refuse "no such move"

let number = function C1 -> 0 | C2 -> 1 | C3 -> 2 | C4 -> 3

let write_place (At (c, r)) = Printf.sprintf "%c%d" "abcd".[number c] (number r + 1)

let write_move = function
  | PutSquare p -> "S" ^ write_place p
  | PutRound p -> "C" ^ write_place p
  | PutTriangle (p, d) ->
      "T" ^ write_place p ^ (match d with North -> "n" | East -> "e" | South -> "s" | West -> "w")

let rec nat n = if n <= 0 then O else S (nat (n - 1))

let read_tower text =
  let pieces = if text = "-" then "" else text in
  String.iter (fun c -> if not (String.contains "STCstc" c) then refuse "no such piece") pieces;
  let owner upper lower =
    match String.contains pieces upper, String.contains pieces lower with
    | true, true -> refuse "two pieces of one kind on a place"
    | true, false -> Some White
    | false, true -> Some Black
    | false, false -> None in
  { square = owner 'S' 's'; triangle = owner 'T' 't'; round = owner 'C' 'c' }

let read_position text =
  match String.split_on_char ' ' text with
  | [ board; mover; last ] ->
      let rows = List.rev_map (fun row -> List.map read_tower (String.split_on_char ',' row))
                   (String.split_on_char '/' board) in
      if List.length rows <> 4 || List.exists (fun row -> List.length row <> 4) rows then refuse "not a 4x4 board";
      let column c =
        let at r = List.nth (List.nth rows r) c in
        { one = at 0; two = at 1; three = at 2; four_ = at 3 } in
      let all = List.concat rows in
      let held kind player =
        let used = List.length (List.filter (fun t -> kind t = Some player) all) in
        if used > 5 then refuse "more than five pieces of one kind";
        5 - used in
      let hand player =
        { squares = nat (held (fun t -> t.square) player); triangles = nat (held (fun t -> t.triangle) player);
          rounds = nat (held (fun t -> t.round) player) } in
      let left player = held (fun t -> t.square) player + held (fun t -> t.triangle) player + held (fun t -> t.round) player in
      let mover = match mover with "w" -> White | "b" -> Black | _ -> refuse "no such player" in
      if left Black - left White <> (if mover = White then 0 else 1) then refuse "it cannot be this player's turn";
      { towers = { one = column 0; two = column 1; three = column 2; four_ = column 3 };
        white_hand = hand White; black_hand = hand Black; mover;
        last = (if last = "-" then None else Some (read_move last)) }
  | _ -> refuse "not a position"

let read_game = function "pyrga" -> Pyrga | "pilotis" -> Pilotis | _ -> refuse "no rules for this game"

(* --- certificates --- *)

type strategy = { side : player; aim : aim; plies : int; bytes : int }

let count text = match int_of_string_opt text with
  | Some n when n >= 0 && text.[0] >= '0' && text.[0] <= '9' -> n
  | _ -> refuse "no number"

let read_side = function "w" -> White | "b" -> Black | _ -> refuse "no such side"

let read_strategy words =
  match words with
  | [ side; "wins"; plies; bytes ] -> { side = read_side side; aim = Win; plies = count plies; bytes = count bytes }
  | [ side; "lasts"; plies; bytes ] -> { side = read_side side; aim = Last; plies = count plies; bytes = count bytes }
  | [ side; "holds"; bytes ] -> { side = read_side side; aim = Hold; plies = 200; bytes = count bytes }
  | _ -> refuse "no such strategy"

(* FNV-1a over everything but the checksum's own line. *)
let checksum text first second =
  let h = ref 0xcbf29ce484222325L in
  let add i = h := Int64.mul (Int64.logxor !h (Int64.of_int (Char.code text.[i]))) 0x100000001b3L in
  for i = 0 to first - 1 do add i done;
  for i = second to String.length text - 1 do add i done;
  !h

let after word line =
  let n = String.length word in
  if String.length line >= n && String.sub line 0 n = word then String.sub line n (String.length line - n)
  else refuse ("a line does not begin with " ^ String.trim word)

let check_certificate text =
  let at = ref 0 in
  let line () =
    match String.index_from_opt text !at '\n' with
    | None -> refuse "the header is cut short"
    | Some stop ->
        let l = String.sub text !at (stop - !at) in
        at := stop + 1;
        l in
  if line () <> "colonnade-proof 2" then refuse "not a certificate of version 2";
  let game = read_game (after "game " (line ())) in
  let p = read_position (after "position " (line ())) in
  let value = String.split_on_char ' ' (after "value " (line ())) in
  let rec strategies found =
    let begun = !at in
    let words = String.split_on_char ' ' (line ()) in
    match words with
    | "strategy" :: rest -> strategies (read_strategy rest :: found)
    | [ "checksum"; sum ] ->
        if Printf.sprintf "%016Lx" (checksum text begun !at) <> sum then refuse "the checksum does not fit";
        List.rev found
    | _ -> refuse "no such line" in
  let found = strategies [] in
  let other s = opponent s in
  let shows = match value, found with
    | [ "draw" ], [ a; b ] -> a.aim = Hold && b.aim = Hold && a.side = White && b.side = Black
    | [ word ], [ a ] -> a.aim = Win && a.side = (if word = "win" then p.mover else if word = "loss" then other p.mover else refuse "no such value")
    | [ word; n ], [ a; b ] ->
        a.aim = Win && a.side = (if word = "win" then p.mover else if word = "loss" then other p.mover else refuse "no such value")
        && a.plies = count n && b.aim = Last && b.side = other a.side && b.plies = count n - 1
    | _ -> false in
  if not shows then refuse "the strategies do not show the value";
  List.iter (fun s ->
      let first = 8 * !at and last = 8 * (!at + s.bytes) in
      if !at + s.bytes > String.length text then refuse "the data are cut short";
      let next bit =
        if bit >= last then None else Some (Char.code text.[bit / 8] lsr (bit mod 8) land 1 = 1, bit + 1) in
      (match check next game s.side s.aim (nat s.plies) p first with
       | None -> refuse "the strategy fails"
       | Some stop -> if (stop + 7) / 8 <> last / 8 then refuse "the strategy does not use all of its data");
      at := !at + s.bytes)
    found;
  if !at <> String.length text then refuse "something follows the strategies"

let read_file path =
  let channel = open_in_bin path in
  let text = really_input_string channel (in_channel_length channel) in
  close_in channel;
  text

let check_file path =
  match check_certificate (read_file path) with
  | () -> Printf.printf "%s: valid\n%!" path; true
  | exception Refused why -> Printf.printf "%s: refused: %s\n%!" path why; false

(* --- comparing the rules --- *)

let rec value_of = function [] -> 0 | bit :: rest -> (if bit then 1 else 0) + 2 * value_of rest

let compare_perft path most =
  let compared = ref 0 and wrong = ref 0 in
  List.iter (fun line ->
      match String.split_on_char '\t' line with
      | [ ("pyrga" | "pilotis"); text; counts ] ->
          let p = if text = "start" then start else read_position text in
          List.iteri (fun i expected ->
              let expected = int_of_string expected in
              if expected <= most then begin
                incr compared;
                let found = value_of (perft (nat (i + 1)) p []) in
                if found <> expected then begin
                  incr wrong;
                  Printf.printf "%s, %d moves: %d, not %d\n" text (i + 1) found expected
                end
              end)
            (String.split_on_char ' ' (String.trim counts))
      | _ -> ())
    (String.split_on_char '\n' (read_file path));
  Printf.printf "perft: %d counts compared, %d differ\n" !compared !wrong;
  !compared > 0 && !wrong = 0

let agree () =
  let compared = ref 0 and wrong = ref 0 in
  (try
     while true do
       match String.split_on_char '\t' (input_line stdin) with
       | [ game; text; result; expected ] ->
           let p = read_position text in
           let found = List.sort Stdlib.compare (List.map write_move (moves p)) in
           let ending = match moves p with
             | _ :: _ -> "ongoing"
             | [] -> (match winner (read_game game) p with None -> "draw" | Some White -> "w" | Some Black -> "b") in
           incr compared;
           if String.concat " " found <> expected || ending <> result then begin
             incr wrong;
             Printf.printf "%s %s: %s %s, not %s %s\n" game text ending (String.concat " " found) result expected
           end
       | _ -> refuse "not a line to compare"
     done
   with End_of_file -> ());
  Printf.printf "agree: %d positions compared, %d differ\n" !compared !wrong;
  !compared > 0 && !wrong = 0

let () =
  let good = try (match Array.to_list Sys.argv with
    | _ :: "check" :: (_ :: _ as files) -> List.fold_left (fun good file -> check_file file && good) true files
    | [ _; "perft"; file; most ] -> compare_perft file (int_of_string most)
    | [ _; "agree" ] -> agree ()
    | _ -> prerr_endline "usage: checker check FILE… | perft FILE COUNT | agree"; exit 2)
    with Refused why -> print_endline why; false in
  exit (if good then 0 else 1)
