import { InvalidArgumentError } from 'commander';
import { isPlainObject } from '@quarry/contracts';
import { DEFAULT_OPERATION } from '../batch/batch-api.js';
import type { ParamsOption } from '../params-option.js';

/** The options of `schedules create`; what they say wins over the file. */
export interface ScheduleFlags {
  readonly name?: string;
  readonly cron?: string;
  /** Seconds. */
  readonly every?: number;
  readonly timeZone?: string;
  readonly operation?: string;
  readonly url?: string;
  readonly params?: ParamsOption;
  readonly missedRuns?: string;
  readonly track?: readonly string[];
  readonly trackMarkdown?: true;
  readonly trackLinks?: true;
  readonly webhook?: string;
}

type Body = Readonly<Record<string, unknown>>;

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

/** Such as `15m`, in seconds. */
export const readDuration = (value: string): number => {
  const [, count = '', unit = ''] = /^([1-9]\d{0,8})([smhdw])$/.exec(value) ?? [];
  const seconds = Number(count) * (UNITS[unit] ?? 0);
  if (seconds > 0) return seconds;
  throw new InvalidArgumentError('Must be a number with s, m, h, d or w, such as 15m, 6h or 1d.');
};

/** Such as `15 m`: in the largest unit without a rest. */
export const formatInterval = (seconds: number): string => {
  const fitting = Object.entries(UNITS).filter(([, size]) => seconds % size === 0);
  const [unit = 's', size = 1] = fitting.at(-1) ?? [];
  return `${seconds / size} ${unit}`;
};

const objectOf = (value: unknown): Body => (isPlainObject(value) ? value : {});

const definedOf = (members: Body): Body =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** What is compared has to be in the response. */
const trackedParams = (params: Body, { trackMarkdown, trackLinks }: ScheduleFlags): Body => {
  const formats: readonly unknown[] = Array.isArray(params['outputFormat']) ? params['outputFormat'] : [];
  const isMissing = trackMarkdown && !formats.includes('markdown');
  return {
    ...(isMissing ? { outputFormat: [...formats, 'markdown'] } : {}),
    ...(trackLinks ? { extractLinks: true } : {}),
  };
};

const targetOf = (given: Body, flags: ScheduleFlags): Body => {
  const own = { ...objectOf(given['params']), ...flags.params, ...definedOf({ url: flags.url }) };
  return {
    ...given,
    operation: flags.operation ?? given['operation'] ?? DEFAULT_OPERATION,
    params: { ...own, ...trackedParams(own, flags) },
  };
};

const trackingOf = (given: unknown, flags: ScheduleFlags): unknown => {
  const { track: fields, trackMarkdown: markdown, trackLinks: links } = flags;
  const own = definedOf({ fields, markdown, links });
  return Object.keys(own).length === 0 ? given : { ...objectOf(given), ...own };
};

/** One of the two says when; an option takes the place of what the file has. */
const timingOf = (given: Body, { cron, every }: ScheduleFlags): Body =>
  cron === undefined && every === undefined
    ? { cron: given['cron'], intervalSeconds: given['intervalSeconds'] }
    : { cron, intervalSeconds: every };

/** The body of the call that makes a schedule. `given`: of the file. */
export const toScheduleBody = (given: Body, flags: ScheduleFlags): Body => {
  const { name, timeZone, missedRuns, webhook } = flags;
  const changeTracking = trackingOf(given['changeTracking'], flags);
  return definedOf({
    ...given,
    ...definedOf({ name, timeZone, missedRuns, webhook: webhook === undefined ? undefined : { url: webhook } }),
    ...timingOf(given, flags),
    ...{ target: targetOf(objectOf(given['target']), flags), changeTracking },
  });
};
