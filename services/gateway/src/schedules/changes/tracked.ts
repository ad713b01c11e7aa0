import type { ChangeTracking } from '@quarry/contracts';
import { MAX_TRACKED_BYTES } from '../bounds.js';

/** What is compared of a response. */
export interface Tracked {
  /** Values by path; a path that the response lacks is absent. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  readonly markdown?: string | undefined;
  readonly links?: readonly string[] | undefined;
  /** Something is left out, as there was more than `MAX_TRACKED_BYTES`. */
  readonly isCut?: true | undefined;
}

type Answer = Readonly<Record<string, unknown>>;

const hasOwn = (value: unknown, name: string): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name);

/** The value at a path such as `extractedData.price` or `results.0.title`; undefined if there is none. */
const valueAt = (answer: Answer, path: string): unknown => {
  let value: unknown = answer;
  for (const name of path.split('.')) {
    if (!hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
};

/** As many of the values, from the first on, as fit into the bytes of JSON. */
export const fitting = <Value>(values: readonly Value[], maxBytes: number): readonly Value[] => {
  let left = maxBytes;
  const end = values.findIndex((value) => (left -= Buffer.byteLength(JSON.stringify(value)) + 1) < 0);
  return end === -1 ? values : values.slice(0, end);
};

const LINE = /[^\n]*\n|[^\n]+$/g;
export const linesOf = (text: string): readonly string[] => text.match(LINE) ?? [];

/**
 * The tracked content of a response. That of a page that is gone is empty: all of it counts as removed. Bounded in bytes.
 */
export const trackedOf = (tracking: ChangeTracking, answer: Answer | 'gone'): Tracked => {
  const found: Answer = answer === 'gone' ? {} : answer;
  const { markdown, links } = found;
  const values = (tracking.fields ?? [])
    .map((path) => [path, valueAt(found, path)] as const)
    .filter(([, value]) => value !== undefined);
  const lines = linesOf(typeof markdown === 'string' ? markdown : '');
  const urls = Array.isArray(links) ? links.filter((link) => typeof link === 'string') : [];
  const parts = [tracking.fields !== undefined, tracking.markdown === true, tracking.links === true];
  const room = Math.floor(MAX_TRACKED_BYTES / Math.max(1, parts.filter(Boolean).length));
  const keptValues = fitting(values, room);
  const keptLines = fitting(lines, room);
  const keptUrls = fitting(urls, room);
  const isCut =
    (tracking.fields !== undefined && keptValues.length < values.length) ||
    (tracking.markdown === true && keptLines.length < lines.length) ||
    (tracking.links === true && keptUrls.length < urls.length);
  return {
    ...(tracking.fields === undefined ? {} : { fields: Object.fromEntries(keptValues) }),
    ...(tracking.markdown === true ? { markdown: keptLines.join('') } : {}),
    ...(tracking.links === true ? { links: keptUrls } : {}),
    ...(isCut ? { isCut } : {}),
  };
};
