/* Colonnade's engine as WebAssembly: libcolonnade (include/colonnade.h) with an interface in JavaScript.
 *
 * The module is loaded once, by load(). A move is a BigInt that is valid for one position only. free() releases
 * what the library allocated for an object; a Tree or an Engine that is garbage-collected is released eventually. */

const LAYOUT = {
  error: { code: 0, line: 4, at: 8, text: 12, size: 524 },
  choices: { moves: 0, only: 8, complete: 16, count: 24, step: 28, size: 160 },
  node: { move: 64, comment: 72, parent: 76, firstChild: 80, nextSibling: 84, ply: 88, winner: 100, size: 112 },
  place: { label: 0, x: 4, y: 5, level: 6, carriers: 8, size: 16 },
  board: { places: 0, columns: 1, rows: 2, levels: 3, size: 8 },
  kind: { id: 0, name: 4, size: 36 },
  value: { proven: 0, result: 4, plies: 8, most: 12, score: 16, size: 20 },
  engineOptions: { memory: 4, threads: 8, seed: 16, size: 40 },
  limits: { seconds: 8, nodes: 16, depth: 24, lines: 28, size: 32 },
  advice: { move: 0, value: 8, source: 32, length: 36, line: 40, size: 552 },
  analysis: { count: 0, advice: 4, size: 32 },
  proofOptions: { nodes: 8, seconds: 16, within: 24, count: 28, size: 48 },
};
const POSITION = 64;
const MAX_STACK = 48;
const MAX_STEPS = 16;
const STEP = 2;
const ONGOING = -2;
const BAD_FILE = 8; // WASI's EBADF: there are no files here

/** A malformed text, or a move that a rule forbids. */
export class IllegalText extends Error {
  constructor(message, at = 0, line = 0) {
    super(message);
    this.name = "IllegalText";
    this.at = at;
    this.line = line;
  }
}

/* The instance, its memory, and texts and structs in it. */
class Library {
  constructor(instance) {
    this.c = instance.exports;
    this.encoder = new TextEncoder();
    this.decoder = new TextDecoder();
    this.games = new Map();
    this.finalizer = new FinalizationRegistry(([free, handle]) => this.c[free](handle));
  }

  view() {
    return new DataView(this.c.memory.buffer);
  }

  bytes(at, length) {
    return new Uint8Array(this.c.memory.buffer, at, length);
  }

  text(at) {
    if (at === 0) return "";
    const all = new Uint8Array(this.c.memory.buffer);
    return this.decoder.decode(all.subarray(at, all.indexOf(0, at)));
  }

  /** Calls `work` with zeroed memory of each size; it is gone afterwards. */
  with(sizes, work) {
    const total = sizes.reduce((sum, size) => sum + ((size + 7) & ~7), 0);
    const block = this.c.malloc(total || 8);
    if (block === 0) throw new RangeError("out of memory");
    try {
      this.bytes(block, total).fill(0);
      let at = block;
      const places = sizes.map((size) => {
        const here = at;
        at += (size + 7) & ~7;
        return here;
      });
      return work(...places);
    } finally {
      this.c.free(block);
    }
  }

  withText(text, sizes, work) {
    const encoded = this.encoder.encode(text);
    return this.with([encoded.length + 1, ...sizes], (at, ...rest) => {
      this.bytes(at, encoded.length).set(encoded);
      return work(at, ...rest, encoded.length);
    });
  }

  /** Takes over a text from the library. */
  take(at) {
    if (at === 0) throw new RangeError("out of memory");
    const text = this.text(at);
    this.c.cn_free(at);
    return text;
  }

  failure(error) {
    const view = this.view();
    const { at, line, text } = LAYOUT.error;
    return new IllegalText(
      this.text(error + text),
      view.getUint32(error + at, true),
      view.getUint32(error + line, true),
    );
  }

