/* Parts that a table fetches on use. The page's first file sets their addresses: an address has the hash of its
 * file, so a file that the parts import cannot name them in turn. */
export const fetched = {} as {
  setup: () => Promise<typeof import("./setup.js")>;
  rules: () => Promise<typeof import("./rules.js")>;
};
