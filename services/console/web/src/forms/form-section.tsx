import { useState, type ReactNode } from 'react';
import { Badge } from '../ui/badge.js';
import { ChevronRightIcon } from '../ui/icons.js';
import styles from './form-section.module.css';

export interface FormSectionProps {
  readonly title: string;
  /** How many of its fields are set. */
  readonly setCount: number;
  /** How many of its fields have a fault; with any it is open. */
  readonly faultCount: number;
  readonly children: ReactNode;
}

/** Fields that are folded away until they are asked for, or until one of them is wrong. */
export function FormSection({ title, setCount, faultCount, children }: FormSectionProps) {
  const [isAsked, setAsked] = useState(false);
  const isOpen = isAsked || faultCount > 0;
  return (
    <details className={styles['section']} open={isOpen}>
      <summary
        className={styles['summary']}
        onClick={(event) => {
          // The state decides, because a fault opens it too.
          event.preventDefault();
          setAsked(!isOpen);
        }}
      >
        <ChevronRightIcon />
        <span>{title}</span>
        {faultCount > 0 ? (
          <Badge tone="danger">{faultCount} to correct</Badge>
        ) : (
          setCount > 0 && <Badge tone="accent">{setCount} set</Badge>
        )}
      </summary>
      {isOpen && <div className={styles['content']}>{children}</div>}
    </details>
  );
}
