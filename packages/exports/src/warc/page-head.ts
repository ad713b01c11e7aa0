import { documentKind, sniffMediaType } from '@quarry/html';
import { isPlainObject } from '@quarry/contracts';
import { MAX_WARC_HEADER_BYTES } from '../bounds.js';
import { bytesOf, type StoredAnswer } from '../rows/read-answers.js';
import type { ExportSource } from '../source.js';
import { JsonPicker } from '../table/json-picker.js';
import { onOneLine } from './record.js';

/** What a stored response says of the target's own. */
export interface PageHead {
  readonly statusCode: number;
  readonly statusText: string;
  readonly url: string;
  readonly isRendered: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

const PATHS = [['statusCode'], ['statusText'], ['url'], ['rendered'], ['headers']] as const;

/** Undefined where the response has no headers of one document, as those of searches. */
export const readPageHead = async (
  answer: StoredAnswer,
  takeTurn: ExportSource['takeTurn'],
): Promise<PageHead | undefined> => {
  const parts = await bytesOf(answer);
  if (parts === undefined) return undefined;
  const picker = new JsonPicker(PATHS, MAX_WARC_HEADER_BYTES);
  for await (const part of parts) {
    picker.write(part);
    await takeTurn();
  }
  const [statusCode, statusText, url, rendered, headers] = PATHS.map((path) => picker.valueAt(path));
  if (typeof statusCode !== 'number' || typeof url !== 'string' || !isPlainObject(headers)) return undefined;
  const told = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return {
    ...{ statusCode, url, isRendered: rendered === true, headers: Object.fromEntries(told) },
    statusText: typeof statusText === 'string' ? statusText : '',
  };
};

/** How the stored document relates to what the target sent. */
export type DocumentForm = 'as-served' | 'decoded' | 'rendered';

/** Texts are stored as UTF-8, and rendered pages as the document after its scripts. `start`: its first bytes. */
export const formOf = ({ isRendered, headers }: PageHead, name: string, start: Uint8Array): DocumentForm => {
  if (isRendered && name.endsWith('.html')) return 'rendered';
  return documentKind(sniffMediaType(start, headers['content-type'])) === 'binary' ? 'as-served' : 'decoded';
};

/** Fields of the transfer and of the coding, which the stored bytes no longer have. */
const CODED: ReadonlySet<string> = new Set(['content-encoding', 'transfer-encoding', 'content-length']);
const ORIGINAL = 'X-Archive-Orig-';
const NAME = /^[!#$%&'*+.^_`|~\w-]+$/;

const withUtf8 = (contentType: string): string => {
  const [essence = '', ...parameters] = contentType.split(';').map((part) => part.trim());
  return [essence, ...parameters.filter((one) => !/^charset\s*=/i.test(one)), 'charset=utf-8'].join('; ');
};

/** The status line and the headers as they were received; what no longer fits the stored bytes is kept under another name. */
export const httpHeadOf = (head: PageHead, form: DocumentForm, sizeBytes: number): string => {
  const lines = Object.entries(head.headers).flatMap(([name, value]) => {
    if (!NAME.test(name)) return [];
    const told = onOneLine(value);
    if (CODED.has(name)) return [`${ORIGINAL}${name}: ${told}`];
    if (name !== 'content-type' || form === 'as-served' || withUtf8(told) === told) return [`${name}: ${told}`];
    return [`${name}: ${withUtf8(told)}`, `${ORIGINAL}${name}: ${told}`];
  });
  const status = `HTTP/1.1 ${head.statusCode} ${onOneLine(head.statusText)}`.trimEnd();
  return `${[status, ...lines, `content-length: ${sizeBytes}`].join('\r\n')}\r\n\r\n`;
};
