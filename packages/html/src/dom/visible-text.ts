import type { ChildNode } from 'domhandler';
import { isBlock } from './blocks.js';
import { isHidden } from './visibility.js';
import { walk } from './walk.js';

/** Words of the visible part below `root`, white space collapsed, at most `maxChars` long. */
export const visibleText = (root: { readonly children: readonly ChildNode[] }, maxChars: number): string => {
  const parts: string[] = [];
  let length = 0;
  walk(root, {
    enter: (element) => {
      if (length > maxChars || isHidden(element) || element.name === 'head') return false;
      if (element.name === 'br' || isBlock(element.name)) parts.push(' ');
      return true;
    },
    leave: (element) => {
      if (isBlock(element.name)) parts.push(' ');
    },
    text: (node) => {
      if (length > maxChars) return;
      const data = node.data.length > maxChars ? node.data.slice(0, maxChars * 2) : node.data;
      parts.push(data);
      length += data.trim().length;
    },
  });
  return parts.join('').replace(/\s+/g, ' ').trim().slice(0, maxChars);
};
