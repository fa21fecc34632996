/* Textures drawn on canvases: letters and lines of the board, patterns on pawns, soft light. */
import { CanvasTexture, ClampToEdgeWrapping, LinearMipmapLinearFilter, SRGBColorSpace } from "three";
import { STRING, type Layout } from "./layout.js";
import type { Palette } from "./palette.js";

type Paint = CanvasRenderingContext2D;

function canvas(width: number, height: number, draw: (g: Paint) => void, plain = false): CanvasTexture {
  const element = document.createElement("canvas");
  element.width = width;
  element.height = height;
  const g = element.getContext("2d");
  if (g) draw(g);
  const texture = new CanvasTexture(element);
  texture.wrapS = texture.wrapT = ClampToEdgeWrapping;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.anisotropy = 4;
  texture.premultiplyAlpha = false;
  if (!plain) texture.colorSpace = SRGBColorSpace;
  return texture;
}

/* Places whose row, column or diagonal through the whole board is inlaid, as lines from
 * corner to corner of the field. */
export interface Inlay {
  from: [number, number];
  to: [number, number];
}

export function boardInk(layout: Layout, inlays: Inlay[], p: Palette, size: number): CanvasTexture {
  const { columns, rows } = layout.board;
  return canvas(
    size,
    size,
    (g) => {
      const kx = size / layout.width;
      const kz = size / layout.depth;
      const px = (x: number) => (x + layout.width / 2) * kx;
      const pz = (z: number) => (z + layout.depth / 2) * kz;
      const hx = columns / 2 + STRING;
      const hz = rows / 2 + STRING;
      const frame = (grow: number) =>
        g.strokeRect(px(-hx - grow), pz(-hz - grow), 2 * (hx + grow) * kx, 2 * (hz + grow) * kz);
      g.lineWidth = 0.022 * kx;
      g.strokeStyle = p.string;
      frame(0);
      g.lineWidth = Math.max(1, 0.004 * kx);
      g.strokeStyle = "rgba(20,10,4,.7)";
      frame(0.013);
      frame(-0.013);
      for (const { from, to } of inlays)
        for (const [width, colour] of [
          [0.08, p.inlayEdge],
          [0.05, p.inlay],
        ] as const) {
          g.lineWidth = width * kx;
          g.strokeStyle = colour;
          g.beginPath();
          g.moveTo(px(from[0]), pz(from[1]));
          g.lineTo(px(to[0]), pz(to[1]));
          g.stroke();
        }
      letters(g, layout, p, px, pz, kx);
    },
    true,
  );
}

/* Engraved and filled: a dark edge above, light caught below. */
function letters(
  g: Paint,
  layout: Layout,
  p: Palette,
  px: (x: number) => number,
  pz: (z: number) => number,
  k: number,
): void {
  const { columns, rows } = layout.board;
  const band = (layout.margin - STRING) / 2;
  g.textAlign = "center";
  g.textBaseline = "middle";
  g.font = `${p.contrast ? "bold" : "italic"} ${(p.contrast ? 0.3 : 0.27) * k}px "DejaVu Serif", Georgia, serif`;
  const write = (text: string, x: number, y: number) => {
    const d = k / 266;
    g.fillStyle = "rgba(18,8,2,.75)";
    g.fillText(text, x - d, y - 1.6 * d);
    g.fillStyle = "rgba(255,226,180,.28)";
    g.fillText(text, x + d, y + 1.6 * d);
    g.fillStyle = p.letter;
    g.fillText(text, x, y);
  };
  for (let i = 0; i < columns; i++)
    write(String.fromCharCode(97 + i), px(i - (columns - 1) / 2), pz(layout.depth / 2 - band - 0.015));
  for (let i = 0; i < rows; i++) write(String(i + 1), px(-layout.width / 2 + band + 0.01), pz((rows - 1) / 2 - i));
}

const MID = 256; // of the picture of a pawn's top

function ring(g: Paint, r: number, width: number): void {
  g.lineWidth = width;
  g.beginPath();
  g.arc(MID, MID, r, 0, 7);
  g.stroke();
}

function polygon(g: Paint, corners: number): void {
  g.beginPath();
  for (let i = 0; i < corners; i++) {
    const a = -Math.PI / 2 + (i * Math.PI * 2) / corners;
    g.lineTo(MID + 88 * Math.cos(a), MID + 88 * Math.sin(a));
  }
  g.closePath();
}

function diamond(g: Paint, p: Palette): void {
  g.lineWidth = p.contrast ? 16 : 10;
  polygon(g, 4);
  g.stroke();
}

function triangle(g: Paint): void {
  g.lineWidth = 9;
  for (let i = 0; i < 24; i++) {
    const a = (i / 24) * Math.PI * 2;
    g.beginPath();
    g.moveTo(MID + 128 * Math.cos(a), MID + 128 * Math.sin(a));
    g.lineTo(MID + 172 * Math.cos(a), MID + 172 * Math.sin(a));
    g.stroke();
  }
  polygon(g, 3);
  g.fill();
  for (let x = 512; x < 1024; x += 512 / 40) g.fillRect(x, 110, 5, 292);
}

