import type { Document, Element } from 'domhandler';
import type { ConversionLimitName, ConversionLimits } from './convert/conversion-limits.js';
import { readTableFacts, type TableFacts } from './tables/table-facts.js';
import { resolverFor, type UrlResolver } from './links/url-resolver.js';

/** One parsed page with what its outputs share. */
export interface PageSource {
  readonly root: Document;
  /** The page's own final address. */
  readonly url: string;
  readonly urls: UrlResolver;
  readonly tables: ReadonlyMap<Element, TableFacts>;
  readonly limits: ConversionLimits;
  readonly limitsHit: Set<ConversionLimitName>;
}

export const pageSource = (
  root: Document,
  url: string,
  limits: ConversionLimits,
  limitsHit: Set<ConversionLimitName>,
): PageSource => ({ root, url, urls: resolverFor(root, url), tables: readTableFacts(root), limits, limitsHit });
