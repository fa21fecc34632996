/* Animated GIFs: one palette for all frames, and of each frame only what has changed. Plain bytes in and out;
 * nothing here needs a page. */

/* Red, green, blue of up to 255 colours; the last index is for what has not changed. */
export interface Colours {
  colours: Uint8Array;
  /* The index of a colour that is in the palette or near one. */
  index(r: number, g: number, b: number): number;
}

const UNCHANGED = 255;
const BITS = 5; // per channel that tell colours apart

interface Box {
  bins: number[]; // indices of the histogram
  count: number;
}

const binOf = (r: number, g: number, b: number): number =>
  ((r >> (8 - BITS)) << (2 * BITS)) | ((g >> (8 - BITS)) << BITS) | (b >> (8 - BITS));
const channel = (bin: number, c: number): number => (bin >> ((2 - c) * BITS)) & ((1 << BITS) - 1);

/* The colours that represent all those of the frames (median cut): the heaviest box of the colour space is halved
 * again and again, at the median of its longest side. */
export function palette(frames: Uint8ClampedArray[]): Colours {
  const size = 1 << (3 * BITS);
  const count = new Uint32Array(size);
  const sum = new Float64Array(size * 3);
  for (const pixels of frames)
    for (let i = 0; i < pixels.length; i += 4) {
      const [r, g, b] = [pixels[i] as number, pixels[i + 1] as number, pixels[i + 2] as number];
      const bin = binOf(r, g, b);
      count[bin]!++;
      sum[3 * bin]! += r;
      sum[3 * bin + 1]! += g;
      sum[3 * bin + 2]! += b;
    }
  const bins = Array.from({ length: size }, (_, i) => i).filter((i) => (count[i] as number) > 0);
  const boxes: Box[] = [{ bins, count: 1 }];
  while (boxes.length < UNCHANGED) {
    const next = boxes.reduce((a, b) => (weight(b) > weight(a) ? b : a));
    if (next.bins.length < 2) break;
    boxes.splice(boxes.indexOf(next), 1, ...halves(next, count));
  }
  const colours = new Uint8Array(3 * 256);
  const chosen = new Int16Array(size).fill(-1);
  boxes.forEach(({ bins: own }, k) => {
    const total = own.reduce((n, bin) => n + (count[bin] as number), 0) || 1;
    for (let c = 0; c < 3; c++)
      colours[3 * k + c] = Math.round(own.reduce((n, bin) => n + (sum[3 * bin + c] as number), 0) / total);
    for (const bin of own) chosen[bin] = k;
  });
  return { colours, index: (r, g, b) => nearest(chosen, colours, boxes.length, r, g, b) };
}

/* Large boxes of many colours are halved first; the root keeps rare colours alive. */
const weight = (box: Box): number => (box.bins.length < 2 ? 0 : Math.sqrt(box.count) * box.bins.length);

function halves(box: Box, count: Uint32Array): Box[] {
  const spread = [0, 1, 2].map((c) => {
    const values = box.bins.map((bin) => channel(bin, c));
    return values.reduce((a, b) => Math.max(a, b), 0) - values.reduce((a, b) => Math.min(a, b), 99);
  });
  const longest = spread.indexOf(Math.max(...spread));
  const sorted = [...box.bins].sort((a, b) => channel(a, longest) - channel(b, longest));
  const total = sorted.reduce((n, bin) => n + (count[bin] as number), 0);
  let at = 1;
  for (let sum = count[sorted[0] as number] as number; at < sorted.length - 1 && sum < total / 2; at++)
    sum += count[sorted[at] as number] as number;
  return [sorted.slice(0, at), sorted.slice(at)].map((own) => ({
    bins: own,
    count: own.reduce((n, bin) => n + (count[bin] as number), 0),
  }));
}

function nearest(chosen: Int16Array, colours: Uint8Array, n: number, r: number, g: number, b: number): number {
  const bin = binOf(r, g, b);
  const known = chosen[bin] as number;
  if (known >= 0) return known;
  let best = 0;
  let least = Infinity;
  for (let k = 0; k < n; k++) {
    const [dr, dg, db] = [r - colours[3 * k]!, g - colours[3 * k + 1]!, b - colours[3 * k + 2]!];
    const far = dr * dr + dg * dg + db * db;
    if (far < least) [best, least] = [k, far];
  }
  chosen[bin] = best;
  return best;
}

