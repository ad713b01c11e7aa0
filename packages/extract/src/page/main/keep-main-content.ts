import type { PageSource } from '../page-source.js';
import { readTableFacts } from '../table-facts.js';
import { chooseRoot } from './choose-root.js';
import { cleanRoot } from './clean-root.js';
import { copyKept } from './copy-kept.js';
import { dropBeside } from './drop-beside.js';
import { readParts } from './page-parts.js';

/**
 * The page reduced to its main content: a source of its own whose tree holds only what a reader came for. The given tree stays
 * as it is. Linear in the number of nodes.
 */
export const keepMainContent = (source: PageSource): PageSource => {
  const parts = readParts(source);
  dropBeside(parts);
  const root = chooseRoot(parts);
  const kept = root
    ? copyKept([root.element], cleanRoot(parts, root))
    : copyKept(source.root.children, new Set(parts.filter((part) => part.isDropped).map((part) => part.element)));
  return { ...source, root: kept, tables: readTableFacts(kept) };
};
