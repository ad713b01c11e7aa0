import * as RadixMenu from '@radix-ui/react-dropdown-menu';
import { useRef, type ReactElement, type ReactNode } from 'react';
import { classNames } from '../class-names.js';
import { CheckIcon } from '../icons.js';
import styles from './menu.module.css';

export interface MenuAction {
  readonly label: ReactNode;
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  /** Given for one of several choices: whether it is the present one. */
  readonly isChosen?: boolean;
}

/** An action, a line between groups, or the name of the group that follows. */
export type MenuEntry = MenuAction | 'separator' | { readonly heading: ReactNode };

export interface MenuProps {
  /** A button that opens the menu. */
  readonly trigger: ReactElement;
  readonly entries: readonly MenuEntry[];
  readonly align?: 'start' | 'center' | 'end';
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
}

function Action({ label, icon, onSelect, isDangerous = false, isDisabled = false, isChosen }: MenuAction) {
  const className = classNames(styles['item'], isDangerous && styles['danger']);
  if (isChosen === undefined) {
    return (
      <RadixMenu.Item className={className} disabled={isDisabled} onSelect={onSelect}>
        {icon}
        <span className={styles['label']}>{label}</span>
      </RadixMenu.Item>
    );
  }
  return (
    <RadixMenu.CheckboxItem className={className} disabled={isDisabled} checked={isChosen} onSelect={onSelect}>
      {icon}
      <span className={styles['label']}>{label}</span>
      <RadixMenu.ItemIndicator>
        <CheckIcon />
      </RadixMenu.ItemIndicator>
    </RadixMenu.CheckboxItem>
  );
}

/**
 * A button's list of actions: arrow keys move, letters jump, Escape closes. Not modal, so that no style is injected to stop
 * scrolling. An action runs once the menu is gone and the focus is back, so a dialog it opens can return it. Not for dialogs:
 * the menu would open behind them.
 */
export function Menu({ trigger, entries, align = 'end', side = 'bottom' }: MenuProps) {
  const chosen = useRef<(() => void) | null>(null);
  const runChosen = (): void => {
    const run = chosen.current;
    chosen.current = null;
    if (run) queueMicrotask(run);
  };
  return (
    <RadixMenu.Root modal={false}>
      <RadixMenu.Trigger asChild>{trigger}</RadixMenu.Trigger>
      <RadixMenu.Portal>
        <RadixMenu.Content
          className={styles['menu']}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          loop
          onCloseAutoFocus={runChosen}
        >
          {entries.map((entry, index) => {
            // Entries of a menu never change their order while it is open.
            const key = index;
            if (entry === 'separator') return <RadixMenu.Separator key={key} className={styles['separator']} />;
            if ('heading' in entry) {
              return (
                <RadixMenu.Label key={key} className={styles['heading']}>
                  {entry.heading}
                </RadixMenu.Label>
              );
            }
            return (
              <Action
                key={key}
                {...entry}
                onSelect={() => {
                  chosen.current = entry.onSelect;
                }}
              />
            );
          })}
        </RadixMenu.Content>
      </RadixMenu.Portal>
    </RadixMenu.Root>
  );
}
