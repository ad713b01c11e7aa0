import { SITE_OPERATIONS, type SiteDocument, type SiteOptions, type SiteReading } from '@quarry/extract/sites';

export interface ReadTask {
  /** Id of an operation on a site. */
  readonly operation: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly documents: readonly SiteDocument[];
  readonly options: SiteOptions;
}

/** Runs in a worker thread: the event loop of the service stays free for locks and deadlines. */
export default function read({ operation, params, documents, options }: ReadTask): SiteReading {
  const site = SITE_OPERATIONS.get(operation);
  if (!site) throw new Error(`there is no reader for ${operation}`);
  return site.read(params, documents, options);
}
