/* The engine's WebAssembly module and the little of WASI that it uses: a clock. It has no files and no environment
 * here. Runs in a worker and under node. */

export interface Module {
  call(request: string): string;
}

const BAD_FILE = 8; // WASI's EBADF

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/* The module's memory, which exists only once the module does. */
class Room {
  memory!: WebAssembly.Memory;

  textAt(at: number): string {
    const bytes = new Uint8Array(this.memory.buffer);
    return decoder.decode(bytes.subarray(at, bytes.indexOf(0, at)));
  }

  /* True if there are bytes, exactly as many as wanted. */
  put(bytes: Uint8Array | undefined, at: number, size: number): boolean {
    if (bytes?.length !== size) return false;
    new Uint8Array(this.memory.buffer, at, size).set(bytes);
    return true;
  }

  view(): DataView {
    return new DataView(this.memory.buffer);
  }
}

function wasi(room: Room): Record<string, (...args: number[]) => number> {
  const known: Record<string, (...args: number[]) => number> = {
    clock_time_get: (_id, _precision, out) => {
      room.view().setBigUint64(out as number, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    environ_sizes_get: (count, bytes) => {
      room.view().setUint32(count as number, 0, true);
      room.view().setUint32(bytes as number, 0, true);
      return 0;
    },
    environ_get: () => 0,
    proc_exit: () => {
      throw new Error("the engine stopped");
    },
  };
  return new Proxy(known, { get: (_, name: string) => known[name] ?? (() => BAD_FILE) });
}

/* `know`: the bytes of NAME.data, the data for a family or ruleset, synchronously; undefined: they cannot be
 * fetched. `probe`: what a house with tables says about a position of a ruleset, likewise; empty: it ran out of
 * time. `range`: bytes of the ruleset's table beside the page. `warn`: receives sentences that nobody asked for. */
export async function instantiate(
  source: BufferSource | WebAssembly.Module,
  report: (json: string) => void,
  know: (family: string) => Uint8Array | undefined,
  probe: (game: string, position: string) => string | undefined = () => undefined,
  range: (game: string, at: number, size: number) => Uint8Array | undefined = () => undefined,
  warn: (text: string) => void = () => undefined,
): Promise<Module> {
  const room = new Room();
  const imports = {
    wasi_snapshot_preview1: wasi(room),
    colonnade: {
      report: (at: number) => report(room.textAt(at)),
      warn: (at: number) => warn(room.textAt(at)),
      know: (family: number, at: number, size: number): number => Number(room.put(know(room.textAt(family)), at, size)),
      probe: (game: number, position: number, at: number, size: number): number => {
        const answer = probe(room.textAt(game), room.textAt(position));
        if (answer === "") return -1;
        const bytes = encoder.encode(answer ?? "");
        if (bytes.length === 0 || bytes.length > size) return 0;
        room.put(bytes, at, bytes.length);
        return bytes.length;
      },
      range: (game: number, at: number, size: number, out: number): number =>
        Number(room.put(range(room.textAt(game), at, size), out, size)),
    },
  } as unknown as WebAssembly.Imports;

  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  const instance = await WebAssembly.instantiate(module, imports);
  const exports = instance.exports as unknown as {
    memory: WebAssembly.Memory;
    _initialize(): void;
    wasm_alloc(size: number): number;
    wasm_free(block: number): void;
    wasm_call(request: number): number;
  };
  room.memory = exports.memory;
  exports._initialize();

  return {
    call(request) {
      const bytes = encoder.encode(request);
      const at = exports.wasm_alloc(bytes.length + 1);
      if (at === 0) return '{"error":"memory"}';
      const written = new Uint8Array(room.memory.buffer, at, bytes.length + 1);
      written.set(bytes);
      written[bytes.length] = 0;
      const answer = room.textAt(exports.wasm_call(at));
      exports.wasm_free(at);
      return answer;
    },
  };
}
