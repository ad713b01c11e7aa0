import {
  crawlItemParams,
  crawlPlanOf,
  isPlainObject,
  NOT_OF_ITEMS,
  secretHeadersOf,
  validateCrawl,
  type CrawlParams,
  type Operation,
  type ValidateResult,
  type Violation,
} from '@quarry/contracts';
import { judgeCrawlPatterns } from '@quarry/contracts/crawl-pattern';
import { refuse, type Refusal } from '../../admission/screen-request.js';
import { MAX_CRAWL_SCRAPE_BYTES } from '../../bounds.js';
import { keyUseOf } from '../../http/caller.js';
import { fingerprintOf } from '../../idempotency/idempotency-key.js';
import type { JobCall, SubmitStart } from '../answer-job-call.js';
import type { BatchExchange, HandleBatch } from '../batch-exchange.js';
import { siteOf, type CheckedItem } from './check-items.js';
import { withWishes, type ReceiverWishes } from './job-receiver.js';
import { refused, type SubmitAnswer } from './submit-batch.js';
import {
  checkFrame,
  refuseEarly,
  type BatchCaller,
  type BatchMakerOptions,
  type SubmitHandlerOptions,
} from './submit-handler.js';

/** The body of a call that starts a crawl. */
export interface CrawlCall {
  readonly outcome: 'read';
  readonly body: Readonly<Record<string, unknown>>;
  /** The body of the response once the job is accepted. Default: ours. */
  readonly accepted?: JobCall['accepted'];
  /** As of a submission. */
  readonly receiver?: ReceiverWishes | undefined;
}

export type ReadCrawl = (exchange: BatchExchange) => Promise<CrawlCall | Refusal>;

interface Checked {
  readonly crawl: CrawlParams;
  /** Of each page, without its url. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly receiver?: ReceiverWishes | undefined;
}

const prohibited = (field: string, message: string): Violation => ({ field, rule: 'prohibited', message });

/** What no page of a crawl may have. */
const judgeScrape = (scrape: Readonly<Record<string, unknown>>): readonly Violation[] => [
  ...(scrape['url'] === undefined
    ? []
    : [prohibited('scrape.url', 'scrape.url is not allowed: url says where to begin.')]),
  ...Object.entries(NOT_OF_ITEMS)
    .filter(([name]) => scrape[name] !== undefined)
    .map(([name, why]) => prohibited(`scrape.${name}`, `scrape.${name} ${why}`)),
  ...Object.keys(secretHeadersOf(scrape) ?? {}).map((name) =>
    prohibited(
      `scrape.headers.${name}`,
      `scrape.headers.${name} is not allowed: a crawl keeps no credentials. Send a batch of the pages, whose headers are stored encrypted.`,
    ),
  ),
];

const ofScrape = ({ field, rule, message }: Violation): Violation => ({
  ...{ field: `scrape.${field}`, rule },
  message: message.startsWith(field) ? `scrape.${message}` : message,
});

const tooLarge = (): Violation => {
  const message = `scrape is larger than ${MAX_CRAWL_SCRAPE_BYTES} bytes, the limit for a crawl, which stores it with each page.`;
  return { field: 'scrape', rule: 'maxLength', message };
};

const checkCrawl = (
  { catalogue, clock, targets, webhookSecrets }: BatchMakerOptions,
  operation: Operation,
  body: object,
): ValidateResult<Checked> => {
  const frame = checkFrame<CrawlParams>({ targets, webhookSecrets }, validateCrawl(body), body);
  const sent: unknown = 'scrape' in body ? body.scrape : undefined;
  const scrape = isPlainObject(sent) ? sent : {};
  const unfit = judgeScrape(scrape);
  const url = frame.ok ? frame.params.url : 'https://site.example/';
  const checked = catalogue.validate(operation, { ...scrape, url }, clock());
  const violations = [
    ...(frame.ok ? judgeCrawlPatterns(frame.params) : frame.violations),
    ...unfit,
    ...(checked.ok ? [] : checked.violations.map(ofScrape)),
  ];
  if (!frame.ok || !checked.ok || violations.length > 0) return { ok: false, violations };
  const { url: _, ...params } = checked.params;
  if (Buffer.byteLength(JSON.stringify(params)) > MAX_CRAWL_SCRAPE_BYTES)
    return { ok: false, violations: [tooLarge()] };
  return { ok: true, params: { crawl: frame.params, params } };
};

/** Checks crawls, and makes jobs of those that are valid. */
export const createCrawlMaker = (options: BatchMakerOptions) => {
  const { submit, targets } = options;

  const check = (operation: Operation, body: object): Checked | Refusal => {
    const checked = checkCrawl(options, operation, body);
    if (!checked.ok) return refuse('validation_failed', { errors: checked.violations });
    const judgement = targets.judgeUrl(checked.params.crawl.url);
    if (judgement.isAllowed) return checked.params;
    const { reason } = judgement;
    return refuse('target_forbidden', { reason, message: targets.explain(reason) });
  };

  const make = async (
    caller: BatchCaller,
    { crawl, params, receiver }: Checked,
    start: SubmitStart,
  ): Promise<SubmitAnswer> => {
    const refusal = await refuseEarly(options, caller);
    if (refusal !== undefined) return refusal;
    const { account, operation } = caller;
    const root = new URL(crawl.url);
    root.hash = '';
    const plan = crawlPlanOf({ ...crawl, url: root.href }, params, keyUseOf(account)?.creditsPerDay);
    const first = { url: root.href, depth: 0 };
    const itemParams = crawlItemParams(plan, { ...first, isFirst: true });
    const itemCredits = operation.holdCredits(itemParams);
    if (plan.maxCredits !== undefined && plan.maxCredits < itemCredits) {
      const message = `maxCredits must be at least ${itemCredits}: so many credits are held for each page until it has ended. With jsRendering: false in scrape, a page holds fewer.`;
      const errors = [{ field: 'maxCredits', rule: 'min' as const, message }];
      return refused(refuse('validation_failed', { errors }));
    }
    const sizeChars = JSON.stringify(itemParams).length;
    const item: CheckedItem = {
      ...{ site: siteOf(operation, itemParams), query: first, params: itemParams },
      ...{ holdCredits: itemCredits, sizeChars },
    };
    return submit({
      ...start,
      account,
      operation,
      items: [item],
      webhook: withWishes(crawl.webhook, receiver),
      crawl: { plan, itemCredits },
    });
  };

  return { check, make };
};

const readOwn =
  ({ readBody }: SubmitHandlerOptions): ReadCrawl =>
  async ({ request, response }) => {
    const read = await readBody(request, response);
    return read.ok ? { outcome: 'read', body: read.body } : read.refusal;
  };

/** `POST /crawl/web`: creates a job of the first page, to which its leader adds those that are found. */
export const createCrawlHandler = (options: SubmitHandlerOptions, readCrawl = readOwn(options)): HandleBatch => {
  const { check, make } = createCrawlMaker(options);
  return async (exchange) => {
    const read = await readCrawl(exchange);
    if (read.outcome === 'refused') return exchange.refuse(read);
    const checked = check(exchange.operation, read.body);
    if ('outcome' in checked) return exchange.refuse(checked);
    await options.answer(exchange, {
      start: (start) => make(exchange, { ...checked, receiver: read.receiver }, start),
      ...(read.accepted === undefined ? {} : { accepted: read.accepted }),
      fingerprint: async () => fingerprintOf({ ...read.body, ...(read.receiver && { receiver: read.receiver }) }),
    });
  };
};
