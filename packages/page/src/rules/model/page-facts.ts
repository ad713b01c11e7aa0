import type { HeadData } from '../../data/head-data.js';
import type { MicrodataItem } from '../../source/page-content.js';
import { cleanText } from './page-blocks.js';

/** Levels, values and text of structured data that a model is given; articles repeat their whole text there. */
export const MAX_FACT_DEPTH = 8;
export const MAX_FACT_VALUES = 2_000;
export const MAX_FACT_CHARS = 600;

const NO_FACT: ReadonlySet<string> = new Set(['@context', 'potentialAction', 'breadcrumb', 'speakable']);

const clean = (text: string): string => {
  const line = cleanText(text.slice(0, 2 * MAX_FACT_CHARS))
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > MAX_FACT_CHARS ? line.slice(0, MAX_FACT_CHARS) : line;
};

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** A smaller copy of structured data, bounded in depth, values and text. */
const compact = (value: unknown, left: { values: number }, depth = 0): unknown => {
  left.values -= 1;
  if (left.values < 0) return undefined;
  if (typeof value === 'string') return clean(value);
  if (value === null || typeof value !== 'object') return value;
  if (depth >= MAX_FACT_DEPTH) return undefined;
  if (Array.isArray(value)) {
    const entries: unknown[] = [];
    for (const entry of value as unknown[]) {
      if (left.values <= 0) break;
      const small = compact(entry, left, depth + 1);
      if (!isEmpty(small)) entries.push(small);
    }
    return entries.length === 1 ? entries[0] : entries;
  }
  const fields: [string, unknown][] = [];
  for (const [name, entry] of Object.entries(value)) {
    if (left.values <= 0) break;
    if (NO_FACT.has(name)) continue;
    const small = compact(entry, left, depth + 1);
    if (!isEmpty(small)) fields.push([clean(name), small]);
  }
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
};

const microdataFields = (item: MicrodataItem): Record<string, unknown> => ({
  ...(item.type ? { '@type': item.type.map((type) => type.replace(/^https?:\/\/schema\.org\//i, '')) } : {}),
  ...Object.fromEntries(
    Object.entries(item.properties).map(([name, values]) => [
      name,
      values.map((value) => (typeof value === 'string' ? value : value.properties)),
    ]),
  ),
});

/** What a page states of itself outside its text, one fact per line, the most important first. */
export const factLines = (url: string, head: HeadData, microdata: readonly MicrodataItem[]): string[] => {
  const left = { values: MAX_FACT_VALUES };
  const line = (label: string, value: unknown): string[] => {
    const small = compact(value, left);
    if (isEmpty(small)) return [];
    return [`${label}: ${typeof small === 'string' ? small : JSON.stringify(small)}`];
  };
  return [
    ...line('Address', url),
    ...line('Title', head.title),
    ...line('Language', head.language),
    ...line('Description', head.meta.get('description') ?? head.meta.get('og:description')),
    ...line('Author', head.meta.get('author')),
    ...head.jsonLd.flatMap((entity) => line('Data', entity)),
    ...microdata.flatMap((item) => line('Data', microdataFields(item))),
    ...line('Open Graph', head.openGraph),
  ];
};
