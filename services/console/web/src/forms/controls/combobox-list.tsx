import type { RefObject } from 'react';
import { classNames } from '../../ui/class-names.js';
import type { Choice } from '../choice-label.js';
import styles from './combobox.module.css';

export const optionId = (id: string, index: number): string => `${id}-option-${index}`;

export interface ComboboxListProps {
  readonly id: string;
  readonly list: RefObject<HTMLUListElement | null>;
  readonly isOpen: boolean;
  readonly shown: readonly Choice[];
  /** Choices that were found and are not among the shown ones. */
  readonly hiddenCount: number;
  readonly value: string;
  /** Index of the choice that the arrow keys are at; -1 for none. */
  readonly active: number;
  readonly isFree: boolean;
  readonly choose: (value: string) => void;
}

/** The list below a combobox. */
export function ComboboxList(props: ComboboxListProps) {
  const { id, list, isOpen, shown, hiddenCount, value, active, isFree, choose } = props;
  return (
    <ul ref={list} id={`${id}-list`} role="listbox" aria-label="Choices" hidden={!isOpen} className={styles['list']}>
      {isOpen &&
        shown.map(({ value: one, meaning }, index) => (
          <li
            key={one}
            id={optionId(id, index)}
            role="option"
            aria-selected={one === value}
            className={classNames(styles['option'], index === active && styles['active'])}
            // The field keeps the focus, so that leaving it does not commit what was typed.
            onMouseDown={(event) => {
              event.preventDefault();
              choose(one);
            }}
          >
            <span>{one}</span>
            {meaning !== undefined && <span className={styles['said']}>{meaning}</span>}
          </li>
        ))}
      {isOpen && shown.length === 0 && (
        <li role="option" aria-selected={false} aria-disabled className={styles['none']}>
          {isFree ? 'Not in the list: taken as it is' : 'Nothing found'}
        </li>
      )}
      {isOpen && hiddenCount > 0 && (
        <li role="option" aria-selected={false} aria-disabled className={styles['none']}>
          {hiddenCount} more: keep typing
        </li>
      )}
    </ul>
  );
}
