import { Text, type Element } from 'domhandler';
import { allBelow, firstBelow } from '@quarry/html';

const SOURCE = 'data-xpm-latex';

const isSource = ({ attribs }: Element): boolean => (attribs[SOURCE] ?? '').trim() !== '';

const isFormula = (element: Element): boolean =>
  element.attribs['data-xpm-copy-root'] !== undefined || isSource(element);

/**
 * A formula is a picture beside a hidden copy of its signs. Replaces it by its source text; `content` is changed in
 * place.
 */
export const writeFormulas = (content: Element): void => {
  for (const formula of allBelow(content, isFormula)) {
    const source = isSource(formula) ? formula : firstBelow(formula, isSource);
    const written = source?.attribs[SOURCE]?.trim();
    if (written === undefined) continue;
    const text = new Text(written);
    text.parent = formula;
    formula.children = [text];
    delete formula.attribs['aria-hidden'];
    delete formula.attribs['role'];
  }
};
