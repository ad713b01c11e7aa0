import type { Element } from 'domhandler';
import { rawText, walk } from '@quarry/html';
import { mathTex } from './math-tex.js';

const delimit = (tex: string, isBlockFormula: boolean): string => {
  const text = tex.trim().replace(/\s+/g, ' ');
  if (text === '') return '';
  return isBlockFormula ? `$$${text}$$` : `$${text}$`;
};

/** TeX of a `<math>` element where it carries it, else made from its tree. */
export const mathMarkdown = (math: Element): string => {
  let tex = math.attribs['alttext'] ?? '';
  walk(math, {
    enter: (element) => {
      const isTex = element.name === 'annotation' && /tex/i.test(element.attribs['encoding'] ?? '');
      if (isTex) tex = rawText(element);
      return element.name !== 'annotation' && element.name !== 'annotation-xml';
    },
  });
  if (tex.trim() !== '') return delimit(tex, math.attribs['display'] === 'block');
  const tree = mathTex(math);
  return tree === undefined
    ? rawText(math).replace(/\s+/g, ' ').trim()
    : delimit(tree, math.attribs['display'] === 'block');
};

/** TeX that a page ships to its formula script; undefined for every other script. */
export const mathScript = (script: Element): string | undefined => {
  const type = script.attribs['type']?.toLowerCase() ?? '';
  if (!type.startsWith('math/tex')) return undefined;
  return delimit(rawText(script), type.includes('mode=display'));
};

/** A formula that the site shows as a picture whose description is its TeX. */
export const mathImage = (image: Element): string | undefined => {
  const { class: className = '', alt = '' } = image.attribs;
  if (!/(?:^|\s)(?:mwe-math-fallback-image-\w+|tex|latex|math)(?:\s|$)/.test(className) || alt.trim() === '')
    return undefined;
  return delimit(alt, className.includes('display'));
};

/** Renderings of formulas that repeat what their source says. */
export const isFormulaEcho = (element: Element): boolean => {
  const className = element.attribs['class'];
  // Nearly every element has a class; the expression is for the few that may be meant.
  if (!className || !/katex|mathjax|mjx/i.test(className) || element.name === 'mjx-container') return false;
  return /(?:^|\s)(?:katex-html|MathJax_Preview|MathJax_Display|MathJax_SVG|MathJax_CHTML|MathJax|MJX_Assistive_MathML)(?:\s|$)/.test(
    className,
  );
};

/** A piece of text, or the markdown of a formula between delimiters that a script of the page would read. */
interface Piece {
  readonly text: string;
  readonly tex?: string;
}

const DELIMITED = /\\\(([^\n]{1,400}?)\\\)|\\\[([^]{1,2000}?)\\\]|\$\$([^$]{1,2000})\$\$/g;
/** What formulas have and words between escaped brackets do not. */
const IS_TEX = /[\\^_={}+]|^\s*\S{1,3}\s*$|^(?!.*\p{L}{3})/su;

/** Text with its formulas: `\(x^2\)`, `\[x^2\]` and `$$x^2$$`, each in one text. */
export const mathPieces = (data: string): readonly Piece[] => {
  if (!data.includes('\\(') && !data.includes('\\[') && !data.includes('$$')) return [{ text: data }];
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of data.matchAll(DELIMITED)) {
    const [all, inline, block, dollars] = match;
    const tex = inline ?? block ?? dollars ?? '';
    if (!IS_TEX.test(tex)) continue;
    pieces.push({ text: data.slice(end, match.index) }, { text: all, tex: delimit(tex, inline === undefined) });
    end = match.index + all.length;
  }
  pieces.push({ text: data.slice(end) });
  return pieces;
};
