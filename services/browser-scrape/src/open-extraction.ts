import type { Config } from '@quarry/config';
import { REPARSE_ID } from '@quarry/contracts';
import { createModelClient, type ModelClient } from '@quarry/egress/model-client';
import type { Metrics } from '@quarry/observability';
import { countExtractions, createExtractFields } from './extract-fields.js';
import { createExtractPage, type ExtractPage } from './extract-page.js';
import { createPageConverter, type PageConverter } from './page-converter.js';
import { createPageReading, type StartReading } from './page-reading.js';

/** The model that extracts fields; undefined if none is configured. */
const modelClientOf = ({ model }: Config<'model'>): ModelClient | undefined => {
  const { aiBaseUrl: baseUrl, aiModel, aiApiKey: apiKey, aiTimeoutMs: timeoutMs } = model;
  if (baseUrl === undefined) return undefined;
  if (aiModel === undefined)
    throw new Error('AI_BASE_URL is set and AI_MODEL is not. Set AI_MODEL to a model served there.');
  return createModelClient({ baseUrl, model: aiModel, apiKey, timeoutMs });
};

/** The converter for one operation: measures every document that was not aborted, including its wait for a thread. */
const timeConversions = (
  converter: PageConverter,
  metrics: Pick<Metrics, 'observe'>,
  operation: string,
): Omit<PageConverter, 'close'> => {
  const timed = async <T>(work: Promise<T>): Promise<T> => {
    const startedAtMs = performance.now();
    const result = await work;
    metrics.observe('extract_duration_seconds', { operation }, (performance.now() - startedAtMs) / 1_000);
    return result;
  };
  return {
    convert: (...given) => timed(converter.convert(...given)),
    read: (...given) => timed(converter.read(...given)),
    readAddresses: (...given) => timed(converter.readAddresses(...given)),
  };
};

export interface PageExtraction {
  /** Reads pages as they are fetched. */
  readonly startReading: StartReading;
  /** Asks the language model if one is configured. */
  readonly extractPage: ExtractPage;
  /** For work that is free of charge: asks no model, which would cost the operator. */
  readonly extractAgain: ExtractPage;
  /** Reads the addresses that documents list. */
  readonly readAddresses: PageConverter['readAddresses'];
  close(): Promise<void>;
}

/** Conversion threads and the language model. */
export const openExtraction = (
  config: Config<'model'>,
  threads: { readonly threads: number; readonly heapMb: number },
  metrics: Pick<Metrics, 'increment' | 'observe'>,
): PageExtraction => {
  const client = modelClientOf(config);
  const threadConverter = createPageConverter(threads);
  const converter = timeConversions(threadConverter, metrics, 'scrape/web');
  const report = countExtractions(metrics);
  const maxModelTokens = client && config.model.aiMaxPageTokens;
  return {
    startReading: createPageReading({ converter, maxModelTokens }),
    extractPage: createExtractPage({
      converter,
      extractFields: createExtractFields({ client, report }),
      maxModelTokens,
    }),
    extractAgain: createExtractPage({
      converter: timeConversions(threadConverter, metrics, REPARSE_ID),
      extractFields: createExtractFields({ report }),
    }),
    readAddresses: timeConversions(threadConverter, metrics, 'map/web').readAddresses,
    close: async () => {
      client?.close();
      await threadConverter.close();
    },
  };
};
