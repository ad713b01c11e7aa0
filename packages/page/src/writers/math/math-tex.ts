import type { ChildNode, Element } from 'domhandler';
import { isElement, rawText } from '@quarry/html';
import { ACCENTS, FUNCTIONS, SYMBOLS } from './tex-names.js';

/** Deeper formulas are left as their text. */
const MAX_DEPTH = 40;
const MAX_NODES = 2_000;

const SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  msup: ['^'],
  msub: ['_'],
  msubsup: ['_', '^'],
  mover: ['^'],
  munder: ['_'],
  munderover: ['_', '^'],
};
const LEAVES: ReadonlySet<string> = new Set(['mi', 'mn', 'mo', 'ms']);

const leafText = (element: Element): string =>
  rawText(element)
    .replace(/[\s\u2061-\u2064]+/g, ' ')
    .trim();

/** A letter, number or sign by its name in TeX. */
const leafTex = (element: Element): string => {
  const text = leafText(element);
  if (FUNCTIONS.has(text)) return `\\${text}`;
  return Object.hasOwn(SYMBOLS, text) ? (SYMBOLS[text] ?? text) : text;
};

const FORMS: ReadonlySet<string> = new Set(['mfrac', 'msqrt', 'mroot', 'mtable', ...Object.keys(SCRIPTS)]);

class MathTree {
  isSimple = true;
  /** Holds what a line of text cannot show. */
  hasForm = false;
  private nodes = 0;

  /** TeX of an element; recursion ends at `MAX_DEPTH`. */
  write(element: Element, depth: number): string {
    this.nodes += 1;
    if (depth > MAX_DEPTH || this.nodes > MAX_NODES) this.isSimple = false;
    if (!this.isSimple) return '';
    const { name } = element;
    if (LEAVES.has(name)) return leafTex(element);
    if (name === 'mtext') return leafText(element) === '' ? '' : `\\text{${leafText(element)}}`;
    const parts = element.children.filter(isShown).map((child) => this.write(child, depth + 1));
    const [first = '', second = ''] = parts;
    if (FORMS.has(name)) this.hasForm = true;
    if (name === 'mfrac') return `\\frac{${first}}{${second}}`;
    if (name === 'msqrt') return `\\sqrt{${parts.join(' ')}}`;
    if (name === 'mroot') return `\\sqrt[${second}]{${first}}`;
    const accent = name === 'mover' && ACCENTS[leafText(element.children.filter(isShown)[1] ?? element)];
    if (accent) return `${accent}{${first}}`;
    const marks = SCRIPTS[name];
    if (marks) return marks.reduce((tex, mark, index) => `${tex}${mark}${group(parts[index + 1] ?? '')}`, group(first));
    if (name === 'mtr') return parts.join(' & ');
    if (name === 'mtable') return `\\begin{matrix}${parts.join(' \\\\ ')}\\end{matrix}`;
    return parts.filter((part) => part !== '').join(' ');
  }
}

const isShown = (node: ChildNode): node is Element =>
  isElement(node) && node.name !== 'annotation' && node.name !== 'annotation-xml' && node.name !== 'mphantom';

const group = (tex: string): string => (/^(?:[\p{L}\p{N}]?|\\[a-z]+)$/iu.test(tex) ? tex : `{${tex}}`);

/** TeX of presentation MathML; undefined where it is too large, or a plain line of text. */
export const mathTex = (math: Element): string | undefined => {
  const tree = new MathTree();
  const tex = tree.write(math, 0).replace(/\s+/g, ' ').trim();
  return tree.isSimple && tree.hasForm ? tex : undefined;
};
