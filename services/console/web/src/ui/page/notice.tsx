import type { ReactNode } from 'react';
import { classNames } from '../class-names.js';
import { CheckIcon, InfoIcon, WarningIcon } from '../icons.js';
import styles from './notice.module.css';
import tones from '../tones.module.css';

export type NoticeTone = 'info' | 'success' | 'warning' | 'danger';

const ICONS = { info: InfoIcon, success: CheckIcon, warning: WarningIcon, danger: WarningIcon } as const;

export interface NoticeProps {
  readonly tone?: NoticeTone;
  readonly title?: ReactNode;
  /** At its end: a link or a small button. */
  readonly action?: ReactNode;
  /** Read out when it appears. */
  readonly isAnnounced?: boolean;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

/** Something to know, in the place that it is about. */
export function Notice({ tone = 'info', title, action, isAnnounced = false, className, children }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div
      className={classNames(styles['notice'], tones[tone === 'info' ? 'accent' : tone], className)}
      role={isAnnounced ? (tone === 'danger' ? 'alert' : 'status') : undefined}
    >
      <Icon />
      <div className={styles['text']}>
        {title !== undefined && <p className={styles['title']}>{title}</p>}
        {children !== undefined && <div>{children}</div>}
      </div>
      {action}
    </div>
  );
}
