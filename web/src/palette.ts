/* What the editor has in its palette, and what becomes of a place where it is put down, as the board says. */
import type { Board, Piece } from "./protocol.js";

export type Tool = Piece | null; // null: the eraser

export function toolsFor(board: Board): Tool[] {
  const own = board.seats.flatMap((_, seat) => board.kinds.map((kind): Piece => ({ kind, seat })));
  const neutral = board.kinds.filter((_, k) => board.neutral[k]).map((kind): Piece => ({ kind, seat: -1 }));
  return [...own, ...neutral, null];
}

/* Where a place holds one piece, or one of each kind, the new one takes the old one's place. */
export function putDown(board: Board, stack: Piece[], tool: Tool): Piece[] {
  if (!tool) return stack.slice(0, -1);
  if (board.stack === 0) return [{ ...tool }];
  return [...(board.unordered ? stack.filter((p) => p.kind !== tool.kind) : stack), { ...tool }];
}
