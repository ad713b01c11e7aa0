import type { Request, RequestHandler } from 'express';
import { refuse } from './errors.js';
import { sendRefusal } from './send-refusal.js';

/** Pages of other origins cannot send this header without asking first, which is never granted. */
export const CONSOLE_HEADER = 'x-quarry-console';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost'];

/** The origins under which people open the console: its public one and, on this machine, the other name of loopback. */
export const originsOf = (consoleUrl: string): ReadonlySet<string> => {
  const url = new URL(consoleUrl);
  if (!LOOPBACK_NAMES.includes(url.hostname)) return new Set([url.origin]);
  return new Set(
    LOOPBACK_NAMES.map((hostname) => {
      const other = new URL(url);
      other.hostname = hostname;
      return other.origin;
    }),
  );
};

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const isJson = (request: Request): boolean => {
  const type = request.headers['content-type'];
  return type === undefined ? !hasBody(request) : JSON_TYPE.test(type);
};

/** Whether the browser says that another site's page made the call. Older browsers say nothing. */
export const isFromElsewhere = ({ headers }: Request): boolean => {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
};

export const hasConsoleHeader = ({ headers }: Request): boolean => headers[CONSOLE_HEADER] === '1';

/**
 * Refuses calls that a page of another origin makes in the name of whoever is signed in. What changes something needs our header,
 * our origin and a JSON body, which no form and no link can send.
 */
export const createOriginGuard =
  (origins: ReadonlySet<string>): RequestHandler =>
  (request, response, next) => {
    const isOurs =
      !isFromElsewhere(request) &&
      (SAFE.has(request.method) ||
        (hasConsoleHeader(request) && origins.has(request.headers.origin ?? '') && isJson(request)));
    if (isOurs) next();
    else sendRefusal(response, refuse('forbidden_origin'));
  };
