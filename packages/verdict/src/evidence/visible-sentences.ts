import type { ChildNode } from 'domhandler';
import { isBlock, isHidden, walk } from '@quarry/html';

/** One sentence or block of what a reader sees. */
export interface VisibleSentence {
  readonly text: string;
  /** In a heading, paragraph, list or table: where pages have their content. */
  readonly isInContent: boolean;
}

const CONTENT_TAGS: ReadonlySet<string> = new Set(
  'h1 h2 h3 h4 h5 h6 p li td th dd dt blockquote pre article figcaption'.split(' '),
);
const SENTENCE_END = /(?<=[.!?])\s+|(?<=[。！？])/;

/** The visible words below `root` in document order, cut at blocks and at the ends of sentences. For short pages. */
export const visibleSentences = (root: { readonly children: readonly ChildNode[] }): readonly VisibleSentence[] => {
  const sentences: VisibleSentence[] = [];
  let contentDepth = 0;
  let block: string[] = [];
  const endBlock = (): void => {
    const words = block.join('').replace(/\s+/g, ' ').trim();
    block = [];
    for (const text of words.split(SENTENCE_END)) if (text) sentences.push({ text, isInContent: contentDepth > 0 });
  };
  walk(root, {
    enter: (element) => {
      if (isHidden(element)) return false;
      if (element.name === 'br' || isBlock(element.name)) endBlock();
      if (CONTENT_TAGS.has(element.name)) contentDepth += 1;
      return true;
    },
    leave: (element) => {
      if (isBlock(element.name)) endBlock();
      if (CONTENT_TAGS.has(element.name)) contentDepth -= 1;
    },
    text: (node) => void block.push(node.data),
  });
  endBlock();
  return sentences;
};