  game(id) {
    if (!this.games.has(id)) {
      const handle = this.withText(id, [], (at) => this.c.cn_game_find(at));
      if (handle === 0) throw new RangeError(`there is no game ${id}; there are ${this.ids().join(", ")}`);
      this.games.set(id, new Game(this, handle));
    }
    return this.games.get(id);
  }

  ids() {
    return Array.from({ length: this.c.cn_game_count() }, (_, i) => this.text(this.c.cn_game_id(this.c.cn_game_at(i))));
  }

  value(at) {
    const view = this.view();
    const l = LAYOUT.value;
    const proven = view.getUint8(at + l.proven) !== 0;
    const [result, plies, score] = [l.result, l.plies, l.score].map((field) => view.getInt32(at + field, true));
    return proven
      ? { proven, result: ["loss", "draw", "win"][result + 1], plies: plies >= 0 ? plies : null }
      : { proven, score };
  }
}

export class Game {
  constructor(library, handle) {
    const c = library.c;
    this.library = library;
    this.handle = handle;
    this.id = library.text(c.cn_game_id(handle));
    this.title = library.text(c.cn_game_title(handle));
    this.players = c.cn_game_players(handle);
    this.sides = c.cn_game_sides(handle);
    this.symmetries = c.cn_symmetries(handle);
    library.with([LAYOUT.board.size], (board) => {
      c.cn_game_board(handle, board);
      [this.placeCount, this.columns, this.rows, this.levels] = library.bytes(board, 4);
    });
    this.places = Array.from({ length: this.placeCount }, (_, i) =>
      library.with([LAYOUT.place.size], (at) => {
        c.cn_place_at(handle, i, at);
        const view = library.view();
        const l = LAYOUT.place;
        return {
          label: library.text(view.getUint32(at + l.label, true)),
          x: view.getUint8(at + l.x),
          y: view.getUint8(at + l.y),
          level: view.getUint8(at + l.level),
        };
      }),
    );
    this.kinds = Array.from({ length: c.cn_kind_count(handle) }, (_, i) =>
      library.with([LAYOUT.kind.size], (at) => {
        c.cn_kind_at(handle, i, at);
        return library.text(library.view().getUint32(at + LAYOUT.kind.id, true));
      }),
    );
  }

  start() {
    return this.library.with([POSITION], (at) => {
      this.library.c.cn_start(this.handle, at);
      return new Position(this, this.library.bytes(at, POSITION).slice());
    });
  }

  read(text) {
    return this.library.withText(text, [POSITION, LAYOUT.error.size], (at, position, error) => {
      if (!this.library.c.cn_read_position(this.handle, at, position, error)) throw this.library.failure(error);
      return new Position(this, this.library.bytes(position, POSITION).slice());
    });
  }

  rules(language = "en") {
    return this.library.text(this.library.c.cn_game_rules(this.handle, language === "fr" ? 1 : 0));
  }
}

export class Position {
  constructor(game, raw) {
    this.game = game;
    this.raw = raw;
  }

  /* Calls a function of a game and a position: (game, position, …rest). */
  ask(sizes, work) {
    const { library } = this.game;
    return library.with([POSITION, ...sizes], (position, ...rest) => {
      library.bytes(position, POSITION).set(this.raw);
      return work(library, this.game.handle, position, ...rest);
    });
  }

  get mover() {
    return this.ask([], ({ c }, game, position) => c.cn_mover(game, position));
  }

  get over() {
    return this.ask([], ({ c }, game, position) => c.cn_winner(game, position)) !== ONGOING;
  }

  get winner() {
    const winner = this.ask([], ({ c }, game, position) => c.cn_winner(game, position));
    return winner >= 0 ? winner : null;
  }

  get result() {
    return this.ask([], (library, game, position) => library.text(library.c.cn_result(game, position)));
  }

  get reason() {
    return this.ask([], (library, game, position) => library.text(library.c.cn_reason_text(game, position)));
  }

