/* The engine's WebAssembly module and the little of WASI that it uses: a clock. It has no files and no environment
 * here. Runs in a worker and under node. */

export interface Module {
  call(request: string): string;
}

const BAD_FILE = 8; // WASI's EBADF

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
  let memory: WebAssembly.Memory;
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();

  const view = () => new DataView(memory.buffer);
  const textAt = (at: number): string => {
    const bytes = new Uint8Array(memory.buffer);
    return decoder.decode(bytes.subarray(at, bytes.indexOf(0, at)));
  };
  const wasi: Record<string, (...args: number[]) => number> = {
    clock_time_get: (_id, _precision, out) => {
      view().setBigUint64(out as number, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    environ_sizes_get: (count, bytes) => {
      view().setUint32(count as number, 0, true);
      view().setUint32(bytes as number, 0, true);
      return 0;
    },
    environ_get: () => 0,
    proc_exit: () => {
      throw new Error("the engine stopped");
    },
  };
  const imports = {
    wasi_snapshot_preview1: new Proxy(wasi, { get: (known, name: string) => known[name] ?? (() => BAD_FILE) }),
    colonnade: {
      report: (at: number) => report(textAt(at)),
      warn: (at: number) => warn(textAt(at)),
      know: (family: number, at: number, size: number): number => {
        const bytes = know(textAt(family));
        if (bytes?.length !== size) return 0;
        new Uint8Array(memory.buffer, at, size).set(bytes);
        return 1;
      },
      probe: (game: number, position: number, at: number, size: number): number => {
        const answer = probe(textAt(game), textAt(position));
        if (answer === "") return -1;
        const bytes = encoder.encode(answer ?? "");
        if (bytes.length === 0 || bytes.length > size) return 0;
        new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
        return bytes.length;
      },
      range: (game: number, at: number, size: number, out: number): number => {
        const bytes = range(textAt(game), at, size);
        if (bytes?.length !== size) return 0;
        new Uint8Array(memory.buffer, out, size).set(bytes);
        return 1;
      },
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
  memory = exports.memory;
  exports._initialize();

  return {
    call(request) {
      const bytes = encoder.encode(request);
      const at = exports.wasm_alloc(bytes.length + 1);
      if (at === 0) return '{"error":"memory"}';
      const room = new Uint8Array(memory.buffer, at, bytes.length + 1);
      room.set(bytes);
      room[bytes.length] = 0;
      const answer = textAt(exports.wasm_call(at));
      exports.wasm_free(at);
      return answer;
    },
  };
}
