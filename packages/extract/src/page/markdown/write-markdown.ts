import type { ChildNode } from 'domhandler';
import { walk } from '../../dom/walk.js';
import type { PageSource } from '../page-source.js';
import { MarkdownWriter } from './markdown-writer.js';

/** Markdown of what stands below `root`, in one pass over its nodes. */
export const writeMarkdown = (
  source: PageSource,
  root: { readonly children: readonly ChildNode[] } = source.root,
): string => {
  const writer = new MarkdownWriter(source);
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
