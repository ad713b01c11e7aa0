import type { Element } from 'domhandler';
import { isElement } from '@quarry/html';

/** The mark of a box to tick that stands in a list's item, or in its label or paragraph; undefined for any other field. */
export const taskMark = ({ attribs, parent }: Element): string | undefined => {
  if (attribs['type']?.toLowerCase() !== 'checkbox' || !isElement(parent)) return undefined;
  const holder = parent.name === 'label' || parent.name === 'p' ? parent.parent : parent;
  if (!isElement(holder) || holder.name !== 'li') return undefined;
  return attribs['checked'] === undefined ? '[ ]' : '[x]';
};
