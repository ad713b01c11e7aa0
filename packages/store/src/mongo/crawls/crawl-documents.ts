import { Schema } from 'mongoose';
import { OPTIONS, number, text } from '../schema-parts.js';

/** An address of a crawl's frontier. */
export interface CrawlAddressDocument {
  /** `<jobId>:<key>`: known once in its job. */
  _id: string;
  jobId: string;
  /** As `itemKey` of the item that it becomes. */
  place: string;
  /** `<jobId>:<shape>`; absent: its variants are not bounded. */
  shape?: string;
  url: string;
  depth: number;
}

/** The item of a crawl that has a content. */
export interface CrawlContentDocument {
  /** `<jobId>:<contentKey>`. */
  _id: string;
  jobId: string;
  itemId: string;
}

export const crawlAddressSchema = new Schema<CrawlAddressDocument>(
  { _id: text, jobId: text, place: text, shape: String, url: text, depth: number },
  OPTIONS,
)
  .index({ place: 1 }, { unique: true })
  .index({ shape: 1 }, { sparse: true });

export const crawlContentSchema = new Schema<CrawlContentDocument>(
  { _id: text, jobId: text, itemId: text },
  OPTIONS,
).index({ jobId: 1 });
