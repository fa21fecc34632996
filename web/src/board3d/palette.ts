/* Colours and light of each theme. Colours are sRGB numbers. */
import type { Theme } from "../scene.js";

export interface Wood {
  light: number;
  dark: number;
  pore: number;
  rings: number;
  ring: number; // how strongly the rings show
  fibre: number;
  pores: number;
  cloud: number;
  seed: number;
}

const WALNUT: Wood = {
  light: 0x56392a,
  dark: 0x322018,
  pore: 0x1d110b,
  rings: 9,
  ring: 0.58,
  fibre: 0.58,
  pores: 0.75,
  cloud: 0.3,
  seed: 11,
};
const OAK: Wood = {
  light: 0x8c6b4c,
  dark: 0x674d35,
  pore: 0x452e1c,
  rings: 10,
  ring: 0.5,
  fibre: 0.4,
  pores: 0.5,
  cloud: 0.3,
  seed: 31,
};
const CHERRY: Wood = {
  light: 0x74432c,
  dark: 0x522c1c,
  pore: 0x33190d,
  rings: 8,
  ring: 0.5,
  fibre: 0.35,
  pores: 0.35,
  cloud: 0.3,
  seed: 51,
};
export const MAPLE: Wood = {
  light: 0xfaf5ec,
  dark: 0xe8dcc6,
  pore: 0xcbb592,
  rings: 6,
  ring: 0.6,
  fibre: 0.32,
  pores: 0.18,
  cloud: 0.2,
  seed: 71,
};
export const EBONY: Wood = {
  light: 0x40322b,
  dark: 0x1d1512,
  pore: 0x0e0908,
  rings: 7,
  ring: 0.55,
  fibre: 0.4,
  pores: 0.4,
  cloud: 0.3,
  seed: 91,
};

export interface Palette {
  theme: Theme;
  contrast: boolean;
  walnut: Wood;
  tile: Wood;
  inlaid: Wood; // tiles on a line that is inlaid
  letter: string;
  string: string;
  inlay: string;
  inlayEdge: string;
  brass: number;
  red: number;
  green: number;
  amber: number; // what may be chosen
  gilt: number; // what was just played
  glow: number;
  shadow: number;
  shadowStrength: number;
  exposure: number;
  environment: number;
  key: number;
  keyColour: number;
  rim: number;
  rimColour: number;
  fill: number;
  dome: [number, number, number];
  softbox: number;
}

const LIGHT: Palette = {
  theme: "light",
  contrast: false,
  walnut: WALNUT,
  tile: OAK,
  inlaid: CHERRY,
  letter: "#e3c48a",
  string: "#d8b878",
  inlay: "#c9a96f",
  inlayEdge: "#24140c",
  brass: 0xc89a4e,
  red: 0xa34a39,
  green: 0x86a286,
  amber: 0xffc861,
  gilt: 0xe2ae52,
  glow: 0xffb437,
  shadow: 0x3a2210,
  shadowStrength: 0.3,
  exposure: 1.08,
  environment: 0.6,
  key: 2.7,
  keyColour: 0xfff8f0,
  rim: 0.5,
  rimColour: 0xffe2bd,
  fill: 0.42,
  dome: [0xb8b3ac, 0x998d80, 0x4a3524],
  softbox: 1,
};
const DARK: Palette = {
  ...LIGHT,
  theme: "dark",
  shadow: 0x000000,
  shadowStrength: 0.5,
  exposure: 1,
  environment: 0.5,
  key: 2.3,
  rim: 0.9,
  rimColour: 0xe8eefc,
  fill: 0.35,
  dome: [0x6b6864, 0x4a423c, 0x1d140e],
  softbox: 0.85,
};
/* Grey, flat wood; what matters is yellow, black or white. */
const CONTRAST: Palette = {
  ...LIGHT,
  theme: "contrast",
  contrast: true,
  walnut: { ...WALNUT, light: 0x33291f, dark: 0x241c15, pore: 0x16110c, ring: 0.3, pores: 0.2 },
  tile: { ...OAK, light: 0x8d8475, dark: 0x7d7466, pore: 0x6a6254, ring: 0.3, pores: 0.15 },
  inlaid: { ...CHERRY, light: 0x6b6253, dark: 0x5c5446, pore: 0x4a4338, ring: 0.3, pores: 0.15 },
  letter: "#ffffff",
  string: "#ffffff",
  inlay: "#ffffff",
  inlayEdge: "#000000",
  brass: 0xffffff,
  red: 0xe0341c,
  green: 0x35c48a,
  amber: 0xffe100,
  gilt: 0xffe100,
  glow: 0xffe100,
  shadow: 0x000000,
  key: 2.3,
  keyColour: 0xffffff,
  fill: 1.1,
};

export const palette = (theme: Theme): Palette => ({ light: LIGHT, dark: DARK, contrast: CONTRAST })[theme];
