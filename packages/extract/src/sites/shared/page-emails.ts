import { parseDocument } from '../../dom/parse-document.js';
import { DEFAULT_CONVERSION_LIMITS } from '../../page/conversion-limits.js';
import { collectEmails } from '../../page/emails.js';
import { pageSource } from '../../page/page-source.js';

/** E-mail addresses that a page states: in links and in the text that it shows. Lower case, each once. */
export const pageEmails = (text: string, url: string): string[] =>
  collectEmails(pageSource(parseDocument(text).root, url, DEFAULT_CONVERSION_LIMITS, new Set()));
