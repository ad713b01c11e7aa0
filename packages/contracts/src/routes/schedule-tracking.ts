import { isPlainObject } from '../input/field.js';
import type { Violation } from '../errors.js';

/** What a schedule runs: a call of an operation, a batch of calls, or a crawl. */
export const SCHEDULE_TARGETS = ['operation', 'batch', 'crawl'] as const;
export type ScheduleTargetType = (typeof SCHEDULE_TARGETS)[number];

export interface ScheduleTarget {
  readonly type: ScheduleTargetType;
  readonly operation: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface ChangeTracking {
  readonly fields?: readonly string[] | undefined;
  readonly markdown?: boolean | undefined;
  readonly links?: boolean | undefined;
}

export const broken = (name: string, rule: Violation['rule'], message: string): Violation => ({
  field: name,
  rule,
  message: `${name} ${message}`,
});

type Params = Readonly<Record<string, unknown>>;

const objectAt = (params: Params, name: string): Params => {
  const value = params[name];
  return isPlainObject(value) ? value : {};
};

/** The parameters of each call that a run makes, as they are sent: of a crawl, those of all its pages. */
const callsOf = ({ type, params }: ScheduleTarget): readonly Params[] => {
  if (type === 'operation') return [params];
  if (type === 'crawl') return [objectAt(params, 'scrape')];
  const defaults = objectAt(params, 'defaults');
  const { requests } = params;
  const sent: readonly unknown[] = Array.isArray(requests) ? requests : [];
  return sent.map((one) => ({ ...defaults, ...(isPlainObject(one) ? one : {}) }));
};

const isMarkdown = ({ outputFormat }: Params): boolean =>
  Array.isArray(outputFormat) && outputFormat.includes('markdown');
const hasLinks = ({ extractLinks }: Params): boolean => extractLinks === true;

/** What is compared must be in the response of every call. */
export const judgeTracking = ({
  target,
  changeTracking,
  webhook,
}: {
  readonly target: ScheduleTarget;
  readonly changeTracking?: ChangeTracking | undefined;
  readonly webhook?: object | undefined;
}): readonly Violation[] => {
  if (changeTracking === undefined) {
    const why = 'requires changeTracking. For the end of every run, set webhook in params.';
    return webhook === undefined ? [] : [broken('webhook', 'requiredWhen', why)];
  }
  const { fields, markdown = false, links = false } = changeTracking;
  if (fields === undefined && !markdown && !links) {
    return [broken('changeTracking', 'requiredIfNotExists', 'must have fields, markdown or links.')];
  }
  const isPage = target.operation === 'scrape/web';
  const calls = callsOf(target);
  const place = { operation: '', batch: ' of every request', crawl: ' of scrape' }[target.type];
  const judge = (name: string, isWanted: boolean, has: (params: Params) => boolean, what: string) =>
    isWanted && !(isPage && calls.every(has))
      ? [broken(`changeTracking.${name}`, 'requiredWhen', `requires the operation scrape/web with ${what}${place}.`)]
      : [];
  return [
    ...judge('markdown', markdown, isMarkdown, 'markdown in outputFormat'),
    ...judge('links', links, hasLinks, 'extractLinks: true'),
  ];
};