function cross(g: Paint): void {
  ring(g, 150, 8);
  ring(g, 110, 8);
  g.lineWidth = 24;
  g.beginPath();
  g.moveTo(MID - 62, MID);
  g.lineTo(MID + 62, MID);
  g.moveTo(MID, MID - 62);
  g.lineTo(MID, MID + 62);
  g.stroke();
  g.fillRect(512, 170, 512, 42);
  g.fillRect(512, 300, 512, 42);
}

const PATTERNS = [(g: Paint) => ring(g, 74, 8), diamond, triangle, cross];

/* Patterns that tell the four colours apart without colour: on the left the top, on the right the side. */
export function pawnInk(seat: number, p: Palette): CanvasTexture {
  const dark = seat === 1;
  const line = p.contrast
    ? dark
      ? "#fff"
      : "#000"
    : (["rgba(120,84,44,.55)", "rgba(190,166,138,.42)", "rgba(62,14,8,.6)", "rgba(24,44,28,.55)"][seat] ??
      "rgba(60,60,60,.5)");
  return canvas(
    1024,
    512,
    (g) => {
      g.strokeStyle = g.fillStyle = line;
      ring(g, 196, 7);
      PATTERNS[seat]?.(g, p);
    },
    true,
  );
}

/* A tile that may be chosen: a bright line at its edge, light that falls off inwards. */
export function tileGlow(p: Palette): CanvasTexture {
  return canvas(512, 512, (g) => {
    const edge = 26;
    const inner = 512 - 2 * edge;
    const r = 36;
    g.beginPath();
    g.roundRect(edge, edge, inner, inner, r);
    g.clip();
    const outline = () => {
      g.beginPath();
      g.roundRect(edge, edge, inner, inner, r);
      g.stroke();
    };
    if (p.contrast) {
      g.fillStyle = "rgba(255,225,0,.16)";
      g.fillRect(0, 0, 512, 512);
      g.lineWidth = 77;
      g.strokeStyle = "#000";
      outline();
      g.lineWidth = 51;
      g.strokeStyle = "#ffe100";
      outline();
      return;
    }
    const steps = 40;
    const depth = 102;
    for (let i = 0; i < steps; i++) {
      const t = i / steps;
      const q = edge + t * depth;
      g.strokeStyle = `rgba(255,${Math.round(206 - 26 * t)},${Math.round(120 - 50 * t)},${(1 - t) ** 2.2 * 0.62})`;
      g.lineWidth = depth / steps + 0.6;
      g.beginPath();
      g.roundRect(q, q, 512 - 2 * q, 512 - 2 * q, Math.max(4, r - t * depth * 0.3));
      g.stroke();
    }
    g.fillStyle = "rgba(255,180,70,.15)";
    g.fillRect(0, 0, 512, 512);
    g.lineWidth = 9;
    g.strokeStyle = "rgba(255,236,190,.9)";
    g.beginPath();
    g.roundRect(edge + 5, edge + 5, inner - 10, inner - 10, r);
    g.stroke();
  });
}

/* The light of a bead. */
export const roundGlow = (p: Palette): CanvasTexture =>
  canvas(256, 256, (g) => {
    const r = g.createRadialGradient(128, 128, 0, 128, 128, 128);
    if (p.contrast) {
      r.addColorStop(0, "#ffe100");
      r.addColorStop(0.55, "#ffe100");
      r.addColorStop(0.56, "#000");
      r.addColorStop(0.72, "#000");
      r.addColorStop(0.73, "rgba(0,0,0,0)");
    } else {
      r.addColorStop(0, "rgba(255,240,205,1)");
      r.addColorStop(0.25, "rgba(255,205,110,.62)");
      r.addColorStop(0.6, "rgba(255,176,60,.18)");
      r.addColorStop(1, "rgba(255,170,50,0)");
    }
    g.fillStyle = r;
    g.fillRect(0, 0, 256, 256);
  });

/* The line of light through the places that won: bright in the middle, gone at the ends. */
export const lineGlow = (): CanvasTexture =>
  canvas(256, 256, (g) => {
    const across = g.createLinearGradient(0, 0, 0, 256);
    across.addColorStop(0, "rgba(255,180,60,0)");
    across.addColorStop(0.3, "rgba(255,184,70,.28)");
    across.addColorStop(0.45, "rgba(255,214,130,.75)");
    across.addColorStop(0.5, "rgba(255,240,200,1)");
    across.addColorStop(0.55, "rgba(255,214,130,.75)");
    across.addColorStop(0.7, "rgba(255,184,70,.28)");
    across.addColorStop(1, "rgba(255,180,60,0)");
    g.fillStyle = across;
    g.fillRect(0, 0, 256, 256);
    g.globalCompositeOperation = "destination-in";
    const ends = g.createLinearGradient(0, 0, 256, 0);
    ends.addColorStop(0, "rgba(0,0,0,0)");
    ends.addColorStop(0.06, "#000");
    ends.addColorStop(0.94, "#000");
    ends.addColorStop(1, "rgba(0,0,0,0)");
    g.fillStyle = ends;
    g.fillRect(0, 0, 256, 256);
  });
