import type { OperationBody } from '@quarry/contracts';
import { addressPart } from '../../../shared/address-part.js';

export type ListingBody = OperationBody<'jobboard/listing'>;

/** One listing of the response; one without an address or a key is left out. */
export type Job = ListingBody['jobs'][number] & { readonly url: string; readonly jobKey: string };

/** `type` is `YEARLY`, `MONTHLY`, `WEEKLY`, `DAILY` or `HOURLY`. */
export type Salary = NonNullable<Job['salary']>;

export const JOB_FIELDS = [
  'title',
  'company',
  'location',
  'url',
  'jobKey',
  'description',
  'sponsored',
  'date',
  'isoDate',
  'details',
  'benefits',
  'salary',
] as const;

/** The content of a page of listings. */
export interface Listing {
  readonly jobs: readonly Job[];
  /** The page itself says that nothing was found. */
  readonly saysNone: boolean;
  readonly keyword?: string | undefined;
  readonly location?: string | undefined;
  readonly totalResults?: number | undefined;
  readonly peopleAlsoSearchFor?: readonly string[] | undefined;
  /** Whole days since each listing was posted, as the page shows them, by key; what it does not show is absent. */
  readonly ages: ReadonlyMap<string, number>;
  /** Address of the next page, as the page has it: relative or whole. */
  readonly next?: string | undefined;
}

/** Most listings of one page; real ones have 15 or 23. */
export const MAX_JOBS = 200;

/** Address of a listing that outlives the page it was on. */
export const jobUrl = (host: string, jobKey: string): string => `https://${host}/viewjob?jk=${addressPart(jobKey)}`;

/** The first of each key, within the bound. */
export const unique = (jobs: readonly Job[]): Job[] => {
  const seen = new Set<string>();
  return jobs
    .filter(({ jobKey }) => {
      const isNew = !seen.has(jobKey);
      seen.add(jobKey);
      return isNew;
    })
    .slice(0, MAX_JOBS);
};

/** Whole days in a text such as `7 days ago`; `30+ days ago` are more than 30. Other languages are not read. */
export const shownAge = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (/^(?:just posted|today)$/i.test(text)) return 0;
  const [, days, more] = /\b(\d{1,4})(\+)? days? ago\b/i.exec(text) ?? [];
  return days === undefined ? undefined : Number(days) + (more === undefined ? 0 : 1);
};
