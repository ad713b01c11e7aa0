import type { Element } from 'domhandler';
import { isHidden } from '@quarry/html';
import { isNotDrawn } from './drawings.js';
import { isGutter } from './code-text.js';
import { isFormulaEcho } from './math/formulas.js';

/** Parts of the page that are not read: hidden parts, echoes of formulas, columns of line numbers. */
export const isUnread = (element: Element): boolean =>
  isHidden(element) || isFormulaEcho(element) || isNotDrawn(element) || isGutter(element);
