import type { ReactNode } from 'react';
import { classNames } from './class-names.js';
import styles from './badge.module.css';
import tones from './tones.module.css';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

export interface BadgeProps {
  readonly tone?: Tone;
  readonly children: ReactNode;
}

/** A short word about what it stands beside. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return <span className={classNames(styles['badge'], tones[tone])}>{children}</span>;
}

export interface StatusDotProps {
  readonly tone?: Tone;
  /** Something goes on: the dot breathes. */
  readonly isActive?: boolean;
  /** The state in words, which colour alone must not say. */
  readonly children: ReactNode;
}

/** A state: a coloured dot and its words. */
export function StatusDot({ tone = 'neutral', isActive = false, children }: StatusDotProps) {
  return (
    <span className={classNames(styles['status'], tones[tone])}>
      <span className={classNames(styles['dot'], isActive && styles['active'])} aria-hidden="true" />
      {children}
    </span>
  );
}
