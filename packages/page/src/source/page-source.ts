import type { Document, Element } from 'domhandler';
import type { ConversionLimitName, ConversionLimits } from './conversion-limits.js';
import { readTableFacts, type TableFacts } from './table-facts.js';
import { resolverFor, type UrlResolver } from './url-resolver.js';

/** One parsed page with what its outputs share. */
export interface PageSource {
  readonly root: Document;
  /** The page's own final address. */
  readonly url: string;
  readonly urls: UrlResolver;
  readonly tables: ReadonlyMap<Element, TableFacts>;
  readonly limits: ConversionLimits;
  readonly limitsHit: Set<ConversionLimitName>;
  /** Of a page that was to be reduced to its main content: none was found, and this is all of it. */
  readonly hasNoMain?: boolean;
}

export const pageSource = (
  root: Document,
  url: string,
  limits: ConversionLimits,
  limitsHit: Set<ConversionLimitName>,
): PageSource => ({ root, url, urls: resolverFor(root, url), tables: readTableFacts(root), limits, limitsHit });
