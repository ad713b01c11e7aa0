import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from './class-names.js';
import { Tooltip } from './overlay/tooltip.js';
import styles from './icon-button.module.css';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  /** What the button does: its name for screen readers and its tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly size?: 'sm' | 'md';
  /** Without a tooltip, where a menu would open over it. */
  readonly isPlain?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button that shows only an icon. */
export function IconButton({ label, icon, size = 'md', isPlain = false, className, ...rest }: IconButtonProps) {
  const button = (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={classNames(styles['button'], styles[size], className)}
    >
      {icon}
    </button>
  );
  return isPlain ? button : <Tooltip text={label}>{button}</Tooltip>;
}
