/* Pictures that leave the page: a position without marks, and whole games as films, read back by the browser's own
 * decoders. The GIF's compression is also read back by the decoder below. */
import fs from "node:fs";
import { source } from "./engine.mjs";
import { chance, check, openPanel, run, withBrowser } from "./page.mjs";

/* Decodes GIF's LZW. */
function expand(data) {
  let bits = 0;
  let held = 0;
  let at = 0;
  let wide = 9;
  let table = [];
  let before;
  const out = [];
  const clear = () => {
    table = Array.from({ length: 258 }, (_, i) => (i < 256 ? [i] : []));
    wide = 9;
    before = undefined;
  };
  for (;;) {
    while (bits < wide) {
      held |= data[at++] << bits;
      bits += 8;
    }
    const code = held & ((1 << wide) - 1);
    held >>= wide;
    bits -= wide;
    if (code === 257) return out;
    if (code === 256) {
      clear();
      continue;
    }
    const entry = table[code] ?? [...before, before[0]];
    if (before) table.push([...before, entry[0]]);
    if (table.length === 1 << wide && wide < 12) wide++;
    out.push(...entry);
    before = entry;
  }
}

async function compression() {
  const { compress, palette } = await source("movie/gif.ts");
  const random = chance(5);
  for (const [length, colours] of [
    [0, 1],
    [1, 1],
    [5000, 1],
    [40000, 3],
    [60000, 250],
  ]) {
    const bytes = Uint8Array.from({ length }, () => random(colours));
    const back = expand(compress(bytes));
    check(back.length === length && back.every((b, i) => b === bytes[i]), `${length} bytes of ${colours} colours`);
  }
  /* Few colours are kept as they are. */
  const own = [
    [250, 240, 200],
    [20, 10, 0],
    [120, 60, 30],
  ];
  const p = palette([Uint8ClampedArray.from(Array.from({ length: 300 }, (_, i) => [...own[i % 3], 255]).flat())]);
  for (const [r, g, b] of own) {
    const i = p.index(r, g, b);
    check(p.colours[3 * i] === r && p.colours[3 * i + 1] === g && p.colours[3 * i + 2] === b, "a colour is kept");
  }
}

const save = async (page, button) => {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`text=${button}`)]);
  return { name: download.suggestedFilename(), bytes: fs.readFileSync(await download.path()) };
};

/* How many frames, and their size, as the browser reads it. */
const decoded = (page, bytes, type) =>
  page.evaluate(
    async ([data, kind]) => {
      const decoder = new ImageDecoder({ data: Uint8Array.from(atob(data), (c) => c.charCodeAt(0)), type: kind });
      await decoder.tracks.ready;
      await decoder.completed;
      const frames = decoder.tracks.selectedTrack.frameCount;
      const looks = [];
      for (let i = 0; i < frames; i++) {
        const { image } = await decoder.decode({ frameIndex: i });
        const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
        const g = canvas.getContext("2d");
        g.drawImage(image, 0, 0);
        const pixels = g.getImageData(0, 0, canvas.width, canvas.height).data;
        let sum = 0;
        for (let k = 0; k < pixels.length; k += 4) sum += pixels[k] + pixels[k + 1] + pixels[k + 2];
        looks.push(sum);
        image.close();
      }
      return { frames, different: new Set(looks).size };
    },
    [bytes.toString("base64"), type],
  );

run(async () => {
  await compression();
  await withBrowser(async (open) => {
    const page = await open({ hash: "#/game/dorix/b2~c3~d4~a4~b2~c3~d4", settings: { threats: true } });
    await page.click('[data-name="hint"]');
    await page.waitForSelector(".picture .badge, .picture .proposed");
    await openPanel(page, 2);
    const svg = String((await save(page, "Picture (SVG)")).bytes);
    check(svg.startsWith("<svg") && svg.includes("<ellipse"), "a picture of the board");
    check(!/>[+−-]?\d+</.test(svg.replace(/<text[^>]*>[a-d1-4]<\/text>/g, "")), "without what moves are worth");
    const png = await save(page, "Picture (PNG)");
    check(png.bytes.subarray(1, 4).toString() === "PNG" && png.name === "dorix-7.png", "a PNG");
    for (const [button, type] of [
      ["Animation (GIF)", "image/gif"],
      ["Animation (WebP)", "image/webp"],
    ]) {
      const file = await save(page, button);
      const { frames, different } = await decoded(page, file.bytes, type);
      check(frames === 8 && different === 8, `${type}: 8 positions, not ${frames} (${different} of them different)`);
      console.log(`${file.name}: ${(file.bytes.length / 1024).toFixed(0)} KB, ${frames} frames`);
    }
    check((await page.getAttribute(".table", "data-ply")) === "7", "the game stays where it is");
    check((await page.locator(".backstage").count()) === 0, "nothing is left behind");
  });
});
