import { type ChildNode, type Document, Text } from 'domhandler';
import type { ConversionRequest } from '../source/page-content.js';
import type { PageSource } from '../source/page-source.js';
import { readTableFacts } from '../source/table-facts.js';
import { adopt } from './complete-tree.js';
import { type ElementTest, SelectorEngine } from './selector-engine.js';
import { StepBudget } from './step-budget.js';
import { stripInlineImages } from './strip-inline-images.js';

type Filters = Pick<ConversionRequest, 'includeOnlyTags' | 'excludeTags' | 'removeBase64Images'>;

const isAsked = (selectors: readonly string[] | undefined): selectors is readonly string[] =>
  selectors !== undefined && selectors.length > 0;

/** Whether the filters use selectors. */
export const filtersBySelector = ({ includeOnlyTags, excludeTags }: Filters): boolean =>
  isAsked(includeOnlyTags) || isAsked(excludeTags);

/** Elements that one of the selectors matches; none where finding them is too costly, which `limitsHit` then names. */
const matching = (
  source: PageSource,
  selectors: readonly string[],
  tasksLeft: number,
  budget: StepBudget,
): Set<ChildNode> => {
  const engine = new SelectorEngine(budget);
  const tests = selectors.flatMap((selector) => engine.compileKnown(selector) ?? []);
  const isMatch: ElementTest = (element) => tests.some((test) => test(element));
  const found = budget.run(tasksLeft, () => engine.select(source.root, isMatch, true));
  if (!found) source.limitsHit.add('maxSelectorSteps');
  return new Set(found);
};

const keepOnly = (root: Document, kept: ReadonlySet<ChildNode>): void => {
  const children: ChildNode[] = [];
  for (const element of kept) {
    // Separates words that were separate on the page.
    if (children.length > 0) children.push(new Text('\n'));
    children.push(element);
  }
  adopt(root, children);
};

const drop = (dropped: ReadonlySet<ChildNode>): void => {
  const parents = new Set([...dropped].map(({ parent }) => parent));
  for (const parent of parents) {
    if (parent)
      adopt(
        parent,
        parent.children.filter((child) => !dropped.has(child)),
      );
  }
};

/**
 * Filters the page's tree in place, in this order: `includeOnlyTags` keeps the elements that match (outermost first matched, in
 * document order, each once; none matching leaves an empty page), `excludeTags` drops those that match,
 * `removeBase64Images` removes the inline pictures. What concerns the whole page must be read before.
 */
export const applyFilters = (source: PageSource, filters: Filters): PageSource => {
  const { includeOnlyTags, excludeTags } = filters;
  const budget = new StepBudget(source.limits.maxSelectorSteps);
  if (isAsked(includeOnlyTags)) keepOnly(source.root, matching(source, includeOnlyTags, 2, budget));
  if (isAsked(excludeTags)) drop(matching(source, excludeTags, 1, budget));
  if (filters.removeBase64Images === true) stripInlineImages(source.root);
  return filtersBySelector(filters) ? { ...source, tables: readTableFacts(source.root) } : source;
};
