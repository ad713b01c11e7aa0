import { defineOperation } from '../../define-operation.js';
import { list } from '../../input/composites.js';
import type { CrossRule } from '../../input/cross-rules.js';
import { isPlainObject, type ParamsOf } from '../../input/field.js';
import { url } from '../../input/formats.js';
import { code, jsonChoice, jsonFlag, jsonInteger, text } from '../../input/scalars.js';
import type { ServedBy } from '../../operation.js';
import { sessionField } from '../../routes/session-routes.js';
import { TIERS, type PriceClass, type Tier } from '../../tiers.js';
import { isoCountries } from '../shared-fields.js';
import { aiExtractRulesField } from './ai-extract-rules-field.js';
import { extractRulesField } from './extract-rules-field.js';
import { headersField } from './headers-field.js';
import { jsScenarioField, WAIT_MAX_MS } from './js-scenario-field.js';
import { modelTextFields, modelTextRules } from './model-text-fields.js';
import { screenshotField, screenshotRules } from './screenshot-field.js';
import { selector, selectors } from './selectors.js';
import { webResult } from './web-result.js';

export const OUTPUT_FORMATS = ['html', 'text', 'markdown', 'json'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

const webFields = {
  url: url({ note: 'Page to fetch.', required: true }),
  outputFormat: list({
    note: 'Formats of the response. Omitted: html.',
    item: jsonChoice({ note: 'Format.', values: OUTPUT_FORMATS }),
    default: ['html'],
  }),
  jsRendering: jsonFlag({
    note: 'true: render in a browser; false: plain HTTP, and a page that needs scripts is returned as served; omitted: HTTP first, a browser if the page or a field needs it.',
  }),
  proxyType: jsonChoice({
    note: "Proxy pool. Omitted: the deployment's default exit.",
    values: ['datacenter', 'residential'],
  }),
  proxyCountry: code({
    note: 'Country of the proxy, ISO 3166-1 alpha-2. UK means GB.',
    letters: 'upper',
    values: isoCountries,
    aliases: { UK: 'GB' },
  }),
  headers: headersField,
  session: sessionField,
  failOn4xx: jsonFlag({
    note: 'true: a 4xx status of the target is an error, 502 target_status; false: it is a 200 that says so in statusCode. Free either way.',
    default: false,
  }),
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
  screenshot: screenshotField,
  pdf: jsonFlag({ note: 'Also print the page as a PDF document.', default: false }),
  blockResources: jsonFlag({
    note: 'Block images, stylesheets and fonts. Default: true, or false with screenshot or pdf.',
  }),
  blockAds: jsonFlag({ note: 'Block advertising.', default: true }),
  blockUrls: list({
    note: 'Glob patterns of sub-requests to block, such as **.ads.example/**.',
    minItems: 0,
    item: text({ note: 'Glob pattern.', maxChars: 2048 }),
  }),
  includeOnlyTags: selectors('CSS selectors; only these elements are kept.'),
  excludeTags: selectors('CSS selectors; these elements are removed.'),
  removeBase64Images: jsonFlag({ note: 'Remove images that are inlined as base64.', default: false }),
  onlyMainContent: jsonFlag({ note: 'Keep the main content only.', default: false }),
  dropLinks: jsonFlag({ note: 'Write links as their text alone in markdown.', default: false }),
  dropImages: jsonFlag({ note: 'Leave images out of markdown.', default: false }),
  ...modelTextFields,
};

type WebInput = ParamsOf<typeof webFields>;

/** Checked parameters of `scrape/web`, defaults applied. `jsRendering` and `proxyType` may be missing, see their notes. */
export type WebScrapeParams = WebInput & { readonly blockResources: boolean };

const asksForSomething = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

const BROWSER_FIELDS = ['screenshot', 'pdf', 'wait', 'waitFor', 'jsScenario'] as const;

const renderingRules: readonly CrossRule[] = BROWSER_FIELDS.map((field) => ({
  fields: ['jsRendering', field],
  note: `${field} requires a browser: jsRendering must not be false.`,
  check: (read, context) => {
    if (read('jsRendering') !== false || !asksForSomething(read(field))) return;
    const message = 'requires a browser. Leave jsRendering out or set it to true.';
    context.report(field, 'requiresRendering', message);
  },
}));

/** Which of the two would win is a question that no answer of ours fits every site. */
const sessionRule: CrossRule = {
  fields: ['session', 'headers'],
  note: 'session cannot be combined with a Cookie header.',
  check: (read, context) => {
    const headers = read('headers');
    const names = isPlainObject(headers) ? Object.keys(headers) : [];
    if (read('session') === undefined || !names.some((name) => name.toLowerCase() === 'cookie')) return;
    context.report('session', 'prohibitedWith', 'cannot be combined with a Cookie header. Send one of them.');
  },
};

/** The same in JSON Schema. */
const SESSION_CONDITION = {
  if: { required: ['session'] },
  then: { properties: { headers: { propertyNames: { not: { pattern: '^[Cc][Oo][Oo][Kk][Ii][Ee]$' } } } } },
} as const;
const RENDERING_CONDITION = {
  if: { required: ['jsRendering'], properties: { jsRendering: { const: false } } },
  then: {
    properties: {
      screenshot: { const: false },
      pdf: { const: false },
      wait: { const: 0 },
      waitFor: false,
      jsScenario: { maxItems: 0 },
    },
  },
} as const;

/** Credits by the price class of the serving tier and the requested pool. */
export const WEB_CREDITS = {
  plain: { datacenter: 1, residential: 5 },
  rendered: { datacenter: 10, residential: 15 },
} as const satisfies Readonly<Record<PriceClass, Readonly<Record<ServedBy['proxyType'], number>>>>;

// Retries stay in the requested pool; no pool costs as much as datacenter.
const priceOf = ({ proxyType = 'datacenter', jsRendering }: WebInput, tier: Tier): number =>
  WEB_CREDITS[jsRendering === false ? 'plain' : TIERS[tier].priceClass][proxyType];

export const scrapeWeb = defineOperation({
  id: 'scrape/web',
  method: 'POST',
  summary: 'Fetch one page',
  queue: 'browser-scrape',
  isBatchable: true,
  prices: [
    { when: 'without a browser, datacenter or no proxyType', credits: WEB_CREDITS.plain.datacenter },
    { when: 'without a browser, residential', credits: WEB_CREDITS.plain.residential },
    { when: 'in a browser, datacenter or no proxyType', credits: WEB_CREDITS.rendered.datacenter },
    { when: 'in a browser, residential', credits: WEB_CREDITS.rendered.residential },
  ],
  result: webResult,
  example: { url: 'https://example.com/', outputFormat: ['markdown'], extractLinks: true },
  rules: [...renderingRules, ...screenshotRules, ...modelTextRules, sessionRule],
  bodyCondition: { ...RENDERING_CONDITION, allOf: [SESSION_CONDITION] },
  complete: (params) => ({ ...params, blockResources: params.blockResources ?? !(params.screenshot || params.pdf) }),
  hold: (params) => priceOf(params, 'browser'),
  price: (params, served) => priceOf(params, served.tier),
  fields: webFields,
});
