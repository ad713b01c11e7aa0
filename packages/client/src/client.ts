import { BatchOperation } from './batch/batch-operation.js';
import { Crawls } from './batch/crawls.js';
import { readClientOptions, type QuarryClientOptions } from './client-options.js';
import { bindBatches, OperationClient, type BatchOperations } from './generated/operations.js';
import type { BatchFilters, BatchSummary } from './generated/types.js';
import type { ApiPromise } from './http/api-promise.js';
import { Transport, type CallOptions } from './http/transport.js';
import { createBindOperation } from './operation-method.js';
import { Account } from './resources/account.js';
import { allOf, listPage, type CursorPage } from './resources/cursor-pages.js';
import { Files } from './resources/files.js';
import { Requests } from './resources/requests.js';
import { Schedules } from './resources/schedules.js';
import { Sessions } from './resources/sessions.js';
import { Webhooks } from './resources/webhooks.js';

/** `client.batches` */
export interface Batches extends BatchOperations {
  /** One page of the account's batches, newest first. Free of charge. */
  list(filters?: BatchFilters, options?: CallOptions): ApiPromise<CursorPage<BatchSummary>>;
  /** All of them, newest first, page by page. */
  all(filters?: BatchFilters, options?: CallOptions): AsyncGenerator<BatchSummary, void, undefined>;
}

const createBatches = (transport: Transport, files: Files): Batches => {
  const list: Batches['list'] = (filters = {}, options) =>
    listPage(transport, { path: '/batches', key: 'batches', filters }, options);
  return {
    ...bindBatches((path) => new BatchOperation(transport, files, path)),
    list,
    all: (filters = {}, options) => allOf((cursor) => list({ ...filters, ...cursor }, options)),
  };
};

/** A client of one account. It has no state but its options: make one, and use it everywhere. */
export class QuarryClient extends OperationClient {
  readonly account: Account;
  readonly batches: Batches;
  readonly crawls: Crawls;
  readonly files: Files;
  readonly requests: Requests;
  readonly schedules: Schedules;
  readonly sessions: Sessions;
  readonly webhooks: Webhooks;

  constructor(options: QuarryClientOptions) {
    const { filesUrl, ...calls } = readClientOptions(options);
    const transport = new Transport(calls);
    const files = new Files(transport, filesUrl);
    const requests = new Requests(transport, files);
    super(createBindOperation(transport, requests));
    this.account = new Account(transport);
    this.batches = createBatches(transport, files);
    this.crawls = new Crawls(transport, files);
    this.files = files;
    this.requests = requests;
    this.schedules = new Schedules(transport);
    this.sessions = new Sessions(transport);
    this.webhooks = new Webhooks(transport);
  }
}
