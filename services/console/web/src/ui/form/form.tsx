import { useEffect, useRef, type ReactNode } from 'react';
import { formError } from '../../api/field-errors.js';
import { classNames } from '../class-names.js';
import styles from './form.module.css';
import { Notice } from '../page/notice.js';

export interface FormProps {
  readonly onSubmit: () => void;
  /** Why the last sending failed. What no field of the form can show is shown above it. */
  readonly error?: unknown;
  /** The names that the form's fields show errors of. */
  readonly fields?: readonly string[];
  readonly className?: string | undefined;
  readonly id?: string;
  readonly children: ReactNode;
}

/** A form that the server judges: fields show its violations, and the first of them takes the focus. */
export function Form({ onSubmit, error, fields = [], className, id, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  const message = formError(error, fields);
  return (
    <form
      ref={form}
      id={id}
      noValidate
      className={classNames(styles['form'], className)}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {message !== undefined && (
        <Notice tone="danger" isAnnounced>
          {message}
        </Notice>
      )}
      {children}
    </form>
  );
}

/** The buttons at the end of a form. */
export function FormActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles['actions']}>{children}</div>;
}
