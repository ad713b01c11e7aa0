import type { RequestHandler, Response } from 'express';
import { SCHEDULE_CHANGES_PATH, SCHEDULES_PATH, validateFeedLink } from '@quarry/contracts';
import type { Clock, RecordStore, StoredRecord } from '@quarry/store';
import { refuse } from '../../admission/screen-request.js';
import type { SignedLinks } from '../../files/signed-links.js';
import type { Exchange, ExchangeOptions } from '../../http/exchange.js';
import type { createJsonBodyReader } from '../../http/input/read-json-body.js';
import { requestState } from '../../http/request-state.js';
import { sendError, sendMethodNotAllowed } from '../../http/send-error.js';
import type { RunRecords } from '../runs/run-records.js';
import { SCHEDULE_KIND, type ScheduleData } from '../runs/schedule-data.js';
import { writeFeed } from './feed.js';

export interface FeedRoutesOptions extends Pick<ExchangeOptions, 'authenticator' | 'accountHeaders'> {
  readonly records: Pick<RecordStore, 'get'>;
  readonly runRecords: Pick<RunRecords, 'listRuns'>;
  /** Public URL of the API, without a trailing slash. */
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly readBody: ReturnType<typeof createJsonBodyReader>;
  /** Undefined: the deployment has no secret to sign links with. */
  readonly links?: SignedLinks | undefined;
}

interface FeedRoutes {
  readonly sign: (exchange: Exchange, record: StoredRecord) => Promise<void>;
  readonly send: RequestHandler;
}

const READ = ['GET', 'HEAD'];
const NO_SECRET =
  'This deployment signs no links: it has no secret to sign them with. Its operator can set QUARRY_SECRET.';
const NO_KEY =
  'A feed opens with a key of its account, in the x-api-key header or as Authorization: Bearer, or with a signed link that has not expired.';
const NO_FEED = 'No such schedule. GET /schedules lists those of the account.';
const FEED_NAME = 'changes.rss';

const fileOf = ({ owner: accountId, id: requestId }: StoredRecord) => ({ accountId, requestId, name: FEED_NAME });

/** The feed of a schedule's changes, for keys of its account and signed links, and the call that signs a link. */
export const createFeedRoutes = (options: FeedRoutesOptions): FeedRoutes => {
  const { records, runRecords, baseUrl, clock, links } = options;
  const urlOf = (id: string): string => `${baseUrl}${SCHEDULES_PATH}/${id}`;

  const sign = async (exchange: Exchange, record: StoredRecord): Promise<void> => {
    if (links === undefined) return exchange.refuse(refuse('not_implemented', { message: NO_SECRET }));
    const read = await options.readBody(exchange.request, exchange.response);
    if (!read.ok) return exchange.refuse(read.refusal);
    const checked = validateFeedLink(read.body);
    if (!checked.ok) return exchange.refuse(refuse('validation_failed', { errors: checked.violations }));
    const expiresAtSeconds = Math.floor(clock() / 1_000) + checked.params.expiresInSeconds;
    const url = links.sign(`${urlOf(record.id)}/${FEED_NAME}`, fileOf(record), expiresAtSeconds);
    await exchange.send({ status: 'ok', data: { url, expiresAt: new Date(expiresAtSeconds * 1_000).toISOString() } });
  };

  const sendFeed = async (response: Response, { id, data }: StoredRecord): Promise<void> => {
    const runs = await runRecords.listRuns(id);
    const type = 'application/rss+xml; charset=utf-8';
    response.setHeader('content-type', type).setHeader('x-content-type-options', 'nosniff');
    response.setHeader('cache-control', 'private, no-cache').vary('x-api-key').vary('authorization');
    const scheduleUrl = urlOf(id);
    // safe because records of this kind have such data
    const source = { id, data: data as ScheduleData, runs, scheduleUrl, feedUrl: `${scheduleUrl}/${FEED_NAME}` };
    response.end(writeFeed(source));
  };

  const send: RequestHandler = async (request, response) => {
    requestState(response).route = SCHEDULE_CHANGES_PATH;
    if (!READ.includes(request.method)) return sendMethodNotAllowed(response, READ);
    const record = await records.get(SCHEDULE_KIND, String(request.params['scheduleId']).toLowerCase());
    if (record !== null && links?.secondsLeft(request, fileOf(record)) !== undefined) return sendFeed(response, record);
    const account = await options.authenticator.identify(request);
    if (account === null) return sendError(response, 'unauthorized', { message: NO_KEY });
    await options.accountHeaders(response, account);
    if (record?.owner !== account.id) return sendError(response, 'not_found', { message: NO_FEED });
    return sendFeed(response, record);
  };

  return { sign, send };
};
