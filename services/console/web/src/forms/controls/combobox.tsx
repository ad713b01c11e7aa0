import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { useFieldWiring } from '../../ui/form/field.js';
import { ChevronDownIcon } from '../../ui/icons.js';
import { Input } from '../../ui/form/input.js';
import { findChoices, type Choice } from '../choice-label.js';
import { ComboboxList, optionId } from './combobox-list.js';
import styles from './combobox.module.css';

/** Options that exist at once; more are found by typing. */
const SHOWN_MAX = 100;

export interface ComboboxProps {
  readonly choices: readonly Choice[];
  /** The chosen value; empty for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string | undefined;
  /** Texts that are not in the list are taken too. */
  readonly isFree?: boolean;
  /** Chosen values disappear from the field, which then takes the next one. */
  readonly isAdding?: boolean;
}

interface Place {
  readonly count: number;
  readonly active: number;
  readonly isOpen: boolean;
  readonly move: (to: number) => void;
  readonly close: () => void;
}

/** What the keys that move do. Home and End are the text's until a choice is active. */
const keySteps = ({ count, active, isOpen, move, close }: Place): Readonly<Record<string, () => void>> => ({
  ArrowDown: () => move(Math.min(count - 1, active + 1)),
  ArrowUp: () => move(Math.max(0, active < 0 ? count - 1 : active - 1)),
  ...(isOpen && { Escape: close }),
  ...(isOpen && active >= 0 && { Home: () => move(0), End: () => move(count - 1) }),
});

/** A list of choices that is searched by typing. Arrow keys move, Enter chooses, Escape closes; an empty text chooses nothing. */
export function Combobox({ choices, value, onChange, placeholder, isFree = false, isAdding = false }: ComboboxProps) {
  const { id: fieldId, ...wiring } = useFieldWiring();
  const ownId = useId();
  const id = fieldId ?? ownId;
  const list = useRef<HTMLUListElement>(null);
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = findChoices(choices, typed ?? '');
  const shown = found.slice(0, SHOWN_MAX);
  const chosen = choices.find((choice) => choice.value === value);

  const close = (): void => {
    setOpen(false);
    setTyped(undefined);
    setActive(-1);
  };
  const choose = (next: string): void => {
    close();
    if (next !== value || isAdding) onChange(next);
  };
  const commit = (): void => {
    if (typed === undefined) return close();
    const text = typed.trim();
    const exact = choices.find((choice) => choice.value.toLowerCase() === text.toLowerCase());
    if (exact) choose(exact.value);
    else if (isFree || (text === '' && !isAdding)) choose(text);
    else close();
  };
  const move = (to: number): void => {
    setOpen(true);
    setActive(to);
    list.current?.children[to]?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const step = keySteps({ count: shown.length, active, isOpen, move, close })[event.key];
    if (event.key !== 'Enter' && step === undefined) return;
    if (event.key === 'Enter' && !isOpen) return;
    event.preventDefault();
    if (step) return step();
    const choice = shown[active] ?? (typed !== undefined && typed !== '' && !isFree ? shown[0] : undefined);
    if (choice) choose(choice.value);
    else commit();
  };

  return (
    <span className={styles['combobox']}>
      <Input
        {...wiring}
        id={id}
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && shown[active] ? optionId(id, active) : undefined}
        placeholder={placeholder}
        value={typed ?? (isAdding ? '' : value)}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(-1);
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onBlur={commit}
        className={styles['input']}
      />
      {typed === undefined && !isAdding && chosen?.meaning !== undefined && (
        <span className={styles['meaning']}>{chosen.meaning}</span>
      )}
      <ChevronDownIcon className={styles['chevron']} />
      <ComboboxList
        {...{ id, list, isOpen, shown, value, active, isFree, choose }}
        hiddenCount={found.length - shown.length}
      />
    </span>
  );
}
