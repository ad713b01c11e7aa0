import type { Element } from 'domhandler';
import { isHidden } from '@quarry/html';
import { isNotDrawn } from './drawings.js';
import { isGutter } from '../markdown/code-text.js';
import { isFormulaEcho } from '../markdown/formulas.js';

/** What stands on the page and is no part of what a reader reads: hidden parts, echoes of formulas, columns of line numbers. */
export const isUnread = (element: Element): boolean =>
  isHidden(element) || isFormulaEcho(element) || isNotDrawn(element) || isGutter(element);
