import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LLMS_FULL_MAX_CHARS } from '../bounds.js';
import { batchText } from './batch-text.js';
import { accountText, guideText } from './guide-text.js';
import { endpointsText } from './llms-text.js';
import type { ReferenceInput } from './open-api-document.js';
import { webhookText } from './webhook-text.js';

/** First those that a caller of the API needs; the others follow by name. */
const FIRST = [
  'getting-started.md',
  'page-scraping.md',
  'map.md',
  'search.md',
  'sites.md',
  'batch.md',
  'schedules.md',
  'sessions.md',
  'webhooks.md',
];

const rankOf = (name: string): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

const guidesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .sort((a, b) => rankOf(a) - rankOf(b) || a.localeCompare(b))
    .map((name) => readFileSync(path.join(folder, name), 'utf8').trim());

/** The reference and all guides as markdown for language models; guides that exceed the size limit are named, not quoted. */
export const renderLlmsFullText = (input: ReferenceInput, guidesFolder: string): string => {
  const { operations, batchRoutes, baseUrl, filesUrl } = input;
  const parts = [
    `# Quarry\n\n${guideText(input)}`,
    `## Endpoints\n\n${endpointsText(operations)}`,
    `## Batches\n\n${batchText(batchRoutes, { baseUrl, filesUrl })}`,
    `## Webhooks\n\n${webhookText(baseUrl)}`,
    `## Account and files\n\n${accountText(filesUrl)}`,
    ...guidesIn(guidesFolder),
  ];
  let size = 0;
  const shown = parts.map((part) => {
    if (size + part.length > LLMS_FULL_MAX_CHARS)
      return `${part.split('\n', 1)[0] ?? ''}\n\nLeft out: it is too long for this text.`;
    size += part.length;
    return part;
  });
  return `${shown.join('\n\n---\n\n')}\n`;
};
