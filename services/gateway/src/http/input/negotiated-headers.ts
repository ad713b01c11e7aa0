import type { RequestHandler } from 'express';
import { MAX_NEGOTIATED_CHARS } from '../../bounds.js';

/**
 * Headers that are parsed for negotiation, here or in a library. Without one of them the response is the default one.
 * If-Range is not among them: a range without its condition would mean something else.
 */
const NEGOTIATED = [
  ...['accept', 'accept-charset', 'accept-encoding', 'accept-language', 'cache-control', 'content-type', 'if-match'],
  ...['if-modified-since', 'if-none-match', 'if-unmodified-since', 'prefer', 'range', 'te'],
];

/** Such lists are parsed in quadratic time: one that is too long is ignored. */
export const dropLongHeaders: RequestHandler = ({ headers }, _response, next) => {
  for (const name of NEGOTIATED) {
    const { length = 0 } = headers[name] ?? {};
    if (length > MAX_NEGOTIATED_CHARS) delete headers[name];
  }
  next();
};