  moves() {
    const count = this.ask([], ({ c }, game, position) => c.cn_moves(game, position, 0, 0));
    return this.ask([8 * count], (library, game, position, out) => {
      library.c.cn_moves(game, position, out, count);
      return Array.from(new BigUint64Array(library.c.memory.buffer, out, count));
    });
  }

  text(move) {
    return this.ask([64], (library, game, position, out) => {
      library.c.cn_write_move(game, position, move, out, 64);
      return library.text(out);
    });
  }

  move(text) {
    const { library, handle } = this.game;
    return library.withText(text, [POSITION, 8, LAYOUT.error.size], (at, position, out, error) => {
      library.bytes(position, POSITION).set(this.raw);
      if (!library.c.cn_read_move(handle, position, at, out, error)) throw library.failure(error);
      return library.view().getBigUint64(out, true);
    });
  }

  play(move) {
    const value = typeof move === "string" ? this.move(move) : move;
    return this.ask([POSITION], (library, game, position, out) => {
      library.c.cn_play(game, position, value, out);
      return new Position(this.game, library.bytes(out, POSITION).slice());
    });
  }

  choices(made = []) {
    const l = LAYOUT.choices;
    return this.ask([MAX_STEPS * STEP, l.size], (library, game, position, steps, out) => {
      made.slice(0, MAX_STEPS).forEach((step, i) => library.bytes(steps + i * STEP, STEP).set([step.role, step.value]));
      if (made.length > MAX_STEPS || !library.c.cn_choices_after(game, position, steps, made.length, out))
        return { steps: [], complete: null };
      const view = library.view();
      const open = Array.from({ length: view.getInt32(out + l.count, true) }, (_, i) => {
        const [role, value] = library.bytes(out + l.step + i * STEP, STEP);
        return { role, value, text: this.stepText(role, value) };
      });
      return { steps: open, complete: view.getBigUint64(out + l.complete, true) || null };
    });
  }

  stepText(role, value) {
    const { library, handle } = this.game;
    return library.with([STEP, 16], (step, out) => {
      library.bytes(step, STEP).set([role, value]);
      library.c.cn_write_step(handle, step, out, 16);
      return library.text(out);
    });
  }

  pieces(place) {
    return this.ask([3 * MAX_STACK], (library, game, position, out) => {
      const count = library.c.cn_pieces(game, position, place, out, MAX_STACK);
      return Array.from({ length: count }, (_, i) => {
        const [kind, seat, direction] = library.bytes(out + 3 * i, 3);
        return { kind, seat, direction };
      });
    });
  }

  reserve(seat, kind = 0) {
    return this.ask([], ({ c }, game, position) => c.cn_reserve(game, position, seat, kind));
  }

  perft(depth) {
    return this.ask([8], (library, game, position, out) => {
      if (!library.c.cn_perft(game, position, depth, out)) throw new RangeError(`depth ${depth} cannot be counted`);
      return library.view().getBigUint64(out, true);
    });
  }

  svg(language = "en") {
    return this.ask([], (library, game, position) =>
      library.take(library.c.cn_svg(game, position, 0n, language === "fr" ? 1 : 0)),
    );
  }

  prove({ within = 0, count = false, nodes = 0, seconds = 0 } = {}) {
    const o = LAYOUT.proofOptions;
    return this.ask([o.size, LAYOUT.value.size, LAYOUT.error.size], (library, game, position, options, out, error) => {
      const prover = library.c.cn_prover_new(game, 0);
      if (prover === 0) throw new RangeError("nothing can be proven about this game");
      const view = library.view();
      view.setUint32(options, o.size, true);
      view.setBigUint64(options + o.nodes, BigInt(nodes), true);
      view.setFloat64(options + o.seconds, seconds, true);
      view.setInt32(options + o.within, within, true);
      view.setUint8(options + o.count, count ? 1 : 0);
      const done = library.c.cn_prove(prover, position, options, out, error);
      library.c.cn_prover_free(prover);
      if (!done) throw library.failure(error);
      return library.value(out);
    });
  }

