import { type ChildNode, Element } from 'domhandler';
import { walk, walkWhole, type Visitor } from '@quarry/html';

/** A writer of one output form: it gets every element and text in document order and returns the output at the end. */
export interface PageWriter {
  /** False leaves the element's subtree out. */
  enter(element: Element): boolean;
  leave(element: Element): void;
  text(data: string): void;
  finish(): string;
}

/** Output of an element with what is below it, or of the tree below another `root`, in one pass over its nodes. */
export const runWriter = (writer: PageWriter, root: { readonly children: readonly ChildNode[] }): string => {
  const visitor: Visitor = {
    enter: (element) => writer.enter(element),
    leave: (element) => {
      writer.leave(element);
    },
    text: (node) => {
      writer.text(node.data);
    },
  };
  if (root instanceof Element) walkWhole(root, visitor);
  else walk(root, visitor);
  return writer.finish();
};
