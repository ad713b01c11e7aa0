import type { PageContent } from '@quarry/page';
import { jsonText } from './json-text.js';

/** What makes a response large. Nobody but its caller reads it. */
const LARGE_PARTS = ['content', 'text', 'markdown', 'json', 'links', 'emails', 'extractedData', 'chunks'] as const;
type LargePart = (typeof LARGE_PARTS)[number];

/** A shorter JSON is cheaper to copy between threads than to move. */
export const MIN_WRITTEN_CHARS = 4_096;

/** The content of a page as its response has it; bytes are the JSON of their value. */
export type WrittenContent = {
  [Part in keyof PageContent]: Part extends LargePart ? PageContent[Part] | Uint8Array : PageContent[Part];
};

const encoder = new TextEncoder();

/** A document whose bytes are the UTF-8 of its text. */
export interface Utf8Document {
  readonly text: string;
  readonly utf8: Uint8Array;
}

/** Writes the large parts of a content as JSON, quicker where one is the text of the document. */
export const writeContent = (content: PageContent, document?: Utf8Document): WrittenContent => {
  const written: WrittenContent = { ...content };
  for (const part of LARGE_PARTS) {
    const value = content[part];
    if (value === undefined) continue;
    if (typeof value === 'string' && value.length >= MIN_WRITTEN_CHARS && value === document?.text) {
      written[part] = jsonText(document.utf8);
      continue;
    }
    const json = JSON.stringify(value);
    if (json.length >= MIN_WRITTEN_CHARS) written[part] = encoder.encode(json);
  }
  return written;
};

/** The buffers of what was written. */
export const writtenBuffers = (content: WrittenContent): ArrayBufferLike[] =>
  LARGE_PARTS.flatMap((part) => {
    const value = content[part];
    return value instanceof Uint8Array ? [value.buffer] : [];
  });
