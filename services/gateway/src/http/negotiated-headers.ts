import type { RequestHandler } from 'express';
import { MAX_NEGOTIATED_CHARS } from '../bounds.js';

/**
 * Headers that are taken apart to choose an answer, here or in a library. Without one of them the answer is the usual one.
 * If-Range is none of them: a range without its condition would mean something else.
 */
const NEGOTIATED = [
  ...['accept', 'accept-charset', 'accept-encoding', 'accept-language', 'cache-control', 'content-type', 'if-match'],
  ...['if-modified-since', 'if-none-match', 'if-unmodified-since', 'prefer', 'range', 'te'],
];

/** Lists of choices are taken apart in time that grows with the square of their length: one that is too long counts as not sent. */
export const dropLongHeaders: RequestHandler = ({ headers }, _response, next) => {
  for (const name of NEGOTIATED) {
    const { length = 0 } = headers[name] ?? {};
    if (length > MAX_NEGOTIATED_CHARS) delete headers[name];
  }
  next();
};
