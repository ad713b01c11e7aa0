import type { IncomingMessage } from 'node:http';
import { MAX_FRAME_BYTES, MAX_REQUEST_BYTES, RESULT_HEAD_BYTES } from '../bounds.js';
import type { CallGateway } from '../gateway/call-gateway.js';
import type { Caller } from '../gateway/call-gateway.js';

export interface StoredPageOptions {
  readonly callGateway: CallGateway;
  /** Where the gateway has its stored files. */
  readonly filesPath: string;
}

export type StoredPage =
  | { readonly outcome: 'found'; readonly html: string }
  | { readonly outcome: 'missing' | 'too_large' | 'unavailable' };

const REQUEST_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const FILE_NAME = /^(?!\.)[\w.-]{1,128}$/;
/** The page's link among the first members of a stored result; a quote inside of another one's text is escaped. */
const PAGE_LINK = /"html":"((?:[^"\\]|\\.){1,4096})"/;
const HTML_TYPE = /^(?:text\/html|application\/xhtml\+xml)\b/i;

/** Undefined for a body that is longer. */
const readAll = async (incoming: IncomingMessage, maxBytes: number): Promise<string | undefined> => {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const lastPart = (link: unknown): string | undefined => {
  const name = typeof link === 'string' ? link.split('/').at(-1) : undefined;
  return name !== undefined && FILE_NAME.test(name) ? name : undefined;
};

/** Names of the stored page and of the stored result. Links of the gateway are read for their last part alone. */
const namesIn = (text: string): { readonly page?: string | undefined; readonly result?: string | undefined } => {
  const { data } = JSON.parse(text) as { readonly data?: { readonly html?: unknown; readonly result?: unknown } };
  return { page: lastPart(data?.html), result: lastPart(data?.result) };
};

/** Finds the page that a request of the caller's account has stored, through the gateway and by its rules. */
export const createStoredPageReader = ({ callGateway, filesPath }: StoredPageOptions) => {
  const pathOf = (accountId: string, requestId: string, name: string): string =>
    `${filesPath.replace(/\/$/, '')}/${accountId}/${requestId}/${name}`;

  return async (call: Caller, requestId: string, signal: AbortSignal): Promise<StoredPage> => {
    if (!REQUEST_ID.test(requestId)) return { outcome: 'missing' };
    const id = requestId.toLowerCase();
    const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<IncomingMessage> =>
      callGateway(call, { method: 'GET', path, headers, signal });
    const open = async (name: string, headers: Readonly<Record<string, string>> = {}) =>
      get(pathOf(call.account.id, id, name), headers);

    const described = await get(`/requests/${id}`);
    if (described.statusCode !== 200) {
      described.destroy();
      return { outcome: described.statusCode === 404 ? 'missing' : 'unavailable' };
    }
    const names = namesIn((await readAll(described, MAX_REQUEST_BYTES)) ?? '{}');

    const pageOfResult = async (result: string): Promise<string | undefined> => {
      const head = await open(result, { range: `bytes=0-${RESULT_HEAD_BYTES - 1}` });
      const text = head.statusCode === 206 || head.statusCode === 200 ? await readAll(head, RESULT_HEAD_BYTES) : '';
      head.destroy();
      const [, link = ''] = PAGE_LINK.exec(text ?? '') ?? [];
      return lastPart(link);
    };
    const name = names.page ?? (names.result === undefined ? undefined : await pageOfResult(names.result));
    if (name === undefined) return { outcome: 'missing' };
    const page = await open(name);
    if (page.statusCode !== 200 || !HTML_TYPE.test(page.headers['content-type'] ?? '')) {
      page.destroy();
      return { outcome: 'missing' };
    }
    const html = await readAll(page, MAX_FRAME_BYTES);
    return html === undefined ? { outcome: 'too_large' } : { outcome: 'found', html };
  };
};

export type ReadStoredPage = ReturnType<typeof createStoredPageReader>;
