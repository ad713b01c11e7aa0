import { ERRORS, type ErrorBody, type ErrorCode } from '@quarry/contracts';
import type { Body } from '../compat-call.js';

export interface CompatError {
  readonly statusCode: number;
  readonly body: Body;
}

/** Statuses by which clients choose the class of an error, where ours would be another one. */
const STATUSES: Readonly<Partial<Record<ErrorCode, number>>> = {
  validation_failed: 400,
  target_timeout: 408,
  deadline_exceeded: 408,
};

/** A client repeats a call at a 502, which is the status of what a target did: it was repeated enough before. */
const statusOf = (code: ErrorCode): number => {
  const { status } = ERRORS[code];
  return STATUSES[code] ?? (status === 502 ? 500 : status);
};

/** Most parameters whose fault an error names. */
const MAX_NAMED = 20;

/** Names of ours that clients sent by others: an item's address, the options of all pages, and the fields of a crawl. */
const SENT_NAMES: readonly (readonly [ours: RegExp, theirs: string])[] = [
  [/^requests\.(\d+)\.url\b/, 'urls.$1'],
  [/^defaults\./, ''],
  [/^scrape\./, 'scrapeOptions.'],
  [/^(include|exclude)\b/, '$1Paths'],
  [/^maxDepth\b/, 'maxDiscoveryDepth'],
];

const sentName = (text: string): string =>
  SENT_NAMES.reduce((name, [ours, theirs]) => name.replace(ours, theirs), text);

/** An error as clients read it: its message with what is wrong with each parameter, and our code. */
export const compatError = ({ error, message, errors = [] }: ErrorBody): CompatError => {
  const wrong = errors.slice(0, MAX_NAMED).map(({ field, message: why }) => `${sentName(field)}: ${sentName(why)}`);
  const rest = errors.length - wrong.length;
  return {
    statusCode: statusOf(error),
    body: {
      success: false,
      error: [message, ...wrong, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(' '),
      code: error,
    },
  };
};
