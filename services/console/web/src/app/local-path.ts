/** The path that a `next` parameter may lead to after signing in: one of this app only, else the overview. */
export const localPath = (next: unknown): string => {
  if (typeof next !== 'string' || !next.startsWith('/')) return '/';
  // Browsers read `//host` and `/\host` as another host.
  try {
    const base = 'http://console.local';
    const { origin, pathname, search, hash } = new URL(next, base);
    const isEntry = /^\/(sign-in|sign-up|link|no-account)(\/|$)/.test(pathname);
    return origin === base && !pathname.startsWith('//') && !isEntry ? `${pathname}${search}${hash}` : '/';
  } catch {
    return '/';
  }
};
