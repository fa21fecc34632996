/* Offers between seats, in words. */
import type { Offer } from "../protocol.js";
import { T, fill } from "../text.js";

export function theirOffer(o: Offer, name: string): string {
  switch (o.offer) {
    case "draw":
      return fill(T("{0} offers a draw."), name);
    case "take-back":
      return fill(T("{0} would like to take a move back."), name);
    case "rematch":
      return fill(T("{0} would like a rematch."), name);
    case "give-up":
      return fill(T("{0} would like to give up. Do you agree? Otherwise a level takes over."), name);
  }
}

export function ownOffer(o: Offer): string {
  switch (o.offer) {
    case "draw":
      return T("You offer a draw.");
    case "take-back":
      return T("You would like to take a move back.");
    case "rematch":
      return T("You would like a rematch.");
    case "give-up":
      return T("You ask your partner whether to give up.");
  }
}
