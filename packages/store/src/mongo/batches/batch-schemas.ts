import { Schema } from 'mongoose';
import type { BatchDocument, BatchItemDocument, DeliveryDocument, EventDocument } from './batch-documents.js';
import { endTypes, number, OPTIONS, text } from '../schema-parts.js';

const eventSchema = new Schema<EventDocument>({ _id: text, event: text, data: text, atMs: number }, OPTIONS);
const webhookSchema = new Schema(
  { url: text, events: [String], format: String, metadata: String, sealedHeaders: String },
  { ...OPTIONS, _id: false },
);

export const batchSchema = new Schema<BatchDocument>(
  {
    _id: text,
    accountId: text,
    operation: text,
    contractVersion: number,
    state: text,
    requestsCount: number,
    visibleCount: number,
    succeededCount: number,
    failedCount: number,
    targetErrorCount: Number,
    heldCredits: number,
    chargedCredits: number,
    periodIndex: number,
    createdAtMs: number,
    startedAtMs: Number,
    finishedAtMs: Number,
    deadlineAtMs: number,
    stopRequestedAtMs: Number,
    webhook: webhookSchema,
    keyId: String,
    keyDayMs: Number,
    keyConcurrency: Number,
    crawl: String,
    itemCredits: Number,
    knownCount: Number,
    limitsHit: { type: [String], default: undefined },
    growths: Number,
    growing: new Schema({ number, count: number, credits: number }, { ...OPTIONS, _id: false }),
    holdToken: text,
    revision: number,
    acceptingSinceMs: Number,
    unfinishedSinceMs: Number,
    unsettledSinceMs: Number,
    leaseOwner: String,
    leaseEndsAtMs: number,
    events: [eventSchema],
  },
  OPTIONS,
)
  .index({ accountId: 1, createdAtMs: -1, _id: -1 })
  .index({ acceptingSinceMs: 1 }, { sparse: true })
  .index({ unfinishedSinceMs: 1 }, { sparse: true })
  .index({ unsettledSinceMs: 1 }, { sparse: true })
  .index({ finishedAtMs: 1 }, { sparse: true });

export const batchItemSchema = new Schema<BatchItemDocument>(
  {
    _id: text,
    jobId: text,
    accountId: text,
    operation: text,
    contractVersion: number,
    periodIndex: number,
    createdAtMs: number,
    index: number,
    site: String,
    query: text,
    params: text,
    sealedHeaders: String,
    keyId: String,
    state: text,
    attempt: number,
    heldCredits: number,
    chargedCredits: number,
    deadlineAtMs: number,
    timeoutMs: Number,
    handedOverAtMs: Number,
    ...endTypes,
    metadata: String,
    endOrder: Number,
    stepToken: String,
    seq: Number,
    open: String,
    due: String,
    place: String,
    found: String,
    foundKey: String,
  },
  OPTIONS,
)
  .index({ jobId: 1, index: 1 }, { unique: true })
  .index({ open: 1 }, { unique: true, sparse: true })
  .index({ due: 1 }, { unique: true, sparse: true })
  .index({ place: 1 }, { unique: true, sparse: true })
  .index({ foundKey: 1 }, { unique: true, sparse: true });

/** Indexes of deliveries that are to be sent. */
const DUE = { partialFilterExpression: { dueAtMs: { $exists: true } } };

export const deliverySchema = new Schema<DeliveryDocument>(
  {
    _id: text,
    accountId: text,
    jobId: text,
    event: text,
    url: text,
    host: text,
    data: text,
    format: String,
    state: text,
    attempts: number,
    nextAttemptAtMs: number,
    dueAtMs: Number,
    createdAtMs: number,
    lastAttemptAtMs: Number,
    lastStatusCode: Number,
    lastError: String,
  },
  OPTIONS,
)
  .index({ accountId: 1, createdAtMs: -1, _id: -1 })
  .index({ jobId: 1, createdAtMs: -1, _id: -1 })
  .index({ dueAtMs: 1, createdAtMs: 1, _id: 1, host: 1, attempts: 1 }, DUE)
  .index({ host: 1, dueAtMs: 1, createdAtMs: 1, _id: 1 }, DUE)
  .index({ createdAtMs: 1 });
