import { defineOperation } from '../../define-operation.js';
import { list } from '../../input/composites.js';
import type { CrossRule } from '../../input/cross-rules.js';
import type { ParamsOf } from '../../input/field.js';
import { url } from '../../input/formats.js';
import { code, jsonChoice, jsonFlag, jsonInteger, text } from '../../input/scalars.js';
import type { ServedBy } from '../../operation.js';
import { TIERS, type PriceClass, type Tier } from '../../tiers.js';
import { isoCountries } from '../shared-fields.js';
import { aiExtractRulesField } from './ai-extract-rules-field.js';
import { headersField } from './headers-field.js';
import { jsScenarioField, WAIT_MAX_MS } from './js-scenario-field.js';
import { extractRulesField, selector, selectors } from './selectors.js';
import { webResult } from './web-result.js';

export const OUTPUT_FORMATS = ['html', 'text', 'markdown', 'json'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

const webFields = {
  url: url({ note: 'Page to fetch.', required: true }),
  outputFormat: list({
    note: 'Formats of the answer. Omitted: html.',
    item: jsonChoice({ note: 'Format.', values: OUTPUT_FORMATS }),
    default: ['html'],
  }),
  jsRendering: jsonFlag({
    note: 'true: in a browser; false: plain HTTP; omitted: HTTP first, a browser when the page or a field needs it.',
  }),
  proxyType: jsonChoice({
    note: "Proxy pool. Omitted: the deployment's default exit.",
    values: ['datacenter', 'residential'],
  }),
  proxyCountry: code({
    note: 'Country of the exit, ISO 3166-1 alpha-2. UK means GB.',
    letters: 'upper',
    values: isoCountries,
    aliases: { UK: 'GB' },
  }),
  headers: headersField,
  wait: jsonInteger({
    note: 'Pause after the page has loaded, in milliseconds.',
    min: 0,
    max: WAIT_MAX_MS,
    default: 0,
  }),
  waitFor: selector('CSS selector to wait for.'),
  jsScenario: jsScenarioField,
  extractRules: extractRulesField,
  aiExtractRules: aiExtractRulesField,
  extractLinks: jsonFlag({ note: 'Also list the links of the page.', default: false }),
  extractEmails: jsonFlag({ note: 'Also list the e-mail addresses on the page.', default: false }),
  screenshot: jsonFlag({ note: 'Also take a full-page screenshot.', default: false }),
  blockResources: jsonFlag({
    note: 'Load no images, stylesheets and fonts. Default: true, false when a screenshot is asked for.',
  }),
  blockAds: jsonFlag({ note: 'Load no advertising.', default: true }),
  blockUrls: list({
    note: 'Glob patterns of sub-requests that are not loaded, such as **.ads.example/**.',
    minItems: 0,
    item: text({ note: 'Glob pattern.', maxChars: 2048 }),
  }),
  includeOnlyTags: selectors('CSS selectors; only these elements are kept.'),
  excludeTags: selectors('CSS selectors; these elements are dropped.'),
  removeBase64Images: jsonFlag({ note: 'Drop images that are inlined as base64.', default: false }),
  onlyMainContent: jsonFlag({ note: 'Keep the main content only.', default: false }),
};

type WebInput = ParamsOf<typeof webFields>;

/** Checked parameters of `scrape/web`, defaults applied. `jsRendering` and `proxyType` may be missing: see their notes. */
export type WebScrapeParams = WebInput & { readonly blockResources: boolean };

const asksForSomething = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);

const BROWSER_FIELDS = ['screenshot', 'wait', 'waitFor', 'jsScenario'] as const;

const renderingRules: readonly CrossRule[] = BROWSER_FIELDS.map((field) => ({
  fields: ['jsRendering', field],
  note: `${field} needs a browser: jsRendering may not be false with it.`,
  check: (read, context) => {
    if (read('jsRendering') !== false || !asksForSomething(read(field))) return;
    const message = `must have a browser. Leave jsRendering out or set it to true.`;
    context.report(field, 'requiresRendering', message);
  },
}));

/** The same as JSON Schema. */
const RENDERING_CONDITION = {
  if: { required: ['jsRendering'], properties: { jsRendering: { const: false } } },
  then: {
    properties: {
      screenshot: { const: false },
      wait: { const: 0 },
      waitFor: false,
      jsScenario: { maxItems: 0 },
    },
  },
} as const;

/** Credits by the price class of the tier that served and the pool that was asked for. */
export const WEB_CREDITS = {
  plain: { datacenter: 1, residential: 5 },
  rendered: { datacenter: 10, residential: 15 },
} as const satisfies Readonly<Record<PriceClass, Readonly<Record<ServedBy['proxyType'], number>>>>;

// Retries stay in the pool asked for, and no pool asked for costs as much as datacenter.
const priceOf = ({ proxyType = 'datacenter', jsRendering }: WebInput, tier: Tier): number =>
  WEB_CREDITS[jsRendering === false ? 'plain' : TIERS[tier].priceClass][proxyType];

export const scrapeWeb = defineOperation({
  id: 'scrape/web',
  method: 'POST',
  summary: 'Fetch one page',
  queue: 'browser-scrape',
  isBatchable: true,
  isBuilt: true,
  prices: [
    { when: 'without a browser, datacenter or no proxyType', credits: WEB_CREDITS.plain.datacenter },
    { when: 'without a browser, residential', credits: WEB_CREDITS.plain.residential },
    { when: 'in a browser, datacenter or no proxyType', credits: WEB_CREDITS.rendered.datacenter },
    { when: 'in a browser, residential', credits: WEB_CREDITS.rendered.residential },
  ],
  result: webResult,
  example: { url: 'https://example.com/', outputFormat: ['markdown'], extractLinks: true },
  rules: renderingRules,
  bodyCondition: RENDERING_CONDITION,
  complete: (params) => ({ ...params, blockResources: params.blockResources ?? !params.screenshot }),
  hold: (params) => priceOf(params, 'browser'),
  price: (params, served) => priceOf(params, served.tier),
  fields: webFields,
});
