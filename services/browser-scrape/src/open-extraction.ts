import type { Config } from '@quarry/config';
import { createModelClient, type ModelClient } from '@quarry/egress/model-client';
import type { Metrics } from '@quarry/observability';
import { countExtractions, createExtractFields } from './extract-fields.js';
import { createExtractPage, type ExtractPage } from './extract-page.js';
import { createPageConverter } from './page-converter.js';
import { createPageReading, type StartReading } from './page-reading.js';

/** The model that is asked for fields; undefined where none is configured. */
const modelClientOf = ({ model }: Config<'model'>): ModelClient | undefined => {
  const { aiBaseUrl: baseUrl, aiModel, aiApiKey: apiKey, aiTimeoutMs: timeoutMs } = model;
  if (baseUrl === undefined) return undefined;
  if (aiModel === undefined)
    throw new Error('AI_BASE_URL is set and AI_MODEL is not. Set AI_MODEL to a model served there.');
  return createModelClient({ baseUrl, model: aiModel, apiKey, timeoutMs });
};

export interface PageExtraction {
  /** Reads pages as they are fetched. */
  readonly startReading: StartReading;
  /** Asks the language model where one is configured. */
  readonly extractPage: ExtractPage;
  /** For what is free of charge: asks no model, which would cost the operator. */
  readonly extractAgain: ExtractPage;
  close(): Promise<void>;
}

/** Conversion threads and the language model. */
export const openExtraction = (
  config: Config<'model'>,
  threads: { readonly threads: number; readonly heapMb: number },
  metrics: Metrics,
): PageExtraction => {
  const client = modelClientOf(config);
  const converter = createPageConverter({
    ...threads,
    report: (seconds) => metrics.observe('extract_duration_seconds', { operation: 'scrape/web' }, seconds),
  });
  const report = countExtractions(metrics);
  const maxModelTokens = client && config.model.aiMaxPageTokens;
  return {
    startReading: createPageReading({ converter, maxModelTokens }),
    extractPage: createExtractPage({
      converter,
      extractFields: createExtractFields({ client, report }),
      maxModelTokens,
    }),
    extractAgain: createExtractPage({ converter, extractFields: createExtractFields({ report }) }),
    close: async () => {
      client?.close();
      await converter.close();
    },
  };
};
