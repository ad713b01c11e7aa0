import { createHash } from 'node:crypto';
import type { BatchRoute, Operation, QueueName } from '@quarry/contracts';
import { each } from './docs-html.js';
import { batchSection } from './batch-section.js';
import {
  accountSection,
  errorsSection,
  headersSection,
  navigation,
  pricesSection,
  startSection,
  type SectionInput,
} from './docs-sections.js';
import { DOCS_STYLE } from './docs-style.js';
import { operationSection } from './operation-section.js';
import { webhookSection } from './webhook-section.js';

export interface DocsInput extends SectionInput {
  readonly batchRoutes: readonly BatchRoute[];
}

export interface DocsPage {
  readonly html: string;
  /** The Content-Security-Policy for exactly this page. */
  readonly policy: string;
}

const GROUPS: readonly (readonly [queue: QueueName, title: string])[] = [
  ['browser-scrape', 'Pages'],
  ['serp', 'Search engines'],
  ['sites', 'Sites'],
];

/** One page without scripts, images or external resources, made from the operations and the error registry. */
export const renderDocsPage = ({ operations, batchRoutes, ...input }: DocsInput): DocsPage => {
  const groups = GROUPS.map(([queue, title]) => [title, operations.filter((one) => one.queue === queue)] as const);
  const batched = new Set(batchRoutes.map(({ operationId }) => operationId));
  const section = (operation: Operation): string =>
    operationSection(operation, { baseUrl: input.baseUrl, isBatched: batched.has(operation.id) });
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Quarry API</title><style>${DOCS_STYLE}</style></head>
<body><div class="frame">${navigation(groups)}<main>
${startSection({ operations, ...input })}
${pricesSection(operations)}
${headersSection()}
${errorsSection(operations)}
${each(groups, ([title, members]) => (members.length === 0 ? '' : `<h2>${title}</h2>${each(members, section)}`))}
${batchSection(batchRoutes, input)}
${webhookSection(input.baseUrl)}
${accountSection(input.filesUrl)}
</main></div></body></html>
`;
  const hash = createHash('sha256').update(DOCS_STYLE).digest('base64');
  return { html, policy: `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'` };
};
