import { createContext, use, useId, useMemo, type ReactNode } from 'react';
import { classNames } from '../class-names.js';
import styles from './field.module.css';

/** What a control takes from the Field around it. */
interface FieldWiring {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly required: true | undefined;
}

const FieldContext = createContext<FieldWiring | null>(null);

/** Attributes that tie a control to its Field; nothing outside of one. */
export const useFieldWiring = (): Partial<FieldWiring> => use(FieldContext) ?? {};

export interface FieldProps {
  readonly label: ReactNode;
  /** Beside the label, in small: the kind of value, a link, a counter. */
  readonly aside?: ReactNode;
  /** Below the label: what to enter. */
  readonly description?: ReactNode;
  /** What is wrong; takes the place below the control. */
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  /** The label is only for screen readers. */
  readonly isLabelHidden?: boolean;
  readonly className?: string | undefined;
  /** One control of this folder: Input, TextArea or Select. */
  readonly children: ReactNode;
}

/** A control with its label, description and error, tied together for screen readers. */
export function Field(props: FieldProps) {
  const { label, aside, description, error, isRequired = false, isLabelHidden = false, className, children } = props;
  const id = useId();
  const hasDescription = description !== undefined && description !== null;
  const describedBy = classNames(error !== undefined && `${id}-error`, hasDescription && `${id}-description`);
  const hasError = error !== undefined;
  const wiring = useMemo(
    () => ({
      id,
      'aria-describedby': describedBy,
      'aria-invalid': hasError || undefined,
      required: isRequired || undefined,
    }),
    [id, describedBy, hasError, isRequired],
  ) as FieldWiring;
  return (
    <div className={classNames(styles['field'], className)}>
      <div className={isLabelHidden ? 'visually-hidden' : styles['head']}>
        <label htmlFor={id} className={styles['label']}>
          {label}
        </label>
        {aside !== undefined && <span className={styles['aside']}>{aside}</span>}
      </div>
      <FieldContext value={wiring}>{children}</FieldContext>
      {error !== undefined && (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      )}
      {hasDescription && (
        <p id={`${id}-description`} className={styles['description']}>
          {description}
        </p>
      )}
    </div>
  );
}
