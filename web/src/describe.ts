/* What is on the board, in words: for those who listen, and for the mouse. */
import type { Badge, Tone } from "./board.js";
import type { Advice, Board, Choice, Piece, PieceKind, State, Threats } from "./protocol.js";
import { T, fill } from "./text.js";

export const seatName = (board: Board, seat: number): string => (seat < 0 ? T("grey") : (board.seats[seat] ?? ""));

export function kindName(kind: PieceKind): string {
  const names: Record<PieceKind, string> = {
    ball: T("ball"),
    square: T("square"),
    triangle: T("triangle"),
    round: T("round piece"),
    pawn: T("pawn"),
    cube: T("cube"),
  };
  return names[kind];
}

export function pieceWords(board: Board, p: Piece): string {
  const seat = seatName(board, p.seat);
  if (board.kinds.length === 1) return seat;
  switch (p.direction) {
    case "north":
      return fill(T("{0} triangle pointing north"), seat);
    case "east":
      return fill(T("{0} triangle pointing east"), seat);
    case "south":
      return fill(T("{0} triangle pointing south"), seat);
    case "west":
      return fill(T("{0} triangle pointing west"), seat);
    default:
      return `${seat} ${kindName(p.kind)}`;
  }
}

function roleWords(role: Choice["role"]): string {
  switch (role) {
    case "from":
      return T("can be lifted");
    case "take":
      return T("can be taken back");
    case "collapse":
      return T("the next piece of the pile can go here");
    case "capture":
      return T("can be captured");
    case "drop":
      return T("the captured piece can go here");
    default:
      return T("can be chosen");
  }
}

export function placeWords(
  board: Board,
  state: Pick<State, "stacks" | "owners" | "marked">,
  place: number,
  role: Choice["role"] | undefined,
  badge: Badge | undefined,
  danger?: Pick<Threats, "wins" | "threats">,
): string {
  const label = board.places[place]?.label ?? "";
  const stack = state.stacks[place] ?? [];
  const parts: string[] = [];
  if (stack.length === 0) parts.push(T("empty"));
  else if (stack.length === 1) parts.push(pieceWords(board, stack[0] as Piece));
  else
    parts.push(
      fill(T("{0} pieces, from the bottom: {1}"), stack.length, stack.map((p) => pieceWords(board, p)).join(", ")),
    );
  const owner = state.owners[place] ?? -1;
  if (stack.length > 1 && owner >= 0) parts.push(fill(T("belongs to {0}"), seatName(board, owner)));
  if (state.marked.includes(place)) parts.push(T("last move"));
  if (role) parts.push(roleWords(role));
  if (badge) parts.push(badge.words);
  if (danger?.wins.includes(place)) parts.push(T("wins at once"));
  if (danger?.threats.includes(place)) parts.push(T("the next player threatens to win here"));
  return `${label}: ${parts.join("; ")}`;
}

/* --- what moves are worth --- */

const SURE = 30000;

export const turns = (plies: number): number => Math.ceil(plies / 2);

export function tone(advice: Pick<Advice, "value" | "proven">): Tone {
  if (advice.value >= SURE) return "good";
  if (advice.value <= -SURE) return "bad";
  return advice.value > 400 ? "good" : advice.value < -400 ? "bad" : "even";
}

/* Short, for the board: W3, L5, =, +0.8. */
export function valueSign(advice: Advice): string {
  if (advice.proven && advice.value === 0) return "=";
  if (advice.value >= SURE) return advice.distance > 0 ? `✓${turns(advice.distance)}` : "✓";
  if (advice.value <= -SURE) return advice.distance > 0 ? `✗${turns(advice.distance)}` : "✗";
  const tenths = Math.round(advice.value / 100) / 10;
  return `${tenths > 0 ? "+" : tenths < 0 ? "−" : ""}${Math.abs(tenths).toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 })}`;
}

/* The same as a sentence. */
export function valueWords(advice: Advice): string {
  const v = advice.value;
  if (advice.proven && v === 0) return T("leads to a draw");
  if (v >= SURE && advice.distance > 0 && turns(advice.distance) === 1) return T("wins at once");
  if (v <= -SURE && advice.distance > 0 && turns(advice.distance) === 1) return T("loses to the next move");
  if (v >= SURE) return advice.distance > 0 ? fill(T("wins, in {0} moves at most"), turns(advice.distance)) : T("wins");
  if (v <= -SURE)
    return advice.distance > 0 ? fill(T("loses, in {0} moves at best"), turns(advice.distance)) : T("loses");
  if (v > 1500) return T("much better");
  if (v > 400) return T("better");
  if (v >= -400) return T("about even");
  return v >= -1500 ? T("worse") : T("much worse");
}

export const badgeOf = (advice: Advice, best: boolean): Badge => ({
  text: valueSign(advice),
  tone: tone(advice),
  words: valueWords(advice),
  best,
});
