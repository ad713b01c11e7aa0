import { STATUS_CODES } from 'node:http';
import type { RawFormat } from './raw-format.js';

/** Status of the target, beside the bare text of its page. */
export const TARGET_STATUS_HEADER = 'x-target-status';

/** In the words of the standard: those of the target are its own to choose. */
const noticeOf = (statusCode: number): string => {
  const name = STATUS_CODES[statusCode];
  return `The target responded with status ${statusCode}${name === undefined ? '' : ` ${name}`}.`;
};

/**
 * The bare text of a page. That of an error page of the target says so in its first line: a reader of markdown or plain text sees
 * no header. Html is left as it is, so that it stays the page.
 */
export const withTargetStatus = (text: string, { mediaType }: RawFormat, statusCode: unknown): string => {
  if (typeof statusCode !== 'number' || statusCode < 400 || mediaType === 'text/html') return text;
  const notice = noticeOf(statusCode);
  return `${mediaType === 'text/markdown' ? `> ${notice}` : notice}\n\n${text}`;
};
