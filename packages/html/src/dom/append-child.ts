import type { ChildNode, ParentNode } from 'domhandler';

/** Adds a node that has no parent yet as the last child. */
export const appendChild = (parent: ParentNode, child: ChildNode): void => {
  const previous = parent.children.at(-1);
  child.parent = parent;
  if (previous) {
    child.prev = previous;
    previous.next = child;
  }
  parent.children.push(child);
};
