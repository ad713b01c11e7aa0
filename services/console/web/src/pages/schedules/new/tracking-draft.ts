import type { ChangeTracking } from '../../../api/schedules.js';

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

/** The parameters with what has to be in the response to be compared. */
export const withTracked = (params: Params, { markdown = false, links = false }: ChangeTracking): Params => {
  const formats: readonly unknown[] = Array.isArray(params['outputFormat']) ? params['outputFormat'] : [];
  return {
    ...params,
    ...(markdown && !formats.includes('markdown') ? { outputFormat: [...formats, 'markdown'] } : {}),
    ...(links ? { extractLinks: true } : {}),
  };
};
