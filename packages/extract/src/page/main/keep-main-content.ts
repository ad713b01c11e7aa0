import type { PageSource } from '../page-source.js';
import { readTableFacts } from '../table-facts.js';
import { chooseRoot } from './choose-root.js';
import { cleanRoot } from './clean-root.js';
import { copyKept } from './copy-kept.js';
import { dropBeside } from './drop-beside.js';
import { findLead } from './find-lead.js';
import { readParts } from './page-parts.js';
import { titleMatcher } from './page-title.js';

export interface MainContentForm {
  /** Keeps the headline and what stands below pictures: for forms that show pictures. Default: the running text alone. */
  readonly isDocument?: boolean;
}

/**
 * The page reduced to its main content: a source of its own whose tree holds only what a reader came for. The given tree stays
 * as it is. Linear in the number of nodes.
 */
export const keepMainContent = (source: PageSource, { isDocument = false }: MainContentForm = {}): PageSource => {
  const parts = readParts(source);
  dropBeside(parts);
  const root = chooseRoot(parts);
  if (!root) {
    const kept = copyKept(
      source.root.children,
      new Set(parts.filter((part) => part.isDropped).map((part) => part.element)),
    );
    return { ...source, root: kept, tables: readTableFacts(kept) };
  }
  const isTitle = titleMatcher(source);
  const lead = findLead(parts, root, isTitle).map((part) => part.element);
  const dropped = cleanRoot({ parts, root, isTitle, isDocument });
  const kept = copyKept([...lead, root.element], dropped);
  return { ...source, root: kept, tables: readTableFacts(kept) };
};
