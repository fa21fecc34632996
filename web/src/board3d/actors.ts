/* Every piece of a scene: where it belongs, and where it is on its way there. A new move ends the previous one:
 * what was still moving jumps to where it belongs. */
import type { Piece } from "../protocol.js";
import type { Ghost, Scene } from "../scene.js";
import { type Layout, type Point3, inexact } from "./layout.js";
import { type Change, type Flight, along, change, fly, lift, put, take } from "./motion.js";
import type { Standing } from "./pieces.js";

const HELD = 0.34; // how high a piece is held

const key = (place: number, index: number): string => `${place} ${index}`;

export class Actors {
  standing: Standing[] = []; // at rest
  private loose: { piece: Piece; flight: Flight }[] = []; // on their way out
  private flights = new Map<string, Flight>();
  private began = 0; // of the move that is shown

  get moving(): boolean {
    return this.flights.size + this.loose.length > 0;
  }

  /* Puts every moving piece where it belongs. */
  finish(): void {
    this.flights.clear();
    this.loose = [];
  }

  /* The pieces of a scene; `before`: the scene to animate from; undefined: no animation. */
  set(scene: Scene, before: Scene | undefined, ghosts: Ghost[], layout: Layout, now: number): void {
    const was = this.standing;
    this.standing = this.stand(scene, ghosts, layout);
    const moved = before ? change(before.state.stacks, scene.state.stacks) : "much";
    if (moved !== "nothing") this.finish();
    if (moved !== "much") this.animate(moved, was, layout, now);
  }

  /* Only what is proposed has changed. */
  propose(scene: Scene, ghosts: Ghost[], layout: Layout): void {
    this.standing = this.stand(scene, ghosts, layout);
  }

  /* Every piece where it belongs; a held piece is a little higher. */
  private stand(scene: Scene, ghosts: Ghost[], layout: Layout): Standing[] {
    const { stacks } = scene.state;
    const squash = layout.squash(stacks);
    const last = scene.chosen[scene.chosen.length - 1];
    const roles = [...scene.choices.values()];
    const held = roles.includes("to") || roles.includes("drop") ? last : undefined;
    const one = (piece: Piece, place: number, index: number, y: number, ghost: boolean, faint = 0): Standing => {
      const loose = layout.round || piece.kind === "square" || piece.kind === "triangle" ? 0 : 0.02;
      const x = layout.x(place) + (inexact(place, index, 8) - 0.5) * loose;
      const z = layout.z(place) + (inexact(place, index, 9) - 0.5) * loose;
      return { piece, place, index, squash, ghost, faint, size: 1, glass: 0, at: { x, y, z } };
    };
    const out = stacks.flatMap((stack, place) =>
      stack.map((piece, index) => {
        const up = place === held && index === stack.length - 1 ? HELD : 0;
        return one(piece, place, index, layout.foot(place, stack, index, squash) + up, false);
      }),
    );
    const grown = new Map<number, Piece[]>(); // the next ghost stands on it
    for (const { place, piece, strength } of ghosts) {
      const stack = grown.get(place) ?? stacks[place] ?? [];
      out.push(one(piece, place, stack.length, layout.foot(place, stack, stack.length, squash), true, 1 - strength));
      grown.set(place, [...stack, piece]);
    }
    return out;
  }

  private animate(moved: Change | "nothing", was: Standing[], layout: Layout, now: number): void {
    const going = this.flights.size > 0;
    const old = new Map(was.filter((s) => !s.ghost).map((s) => [key(s.place, s.index), s]));
    const here = new Map(this.standing.filter((s) => !s.ghost).map((s) => [key(s.place, s.index), s]));
    const { come, gone } = moved === "nothing" ? { come: [], gone: [] } : moved;
    let turn = 0;
    for (const { place, index, from } of come) {
      const to = here.get(key(place, index));
      const start = from && old.get(key(from.place, from.index));
      if (to) this.flights.set(key(place, index), start ? fly(start.at, to.at, turn) : put(to.at, turn));
      turn++;
    }
    for (const g of gone) {
      const start = old.get(key(g.place, g.index));
      if (start) this.loose.push({ piece: g.piece, flight: take(start.at, aside(g.piece.seat, layout), turn++) });
    }
    for (const [k, s] of here) {
      const start = old.get(k);
      if (start && !this.flights.has(k) && Math.abs(start.at.y - s.at.y) > 0.05)
        this.flights.set(k, lift(start.at, s.at));
    }
    if (moved !== "nothing" || !going) this.began = now;
  }

  /* Where everything is now. */
  poses(now: number): Standing[] {
    const passed = now - this.began;
    const out = this.standing.map((s) => {
      const k = key(s.place, s.index);
      const flight = s.ghost ? undefined : this.flights.get(k);
      if (!flight) return s;
      const pose = along(flight, passed);
      if (pose.done) this.flights.delete(k);
      return pose.done ? s : { ...s, at: pose, size: pose.size };
    });
    this.loose = this.loose.filter(({ piece, flight }, i) => {
      const pose = along(flight, passed);
      if (!pose.done)
        out.push({
          piece,
          at: pose,
          place: 90 + i,
          index: 0,
          squash: 1,
          size: pose.size,
          glass: 0,
          ghost: false,
          faint: 0,
        });
      return !pose.done;
    });
    return out;
  }
}

/* Beside the board, where a player's reserve would stand. */
function aside(seat: number, layout: Layout): Point3 {
  const sides: [number, number][] = [
    [0, 1],
    [0, -1],
    [-1, 0],
    [1, 0],
  ];
  const [x, z] = sides[seat] ?? [0, 1];
  return { x: (x * layout.width) / 1.7, y: 0.1, z: (z * layout.depth) / 1.7 };
}
