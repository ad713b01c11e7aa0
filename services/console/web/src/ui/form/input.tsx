import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { classNames } from '../class-names.js';
import styles from '../controls.module.css';
import { useFieldWiring } from './field.js';
import { initialFocus } from '../overlay/initial-focus.js';

export interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly isMono?: boolean;
  readonly isSmall?: boolean;
  /** An icon at its start. */
  readonly icon?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A line of text. Give it a Field, or an `aria-label` outside of one. */
export function Input({ isMono = false, isSmall = false, icon, className, ...rest }: InputProps) {
  const look = classNames(styles['control'], isMono && styles['mono'], isSmall && styles['small'], className);
  const input = <input {...useFieldWiring()} {...initialFocus(rest.autoFocus)} {...rest} className={look} />;
  if (icon === undefined) return input;
  return (
    <span className={styles['with-icon']}>
      {input}
      {icon}
    </span>
  );
}

export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly isMono?: boolean;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** Lines of text. */
export function TextArea({ isMono = false, className, ...rest }: TextAreaProps) {
  const look = classNames(styles['control'], styles['area'], isMono && styles['mono'], className);
  return <textarea {...useFieldWiring()} {...initialFocus(rest.autoFocus)} {...rest} className={look} />;
}
