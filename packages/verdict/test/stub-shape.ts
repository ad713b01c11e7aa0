import type { Evidence, Judgement } from '../src/evidence/evidence.js';
import { judge } from '../src/judge.js';
import type { PageShape } from '../src/evidence/page-shape.js';

const EMPTY: PageShape = {
  isWhole: true,
  title: '',
  heading: '',
  text: '',
  sentences: [],
  ids: new Set(),
  classes: new Set(),
  testIds: new Set(),
  fields: new Set(),
  scriptUrls: [],
  frameUrls: [],
  formActions: [],
  inlineScript: '',
  noscript: '',
  refresh: undefined,
  canonical: '',
  hasPassword: false,
  mediaCount: 0,
  linkCount: 0,
  linkUrls: [],
  readContent: () => ({ text: '', mediaCount: 0, hasEmptyMain: false }),
  hasEmptyMount: false,
};

/** Something that a page or its answer shows. */
export type Mark = Partial<
  PageShape & Pick<Evidence, 'url' | 'isRedirected' | 'requestedUrl' | 'statusCode' | 'headers' | 'purpose' | 'tier'>
>;

/** The verdict on a page with these marks and nothing else, as a browser got it. */
export const judgeMark = (mark: Mark): Judgement => {
  const url = mark.url ?? 'https://a.example/x';
  const answer = { requestedUrl: url, url, statusCode: 200, headers: {}, purpose: 'page', tier: 'browser' } as const;
  const rest = { text: '<p>', mediaType: 'text/html', bodyBytes: 3, isRedirected: false };
  return judge({ ...rest, ...answer, ...mark, text: '<p>' }, () => ({ ...EMPTY, ...mark }));
};

export const ids = (...names: readonly string[]): Mark => ({ ids: new Set(names) });
export const classes = (...names: readonly string[]): Mark => ({ classes: new Set(names) });
export const fields = (...names: readonly string[]): Mark => ({ fields: new Set(names) });
export const scripts = (...scriptUrls: readonly string[]): Mark => ({ scriptUrls });
export const frames = (...frameUrls: readonly string[]): Mark => ({ frameUrls });
export const actions = (...formActions: readonly string[]): Mark => ({ formActions });
export const links = (...linkUrls: readonly string[]): Mark => ({ linkUrls, linkCount: linkUrls.length });
export const inline = (inlineScript: string): Mark => ({ inlineScript });
export const refreshTo = (url: string, isInNoscript = false): Mark => ({
  refresh: { url, delaySeconds: 0, isInNoscript },
});
