import type { KeyLimits } from '../../api/keys.js';
import { formatCount, plural } from '../../format/format.js';

/** Limits as they are being entered. */
export interface LimitDraft {
  readonly creditsPerDay: string;
  readonly concurrency: string;
  /** Undefined: all. */
  readonly operations: readonly string[] | undefined;
}

export const NO_LIMITS: LimitDraft = { creditsPerDay: '', concurrency: '', operations: undefined };

export const LIMIT_FIELDS = ['limits.creditsPerDay', 'limits.concurrency', 'limits.operations'] as const;

const textOf = (value: number | undefined): string => (value === undefined ? '' : String(value));

export const toDraft = ({ creditsPerDay, concurrency, operations }: KeyLimits): LimitDraft => ({
  creditsPerDay: textOf(creditsPerDay),
  concurrency: textOf(concurrency),
  operations,
});

/** What is no number is sent as it is: the server says what is wrong with it. */
const entered = (name: 'creditsPerDay' | 'concurrency', text: string) => {
  const trimmed = text.trim();
  if (trimmed === '') return {};
  return { [name]: /^\d{1,15}$/.test(trimmed) ? Number(trimmed) : trimmed };
};

/** The body of a call. */
export const fromDraft = ({
  creditsPerDay,
  concurrency,
  operations,
}: LimitDraft): Readonly<Record<string, unknown>> => ({
  ...entered('creditsPerDay', creditsPerDay),
  ...entered('concurrency', concurrency),
  ...(operations === undefined ? {} : { operations }),
});

/** Of the id of an operation: the part before the slash, which stands for all of them. */
export const familyOf = (id: string): string => id.split('/', 1)[0] ?? id;

/** The list with a family or an operation added or removed. A family has all of its operations. */
export const toggled = (list: readonly string[], name: string, isOn: boolean): readonly string[] => {
  const others = list.filter((one) => one !== name && !(isOn && familyOf(one) === name));
  return isOn ? [...others, name] : others;
};

/** Limits in a line each; none where there are none. */
export const limitWords = ({ creditsPerDay, concurrency, operations }: KeyLimits): readonly string[] => [
  ...(creditsPerDay === undefined ? [] : [`${formatCount(creditsPerDay)} credits a day`]),
  ...(concurrency === undefined ? [] : [`${formatCount(concurrency)} at once`]),
  ...(operations === undefined
    ? []
    : [operations.length <= 2 ? operations.join(', ') : `${plural(operations.length, 'operation')} or families`]),
];
