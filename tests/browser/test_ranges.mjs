/* A table beside the page on a plain file server: the page reads only the few byte ranges that a query needs. The
 * table is made up as it is requested (docs/tables.md has the format): which positions of Pylos are lost in 6 and
 * which won in 5 is chance, and no search finds it. What level 10 plays by it is judged by the program, which reads
 * the same bytes from a file.
 *   node test_ranges.mjs PROGRAM */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { check, newGame, run, settled, withBrowser } from "./page.mjs";

const program = path.resolve(process.argv[2]);

const NUMBERS = 1686262193n; // of pylos
const SHEET = 16384n; // numbers per block
const PART = 64; // numbers
const GROUPS = Number(SHEET) / PART / 8; // of eight parts
const VALUES = [11, 12]; // the symbols: won in 5, lost in 6
const FRONT = 128 + 8 + 32; // header, palette and model
const BLOCK = 8 + GROUPS * (2 + 8) + GROUPS * 8 * 2; // bytes: its checksum, the positions of the parts, then a symbol for each

const blocks = Number((NUMBERS + SHEET - 1n) / SHEET);
const directory = Math.ceil((2 * blocks) / 8) * 8;
const begin = FRONT + directory;
const bytes = begin + blocks * BLOCK;

/* Every position in the first part is lost; it has those after the first move. */
const symbolOf = (part) => Number(part === 0 || (Math.imul(part, 0x9e3779b1) >>> 8) % 5 === 0);

/* XXH64, as specified. */
const cut = (x) => BigInt.asUintN(64, x);
const turn = (x, by) => cut((x << by) | (x >> (64n - by)));
const [P1, P2, P3, P4, P5] = [
  0x9e3779b185ebca87n,
  0xc2b2ae3d27d4eb4fn,
  0x165667b19e3779f9n,
  0x85ebca77c2b2ae63n,
  0x27d4eb2f165667c5n,
];
const stir = (sum, word) => cut(turn(cut(sum + word * P2), 31n) * P1);
function hash(data, seed = 0n) {
  let at = 0;
  let sum = cut(seed + P5);
  if (data.length >= 32) {
    const lane = [seed + P1 + P2, seed + P2, seed, seed - P1].map(cut);
    for (; at + 32 <= data.length; at += 32)
      for (let k = 0; k < 4; k++) lane[k] = stir(lane[k], data.readBigUInt64LE(at + 8 * k));
    sum = cut(turn(lane[0], 1n) + turn(lane[1], 7n) + turn(lane[2], 12n) + turn(lane[3], 18n));
    for (const one of lane) sum = cut((sum ^ stir(0n, one)) * P1 + P4);
  }
  sum = cut(sum + BigInt(data.length));
  for (; at + 8 <= data.length; at += 8) sum = cut(turn(sum ^ stir(0n, data.readBigUInt64LE(at)), 27n) * P1 + P4);
  check(at === data.length, "all that is summed up comes in words of eight bytes");
  sum = cut((sum ^ (sum >> 33n)) * P2);
  sum = cut((sum ^ (sum >> 29n)) * P3);
  return sum ^ (sum >> 32n);
}

function front() {
  const out = Buffer.alloc(begin);
  out.write("colonnade table\n", 0, "latin1");
  out.write("pylos", 16, "latin1");
  [4, 1, 1, PART].forEach((n, i) => out.writeUInt32LE(n, 48 + 4 * i));
  [NUMBERS, NUMBERS, 0n, NUMBERS].forEach((n, i) => out.writeBigUInt64LE(n, 64 + 8 * i));
  [6, VALUES.length].forEach((n, i) => out.writeUInt32LE(n, 96 + 4 * i)); // the longest distance, the symbols
  out.writeBigUInt64LE(BigInt(bytes), 104);
  VALUES.forEach((n, i) => out.writeUInt16LE(n, 128 + 2 * i));
  for (let i = 0; i < VALUES.length ** 2; i++) out.writeUInt16LE(1, 136 + 4 * i); // no part needs more of the model
  for (let i = 0; i < blocks; i++) out.writeUInt16LE(BLOCK / 2, FRONT + 2 * i);
  out.writeBigUInt64LE(hash(out.subarray(128)), 112);
  out.writeBigUInt64LE(hash(out.subarray(0, 120)), 120);
  return out;
}
const FIRST = front();

