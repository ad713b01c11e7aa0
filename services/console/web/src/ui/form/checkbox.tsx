import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import { classNames } from '../class-names.js';
import styles from '../controls.module.css';

export interface ChoiceProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  readonly label: ReactNode;
  readonly description?: ReactNode;
  /** The label is only for screen readers. */
  readonly isLabelHidden?: boolean;
  /** Some of what it stands for is chosen. Checkboxes only. */
  readonly isMixed?: boolean;
}

function Choice({ look, ...props }: ChoiceProps & { readonly look: 'checkbox' | 'switch' }) {
  const { label, description, isLabelHidden = false, isMixed = false, className, ...rest } = props;
  const id = useId();
  const hasDescription = description !== undefined;
  return (
    <label className={classNames(styles['choice'], className)}>
      <input
        type="checkbox"
        role={look === 'switch' ? 'switch' : undefined}
        aria-describedby={hasDescription ? id : undefined}
        {...rest}
        ref={(input) => {
          if (input) input.indeterminate = isMixed;
        }}
        className={styles[look]}
      />
      <span className={isLabelHidden ? 'visually-hidden' : styles['choice-label']}>{label}</span>
      {hasDescription && (
        <span id={id} className={styles['choice-description']}>
          {description}
        </span>
      )}
    </label>
  );
}

/** One of several things that may be chosen, or an agreement; takes effect with its form. */
export function Checkbox(props: ChoiceProps) {
  return <Choice {...props} look="checkbox" />;
}

/** A setting that takes effect at once. */
export function Switch(props: ChoiceProps) {
  return <Choice {...props} look="switch" />;
}
