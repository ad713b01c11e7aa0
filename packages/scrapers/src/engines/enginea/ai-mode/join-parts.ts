import type { ChildNode, Element } from 'domhandler';
import { walk } from '@quarry/html';

/** Most parts of one answer that are inserted. */
export const MAX_PARTS = 4_000;

const append = (container: Element, children: readonly ChildNode[]): void => {
  let previous = container.children.at(-1) ?? null;
  for (const child of children) {
    child.parent = container;
    child.prev = previous;
    child.next = null;
    if (previous) previous.next = child;
    container.children.push(child);
    previous = child;
  }
};

/**
 * An answer that is still being written arrives as a frame and then in parts, each naming its container. Puts
 * the parts where the engine's scripts would; the page is changed in place.
 */
export const joinParts = (root: { readonly children: readonly ChildNode[] }): void => {
  const containers = new Map<string, Element>();
  const parts: { readonly part: Element; readonly container: Element }[] = [];
  const open: Element[] = [];
  walk(root, {
    enter: (element) => {
      const { 'data-container-id': id, 'data-target-container-id': target } = element.attribs;
      const container = target === undefined ? undefined : containers.get(target);
      // A part already in its container stays there.
      if (container && !open.includes(container) && parts.length < MAX_PARTS) parts.push({ part: element, container });
      if (id === undefined) return true;
      containers.set(id, element);
      open.push(element);
      return true;
    },
    leave: (element) => {
      if (open.at(-1) === element) open.pop();
    },
  });
  for (const { part, container } of parts) {
    const { children } = part;
    part.children = [];
    append(container, children);
  }
};
