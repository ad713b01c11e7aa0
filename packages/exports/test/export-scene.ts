import { Readable } from 'node:stream';
import { FileTooLargeError, type FileKey } from '@quarry/files';
import type { BatchItem } from '@quarry/store';
import type { ExportSource, Parts } from '../src/source.js';

export const JOB = { id: '5f0c3f6e-40e4-4b8f-9d1e-0a4f5f3b2c11', createdAtMs: Date.UTC(2026, 2, 14) };
export const FILES_URL = 'https://files.example';

const ID = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** An ended item of a batch of pages. */
export const itemOf = (index: number, more: Partial<BatchItem> = {}): BatchItem => ({
  ...{ id: ID(index), accountId: 'acc_1', jobId: JOB.id, index, seq: index + 1, site: 'shop.example' },
  ...{ operation: 'scrape/web', contractVersion: 1, state: 'ok', verdict: 'ok', attempt: 1, statusCode: 200 },
  ...{ heldCredits: 1, chargedCredits: 1, periodIndex: 0, createdAtMs: JOB.createdAtMs, deadlineAtMs: 0 },
  endedAtMs: JOB.createdAtMs + 1_000 * (index + 1),
  query: { url: `https://shop.example/${index}` },
  params: { url: `https://shop.example/${index}` },
  answerName: 'result-1.json',
  metadata: {
    url: `https://shop.example/${index}`,
    html: `${FILES_URL}/acc_1/${ID(index)}/document-1.html`,
  },
  ...more,
});

/** A response as scrape/web stores it. */
export const answerOf = (index: number, more: object = {}): string =>
  JSON.stringify({
    requestMetadata: { id: ID(index), title: `Lamp ${index}` },
    ...{ statusCode: 200, statusText: 'OK', url: `https://shop.example/${index}`, rendered: false },
    headers: { 'content-type': 'text/html; charset=windows-1252', 'content-encoding': 'br', server: 'lamp' },
    ...more,
  });

/** A source of these items, with the files of a map by `<index>/<name>`. Counts what is held open at once. */
export const sceneOf = (items: readonly BatchItem[], files: Readonly<Record<string, string | Uint8Array>>) => {
  const seen = { reads: 0, opens: 0, turns: 0 };
  const find = ({ requestId, name }: FileKey): Buffer | null => {
    const index = items.find(({ id }) => id === requestId)?.index;
    const body = files[`${index}/${name}`];
    return body === undefined ? null : Buffer.from(body);
  };
  const source: ExportSource = {
    pages: (async function* () {
      if (items.length > 0) yield items;
    })(),
    filesUrl: FILES_URL,
    takeTurn: async () => void (seen.turns += 1),
    files: {
      read: async (key, maxBytes) => {
        seen.reads += 1;
        const body = find(key);
        if (body !== null && body.byteLength > maxBytes) throw new FileTooLargeError(maxBytes);
        return body;
      },
      open: async (key) => {
        seen.opens += 1;
        const body = find(key);
        if (body === null) return null;
        const info = { sizeBytes: body.byteLength, contentType: 'x', etag: '"x"', modifiedAtMs: 0 };
        return { info, stream: Readable.from(cut(body)) };
      },
    },
  };
  return { source, seen };
};

const PIECE_BYTES = 65_536;
function* cut(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.byteLength; at += PIECE_BYTES) yield body.subarray(at, at + PIECE_BYTES);
}

export const bytesOfParts = async (parts: Parts): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  for await (const part of parts) pieces.push(typeof part === 'string' ? Buffer.from(part) : part);
  return Buffer.concat(pieces);
};
