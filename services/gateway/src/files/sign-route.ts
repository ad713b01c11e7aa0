import type { RequestHandler } from 'express';
import { FILES_SIGN_PATH, validateSignRequest } from '@quarry/contracts';
import type { FileKey, FileStore } from '@quarry/files';
import { findStored } from '@quarry/files';
import type { Clock } from '@quarry/store';
import { refuse } from '../admission/screen-request.js';
import { onPath, type ExchangeOptions } from '../http/exchange.js';
import type { createJsonBodyReader } from '../http/input/read-json-body.js';
import { isFilePart } from './file-part.js';
import type { SignedLinks } from './signed-links.js';

export interface SignRouteOptions extends ExchangeOptions {
  readonly files: FileStore;
  /** Public URL of the stored files, without a trailing slash. */
  readonly filesUrl: string;
  readonly readBody: ReturnType<typeof createJsonBodyReader>;
  /** Undefined: the deployment has no secret to sign links with. */
  readonly links: SignedLinks | undefined;
  readonly clock: Clock;
}

const NO_SECRET =
  'This deployment signs no links: it has no secret to sign them with. Its operator can set QUARRY_SECRET.';
const NO_FILE = 'No such file, or it belongs to another account. Send a link from one of your responses.';

/** The file that a link of a response points to. */
const fileOf = (url: string, filesUrl: string): FileKey | undefined => {
  const [sent, base] = [URL.parse(url), new URL(filesUrl)];
  const root = `${base.pathname.replace(/\/$/, '')}/`;
  if (sent?.origin !== base.origin || !sent.pathname.startsWith(root)) return undefined;
  const parts = sent.pathname.slice(root.length).split('/');
  const [accountId = '', requestId = '', name = ''] = parts;
  return parts.length === 3 && parts.every(isFilePart) ? { accountId, requestId, name } : undefined;
};

/** `POST /files/sign`: a link to a stored file of the account that opens without a key until it expires. Free of charge. */
export const createSignRoute = (options: SignRouteOptions): RequestHandler => {
  const { files, filesUrl, links, clock } = options;
  return onPath(options, { path: FILES_SIGN_PATH, methods: ['POST'] }, async (exchange) => {
    const { request, response, account } = exchange;
    if (links === undefined) return exchange.refuse(refuse('not_implemented', { message: NO_SECRET }));
    const read = await options.readBody(request, response);
    if (!read.ok) return exchange.refuse(read.refusal);
    const checked = validateSignRequest(read.body);
    if (!checked.ok) return exchange.refuse(refuse('validation_failed', { errors: checked.violations }));
    const { url, expiresInSeconds } = checked.params;
    const file = fileOf(url, filesUrl);
    const isOwn = file?.accountId === account.id && (await findStored(files, file)) !== null;
    if (file === undefined || !isOwn) return exchange.refuse(refuse('not_found', { message: NO_FILE }));
    const expiresAtSeconds = Math.floor(clock() / 1_000) + expiresInSeconds;
    const { accountId, requestId, name } = file;
    const signed = links.sign(`${filesUrl}/${accountId}/${requestId}/${name}`, file, expiresAtSeconds);
    const expiresAt = new Date(expiresAtSeconds * 1_000).toISOString();
    await exchange.send({ status: 'ok', data: { url: signed, expiresAt } });
  });
};
