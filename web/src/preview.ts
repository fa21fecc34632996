/* The board as the choices made so far would leave it, so that a move is seen while it is
 * put together. It follows what the steps mean (docs/page-protocol.md), not any rules: what
 * a move does besides is seen when it is played. */
import type { Choice, Piece, PieceKind, State } from "./protocol.js";

type Before = Pick<State, "stacks" | "owners" | "mover">;

export function preview<S extends Before>(state: S, steps: Choice[], kinds: PieceKind[]): S {
  if (steps.every((s) => s.role === "kind")) return state;
  const stacks = state.stacks.map((stack) => [...stack]);
  const touched = new Set<number>();
  const at = (place: number): Piece[] => {
    touched.add(place);
    return stacks[place] ?? [];
  };
  let kind = kinds[0] ?? "pawn";
  let hand: Piece | undefined;
  let held = -1; // where the piece in the hand came from
  let from = -1;
  let to = -1;
  for (const { role, step, place = -1 } of steps) {
    switch (role) {
      case "kind":
        kind = step as PieceKind;
        break;
      case "from":
        from = held = place;
        hand = at(place).pop();
        break;
      case "to":
        to = place;
        at(place).push(hand ?? { kind, seat: state.mover });
        hand = undefined;
        break;
      case "direction": {
        const put = at(to).pop();
        if (put) at(to).push({ ...put, direction: step as Piece["direction"] } as Piece);
        break;
      }
      case "whole": {
        const top = at(to).pop();
        at(to).push(...at(from).splice(0), ...(top ? [top] : []));
        break;
      }
      case "collapse": {
        const fallen = at(to).pop();
        if (fallen) at(place).push(fallen);
        break;
      }
      case "take":
        at(place).pop();
        break;
      case "capture":
        held = place;
        hand = at(place).pop();
        break;
      case "drop":
        if (hand) at(place).push(hand);
        hand = undefined;
        break;
      default:
        break;
    }
  }
  if (hand) at(held).push(hand); // it stays in sight until it is put down
  return { ...state, stacks, owners: state.owners.map((owner, i) => (touched.has(i) ? -1 : owner)) };
}
