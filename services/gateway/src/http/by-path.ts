import type { RequestHandler } from 'express';

/** One lookup instead of a pattern per route. As with the router's patterns, a trailing slash is ignored. */
export const byPath = (routes: Iterable<readonly [path: string, handler: RequestHandler]>): RequestHandler => {
  const handlers = new Map(routes);
  return (request, response, next) => {
    const { path } = request;
    const handler = handlers.get(path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);
    return handler === undefined ? next() : handler(request, response, next);
  };
};
