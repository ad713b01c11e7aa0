import { parseDocument } from '@quarry/html';
import { DEFAULT_CONVERSION_LIMITS, collectEmails, pageSource } from '@quarry/page';

/** E-mail addresses that a page states: in links and in the text that it shows. Lower case, each once. */
export const pageEmails = (text: string, url: string): string[] =>
  collectEmails(pageSource(parseDocument(text).root, url, DEFAULT_CONVERSION_LIMITS, new Set()));
