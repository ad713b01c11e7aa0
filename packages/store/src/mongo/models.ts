import { Schema } from 'mongoose';
import type { Connection, Model } from 'mongoose';
import type { BatchDocument, BatchItemDocument, DeliveryDocument } from './batches/batch-documents.js';
import { batchItemSchema, batchSchema, deliverySchema } from './batches/batch-schemas.js';
import { crawlAddressSchema, crawlContentSchema } from './crawls/crawl-documents.js';
import type { CrawlAddressDocument, CrawlContentDocument } from './crawls/crawl-documents.js';
import type {
  AccountDocument,
  IntentDocument,
  JournalDocument,
  KeyDocument,
  KeyUseDocument,
  LastUseDocument,
  PeriodDocument,
  ReadingFieldDocument,
  ReadingSiteDocument,
  RecordDocument,
  RequestDocument,
} from './documents.js';
import { WALK_INDEXES } from './walk-indexes.js';
import { endTypes, number, OPTIONS, text } from './schema-parts.js';

const accountSchema = new Schema<AccountDocument>(
  {
    _id: text,
    name: text,
    creditsPerPeriod: number,
    periodDays: number,
    renew: { type: Boolean, required: true },
    concurrency: number,
    isDisabled: { type: Boolean, required: true },
    createdAtMs: number,
    storedBytes: Number,
  },
  OPTIONS,
);

const keySchema = new Schema<KeyDocument>(
  {
    _id: text,
    accountId: text,
    name: text,
    prefix: String,
    keyHash: text,
    limits: new Schema(
      { creditsPerDay: Number, operations: { type: [String], default: undefined }, concurrency: Number },
      { ...OPTIONS, _id: false },
    ),
    createdAtMs: number,
    revokedAtMs: Number,
  },
  OPTIONS,
)
  .index({ keyHash: 1 }, { unique: true })
  .index({ accountId: 1, createdAtMs: 1 });

const lastUseSchema = new Schema<LastUseDocument>({ _id: text, lastUsedAtMs: number }, OPTIONS);

const intentFields = {
  _id: text,
  accountId: text,
  operation: String,
  params: text,
  sealedHeaders: String,
  answerKey: String,
  isAsync: Boolean,
  webhookUrl: String,
  contractVersion: number,
  state: text,
  attempt: number,
  heldCredits: number,
  chargedCredits: number,
  createdAtMs: number,
  deadlineAtMs: number,
  holdToken: text,
  holdOrder: number,
  host: String,
  keyId: String,
  keyDayMs: Number,
  batch: String,
};

const requestSchema = new Schema<RequestDocument>(
  {
    ...intentFields,
    periodIndex: number,
    ...endTypes,
    unsettledSinceMs: Number,
  },
  OPTIONS,
)
  .index(WALK_INDEXES.account)
  .index({ accountId: 1, state: 1, deadlineAtMs: 1 })
  .index(WALK_INDEXES.state)
  .index(WALK_INDEXES.operation)
  .index(WALK_INDEXES.host, { partialFilterExpression: { host: { $exists: true } } })
  .index(WALK_INDEXES.error, { partialFilterExpression: { error: { $exists: true } } })
  .index({ state: 1, deadlineAtMs: 1 })
  .index({ endedAtMs: 1 }, { sparse: true })
  .index(
    { accountId: 1, answerKey: 1, endedAtMs: -1 },
    { partialFilterExpression: { answerKey: { $exists: true }, chargedCredits: { $gt: 0 } } },
  )
  .index({ createdAtMs: 1, _id: 1 }, { partialFilterExpression: { isAsync: true, state: 'open' } })
  .index({ unsettledSinceMs: 1 }, { sparse: true });

const journalFields = {
  _id: text,
  accountId: text,
  periodIndex: number,
  kind: text,
  credits: number,
  requestId: String,
  atMs: number,
  order: number,
  token: String,
};

const journalSchema = new Schema<JournalDocument>(journalFields, OPTIONS).index({ accountId: 1, order: 1, _id: 1 });

const periodSchema = new Schema<PeriodDocument>(
  {
    _id: text,
    accountId: text,
    index: number,
    startMs: number,
    endMs: number,
    granted: number,
    charged: number,
    held: number,
    expired: number,
    available: number,
    openOf: String,
    rollDueMs: Number,
    holds: [
      new Schema(
        {
          requestId: text,
          token: text,
          credits: number,
          keyId: String,
          visible: Number,
          charged: Number,
          grown: Number,
        },
        { ...OPTIONS, _id: false },
      ),
    ],
    intents: [new Schema<IntentDocument>(intentFields, OPTIONS)],
    outbox: [new Schema<JournalDocument>(journalFields, OPTIONS)],
    grantIds: [String],
    keyDays: {
      type: [new Schema({ keyId: text, dayMs: number, used: number }, { ...OPTIONS, _id: false })],
      default: undefined,
    },
  },
  OPTIONS,
)
  .index({ openOf: 1 }, { unique: true, sparse: true })
  .index({ accountId: 1, index: 1 })
  .index({ rollDueMs: 1 }, { sparse: true })
  .index({ 'intents.createdAtMs': 1 }, { sparse: true })
  .index({ 'outbox.atMs': 1 }, { sparse: true });

