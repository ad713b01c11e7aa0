import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { TextArea } from '../../ui/form/input.js';
import { textOf } from '../draft.js';
import { describeJson, exampleOf, formatJson } from '../json-text.js';
import type { ControlProps } from './control-props.js';
import styles from './json-control.module.css';

const ROWS_MAX = 16;

/** Rules as JSON text, with what they are while they are written. */
export function JsonControl({ field, value, onChange }: ControlProps<'json'>) {
  const text = textOf(value);
  const [isLeft, setLeft] = useState(true);
  const example = exampleOf(field);
  const formatted = formatJson(text);
  return (
    <div className={styles['json']}>
      <TextArea
        isMono
        spellCheck={false}
        autoCapitalize="off"
        className={styles['text']}
        rows={Math.min(ROWS_MAX, Math.max(3, (text || example).split('\n').length + (text === '' ? 0 : 1)))}
        placeholder={example}
        value={text}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
        onChange={({ target }) => onChange(target.value)}
      />
      <div className={styles['foot']}>
        <span className={styles['state']}>{describeJson(text, field, isLeft)}</span>
        {text.trim() === '' ? (
          <Button size="sm" variant="ghost" onClick={() => onChange(example)}>
            Start from the example
          </Button>
        ) : (
          <Button
            size="sm"
            variant="ghost"
            disabled={formatted === undefined || formatted === text}
            onClick={() => onChange(formatted ?? text)}
          >
            Format
          </Button>
        )}
      </div>
    </div>
  );
}
