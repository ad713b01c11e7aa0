import type { Change } from '../changes/compare.js';
import { FEED_TEXT_CHARS } from '../bounds.js';
import { runIdOf, type RunData, type ScheduleData } from '../runs/schedule-data.js';

// Characters that XML 1.0 cannot have, in any form.
const NOT_OF_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escape = (text: string): string =>
  text
    .toWellFormed()
    .replace(NOT_OF_XML, '\uFFFD')
    .replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char);

const element = (name: string, text: string, attributes = ''): string =>
  `<${name}${attributes}>${escape(text)}</${name}>`;

const plural = (count: number, word: string): string => `${count} ${word}`;

const summaryOf = ({ added, removed, changed, pages }: Change): string => {
  const counts = [plural(added, 'added'), plural(removed, 'removed'), plural(changed, 'changed')].join(', ');
  return pages === undefined ? counts : `pages: ${counts}`;
};

const json = (value: unknown): string => JSON.stringify(value) ?? '';

const contentLines = ({ fields = [], links, markdown }: Pick<Change, 'fields' | 'links' | 'markdown'>): string[] =>
  [
    ...fields.map(({ path, change: kind, before, after }) => {
      if (kind === 'added') return `${path}: added ${json(after)}`;
      return kind === 'removed' ? `${path}: removed ${json(before)}` : `${path}: ${json(before)} -> ${json(after)}`;
    }),
    ...(links?.added ?? []).map((link) => `+ ${link}`),
    ...(links?.removed ?? []).map((link) => `- ${link}`),
    markdown?.diff ?? '',
  ].filter((line) => line !== '');

/** All addresses first: what differs in the pages may be long. */
const pageLines = ({ added, removed, changed }: NonNullable<Change['pages']>): string[] => [
  ...added.map((url) => `new: ${url}`),
  ...removed.map((url) => `gone: ${url}`),
  ...changed.map(({ url }) => `changed: ${url}`),
  ...changed.flatMap((page) => {
    const lines = contentLines(page);
    return lines.length === 0 ? [] : ['', page.url, ...lines];
  }),
];

/** The change as plain text. */
const textOf = (change: Change): string =>
  (change.pages === undefined ? contentLines(change) : pageLines(change.pages)).join('\n').slice(0, FEED_TEXT_CHARS);

export interface FeedSource {
  readonly id: string;
  readonly data: Pick<ScheduleData, 'name' | 'target'>;
  /** Newest first. */
  readonly runs: readonly RunData[];
  /** Public URLs of the schedule and of the feed itself, without a signature. */
  readonly scheduleUrl: string;
  readonly feedUrl: string;
}

/** The changes that a schedule has found, as RSS 2.0, newest first. */
export const writeFeed = ({ id, data, runs, scheduleUrl, feedUrl }: FeedSource): string => {
  const name = data.name ?? data.target.operation;
  const items = runs.flatMap(({ change, dueMs, endedAtMs = dueMs }) =>
    change?.status === 'changed'
      ? [
          '<item>',
          element('title', `${name}: ${summaryOf(change)}`),
          element('link', scheduleUrl),
          element('guid', runIdOf(id, dueMs), ' isPermaLink="false"'),
          element('pubDate', new Date(endedAtMs).toUTCString()),
          element('description', textOf(change)),
          '</item>',
        ]
      : [],
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    element('title', `Changes: ${name}`),
    element('link', scheduleUrl),
    element('description', `What the schedule ${name} has found to be different from one run to the next.`),
    `<atom:link href="${escape(feedUrl)}" rel="self" type="application/rss+xml"/>`,
    ...items,
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
};
