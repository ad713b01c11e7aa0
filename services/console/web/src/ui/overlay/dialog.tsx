import { useEffect, useId, useRef, type ReactNode } from 'react';
import { classNames } from '../class-names.js';
import styles from './dialog.module.css';
import { IconButton } from '../icon-button.js';
import { INITIAL_FOCUS } from './initial-focus.js';
import { CrossIcon } from '../icons.js';

export interface DialogProps {
  readonly isOpen: boolean;
  /** Asked for by Escape, the cross or a click beside the dialog. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** Its buttons, the safe one first. */
  readonly footer?: ReactNode;
  readonly size?: 'sm' | 'md' | 'lg';
  /** From the bottom edge of a phone instead of in the middle. */
  readonly isSheet?: boolean;
  /** Only its buttons close it: for what is shown once. */
  readonly isSticky?: boolean;
  readonly children?: ReactNode;
}

/**
 * The browser's own modal dialog: it keeps the focus inside, gives it back afterwards and makes the page behind it inert.
 * The content exists only while it is open.
 */
export function Dialog(props: DialogProps) {
  const {
    isOpen,
    onClose,
    title,
    description,
    footer,
    size = 'md',
    isSheet = false,
    isSticky = false,
    children,
  } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!isOpen || !element) return undefined;
    const before = document.activeElement;
    element.showModal();
    element.querySelector<HTMLElement>(`[${INITIAL_FOCUS}]`)?.focus();
    // A dialog that is removed, not closed, gives no focus back by itself.
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [isOpen]);
  if (!isOpen) return null;
  return (
    <dialog
      ref={dialog}
      className={classNames(styles['dialog'], styles[size], isSheet && styles['sheet'])}
      aria-labelledby={`${id}-title`}
      aria-describedby={description === undefined ? undefined : `${id}-description`}
      onCancel={(event) => {
        // A cancel of a file input inside bubbles here as well.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        if (!isSticky) onClose();
      }}
      // Browsers let a second Escape close it, whatever becomes of the first.
      onClose={onClose}
      onMouseDown={(event) => {
        if (event.target === dialog.current && !isSticky) onClose();
      }}
    >
      <div className={styles['panel']}>
        <header className={styles['head']}>
          <h2 id={`${id}-title`}>{title}</h2>
          {!isSticky && <IconButton label="Close" icon={<CrossIcon />} size="sm" isPlain onClick={onClose} />}
        </header>
        {description !== undefined && (
          <div id={`${id}-description`} className={styles['description']}>
            {description}
          </div>
        )}
        {children !== undefined && <div className={styles['body']}>{children}</div>}
        {footer !== undefined && <footer className={styles['footer']}>{footer}</footer>}
      </div>
    </dialog>
  );
}
