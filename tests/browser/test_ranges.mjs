/* A table beside the page on a plain file server: the page reads the few ranges of bytes that a question needs, and no
 * more. The table is made up as it is asked for (docs/tables.md has the format): every position of Pylos is lost in
 * 6, so every move wins in 7, which no search finds. */
import { check, newGame, run, settled, withBrowser } from "./page.mjs";

const NUMBERS = 1686262193n; // of pylos
const BLOCK = 4096n;
const PARTS = 16;
const FRONT = 128 + 8 + 8; // header, palette and model of one symbol

const blocks = (NUMBERS + BLOCK - 1n) / BLOCK;
const begin = BigInt(FRONT) + (blocks + 1n) * 16n;
const bytes = begin + blocks * BigInt(4 * PARTS);

function front() {
  const out = Buffer.alloc(FRONT);
  out.write("colonnade table\n", 0, "latin1");
  out.write("pylos", 16, "latin1");
  [2, 1, 1, Number(BLOCK)].forEach((n, i) => out.writeUInt32LE(n, 48 + 4 * i));
  [NUMBERS, NUMBERS, 0n, NUMBERS].forEach((n, i) => out.writeBigUInt64LE(n, 64 + 8 * i));
  [6, 1].forEach((n, i) => out.writeUInt32LE(n, 96 + 4 * i)); // the longest distance, the symbols
  out.writeBigUInt64LE(bytes, 104);
  out.writeUInt16LE(12, 128); // the only symbol: lost in 6
  [1, 0, 32768, 32768].forEach((n, i) => out.writeUInt16LE(n, 136 + 2 * i));
  return out;
}
const FIRST = front();

/* A directory entry, or a block: where each part ends, then its symbol. */
function entry(i) {
  const out = Buffer.alloc(16);
  out.writeBigUInt64LE(begin + i * BigInt(4 * PARTS));
  return out;
}
const ONE = Buffer.alloc(4 * PARTS);
for (let i = 0; i < PARTS; i++) ONE.writeUInt16LE(i + 1, 2 * i);

function piece(at, size) {
  const parts = [];
  for (let left = size; left > 0n;) {
    const [from, unit, bytesAt] =
      at < FRONT
        ? [0n, BigInt(FRONT), () => FIRST]
        : at < begin
          ? [BigInt(FRONT), 16n, entry]
          : [begin, BigInt(4 * PARTS), () => ONE];
    const i = (at - from) / unit;
    const part = bytesAt(i).subarray(Number((at - from) % unit));
    const taken = part.subarray(0, left < part.length ? Number(left) : part.length);
    parts.push(taken);
    at += BigInt(taken.length);
    left -= BigInt(taken.length);
  }
  return Buffer.concat(parts);
}

let sent = 0;
let asked = 0;
let ranges = true;

function tables(request, reply) {
  if (!request.url.endsWith("/tables/pylos.table")) return false;
  const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? "") ?? [];
  const headers = { "content-type": "application/octet-stream", etag: '"1"' };
  if (ranges) headers["accept-ranges"] = "bytes";
  asked++;
  if (request.method === "HEAD") reply.writeHead(200, headers).end();
  else if (!ranges || from === undefined) reply.writeHead(500).end();
  else {
    const body = piece(BigInt(from), BigInt(to) - BigInt(from) + 1n);
    sent += body.length;
    reply.writeHead(206, { ...headers, "content-range": `bytes ${from}-${to}/${bytes}` }).end(body);
  }
  return true;
}

async function analysed(open) {
  const page = await open();
  await newGame(page, "pylos", [0, 0]);
  await settled(page);
  await page.locator('[role="tab"]').nth(1).click();
  await page.click("text=Analyse this position");
  await page.waitForSelector(".values li");
  const first = await page.locator(".values li").first().textContent();
  await page.context().close();
  return first;
}

run(() =>
  withBrowser(async (open) => {
    const exact = await analysed(open);
    check(/wins, in 4 moves/.test(exact), `a win in 7 plies, not ${exact}`);
    check(sent > 0 && sent < 1 << 20, `a part of ${bytes} bytes was read: ${sent}`);

    /* A server that would send all of it is not asked for any. */
    ranges = false;
    asked = sent = 0;
    const estimate = await analysed(open);
    check(!/win/i.test(estimate), `no table, no certainty: ${estimate}`);
    check(asked > 0 && sent === 0, `it was asked what it can do, and nothing else (${asked})`);
  }, tables),
);
