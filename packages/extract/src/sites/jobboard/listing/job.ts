/** One listing as the answer has it. */
export interface Job {
  readonly title: string;
  readonly company?: string | undefined;
  readonly location?: string | undefined;
  readonly url: string;
  readonly jobKey: string;
  readonly description?: string | undefined;
  readonly sponsored: boolean;
  /** As the site words it: `3 days ago`. */
  readonly date?: string | undefined;
  readonly isoDate?: string | undefined;
  readonly details?: readonly string[] | undefined;
  readonly benefits?: readonly string[] | undefined;
  readonly salary?: Salary | undefined;
}

export interface Salary {
  readonly min?: number;
  readonly max?: number;
  /** `YEARLY`, `MONTHLY`, `WEEKLY`, `DAILY` or `HOURLY`. */
  readonly type?: string;
  readonly currency?: string;
}

export const JOB_FIELDS: readonly (keyof Job)[] = [
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
];

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
