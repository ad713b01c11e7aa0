import { useId, type ReactNode } from 'react';
import { classNames } from '../class-names.js';
import styles from './card.module.css';

export interface CardProps {
  readonly title?: ReactNode;
  readonly description?: ReactNode;
  /** At the right of the title. */
  readonly actions?: ReactNode;
  /** The content reaches the edges, as a table does. */
  readonly isFlush?: boolean;
  readonly footer?: ReactNode;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

/** A section of a page on its own ground; with a title it is a region of that name. */
export function Card({ title, description, actions, isFlush = false, footer, className, children }: CardProps) {
  const id = useId();
  const hasTitle = title !== undefined;
  return (
    <section className={classNames(styles['card'], className)} aria-labelledby={hasTitle ? id : undefined}>
      {hasTitle && (
        <header className={styles['head']}>
          <div className={styles['titles']}>
            <h2 id={id}>{title}</h2>
            {description !== undefined && <p className={styles['description']}>{description}</p>}
          </div>
          {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
        </header>
      )}
      {children !== undefined && <div className={isFlush ? styles['flush'] : styles['body']}>{children}</div>}
      {footer !== undefined && <footer className={styles['footer']}>{footer}</footer>}
    </section>
  );
}
