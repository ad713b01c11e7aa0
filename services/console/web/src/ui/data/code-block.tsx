import type { ReactNode } from 'react';
import { classNames } from '../class-names.js';
import styles from './code-block.module.css';
import { CopyButton } from '../copy-button.js';

export interface CodeBlockProps {
  readonly code: string;
  /** Above the code: its language or its file. */
  readonly title?: ReactNode;
  /** Lines break instead of scrolling. */
  readonly isWrapped?: boolean;
  /** What the copy button copies, where it is not the code as shown. */
  readonly copyText?: string;
  readonly actions?: ReactNode;
  /** Tallest height in CSS; beyond it scrolls. */
  readonly maxHeight?: string;
}

/** Code to read and to copy. */
export function CodeBlock({ code, title, isWrapped = false, copyText, actions, maxHeight }: CodeBlockProps) {
  return (
    <figure className={styles['figure']}>
      <figcaption className={styles['bar']}>
        <span className="truncate">{title}</span>
        <span className={styles['actions']}>
          {actions}
          <CopyButton text={copyText ?? code} label="Copy" isIcon />
        </span>
      </figcaption>
      {/* Scrolls by keyboard only when it can take the focus. */}
      <pre
        className={classNames(styles['code'], isWrapped && styles['wrapped'])}
        style={{ maxBlockSize: maxHeight }}
        tabIndex={0}
        role="region"
        aria-label={typeof title === 'string' ? title : 'Code'}
      >
        <code>{code}</code>
      </pre>
    </figure>
  );
}
