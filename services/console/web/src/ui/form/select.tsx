import type { ReactNode, Ref, SelectHTMLAttributes } from 'react';
import { classNames } from '../class-names.js';
import styles from '../controls.module.css';
import { useFieldWiring } from './field.js';
import { ChevronDownIcon } from '../icons.js';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly isDisabled?: boolean;
}

export interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  /** What can be chosen; or give `option` elements as children. */
  readonly options?: readonly SelectOption[];
  readonly isSmall?: boolean;
  readonly ref?: Ref<HTMLSelectElement>;
  readonly children?: ReactNode;
}

/** The browser's own list of choices, which every keyboard and phone can use. */
export function Select({ options = [], isSmall = false, className, children, ...rest }: SelectProps) {
  return (
    <span className={classNames(styles['select'], className)}>
      <select {...useFieldWiring()} {...rest} className={classNames(styles['control'], isSmall && styles['small'])}>
        {children}
        {options.map(({ value, label, isDisabled = false }) => (
          <option key={value} value={value} disabled={isDisabled}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDownIcon />
    </span>
  );
}
