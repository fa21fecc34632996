/* The page's sentences. English is the key; the engine hands over the translations of
 * the chosen language (docs/translating.md), so program and page share one catalogue. */

type Texts = Record<string, string>;

let table: Texts = {};
let askLater: () => Promise<Texts> = async () => ({});
let later: Promise<void> | undefined;

/* `texts`: those of the page's first files. `rest`: requests the others. */
export const setTexts = (texts: Texts, rest = askLater): void => {
  table = texts;
  askLater = rest;
  later = undefined;
};

/* Takes all texts of the engine, in its language. */
export async function takeTexts(engine: { ask(request: string): Promise<Texts> }): Promise<void> {
  setTexts(await engine.ask("texts"), () => engine.ask("texts later"));
}

/* Fetches the others; without them the page speaks English, and tries again with the next part. */
export function laterTexts(): Promise<void> {
  const here = table;
  later ??= askLater().then(
    (texts) => void Object.assign(here, texts),
    () => void (later = undefined),
  );
  return later;
}

/* Fetches a part of the program, but its sentences first, because it may need some while it starts. */
export const withTexts = <Part>(fetch: () => Promise<Part>): Promise<Part> => laterTexts().then(fetch);

/* Marks a sentence for the catalogue and looks up its translation. */
export const T = (english: string): string => table[english] ?? english;

/* Fills the holes {0}, {1} … of a sentence. */
export const fill = (sentence: string, ...args: (string | number)[]): string =>
  sentence.replace(/\{(\d)\}/g, (hole, digit: string) => {
    const value = args[Number(digit)];
    return value === undefined ? hole : String(value);
  });

/* A sentence's first letter as a capital, for headings and buttons made of engine words. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

export const movesText = (count: number): string => (count === 1 ? T("one move") : fill(T("{0} moves"), count));
