import { useState } from 'react';
import type { Differences, FieldChange } from '../../../api/schedules.js';
import { formatCount } from '../../../format/format.js';
import { Button } from '../../../ui/button.js';
import { classNames } from '../../../ui/class-names.js';
import { DiffView } from './diff-view.js';
import styles from './differences-view.module.css';

/** Addresses of one kind in sight at first. */
const ADDRESSES_SHOWN = 20;

function Value({ kind, text }: { readonly kind: 'added' | 'removed'; readonly text: string }) {
  return (
    <div className={classNames(styles['value'], styles[kind])}>
      <span aria-hidden="true">{kind === 'added' ? '+' : '−'}</span>
      <span>
        <span className="visually-hidden">{kind === 'added' ? 'After: ' : 'Before: '}</span>
        {text}
      </span>
    </div>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

function Fields({ fields }: { readonly fields: readonly FieldChange[] }) {
  return (
    <ul className={styles['fields']}>
      {fields.map(({ path, change, before, after }) => (
        <li key={path} className={styles['field']}>
          <code>{path}</code>
          {change !== 'added' && <Value kind="removed" text={textOf(before)} />}
          {change !== 'removed' && <Value kind="added" text={textOf(after)} />}
        </li>
      ))}
    </ul>
  );
}

/** Addresses that the site chose: texts, never links. */
export function Addresses({ kind, links }: { readonly kind: 'added' | 'removed'; readonly links: readonly string[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? links : links.slice(0, ADDRESSES_SHOWN);
  return (
    <>
      {shown.map((link) => (
        <Value key={link} kind={kind} text={link} />
      ))}
      {shown.length < links.length && (
        <div>
          <Button size="sm" onClick={() => setWhole(true)}>
            Show {formatCount(links.length - shown.length)} more
          </Button>
        </div>
      )}
    </>
  );
}

export interface DifferencesViewProps {
  readonly differences: Differences;
  /** Names the response for readers by ear. */
  readonly of: string;
  /** Level of its headings. */
  readonly heading?: 'h3' | 'h4';
}

/** What differs in one response. */
export function DifferencesView({ differences, of, heading: Heading = 'h3' }: DifferencesViewProps) {
  const { fields = [], links, markdown } = differences;
  const hasLinks = links !== undefined && links.added.length + links.removed.length > 0;
  const isReplaced = markdown !== undefined && markdown.diff === '' && markdown.added + markdown.removed > 0;
  return (
    <div className={styles['change']}>
      {fields.length > 0 && (
        <div className={styles['part']}>
          <Heading>Fields</Heading>
          <Fields fields={fields} />
        </div>
      )}
      {markdown !== undefined && markdown.diff !== '' && (
        <div className={styles['part']}>
          <Heading>Text</Heading>
          <DiffView diff={markdown.diff} label={`Text of ${of}`} />
        </div>
      )}
      {isReplaced && (
        <div className={styles['part']}>
          <Heading>Text</Heading>
          <p className="muted">The page has little in common with the one before, so it counts as replaced.</p>
        </div>
      )}
      {hasLinks && (
        <div className={styles['part']}>
          <Heading>Links</Heading>
          <Addresses kind="added" links={links.added} />
          <Addresses kind="removed" links={links.removed} />
        </div>
      )}
    </div>
  );
}