export class Gif {
  private out: number[] = [];
  private before: Uint8Array | undefined;

  constructor(
    private readonly width: number,
    private readonly height: number,
    private readonly palette: Colours,
  ) {
    this.text("GIF89a");
    this.short(width);
    this.short(height);
    this.out.push(0xf7, 0, 0, ...palette.colours); // 256 colours
    this.out.push(0x21, 0xff, 11);
    this.text("NETSCAPE2.0");
    this.out.push(3, 1, 0, 0, 0); // loops for ever
  }

  private text(s: string): void {
    for (let i = 0; i < s.length; i++) this.out.push(s.charCodeAt(i));
  }

  private short(n: number): void {
    this.out.push(n & 255, n >> 8);
  }

  /* Adds a frame that is shown for `ms`. */
  add(pixels: Uint8ClampedArray, ms: number): void {
    const { width, height } = this;
    const now = new Uint8Array(width * height);
    for (let i = 0; i < now.length; i++)
      now[i] = this.palette.index(pixels[4 * i] as number, pixels[4 * i + 1] as number, pixels[4 * i + 2] as number);
    const area = changed(this.before, now, width, height);
    const part = new Uint8Array(area.width * area.height);
    for (let y = 0; y < area.height; y++)
      for (let x = 0; x < area.width; x++) {
        const i = (area.y + y) * width + area.x + x;
        part[y * area.width + x] = this.before && this.before[i] === now[i] ? UNCHANGED : (now[i] as number);
      }
    this.out.push(0x21, 0xf9, 4, 0x05); // stays; one index is transparent
    this.short(Math.round(ms / 10));
    this.out.push(UNCHANGED, 0, 0x2c);
    for (const n of [area.x, area.y, area.width, area.height]) this.short(n);
    this.out.push(0, 8);
    const data = compress(part);
    for (let i = 0; i < data.length; i += 255) {
      const block = data.subarray(i, i + 255);
      this.out.push(block.length);
      for (const byte of block) this.out.push(byte);
    }
    this.out.push(0);
    this.before = now;
  }

  finish(): Uint8Array<ArrayBuffer> {
    this.out.push(0x3b);
    return new Uint8Array(this.out);
  }
}

/* The smallest rectangle with all changes; one pixel if there are none. */
function changed(
  before: Uint8Array | undefined,
  now: Uint8Array,
  width: number,
  height: number,
): { x: number; y: number; width: number; height: number } {
  if (!before) return { x: 0, y: 0, width, height };
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (before[y * width + x] !== now[y * width + x]) {
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = y;
      }
  if (right < 0) return { x: 0, y: 0, width: 1, height: 1 };
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/* GIF's variant of LZW, for bytes. */
export function compress(bytes: Uint8Array): Uint8Array {
  const CLEAR = 256;
  const END = 257;
  const out: number[] = [];
  let held = 0;
  let bits = 0;
  let wide = 9;
  const write = (code: number) => {
    held |= code << bits;
    for (bits += wide; bits >= 8; bits -= 8, held >>= 8) out.push(held & 255);
  };
  let known = new Map<number, number>(); // prefix and byte → code
  let next = END + 1;
  write(CLEAR);
  let prefix = -1;
  for (const byte of bytes) {
    if (prefix < 0) {
      prefix = byte;
      continue;
    }
    const found = known.get((prefix << 8) | byte);
    if (found !== undefined) {
      prefix = found;
      continue;
    }
    write(prefix);
    known.set((prefix << 8) | byte, next);
    if (next++ === 1 << wide && wide < 12) wide++;
    if (next > 4095) {
      write(CLEAR);
      known = new Map();
      next = END + 1;
      wide = 9;
    }
    prefix = byte;
  }
  if (prefix >= 0) write(prefix);
  write(END);
  if (bits > 0) out.push(held & 255);
  return Uint8Array.from(out);
}