const keyUseSchema = new Schema<KeyUseDocument>(
  {
    _id: text,
    accountId: text,
    fingerprint: text,
    requestId: text,
    leaseEndsAtMs: number,
    expiresAtMs: number,
    statusCode: Number,
    body: String,
  },
  OPTIONS,
)
  .index({ expiresAtMs: 1 })
  .index(
    { accountId: 1, expiresAtMs: -1 },
    { partialFilterExpression: { statusCode: { $gte: 400 }, body: { $exists: true } } },
  );

const recordSchema = new Schema<RecordDocument>(
  {
    ...{ _id: text, kind: text, owner: text, data: text, version: number, createdAtMs: number },
    ...{ expiresAtMs: Number, dueAtMs: Number },
  },
  OPTIONS,
)
  .index({ kind: 1, owner: 1, createdAtMs: -1, _id: -1 })
  .index({ expiresAtMs: 1 }, { sparse: true })
  .index({ kind: 1, dueAtMs: 1, _id: 1 }, { partialFilterExpression: { dueAtMs: { $exists: true } } });

const readingFieldSchema = new Schema<ReadingFieldDocument>(
  {
    ...{ _id: text, day: text, operation: text, field: text, found: number, pages: number },
    missing: [new Schema({ requestId: text, accountId: text, hasPage: Boolean }, { ...OPTIONS, _id: false })],
  },
  OPTIONS,
);

const readingSiteSchema = new Schema<ReadingSiteDocument>(
  {
    ...{ _id: text, day: text, operation: text, host: text, exit: text },
    ...{ read: number, unrecognized: number, blocked: number, failed: number },
  },
  OPTIONS,
);

export interface Models {
  readonly accounts: Model<AccountDocument>;
  readonly keys: Model<KeyDocument>;
  readonly lastUses: Model<LastUseDocument>;
  readonly requests: Model<RequestDocument>;
  readonly journal: Model<JournalDocument>;
  readonly periods: Model<PeriodDocument>;
  readonly keyUses: Model<KeyUseDocument>;
  readonly batches: Model<BatchDocument>;
  readonly batchItems: Model<BatchItemDocument>;
  readonly crawlAddresses: Model<CrawlAddressDocument>;
  readonly crawlContents: Model<CrawlContentDocument>;
  readonly deliveries: Model<DeliveryDocument>;
  readonly records: Model<RecordDocument>;
  /** The records about schedules. */
  readonly schedules: Model<RecordDocument>;
  /** Records whose kind begins with `job-`. */
  readonly jobRecords: Model<RecordDocument>;
  /** Cookies of callers' sessions. */
  readonly cookieJars: Model<RecordDocument>;
  readonly readingFields: Model<ReadingFieldDocument>;
  readonly readingSites: Model<ReadingSiteDocument>;
}

/** The store's collections on one connection. `createIndexes` creates their indexes at open. */
export const createModels = (connection: Connection): Models => ({
  accounts: connection.model<AccountDocument>('Account', accountSchema, 'accounts'),
  keys: connection.model<KeyDocument>('ApiKey', keySchema, 'api_keys'),
  lastUses: connection.model<LastUseDocument>('ApiKeyUse', lastUseSchema, 'api_key_uses'),
  requests: connection.model<RequestDocument>('Request', requestSchema, 'requests'),
  journal: connection.model<JournalDocument>('JournalEntry', journalSchema, 'journal'),
  periods: connection.model<PeriodDocument>('Period', periodSchema, 'periods'),
  keyUses: connection.model<KeyUseDocument>('IdempotencyKey', keyUseSchema, 'idempotency_keys'),
  batches: connection.model<BatchDocument>('Batch', batchSchema, 'batches'),
  batchItems: connection.model<BatchItemDocument>('BatchItem', batchItemSchema, 'batch_items'),
  crawlAddresses: connection.model<CrawlAddressDocument>('CrawlAddress', crawlAddressSchema, 'crawl_addresses'),
  crawlContents: connection.model<CrawlContentDocument>('CrawlContent', crawlContentSchema, 'crawl_contents'),
  deliveries: connection.model<DeliveryDocument>('WebhookDelivery', deliverySchema, 'webhook_deliveries'),
  records: connection.model<RecordDocument>('Record', recordSchema, 'records'),
  schedules: connection.model<RecordDocument>('Schedule', recordSchema, 'schedules'),
  jobRecords: connection.model<RecordDocument>('JobRecord', recordSchema, 'job_records'),
  cookieJars: connection.model<RecordDocument>('CookieJar', recordSchema, 'cookie_jars'),
  readingFields: connection.model<ReadingFieldDocument>('ReadingField', readingFieldSchema, 'reading_fields'),
  readingSites: connection.model<ReadingSiteDocument>('ReadingSite', readingSiteSchema, 'reading_sites'),
});
