import type { OperationBody } from '@quarry/contracts';

export type ListingBody = OperationBody<'jobboard/listing'>;

/** One listing of the response; one without an address or a key of its own is none. */
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

/** What a page of listings says. */
export interface Listing {
  readonly jobs: readonly Job[];
  /** The page's own word that nothing was found. */
  readonly saysNone: boolean;
  readonly keyword?: string | undefined;
  readonly location?: string | undefined;
  readonly totalResults?: number | undefined;
  readonly peopleAlsoSearchFor?: readonly string[] | undefined;
  /** Address of the next page, as the page has it: relative or whole. */
  readonly next?: string | undefined;
}

/** Most listings of one page; real ones have 15 or 23. */
export const MAX_JOBS = 200;

/** Address of a listing that outlives the page it was on. */
export const jobUrl = (host: string, jobKey: string): string =>
  `https://${host}/viewjob?jk=${encodeURIComponent(jobKey)}`;

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
