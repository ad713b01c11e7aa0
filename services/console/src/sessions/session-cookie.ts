import type { Request, Response } from 'express';
import { SESSION_LIFE_MS } from '../bounds.js';

export interface SessionCookie {
  /** The token of a call; undefined without one. */
  read(request: Request): string | undefined;
  set(response: Response, token: string): void;
  clear(response: Response): void;
}

const NAME = 'quarry_session';

/**
 * The cookie of a session: for this host alone, never for scripts, and sent only with calls from the console's own pages. Over
 * https its name begins with `__Host-`, so that browsers take it from no other host.
 */
export const createSessionCookie = (isSecure: boolean): SessionCookie => {
  const name = isSecure ? `__Host-${NAME}` : NAME;
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  const write = (response: Response, value: string, maxAgeSeconds: number): void => {
    response.append('set-cookie', `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`);
  };
  return {
    read: ({ headers }) => {
      const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
      return pairs.find(([found]) => found === name)?.[1];
    },
    set: (response, token) => write(response, token, SESSION_LIFE_MS / 1000),
    clear: (response) => write(response, '', 0),
  };
};
