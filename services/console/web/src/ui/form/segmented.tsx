import { useId, type ReactNode } from 'react';
import { classNames } from '../class-names.js';
import styles from './segmented.module.css';

export interface SegmentedProps<Value extends string> {
  /** Name of the choice for screen readers. */
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode; readonly icon?: ReactNode }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly isWide?: boolean;
  readonly className?: string | undefined;
}

/** One of a few short choices, all in sight: radio buttons underneath, so arrow keys move. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, options, value, onChange, isWide = false, className } = props;
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classNames(styles['group'], isWide && styles['wide'], className)}
    >
      {options.map((option) => (
        <label key={option.value} className={styles['option']}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon}
          {option.label}
        </label>
      ))}
    </div>
  );
}