  toString() {
    return this.ask([256], (library, game, position, out) => {
      library.c.cn_write_position(game, position, out, 256);
      return library.text(out);
    });
  }

  equals(other) {
    return other.game === this.game && this.raw.every((byte, i) => byte === other.raw[i]);
  }
}

/* An object whose memory is freed when it is garbage-collected. */
class Owned {
  own(library, handle, free) {
    if (handle === 0) throw new RangeError("out of memory");
    this.library = library;
    this.handle = handle;
    this.freeing = free;
    library.finalizer.register(this, [free, handle], this);
  }

  free() {
    if (this.handle === 0) return;
    this.library.finalizer.unregister(this);
    this.library.c[this.freeing](this.handle);
    this.handle = 0;
  }
}

export class Tree extends Owned {
  constructor(start) {
    super();
    const game = start instanceof Position ? start.game : start;
    const { library } = game;
    this.game = game;
    const handle =
      start instanceof Position
        ? start.ask([], ({ c }, g, position) => c.cn_tree_new(g, position))
        : library.c.cn_tree_new(game.handle, 0);
    this.own(library, handle, "cn_tree_free");
  }

  node(node) {
    const l = LAYOUT.node;
    return this.library.with([l.size], (at) => {
      if (!this.library.c.cn_tree_node(this.handle, node, at)) throw new RangeError(`there is no node ${node}`);
      const view = this.library.view();
      const winner = view.getInt32(at + l.winner, true);
      const parent = view.getInt32(at + l.parent, true);
      return {
        position: new Position(this.game, this.library.bytes(at, POSITION).slice()),
        move: view.getBigUint64(at + l.move, true) || null,
        comment: this.library.text(view.getUint32(at + l.comment, true)),
        parent: parent >= 0 ? parent : null,
        ply: view.getInt32(at + l.ply, true),
        over: winner !== ONGOING,
        winner: winner >= 0 ? winner : null,
      };
    });
  }

  get current() {
    return this.library.c.cn_tree_current(this.handle);
  }

  get position() {
    return this.node(this.current).position;
  }

  get over() {
    return this.node(this.current).over;
  }

  get winner() {
    return this.node(this.current).winner;
  }

  play(move) {
    const { c } = this.library;
    const played = (call) =>
      this.library.withText(typeof move === "string" ? move : "", [LAYOUT.error.size], (text, error) => {
        if (!call(text, error)) throw this.library.failure(error);
      });
    played((text, error) =>
      typeof move === "string"
        ? c.cn_tree_play_text(this.handle, text, error)
        : c.cn_tree_play(this.handle, move, error),
    );
  }

  undo() {
    return this.library.c.cn_tree_undo(this.handle) !== 0;
  }

  redo() {
    return this.library.c.cn_tree_redo(this.handle) !== 0;
  }

  goto(node) {
    if (!this.library.c.cn_tree_goto(this.handle, node)) throw new RangeError(`there is no node ${node}`);
  }

  record() {
    return this.library.take(this.library.c.cn_tree_write(this.handle, 0));
  }

  svg(language = "en") {
    return this.library.take(this.library.c.cn_tree_svg(this.handle, language === "fr" ? 1 : 0));
  }
}

export class Engine extends Owned {
  constructor(game, { memory = 16 << 20, seed = 0 } = {}) {
    super();
    const { library } = game;
    const o = LAYOUT.engineOptions;
    this.game = game;
    const handle = library.with([o.size], (options) => {
      const view = library.view();
      view.setUint32(options, o.size, true);
      view.setUint32(options + o.memory, memory, true);
      view.setBigUint64(options + o.seed, BigInt(seed), true);
      return library.c.cn_engine_new(game.handle, options);
    });
    this.own(library, handle, "cn_engine_free");
  }

