import type { CallToolResult } from '@modelcontextprotocol/server';
import { isPlainObject } from '@quarry/contracts';
import { partOf } from '../output/split-answer.js';
import { failed, failedByLoss, failedByReply, jsonOf } from '../output/tool-result.js';
import type { QuarryApi, QuarryReply } from '../quarry/quarry-api.js';
import type { Reference } from './reference.js';

/** Timeout of one of the reads that make up a document. */
const READ_TIMEOUT_MS = 30_000;

export type StoredDocument =
  | { readonly kind: 'text'; readonly text: string; readonly contentType: string }
  | { readonly kind: 'binary'; readonly bytes: Buffer; readonly contentType: string }
  | { readonly kind: 'failed'; readonly result: CallToolResult };

interface Reading {
  readonly api: QuarryApi;
  readonly signal?: AbortSignal | undefined;
}

const TEXT_TYPE = /^(?:text\/|application\/(?:json|xml|xhtml\+xml|x-ndjson|javascript))/i;

const missing = (message: string, next: string): StoredDocument => ({
  kind: 'failed',
  result: failed({ error: 'not_found', message, retryable: false, next, creditsCharged: 0 }),
});

const get = async ({ api, signal }: Reading, path: string): Promise<QuarryReply> =>
  api.call({ method: 'GET', path, timeoutMs: READ_TIMEOUT_MS, signal });

const failedBy = (reply: QuarryReply): StoredDocument => ({
  kind: 'failed',
  result: reply.outcome === 'lost' ? failedByLoss(reply, 0) : failedByReply(reply),
});

const isRead = (reply: QuarryReply): reply is Extract<QuarryReply, { outcome: 'answered' }> =>
  reply.outcome === 'answered' && reply.status === 200;

const documentOf = ({ headers, body }: Extract<QuarryReply, { outcome: 'answered' }>): StoredDocument => {
  const contentType = headers['content-type'] ?? 'application/octet-stream';
  return TEXT_TYPE.test(contentType)
    ? { kind: 'text', text: body.toString('utf8'), contentType }
    : { kind: 'binary', bytes: body, contentType };
};

interface Stored {
  /** Link of the stored response, if there is one. */
  readonly result: string | undefined;
  readonly status: string;
  /** Address of the request's files. */
  readonly folder: string | undefined;
}

const storedOf = (reply: Extract<QuarryReply, { outcome: 'answered' }>): Stored => {
  const data = jsonOf(reply.body)?.['data'];
  const { result, html, status } = isPlainObject(data) ? data : {};
  const link = [result, html].find((value) => typeof value === 'string');
  return {
    result: typeof result === 'string' ? result : undefined,
    status: String(status),
    folder: link?.slice(0, link.lastIndexOf('/')),
  };
};

const readPart = async (reading: Reading, link: string, { part }: { part: string }): Promise<StoredDocument> => {
  const reply = await get(reading, link);
  if (!isRead(reply)) return failedBy(reply);
  const body = jsonOf(reply.body);
  const text = partOf(body, part);
  if (text !== undefined) return { kind: 'text', text, contentType: 'text/plain' };
  const names = ['data', ...Object.keys(body ?? {})].join(', ');
  return missing(`The response has no part ${part}.`, `Read one of: ${names}.`);
};

/**
 * Reads what a reference names, with the caller's key. The key is sent only to the base URL and to the address that Quarry itself
 * names for the request's files, never to one that a reference brings along.
 */
export const readDocument = async (reading: Reading, reference: Reference): Promise<StoredDocument> => {
  const request = await get(reading, `/requests/${reference.requestId}`);
  if (!isRead(request)) return failedBy(request);
  const { result, status, folder } = storedOf(request);
  if (folder === undefined) {
    const next = status === 'pending' ? 'It still runs: read it again later.' : 'See its error; nothing was stored.';
    return missing(`Request ${reference.requestId} has no stored response.`, next);
  }
  if (reference.kind === 'part') {
    if (result === undefined) return missing('The request failed and has no response.', 'Read its html file instead.');
    return readPart(reading, result, reference);
  }
  if (reference.folder !== undefined && reference.folder !== folder) {
    return missing('This link is not one of your files on this Quarry.', 'Use a link from a response of these tools.');
  }
  const reply = await get(reading, `${folder}/${reference.name}`);
  return isRead(reply) ? documentOf(reply) : failedBy(reply);
};
