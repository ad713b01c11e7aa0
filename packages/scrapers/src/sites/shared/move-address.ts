/** The path and query of an address on another origin. A path that begins with two slashes stays a path: it names no host. */
export const moveAddress = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>, origin: string): URL => {
  const moved = new URL('/', origin);
  moved.pathname = pathname;
  moved.search = search;
  return moved;
};
