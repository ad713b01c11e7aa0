import type { ChildNode, Element } from 'domhandler';
import { walk } from '@quarry/html';

/** A writer of one output form: told every element and text in document order, it gives the output at the end. */
export interface PageWriter {
  /** False leaves the element's subtree out. */
  enter(element: Element): boolean;
  leave(element: Element): void;
  text(data: string): void;
  finish(): string;
}

/** Output of what stands below `root`, in one pass over its nodes. */
export const runWriter = (writer: PageWriter, root: { readonly children: readonly ChildNode[] }): string => {
  walk(root, {
    enter: (element) => writer.enter(element),
    leave: (element) => {
      writer.leave(element);
    },
    text: (node) => {
      writer.text(node.data);
    },
  });
  return writer.finish();
};