function block(i) {
  const out = Buffer.alloc(BLOCK);
  for (let k = 0; k < GROUPS; k++) {
    out.writeUInt16LE(8 * k, 8 + 10 * k);
    out.fill(1, 8 + 10 * k + 2, 8 + 10 * k + 10); // each part has one word
    for (let part = 8 * k; part < 8 * k + 8; part++)
      out.writeUInt16LE(symbolOf(i * 8 * GROUPS + part), 8 + 10 * GROUPS + 2 * part);
  }
  out.writeBigUInt64LE(hash(out.subarray(8), BigInt(i)));
  return out;
}

function piece(at, size) {
  const parts = [];
  for (let left = size; left > 0;) {
    const i = Math.floor((at - begin) / BLOCK);
    const part = at < begin ? FIRST.subarray(at) : block(i).subarray((at - begin) % BLOCK);
    parts.push(part.subarray(0, left));
    at += parts.at(-1).length;
    left -= parts.at(-1).length;
  }
  return Buffer.concat(parts);
}

const read = new Set(); // of blocks, by their numbers
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
    const body = piece(Number(from), to - from + 1);
    sent += body.length;
    if (Number(from) >= begin) read.add((from - begin) / BLOCK);
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

/* The first moves of a game that level 10 plays against itself. */
async function played(open, count) {
  const page = await open();
  await newGame(page, "pylos", [10, 10]);
  await page.waitForFunction((n) => document.querySelectorAll(".movelist [data-node]").length > n, count);
  const nodes = await page
    .locator(".movelist [data-node]")
    .evaluateAll((all) => all.map((node) => node.textContent.trim()));
  await page.context().close();
  return nodes.slice(1, count + 1);
}

const lines = (...words) => execFileSync(program, words, { encoding: "utf8" }).trim().split("\n");

/* Every one of these moves wins if any does; where one wins, not all do. All that the program needs has been read. */
function judge(moves, folder) {
  const file = fs.openSync(path.join(folder, "pylos.table"), "w");
  fs.ftruncateSync(file, bytes);
  fs.writeSync(file, FIRST, 0, begin, 0);
  for (const i of read) fs.writeSync(file, block(i), 0, BLOCK, begin + i * BLOCK);
  fs.closeSync(file);
  let choices = 0;
  for (const [ply, move] of moves.entries()) {
    const before = moves.slice(0, ply);
    const [position] = before.length ? lines("apply", "pylos", ...before) : lines("start", "pylos");
    const values = lines("probe", "pylos", "--position", position, "--tables", folder).slice(1);
    const best = values.filter((value) => value.endsWith(" win 7"));
    const worst = values.filter((value) => value.endsWith(" loss 6"));
    check(best.length + worst.length === values.length, `nothing else is in the table: ${values.join(", ")}`);
    check(
      (best.length ? best : worst).some((value) => value.startsWith(`${move} `)),
      `${move} among ${values.join(", ")}`,
    );
    choices += best.length > 0 && worst.length > 0;
  }
  check(choices > moves.length / 2, `it mattered ${choices} times in ${moves.length} which move was played`);
}

run(() =>
  withBrowser(async (open) => {
    const exact = await analysed(open);
    check(/wins, in 4 moves/.test(exact), `a win in 7 plies, not ${exact}`);

    const moves = await played(open, 20);
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "colonnade-ranges-"));
    try {
      judge(moves, folder);
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
    check(sent > 0 && sent < 1 << 20, `a part of ${bytes} bytes was read: ${sent}`);

    /* From a server that would send the whole file, nothing is requested. */
    ranges = false;
    asked = sent = 0;
    const estimate = await analysed(open);
    check(!/win/i.test(estimate), `no table, no certainty: ${estimate}`);
    check(asked > 0 && sent === 0, `it was asked what it can do, and nothing else (${asked})`);
  }, tables),
);
