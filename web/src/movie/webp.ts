/* Animated WebP from still ones, which browsers can write: their image chunks become the frames of one file. Plain
 * bytes in and out. */

interface Chunk {
  name: string;
  data: Uint8Array;
}

const four = (s: string): number[] => [...s].map((c) => c.charCodeAt(0));
const little = (n: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, i) => Math.floor(n / 256 ** i) & 255);

/* The chunks of a file; none: this is not WebP. */
export function chunks(file: Uint8Array): Chunk[] {
  const out: Chunk[] = [];
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const name = (at: number) => String.fromCharCode(...file.subarray(at, at + 4));
  if (file.length < 20 || name(0) !== "RIFF" || name(8) !== "WEBP") return out;
  for (let at = 12; at + 8 <= file.length;) {
    const size = view.getUint32(at + 4, true);
    if (at + 8 + size > file.length) break;
    out.push({ name: name(at), data: file.subarray(at + 8, at + 8 + size) });
    at += 8 + size + (size & 1);
  }
  return out;
}

function chunk(name: string, ...parts: (number[] | Uint8Array)[]): Uint8Array {
  const size = parts.reduce((n, p) => n + p.length, 0);
  const out = new Uint8Array(8 + size + (size & 1));
  out.set([...four(name), ...little(size, 4)]);
  let at = 8;
  for (const p of parts) {
    out.set(p, at);
    at += p.length;
  }
  return out;
}

export interface Still {
  still: Uint8Array;
  ms: number;
}

/* undefined: one of the frames is not WebP. */
export function animate(frames: Still[], width: number, height: number): Uint8Array<ArrayBuffer> | undefined {
  const body: Uint8Array[] = [];
  for (const { still, ms } of frames) {
    const picture = chunks(still).filter((c) => c.name === "ALPH" || c.name === "VP8 " || c.name === "VP8L");
    if (!picture.some((c) => c.name.startsWith("VP8"))) return undefined;
    const head = [0, 0, width - 1, height - 1, ms].flatMap((n) => little(n, 3));
    body.push(chunk("ANMF", head, [0x02], ...picture.map((c) => chunk(c.name, c.data)))); // replaces the previous frame
  }
  const alpha = 0x10;
  const animation = 0x02;
  const size = [width - 1, height - 1].flatMap((n) => little(n, 3));
  const all = [
    chunk("VP8X", [alpha | animation, 0, 0, 0], size),
    chunk("ANIM", [0, 0, 0, 0], [0, 0]), // loops for ever
    ...body,
  ];
  const total = all.reduce((n, c) => n + c.length, 0);
  const out = new Uint8Array(12 + total);
  out.set([...four("RIFF"), ...little(4 + total, 4), ...four("WEBP")]);
  let at = 12;
  for (const c of all) {
    out.set(c, at);
    at += c.length;
  }
  return out;
}
