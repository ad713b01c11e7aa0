import type { Element } from 'domhandler';
import { rawText, walk } from '@quarry/html';
import { localName } from './xml-tree.js';

/** The signs of a formula, in order. */
export const formulaText = (formula: Element): string => {
  const parts: string[] = [];
  walk(formula, {
    enter: (element) => {
      if (localName(element) === 't') parts.push(rawText(element));
      return true;
    },
  });
  return parts.join('');
};
