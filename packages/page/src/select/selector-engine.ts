import { compile } from 'css-select';
import type { AnyNode, ChildNode, Element, ParentNode } from 'domhandler';
import { isElement, isText, walk } from '@quarry/html';
import { isNth, readNth, SiblingPositions } from './sibling-positions.js';
import type { StepBudget } from './step-budget.js';

type Options = NonNullable<Parameters<typeof compile<AnyNode, Element>>[1]>;
type Adapter = NonNullable<Options['adapter']>;
type Pseudos = NonNullable<Options['pseudos']>;
export type ElementTest = (element: Element) => boolean;
type CountedRoot = { readonly children: readonly ChildNode[] };

/** Characters of an attribute or a text that cost as much to look through as one element. */
export const CHARS_PER_STEP = 64;

/** Descending into an element takes about as long as this many accesses. */
export const DESCENT_STEPS = 10;

const NEVER = ':not(*)';

/** States that need a user, and pseudo-classes that count siblings. */
const PLAIN_PSEUDOS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['hover', 'active', 'visited', 'focus', 'focus-visible', 'focus-within', 'target'].map((name) => [name, NEVER]),
  ),
  'only-child': ':first-child:last-child',
  'first-of-type': ':nth-of-type(1)',
  'last-of-type': ':nth-last-of-type(1)',
  'only-of-type': ':nth-of-type(1):nth-last-of-type(1)',
};

const elementParent = (node: AnyNode): ParentNode | null => node.parent;

/** The content of a template is not part of the page. */
const childrenOf = (node: AnyNode, isXml: boolean): ChildNode[] => {
  if (!isXml && isElement(node) && node.name === 'template') return [];
  return 'children' in node ? node.children : [];
};

/** The adapter through which selectors read the tree: each access to a node costs a step. */
const countingAdapter = (budget: StepBudget, isXml: boolean): Adapter => ({
  isTag: (node): node is Element => {
    budget.spend();
    return isElement(node);
  },
  equals: (a, b) => {
    budget.spend();
    return a === b;
  },
  getAttributeValue: (element, name) => {
    const value = Object.hasOwn(element.attribs, name) ? element.attribs[name] : undefined;
    if (value !== undefined && value.length > CHARS_PER_STEP) budget.spend(value.length / CHARS_PER_STEP);
    return value;
  },
  getChildren: (node) => {
    budget.spend(DESCENT_STEPS);
    return childrenOf(node, isXml);
  },
  getName: (element) => element.name,
  getParent: (node) => {
    budget.spend();
    return elementParent(node);
  },
  getSiblings: (node) => node.parent?.children ?? [node],
  prevElementSibling: (node) => {
    let previous = node.prev;
    while (previous && !isElement(previous)) {
      budget.spend();
      previous = previous.prev;
    }
    return isElement(previous) ? previous : null;
  },
  getText: (node) => {
    if (isText(node)) return node.data;
    const parts: string[] = [];
    if ('children' in node) {
      walk(node, {
        enter: () => {
          budget.spend(DESCENT_STEPS);
          return true;
        },
        text: ({ data }) => {
          budget.spend(1 + data.length / CHARS_PER_STEP);
          parts.push(data);
        },
      });
    }
    return parts.join('');
  },
  hasAttrib: (element, name) => Object.hasOwn(element.attribs, name),
  removeSubsets: (nodes) => nodes,
});

const OF_SELECTOR = /^(.+?)\s+of\s+(.+)$/is;

/**
 * Compiles and runs CSS selectors on one tree, within a budget of element tests. Class and attribute values as the page has
 * them, names in lower case (`isXml`: as written), states such as `:hover` match nothing.
 */
export class SelectorEngine {
  private readonly adapter: Adapter;
  private readonly pseudos: Pseudos;
  private readonly inner = new Map<string, ElementTest>();

  constructor(
    private readonly budget: StepBudget,
    private readonly isXml = false,
  ) {
    this.adapter = countingAdapter(budget, isXml);
    this.pseudos = {
      ...PLAIN_PSEUDOS,
      empty: (element) => childrenOf(element, isXml).length === 0,
      'nth-child': this.nthPseudo(false, false),
      'nth-last-child': this.nthPseudo(true, false),
      'nth-of-type': this.nthPseudo(false, true),
      'nth-last-of-type': this.nthPseudo(true, true),
    };
  }

  /**
   * Throws an error that says why for what is no selector or one that is not known. `scope`: the element that `:scope` means, by
   * default the page's root.
   */
  compile(selector: string, scope?: Element): ElementTest {
    const { adapter, isXml } = this;
    const pseudos = scope ? { ...this.pseudos, scope: (element: Element) => element === scope } : this.pseudos;
    return compile<AnyNode, Element>(selector, { adapter, pseudos, xmlMode: isXml, relativeSelector: false });
  }

  /** As `compile`; undefined where that throws. */
  compileKnown(selector: string, scope?: Element): ElementTest | undefined {
    try {
      return this.compile(selector, scope);
    } catch {
      return undefined;
    }
  }

  /** Elements below `root` in document order; `outermost` leaves out those inside of others. Templates stay closed. */
  select(root: CountedRoot, test: ElementTest, outermost = false): Element[] {
    const found: Element[] = [];
    walk(root, {
      enter: (element) => {
        this.budget.spend();
        const isMatch = test(element);
        if (isMatch) found.push(element);
        return !(isMatch && outermost) && (this.isXml || element.name !== 'template');
      },
    });
    return found;
  }

  private nthPseudo(isReverse: boolean, ofType: boolean): (element: Element, value?: string | null) => boolean {
    const known = new Map<string, ElementTest>();
    // Two named parameters: the library sees from their number that it needs an argument.
    return (element: Element, formula: string | null | undefined) => {
      const source = formula ?? '';
      let test = known.get(source);
      if (!test) {
        test = this.nthTest(source, isReverse, ofType);
        known.set(source, test);
      }
      return test(element);
    };
  }

  private nthTest(source: string, isReverse: boolean, ofType: boolean): ElementTest {
    const [, formula = source, ofSelector] = (ofType ? null : OF_SELECTOR.exec(source)) ?? [];
    const nth = readNth(formula);
    if (!nth) return () => false;
    const counts = ofSelector === undefined ? () => true : this.innerTest(ofSelector);
    const positions = new SiblingPositions(isReverse, ofType, (sibling) => {
      this.budget.spend();
      return counts(sibling);
    });
    return (element) => isNth(nth, positions.of(element));
  }

  private innerTest(selector: string): ElementTest {
    const test = this.inner.get(selector) ?? this.compile(selector.trim());
    this.inner.set(selector, test);
    return test;
  }
}
