import type { ChildNode } from 'domhandler';
import { isHidden, MAX_FIELD_CHARS, normalizeText, walk } from '@quarry/html';

const EMPHASIS: ReadonlySet<string> = new Set(['b', 'em', 'i', 'strong', 'mark', 'wbr']);
const NEVER_READ: ReadonlySet<string> = new Set(['svg', 'button', 'textarea', 'select']);
const MAX_PARTS = 40;

/** Texts below `root` as its elements divide them; emphasis does not divide. */
export const textParts = (root: { readonly children: readonly ChildNode[] }): string[] => {
  const parts: string[] = [];
  let open = '';
  const close = (): void => {
    const part = normalizeText(open).slice(0, MAX_FIELD_CHARS);
    if (part !== '' && parts.length < MAX_PARTS) parts.push(part);
    open = '';
  };
  walk(root, {
    enter: (element) => {
      if (NEVER_READ.has(element.name) || isHidden(element)) return false;
      if (!EMPHASIS.has(element.name)) close();
      return true;
    },
    leave: ({ name }) => {
      if (!EMPHASIS.has(name)) close();
    },
    text: ({ data }) => {
      if (open.length <= MAX_FIELD_CHARS) open += data;
    },
  });
  close();
  return parts;
};
