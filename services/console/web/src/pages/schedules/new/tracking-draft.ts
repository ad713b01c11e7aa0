import type { ChangeTracking, NewSchedule } from '../../../api/schedules.js';

/** What the form of change tracking holds. */
export interface TrackingDraft {
  readonly markdown: boolean;
  readonly links: boolean;
  /** Paths in the response, one a line. */
  readonly fields: string;
  readonly webhook: string;
}

export const NO_TRACKING: TrackingDraft = { markdown: false, links: false, fields: '', webhook: '' };

/** Only pages have markdown and links. */
export const hasPage = (operation: string): boolean => operation === 'scrape/web';

/** What the API takes of it; undefined if nothing is compared. */
export const toTracking = ({ markdown, links, fields }: TrackingDraft): ChangeTracking | undefined => {
  const paths = fields
    .split('\n')
    .map((path) => path.trim())
    .filter((path) => path !== '');
  if (!markdown && !links && paths.length === 0) return undefined;
  return {
    ...(paths.length > 0 ? { fields: paths } : {}),
    ...(markdown ? { markdown } : {}),
    ...(links ? { links } : {}),
  };
};

type Params = Readonly<Record<string, unknown>>;

/** The parameters of a call with what has to be in its response to be compared. */
const withTracked = (params: Params, { markdown = false, links = false }: ChangeTracking): Params => {
  const formats: readonly unknown[] = Array.isArray(params['outputFormat']) ? params['outputFormat'] : [];
  return {
    ...params,
    ...(markdown && !formats.includes('markdown') ? { outputFormat: [...formats, 'markdown'] } : {}),
    ...(links ? { extractLinks: true } : {}),
  };
};

/** A target whose responses have what is compared: those of a crawl are made with `scrape`. */
export const trackedTarget = (target: NewSchedule['target'], tracking: ChangeTracking): NewSchedule['target'] => {
  const { type, params } = target;
  if (type !== 'crawl') return { ...target, params: withTracked(params, tracking) };
  const scrape = withTracked((params['scrape'] ?? {}) as Params, tracking);
  return { ...target, params: Object.keys(scrape).length > 0 ? { ...params, scrape } : params };
};
