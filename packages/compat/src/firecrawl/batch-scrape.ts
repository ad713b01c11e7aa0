import { given, type Body, type Unread } from '../compat-call.js';
import { readReceiver, type CompatReceiver } from './receiver.js';
import { readPageOptions } from './scrape.js';

/** Starts a job; with `/:jobId` its status and pages, and how it is cancelled; with `/errors` what failed. */
export const BATCH_SCRAPE_PATH = '/v2/batch/scrape';

const FIELDS = ['urls', 'webhook', 'ignoreInvalidURLs'];

export type BatchScrapeReading =
  | {
      readonly ok: true;
      /** The body of a submission of ours. */
      readonly submission: Body;
      readonly receiver?: CompatReceiver | undefined;
      /** Addresses that are none, and are left out. */
      readonly invalidUrls: readonly string[];
    }
  | Unread;

const isWebUrl = (url: unknown): boolean => typeof url === 'string' && /^https?:$/.test(URL.parse(url)?.protocol ?? '');

/** A call that starts a batch, as a submission of ours. */
export const readBatchScrape = (body: Body): BatchScrapeReading => {
  const options = readPageOptions(body, FIELDS);
  if (!options.ok) return options;
  const receiver = readReceiver(body['webhook']);
  if (!receiver.ok) return receiver;
  const { urls } = body;
  // Clients send it by themselves; items of a batch are always read anew.
  const { maxAge: _, ...input } = options.input;
  if (!Array.isArray(urls) || urls.length === 0) return { ok: false, message: 'urls must be a list of addresses.' };
  const sent = urls as readonly unknown[];
  const invalid = body['ignoreInvalidURLs'] === false ? [] : sent.filter((url) => !isWebUrl(url));
  const left = invalid.length === 0 ? sent : sent.filter(isWebUrl);
  if (left.length === 0) return { ok: false, message: 'None of the urls is an http or https address.' };
  return {
    ok: true,
    submission: given({
      requests: left.map((url) => ({ url })),
      defaults: input,
      webhook: receiver.webhook,
    }),
    receiver: receiver.receiver,
    invalidUrls: invalid.map(String),
  };
};
