import { Router, type Request, type Response } from 'express';
import {
  findStored,
  type ByteRange,
  type FileInfo,
  type FileKey,
  type FileStore,
  type StoredFile,
} from '@quarry/files';
import { FILE_CACHE_SECONDS } from '../bounds.js';
import type { Authenticator } from '../http/authenticate.js';
import { sendStream } from '../http/send-stream.js';
import { requestState } from '../http/request-state.js';
import { sendError, sendMethodNotAllowed } from '../http/send-error.js';
import { readByteRange } from './byte-range.js';

export interface FilesRouteOptions {
  readonly files: FileStore;
  readonly authenticator: Authenticator;
}

const PART = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,128}$/;
const METHODS = ['GET', 'HEAD', 'OPTIONS'];

const setCors = (response: Response): void => {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('cross-origin-resource-policy', 'cross-origin');
  response.setHeader(
    'access-control-expose-headers',
    'accept-ranges, content-disposition, content-length, content-range, etag, ' +
      'ratelimit, ratelimit-policy, x-credits-charged, x-credits-remaining, x-request-id',
  );
};

const answerPreflight = (response: Response): void => {
  response.setHeader('access-control-allow-methods', METHODS.join(', '));
  response.setHeader('access-control-allow-headers', 'x-api-key, range, if-range, if-none-match');
  response.setHeader('access-control-max-age', '86400');
  response.setHeader('allow', METHODS.join(', '));
  response.status(204).end();
};

const MAY_RUN = new Set(['text/html', 'application/xhtml+xml', 'image/svg+xml', 'application/xml', 'text/xml']);

/** Stored pages are hostile content: never run, never guessed at. */
const setFileHeaders = (response: Response, info: FileInfo, name: string): void => {
  const essence = info.contentType.split(';', 1)[0]?.trim() ?? '';
  response.setHeader('content-type', info.contentType);
  response.setHeader('content-security-policy', "sandbox; default-src 'none'");
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('content-disposition', `${MAY_RUN.has(essence) ? 'attachment' : 'inline'}; filename="${name}"`);
  response.setHeader('accept-ranges', 'bytes');
  response.setHeader('etag', info.etag);
  response.setHeader('last-modified', new Date(info.modifiedAtMs).toUTCString());
  response.setHeader('cache-control', `private, max-age=${FILE_CACHE_SECONDS}`);
  response.setHeader('vary', 'x-api-key');
};

const OF_A_FILE_ALONE = [
  ...['content-length', 'content-range', 'content-disposition', 'accept-ranges'],
  ...['etag', 'last-modified'],
];

/** For an answer without the file after all. */
const dropFileHeaders = (response: Response): void => {
  OF_A_FILE_ALONE.forEach((name) => response.removeHeader(name));
  response.setHeader('cache-control', 'no-store');
};

const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag));

/** A range counts only for the version of the file that the client has the rest of. */
const rangeHeader = (request: Request, info: FileInfo): string | undefined => {
  const { range, 'if-range': condition } = request.headers;
  return condition === undefined || condition === info.etag ? range : undefined;
};

/** `/<account>/<request>/<name>`: files of the key's own account; anything else is not there. */
export const createFilesRouter = ({ files, authenticator }: FilesRouteOptions): Router => {
  const readKey = async (request: Request): Promise<FileKey | null> => {
    const { account: accountId = '', request: requestId = '', name = '' } = request.params as Record<string, string>;
    if (![accountId, requestId, name].every((part) => PART.test(part))) return null;
    const account = await authenticator.identify(request);
    return account?.id === accountId ? { accountId, requestId, name } : null;
  };

  const sendBody = async (response: Response, file: StoredFile, range?: ByteRange): Promise<void> => {
    const sizeBytes = range === undefined ? file.info.sizeBytes : range.end - range.start + 1;
    response.setHeader('content-length', String(sizeBytes));
    if (response.req.method === 'HEAD') {
      response.end();
      return;
    }
    const stream = await file.open(range).catch((error: unknown) => {
      dropFileHeaders(response);
      throw error;
    });
    if (stream === null) return sendMissing(response);
    await sendStream(stream, response);
  };

  const sendMissing = (response: Response): void => {
    dropFileHeaders(response);
    sendError(response, 'not_found', { message: 'No such file, or it belongs to another account.' });
  };

  const router = Router({ caseSensitive: true, strict: true });
  router.all('/:account/:request/:name', async (request, response) => {
    requestState(response).route = '<files>';
    setCors(response);
    if (request.method === 'OPTIONS') return answerPreflight(response);
    if (!METHODS.includes(request.method)) return sendMethodNotAllowed(response, METHODS);
    const key = await readKey(request);
    const file = key === null ? null : await findStored(files, key);
    if (key === null || file === null) return sendMissing(response);

    const { info } = file;
    setFileHeaders(response, info, key.name);
    if (matchesEtag(request.headers['if-none-match'], info.etag)) {
      response.status(304).end();
      return;
    }
    const reading = readByteRange(rangeHeader(request, info), info.sizeBytes);
    if (reading.kind === 'unsatisfiable') {
      response.setHeader('content-range', `bytes */${info.sizeBytes}`);
      response.setHeader('content-disposition', 'inline').setHeader('cache-control', 'no-store');
      return sendError(response, 'range_not_satisfiable');
    }
    if (reading.kind === 'whole') return sendBody(response, file);
    const { start, end } = reading.range;
    response.status(206).setHeader('content-range', `bytes ${start}-${end}/${info.sizeBytes}`);
    await sendBody(response, file, reading.range);
  });
  return router;
};
