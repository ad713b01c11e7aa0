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
import { isFilePart } from './file-part.js';
import type { SignedLinks } from './signed-links.js';

export interface FilesRouteOptions {
  readonly files: FileStore;
  readonly authenticator: Authenticator;
  /** Undefined: the deployment has no secret to sign links with. */
  readonly links?: SignedLinks | undefined;
}

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
  response.setHeader('access-control-allow-headers', 'x-api-key, authorization, range, if-range, if-none-match');
  response.setHeader('access-control-max-age', '86400');
  response.setHeader('allow', METHODS.join(', '));
  response.status(204).end();
};

const MAY_RUN = new Set(['text/html', 'application/xhtml+xml', 'image/svg+xml', 'application/xml', 'text/xml']);

/** A file that the call may read, and how long its caller may keep it. */
interface Opened extends FileKey {
  readonly maxAgeSeconds: number;
}

/** Stored pages are untrusted: they are never run, and their type is never guessed. */
const setFileHeaders = (response: Response, info: FileInfo, { name, maxAgeSeconds }: Opened): void => {
  const essence = info.contentType.split(';', 1)[0]?.trim() ?? '';
  response.setHeader('content-type', info.contentType);
  response.setHeader('content-security-policy', "sandbox; default-src 'none'");
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('content-disposition', `${MAY_RUN.has(essence) ? 'attachment' : 'inline'}; filename="${name}"`);
  response.setHeader('accept-ranges', 'bytes');
  response.setHeader('etag', info.etag);
  response.setHeader('last-modified', new Date(info.modifiedAtMs).toUTCString());
  response.setHeader('cache-control', `private, max-age=${maxAgeSeconds}`);
  response.vary('x-api-key').vary('authorization');
};

const OF_A_FILE_ALONE = [
  ...['content-length', 'content-range', 'content-disposition', 'accept-ranges'],
  ...['etag', 'last-modified'],
];

/** For a response without the file. */
const dropFileHeaders = (response: Response): void => {
  OF_A_FILE_ALONE.forEach((name) => response.removeHeader(name));
  response.setHeader('cache-control', 'no-store');
};

const NO_KEY =
  'Stored files open with a key of their account, in the x-api-key header or as Authorization: Bearer, or with a signed link that has not expired.';

const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag));

/** The range applies only to the version of the file that the client has a part of. */
const rangeHeader = (request: Request, info: FileInfo): string | undefined => {
  const { range, 'if-range': condition } = request.headers;
  return condition === undefined || condition === info.etag ? range : undefined;
};

/**
 * `/<account>/<request>/<name>`: files of the key's account, and signed links until they expire. Without a key a 401, anything
 * else is a 404.
 */
export const createFilesRouter = ({ files, authenticator, links }: FilesRouteOptions): Router => {
  const open = async (request: Request): Promise<Opened | 'unauthorized' | 'missing'> => {
    const { account: accountId = '', request: requestId = '', name = '' } = request.params as Record<string, string>;
    const isFile = [accountId, requestId, name].every(isFilePart);
    const key = { accountId, requestId, name };
    const left = isFile ? links?.secondsLeft(request, key) : undefined;
    if (left !== undefined) return { ...key, maxAgeSeconds: Math.min(FILE_CACHE_SECONDS, left) };
    const account = await authenticator.identify(request);
    if (account === null) return 'unauthorized';
    return isFile && account.id === accountId ? { ...key, maxAgeSeconds: FILE_CACHE_SECONDS } : 'missing';
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
    const key = await open(request);
    if (key === 'unauthorized') return sendError(response, 'unauthorized', { message: NO_KEY });
    const file = key === 'missing' ? null : await findStored(files, key);
    if (key === 'missing' || file === null) return sendMissing(response);

    const { info } = file;
    setFileHeaders(response, info, key);
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
