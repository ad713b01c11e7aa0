import type { ChildNode } from 'domhandler';
import type { PageSource } from '../source/page-source.js';
import { readFootnotes } from './notes/footnotes.js';
import { runWriter } from './run-writer.js';
import { type MarkdownOptions, MarkdownWriter } from './markdown-writer.js';

/** Markdown of the tree below `root`, or of `root` itself if it is an element, in one pass over its nodes. */
export const writeMarkdown = (
  source: PageSource,
  root: { readonly children: readonly ChildNode[] } = source.root,
  options: MarkdownOptions = {},
): string => runWriter(new MarkdownWriter(source, options, readFootnotes(root)), root);
