/* The example games of the rules, as the pictures of the games show them. */

export const EXAMPLES: Record<string, { game: string; moves: string[] }> = {
  pylos: { game: "pylos", moves: ["1b2", "1c2", "1b3", "1c3", "1a2", "1a3", "1a2-2b2", "1d2", "1a1", "1d3x1d2x1d3"] },
  pyrga: { game: "pyrga", moves: ["Sb2", "Tc2n", "Cc3", "Sc3", "Sc2", "Tc3w"] },
  pilotis: { game: "pilotis", moves: ["Ta1e", "Cc1", "Tc1n", "Sc2", "Sc1"] },
  dorix: { game: "dorix", moves: ["b2", "c2", "b3", "c3", "b2:c2,b3", "c3"] },
  pilea: {
    game: "pilea",
    moves: ["a1", "b2", "c2", "d2", "d4", "b4", "e1", "c4", "a5", "e5", "a1-a2xb2>e3", "b4-c4", "c2-d2"],
  },
};
