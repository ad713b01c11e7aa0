import type { Request } from 'express';
import type { Operation } from '@quarry/contracts';

/** A body that page scraping can send instead of its JSON envelope. */
export interface RawFormat {
  readonly mediaType: string;
  /** Value of `outputFormat` that makes it. */
  readonly outputFormat: string;
  /** Key of the result that carries it. */
  readonly field: string;
}

const RAW_FORMATS: readonly RawFormat[] = [
  { mediaType: 'text/markdown', outputFormat: 'markdown', field: 'markdown' },
  { mediaType: 'text/html', outputFormat: 'html', field: 'content' },
  { mediaType: 'text/plain', outputFormat: 'text', field: 'text' },
];
const OFFERED = ['application/json', ...RAW_FORMATS.map(({ mediaType }) => mediaType)];

const PARAMETER = /;\s*(?!q\s*=)[^;,="\s]+\s*(?:=\s*(?:"[^"]*"|[^;,\s"]*))?/gi;

/** What the Accept header prefers, whatever parameters its types have; undefined for the JSON envelope, which is also the answer to any other type. */
export const chooseRawFormat = (request: Request, operation: Operation): RawFormat | undefined => {
  if (operation.id !== 'scrape/web' || request.headers.accept === undefined) return undefined;
  request.headers.accept = request.headers.accept.replace(PARAMETER, '');
  const chosen = request.accepts(OFFERED);
  return RAW_FORMATS.find(({ mediaType }) => mediaType === chosen);
};

/** The input with the format added that Accept asks for. A malformed list is left for validation to name. */
export const withOutputFormat = (
  input: Record<string, unknown>,
  raw: RawFormat | undefined,
): Record<string, unknown> => {
  const { outputFormat } = input;
  if (raw === undefined) return input;
  if (outputFormat === undefined) return { ...input, outputFormat: [raw.outputFormat] };
  if (!Array.isArray(outputFormat) || outputFormat.includes(raw.outputFormat)) return input;
  return { ...input, outputFormat: [...(outputFormat as unknown[]), raw.outputFormat] };
};
