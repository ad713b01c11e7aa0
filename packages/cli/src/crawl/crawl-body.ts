import { isPlainObject } from '@quarry/contracts';
import type { FollowOptions, JobOptions, WebhookOptions } from '../batch/job-options.js';
import type { ParamsOption } from '../params-option.js';

/** Options of `crawl <url>`; most are parameters of the call by the same name. */
export interface CrawlOptions extends JobOptions, FollowOptions, WebhookOptions {
  readonly limit?: number;
  readonly maxDepth?: number;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly crawlEntireDomain?: true;
  readonly includeSubdomains?: true;
  readonly allowExternal?: true;
  readonly sitemap?: string;
  readonly ignoreQueryParameters?: true;
  readonly maxCredits?: number;
  readonly maxConcurrency?: number;
  readonly delay?: number;
  readonly robots?: string;
  readonly markdown?: true;
  readonly text?: true;
  readonly html?: true;
  readonly mainContent?: true;
  readonly js?: boolean;
  readonly params?: ParamsOption;
}

const SAME_NAMES = [
  ...(['limit', 'maxDepth', 'include', 'exclude', 'crawlEntireDomain', 'includeSubdomains', 'allowExternal'] as const),
  ...(['sitemap', 'ignoreQueryParameters', 'maxCredits', 'maxConcurrency', 'delay', 'robots'] as const),
];
const FORMATS = ['markdown', 'text', 'html'] as const;

type Body = Readonly<Record<string, unknown>>;

const pagesOf = (options: CrawlOptions): Body => {
  const formats = FORMATS.filter((format) => options[format]);
  return {
    ...(formats.length > 0 ? { outputFormat: formats } : {}),
    ...(options.mainContent ? { onlyMainContent: true } : {}),
    ...(options.js === undefined ? {} : { jsRendering: options.js }),
  };
};

/** The body of the call that starts a crawl: `--params` with what the other options say. */
export const toCrawlBody = (url: string, options: CrawlOptions): Body => {
  const { params = {}, webhook, events } = options;
  const named = SAME_NAMES.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]] as const]));
  const pages = pagesOf(options);
  const given = params['scrape'];
  const scrape = isPlainObject(given) ? { ...given, ...pages } : pages;
  return {
    ...params,
    ...Object.fromEntries(named),
    ...(Object.keys(pages).length > 0 ? { scrape } : {}),
    ...(webhook === undefined ? {} : { webhook: { url: webhook, events } }),
    url,
  };
};