  advice(position, at) {
    const { library } = this;
    const l = LAYOUT.advice;
    const view = library.view();
    const moves = Array.from({ length: view.getInt32(at + l.length, true) }, (_, i) =>
      view.getBigUint64(at + l.line + 8 * i, true),
    );
    const move = view.getBigUint64(at + l.move, true);
    const value = library.value(at + l.value);
    const line = [];
    moves.reduce((here, next) => {
      line.push(here.text(next));
      return here.play(next);
    }, position);
    return { move, text: position.text(move), value, line };
  }

  /* Asks about a tree, or about a position, for which it makes a tree. */
  about(where, work) {
    if (where instanceof Tree) return work(where);
    const tree = new Tree(where);
    try {
      return work(tree);
    } finally {
      tree.free();
    }
  }

  analyse(where, { seconds = 0, nodes = 0, depth = 0, lines = 0 } = {}) {
    const { library } = this;
    const l = LAYOUT.limits;
    return this.about(where, (tree) =>
      library.with([l.size, LAYOUT.analysis.size, LAYOUT.error.size], (limits, out, error) => {
        const view = library.view();
        view.setUint32(limits, l.size, true);
        view.setFloat64(limits + l.seconds, seconds, true);
        view.setBigUint64(limits + l.nodes, BigInt(nodes), true);
        view.setInt32(limits + l.depth, depth, true);
        view.setInt32(limits + l.lines, lines, true);
        if (!library.c.cn_engine_analyse(this.handle, tree.handle, limits, 0, 0, out, error))
          throw library.failure(error);
        const count = library.view().getUint32(out + LAYOUT.analysis.count, true);
        const first = library.view().getUint32(out + LAYOUT.analysis.advice, true);
        const position = tree.position;
        return Array.from({ length: count }, (_, i) => this.advice(position, first + i * LAYOUT.advice.size));
      }),
    );
  }

  choose(where, level, seconds = 0) {
    const { library } = this;
    return this.about(where, (tree) =>
      library.with([LAYOUT.advice.size, LAYOUT.error.size], (out, error) => {
        if (!library.c.cn_engine_choose(this.handle, tree.handle, level, seconds, out, error))
          throw library.failure(error);
        return this.advice(tree.position, out);
      }),
    );
  }
}

/* The little of WASI that the library uses: a clock. */
function imports(memory) {
  const known = {
    clock_time_get: (_id, _precision, out) => {
      new DataView(memory().buffer).setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    environ_sizes_get: (count, bytes) => {
      const view = new DataView(memory().buffer);
      view.setUint32(count, 0, true);
      view.setUint32(bytes, 0, true);
      return 0;
    },
    environ_get: () => 0,
    proc_exit: () => {
      throw new Error("the engine stopped");
    },
  };
  return { wasi_snapshot_preview1: new Proxy(known, { get: (all, name) => all[name] ?? (() => BAD_FILE) }) };
}

async function bytes() {
  const url = new URL("./colonnade.wasm", import.meta.url);
  if (url.protocol !== "file:") return (await fetch(url)).arrayBuffer();
  const { readFile } = await import("node:fs/promises");
  return readFile(url);
}

/** Loads the library. `source`: the module, or its bytes, where neither a file nor fetch can reach it. */
export async function load(source) {
  let instance;
  const given = source ?? (await bytes());
  const module = given instanceof WebAssembly.Module ? given : await WebAssembly.compile(given);
  instance = await WebAssembly.instantiate(
    module,
    imports(() => instance.exports.memory),
  );
  instance.exports._initialize?.();
  const library = new Library(instance);
  return {
    version: library.text(library.c.cn_version()),
    games: library.ids(),
    game: (id) => library.game(id),
    readRecord: (record) =>
      library.withText(record, [LAYOUT.error.size], (text, error, length) => {
        const handle = library.c.cn_tree_read(text, length, error);
        if (handle === 0) throw library.failure(error);
        const tree = Object.create(Tree.prototype);
        tree.own(library, handle, "cn_tree_free");
        tree.game = library.game(library.text(library.c.cn_game_id(library.c.cn_tree_game(handle))));
        return tree;
      }),
  };
}
