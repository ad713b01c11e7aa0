import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';
import { COMPRESS_MIN_BYTES } from '../bounds.js';

/** Text that the list of compressible types lacks. */
const LINES = /^application\/x-ndjson/i;

const willCompress = (request: Request, response: Response): boolean =>
  request.method !== 'HEAD' &&
  Number(response.getHeader('content-length')) >= COMPRESS_MIN_BYTES &&
  request.acceptsEncodings('br', 'gzip', 'deflate') !== false;

const isCompressed = (request: Request, response: Response): boolean => {
  // A range counts the bytes of the file as it is stored.
  if (response.hasHeader('content-range')) return false;
  const isLines = LINES.test(String(response.getHeader('content-type')));
  if (!isLines && !compression.filter(request, response)) return false;
  const etag = response.getHeader('etag');
  // The bytes that are sent are no longer those of the file.
  if (typeof etag === 'string' && etag.startsWith('"') && willCompress(request, response)) {
    response.setHeader('etag', `W/${etag}`);
  }
  return true;
};

/** Compresses texts of some size for callers that accept it: br, gzip or deflate. Pictures and PDFs are sent as they are. */
export const compressResponses: RequestHandler = compression({ threshold: COMPRESS_MIN_BYTES, filter: isCompressed });
