import { z } from 'zod';
import { list } from '../input/composites.js';
import { field } from '../input/field.js';
import { url } from '../input/formats.js';
import { flag, jsonChoice, text } from '../input/scalars.js';
import type { BatchExportFormat } from './batch.js';

const FORMATS: readonly BatchExportFormat[] = ['ndjson', 'csv', 'parquet', 'warc'];

/** Longest prefix of the keys, so that a key has at most 1,024 bytes. */
const PREFIX_MAX_CHARS = 500;
const KEY_MAX_CHARS = 256;

/** The bucket to which a job's results are delivered. */
export const deliveryField = field(
  z.strictObject({
    bucket: text({
      note: 'Name of the bucket.',
      required: true,
      pattern: /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/,
      form: 'the name of an S3 bucket: 3 to 63 lower-case letters, digits, dots and hyphens',
    }),
    region: text({
      note: 'Region of the bucket, such as eu-central-1.',
      required: true,
      pattern: /^[a-z\d-]{1,40}$/,
      form: 'a region such as eu-central-1',
    }),
    endpoint: url({ note: 'Public http or https URL of the S3 server. Default: Amazon S3 in the region.' }),
    prefix: text({
      note: 'Before the name of each file, such as crawls/2026/.',
      maxChars: PREFIX_MAX_CHARS,
      pattern: /^[\w!.*'()/=-]+$/,
      form: "letters, digits and ! - _ . * ' ( ) / = alone",
    }),
    accessKeyId: text({ note: 'Access key; it may write to this bucket.', required: true, maxChars: KEY_MAX_CHARS }),
    secretAccessKey: text({
      note: 'Its secret; stored encrypted until the delivery has ended.',
      required: true,
      maxChars: KEY_MAX_CHARS,
    }),
    formats: list({
      note: 'Files to deliver.',
      item: jsonChoice({ note: 'Format.', values: FORMATS }),
      default: ['ndjson'],
    }),
    answers: flag({
      note: 'true: each line of ndjson includes the stored response of its item, as answer.',
      default: false,
    }),
  }),
  { note: 'S3 bucket to which the results are delivered once the job has ended.' },
);

export type BatchDelivery = NonNullable<z.output<typeof deliveryField>>;
