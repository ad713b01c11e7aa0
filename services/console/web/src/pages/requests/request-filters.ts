import type { RequestFilters, RequestStatus } from '../../api/requests.js';

/** What the list is narrowed to, as its address says it. */
export type Filters = Omit<RequestFilters, 'limit' | 'cursor'>;

const STATUSES: readonly RequestStatus[] = ['pending', 'ok', 'error'];
const TEXT_MAX_CHARS = 300;

const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' && text.length <= TEXT_MAX_CHARS ? text : undefined;
};

/** Reads the filters of an address; anything else is left out. */
export const readFilters = (search: Readonly<Record<string, unknown>>): Filters => {
  const status = STATUSES.find((known) => known === search['status']);
  const names = ['operation', 'error', 'host', 'key', 'since', 'until', 'batch'] as const;
  const texts = names.flatMap((name) => {
    const text = textOf(search[name]);
    return text === undefined ? [] : [[name, text] as const];
  });
  return { ...(status === undefined ? {} : { status }), ...Object.fromEntries(texts) };
};

/** What a typed text looks for: a request or a batch by its id, or the requests to a host. */
export type Wanted =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'host'; readonly host: string }
  | { readonly kind: 'none' };

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const HOST = /^[\w.-]+\.[\w-]+(?::\d{1,5})?$/;

/** The log is searched by id or by host: of a URL, its host. */
export const readWanted = (typed: string): Wanted => {
  const text = typed.trim();
  if (UUID.test(text)) return { kind: 'id', id: text.toLowerCase() };
  if (/^https?:\/\//i.test(text)) {
    const url = URL.parse(text);
    return url === null || url.host === '' ? { kind: 'none' } : { kind: 'host', host: url.host };
  }
  const [first = ''] = text.split('/');
  if (HOST.test(first) || /^localhost(?::\d{1,5})?$/i.test(first)) return { kind: 'host', host: first.toLowerCase() };
  return { kind: 'none' };
};

const DAY_MS = 86_400_000;

/** Choices of the time filter. */
export const SPANS = [
  { value: '', label: 'Any time', ms: 0 },
  { value: '1h', label: 'Last hour', ms: DAY_MS / 24 },
  { value: '24h', label: 'Last 24 hours', ms: DAY_MS },
  { value: '7d', label: 'Last 7 days', ms: 7 * DAY_MS },
] as const;

/** The time that a span begins at, to the minute, so that a live list asks the same for a while. */
export const sinceOf = (span: string, nowMs: number): string | undefined => {
  const ms = SPANS.find(({ value }) => value === span)?.ms ?? 0;
  if (ms === 0) return undefined;
  const atMs = nowMs - ms;
  return new Date(atMs - (atMs % 60_000)).toISOString();
};

/** The span that a time of the address was chosen as: the shortest one that reaches back to it. */
export const spanOf = (since: string | undefined, nowMs: number): string => {
  const atMs = since === undefined ? Number.NaN : Date.parse(since);
  if (Number.isNaN(atMs)) return '';
  const slackMs = 10 * 60_000;
  return SPANS.find(({ ms }) => ms > 0 && nowMs - atMs <= ms + slackMs)?.value ?? '7d';
};
