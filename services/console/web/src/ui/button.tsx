import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classNames } from './class-names.js';
import styles from './button.module.css';
import { initialFocus } from './overlay/initial-focus.js';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';

export interface ButtonLook {
  readonly variant?: ButtonVariant;
  readonly size?: 'sm' | 'md';
  /** As wide as what holds it. */
  readonly isWide?: boolean;
}

/** The class of anything that looks like a button, such as a router's Link. */
export const buttonClass = ({ variant = 'secondary', size = 'md', isWide = false }: ButtonLook = {}): string =>
  classNames(styles['button'], styles[variant], styles[size], isWide && styles['wide']) ?? '';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  readonly icon?: ReactNode;
  /** While its action runs: takes no click, keeps its size and its focus. */
  readonly isBusy?: boolean;
}

/** A button; `type` is `button` unless said. At most one `primary` in a view. */
export function Button({ variant, size, isWide, icon, isBusy = false, className, children, ...rest }: ButtonProps) {
  const look = buttonClass({ ...(variant && { variant }), ...(size && { size }), ...(isWide && { isWide }) });
  return (
    <button
      type="button"
      {...initialFocus(rest.autoFocus)}
      {...rest}
      className={classNames(look, isBusy && styles['busy'], className)}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={isBusy ? (event) => event.preventDefault() : rest.onClick}
    >
      <span className={styles['content']}>
        {icon}
        {children}
      </span>
      {isBusy && <span className={styles['spinner']} aria-hidden="true" />}
    </button>
  );
}
