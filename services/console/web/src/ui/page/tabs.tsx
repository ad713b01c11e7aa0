import * as RadixTabs from '@radix-ui/react-tabs';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

export interface TabItem {
  readonly value: string;
  readonly label: ReactNode;
  readonly content: ReactNode;
  readonly isDisabled?: boolean;
}

export interface TabsProps {
  /** Name of the list of tabs for screen readers. */
  readonly label: string;
  readonly items: readonly TabItem[];
  readonly value?: string;
  readonly defaultValue?: string;
  readonly onValueChange?: (value: string) => void;
  /** At the right end of the list. */
  readonly actions?: ReactNode;
  readonly className?: string | undefined;
}

/** Views of one thing, one at a time; arrow keys move between them. */
export function Tabs({ label, items, actions, className, ...rest }: TabsProps) {
  const first = items[0]?.value;
  return (
    <RadixTabs.Root
      {...rest}
      {...(rest.value === undefined &&
        rest.defaultValue === undefined &&
        first !== undefined && { defaultValue: first })}
      className={className}
    >
      <div className={styles['bar']}>
        <RadixTabs.List aria-label={label} className={styles['list']}>
          {items.map(({ value, label: name, isDisabled = false }) => (
            <RadixTabs.Trigger key={value} value={value} disabled={isDisabled} className={styles['tab']}>
              {name}
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </div>
      {items.map(({ value, content }) => (
        <RadixTabs.Content key={value} value={value} className={styles['panel']}>
          {content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
