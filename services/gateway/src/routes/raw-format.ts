import type { Request } from 'express';
import type { Operation } from '@quarry/contracts';

/** A format that page scraping can send instead of JSON. */
export interface RawFormat {
  readonly mediaType: string;
  /** Its value of `outputFormat`. */
  readonly outputFormat: string;
  /** Its key in the result. */
  readonly field: string;
}

const RAW_FORMATS: readonly RawFormat[] = [
  { mediaType: 'text/markdown', outputFormat: 'markdown', field: 'markdown' },
  { mediaType: 'text/html', outputFormat: 'html', field: 'content' },
  { mediaType: 'text/plain', outputFormat: 'text', field: 'text' },
];
const OFFERED = ['application/json', ...RAW_FORMATS.map(({ mediaType }) => mediaType)];

const PARAMETER = /;\s*(?!q\s*=)[^;,="\s]+\s*(?:=\s*(?:"[^"]*"|[^;,\s"]*))?/gi;

/** The format that Accept prefers, ignoring parameters of media types; undefined for JSON, which is also the default. */
export const chooseRawFormat = (request: Request, operation: Operation): RawFormat | undefined => {
  if (operation.id !== 'scrape/web' || request.headers.accept === undefined) return undefined;
  request.headers.accept = request.headers.accept.replace(PARAMETER, '');
  const chosen = request.accepts(OFFERED);
  return RAW_FORMATS.find(({ mediaType }) => mediaType === chosen);
};

/** Adds the format that Accept requests to the input. A malformed list is left to validation. */
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
