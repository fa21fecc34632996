/* The page's sentences. English is the key; the engine hands over the translations of
 * the chosen language (docs/translating.md), so program and page share one catalogue. */

let table: Record<string, string> = {};

export const setTexts = (texts: Record<string, string>): void => {
  table = texts;
};

/* Marks a sentence for the catalogue and looks its translation up. */
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
