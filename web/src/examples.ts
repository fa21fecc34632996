/* The example games of the rules, and positions in mid-game for the games' pictures. */

export interface Example {
  game: string;
  moves: string[];
  picture: string[];
}

const words = (text: string): string[] => text.split(" ");

export const EXAMPLES: Record<string, Example> = {
  pylos: {
    game: "pylos",
    moves: words("1b2 1c2 1b3 1c3 1a2 1a3 1a2-2b2 1d2 1a1 1d3x1d2x1d3"),
    picture: words(
      "1d2 1a2 1c2 1b2 1c1 1d1 1b1 1a2-2b1 1d3 1c3 1d3-2c1 1c4 1d4 1d3 2c2 1b3 1b4 2c3 2b2 1a2 1a3 1a2-3b1 1a2 2a2 1a1 2a1",
    ),
  },
  pyrga: {
    game: "pyrga",
    moves: words("Sb2 Tc2n Cc3 Sc3 Sc2 Tc3w"),
    picture: words("Tc2s Tc1e Sd1 Cc1 Sc1 Sb1 Sa1 Cb1 Tb1e Td1w Ca1 Ta1n Sa2 Cb2 Sb2 Cb3 Tb3n Sb4 Ca4 Ta4s"),
  },
  pilotis: {
    game: "pilotis",
    moves: words("Ta1e Cc1 Tc1n Sc2 Sc1"),
    picture: words("Tc2s Tc1e Sd1 Cc1 Sc1 Sb1 Sa1 Cb1 Tb1e Td1w Ca1 Ta1n Sa2 Cb2"),
  },
  dorix: {
    game: "dorix",
    moves: words("b2 c2 b3 c3 b2:c2,b3 c3"),
    picture: words("a1 b3 b2 b3:b2 c3 b3:c3 a1 c2 d1 c1 d1:c1 c2 c1:d1,c2 c1 c2:b2,c3,c1 d4 d3 a3"),
  },
  pilea: {
    game: "pilea",
    moves: words("a1 b2 c2 d2 d4 b4 e1 c4 a5 e5 a1-a2xb2>e3 b4-c4 c2-d2"),
    picture: words("b1 a4 b2 c2 d3 b4 c4 d4 a5 a3 a5-a4xb4>e1 d4-d3 b2-c2 d3=d2 c2-d2"),
  },
};
