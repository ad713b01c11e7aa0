import { createElement, memo, type ReactNode } from 'react';
import styles from './markdown-view.module.css';
import { parseBlocks, type Block } from './parse-blocks.js';
import { parseInline, type Inline } from './parse-inline.js';

/** Longer documents are cut; the source has all of it. */
export const RENDERED_MAX_CHARS = 150_000;

const inlineNode = (inline: Inline, key: number): ReactNode => {
  switch (inline.type) {
    case 'text':
      return inline.text;
    case 'code':
      return <code key={key}>{inline.text}</code>;
    case 'break':
      return <br key={key} />;
    case 'strong':
      return <strong key={key}>{inlineNodes(inline.children)}</strong>;
    case 'emphasis':
      return <em key={key}>{inlineNodes(inline.children)}</em>;
    case 'strike':
      return <s key={key}>{inlineNodes(inline.children)}</s>;
    case 'image':
      // Pictures of a page are not loaded: that would tell its site who reads it here.
      return (
        <span key={key} className={styles['image']} title={inline.src}>
          {inline.alt || 'picture'}
        </span>
      );
    case 'link':
      return (
        <a key={key} href={inline.href} target="_blank" rel="noreferrer noopener">
          {inlineNodes(inline.children)}
        </a>
      );
  }
};

const inlineNodes = (inlines: readonly Inline[]): ReactNode => inlines.map(inlineNode);

const textNodes = (text: string): ReactNode => inlineNodes(parseInline(text));

const tableNode = ({ header, rows }: Extract<Block, { type: 'table' }>, key: number): ReactNode => (
  <div key={key} className={styles['table']} tabIndex={0} role="region" aria-label="Table">
    <table>
      <thead>
        <tr>
          {header.map((cell, index) => (
            <th key={index} scope="col">
              {textNodes(cell)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={column}>{textNodes(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const blockNode = (block: Block, key: number): ReactNode => {
  switch (block.type) {
    case 'heading':
      // The page around it has the first two levels.
      return createElement(
        `h${Math.min(6, block.level + 2)}`,
        { key, 'data-level': block.level },
        textNodes(block.text),
      );
    case 'paragraph':
      return <p key={key}>{textNodes(block.text)}</p>;
    case 'code':
      return (
        <pre key={key} tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case 'quote':
      return <blockquote key={key}>{blockNodes(block.blocks)}</blockquote>;
    case 'list': {
      const items = block.items.map((item, index) => <li key={index}>{blockNodes(item)}</li>);
      return block.start === undefined ? (
        <ul key={key}>{items}</ul>
      ) : (
        <ol key={key} start={block.start}>
          {items}
        </ol>
      );
    }
    case 'table':
      return tableNode(block, key);
    case 'rule':
      return <hr key={key} />;
  }
};

const blockNodes = (blocks: readonly Block[]): ReactNode => blocks.map(blockNode);

/** Markdown as it reads: made of elements, never of html text, and its links open elsewhere without saying where from. */
export const MarkdownView = memo(function MarkdownView({ markdown }: { readonly markdown: string }) {
  return (
    <div className={styles['markdown']} tabIndex={0} role="region" aria-label="Markdown, rendered">
      {blockNodes(parseBlocks(markdown.slice(0, RENDERED_MAX_CHARS)))}
      {markdown.length > RENDERED_MAX_CHARS && <p className="muted">Cut here: the source has the rest.</p>}
    </div>
  );
});
