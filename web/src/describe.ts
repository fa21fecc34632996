/* What is on the board, in words: for screen readers, and for the mouse. */
import type { Badge } from "./board.js";
import type { Advice, Board, Choice, Piece, PieceKind, State } from "./protocol.js";
import { T, fill } from "./text.js";

export const seatName = (board: Board, seat: number): string => (seat < 0 ? T("grey") : (board.seats[seat] ?? ""));

export const kindName = (board: Board, kind: PieceKind): string => board.names[board.kinds.indexOf(kind)] ?? "";

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
      return `${seat} ${kindName(board, p.kind)}`;
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
  danger?: Pick<State, "wins" | "threats">,
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
  if (danger?.wins?.includes(place)) parts.push(T("wins at once"));
  if (danger?.threats?.includes(place)) parts.push(T("the next player threatens to win here"));
  return `${label}: ${parts.join("; ")}`;
}

export const badgeOf = (advice: Advice, best: boolean, small: boolean): Badge => ({
  text: advice.sign,
  tone: advice.tone,
  words: advice.words,
  best,
  small,
});
