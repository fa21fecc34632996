/* Parts that a table fetches when they are wanted. The page's first file says where they are: an address carries the
 * hash of what it leads to, so a file that parts share cannot name them while they name it. */
export const fetched = {} as {
  setup: () => Promise<typeof import("./setup.js")>;
  rules: () => Promise<typeof import("./rules.js")>;
};
