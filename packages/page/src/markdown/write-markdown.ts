import type { ChildNode } from 'domhandler';
import type { PageSource } from '../page-source.js';
import { runWriter } from '../convert/run-writer.js';
import { MarkdownWriter } from './markdown-writer.js';

/** Markdown of what stands below `root`, in one pass over its nodes. */
export const writeMarkdown = (
  source: PageSource,
  root: { readonly children: readonly ChildNode[] } = source.root,
): string => runWriter(new MarkdownWriter(source), root);
