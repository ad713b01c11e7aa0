import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The labels of a gate and the salted hash of a page's values; `name` is such as `engines/labels/serp`. */
export const readLabels = <Labels>(name: string) => {
  const file = path.join(import.meta.dirname, `${name}-labels.json`);
  // safe because the file is part of the project
  const labels = JSON.parse(readFileSync(file, 'utf8')) as Labels & { readonly salt: string };
  const hash = (...parts: readonly string[]): string =>
    createHash('sha256')
      .update([labels.salt, ...parts].join('\0'))
      .digest('hex')
      .slice(0, 16);
  return { labels, hash };
};

/** Letters and digits of a text, lower case. */
export const fold = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
