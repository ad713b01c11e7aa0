import { CHARSET_MISMATCH, declaredCharset, isMisread } from '@quarry/html';
import type { HTTPResponse } from 'puppeteer-core';

const LOST = '\uFFFD';
// oxlint-disable-next-line no-control-regex
const BEYOND_ASCII = /[^\u0000-\u007f]/;

/** Whether it is worth while to ask the browser for the document as it came. */
const mayBeMisread = (html: string, body: Uint8Array, contentType: string | undefined): boolean => {
  if (html.includes(LOST)) return true;
  const charset = declaredCharset(body, contentType);
  return charset !== undefined && charset !== 'utf-8' && BEYOND_ASCII.test(html);
};

/**
 * Warnings about a shown document. A browser decodes by the charset that is declared, whatever the bytes are; scripts may have
 * changed the document since, so the text as it came is looked at. Undefined if there are none.
 */
export const readWarnings = async (
  response: HTTPResponse,
  html: string,
  body: Uint8Array,
): Promise<readonly string[] | undefined> => {
  const contentType = response.headers()['content-type'];
  if (!mayBeMisread(html, body, contentType)) return undefined;
  const text = await response.buffer().then(
    (received) => Buffer.from(received).toString('utf8'),
    () => undefined,
  );
  return text !== undefined && isMisread(text, contentType) ? [CHARSET_MISMATCH] : undefined;
};
