import type { PickerMessage } from '../../../picker/messages.js';

type Pick = Extract<PickerMessage, { type: 'pick' }>;

const BY_TAG: Readonly<Record<string, string>> = {
  h1: 'title',
  a: 'link',
  img: 'image',
  time: 'date',
  p: 'text',
  li: 'item',
};

const camel = (words: readonly string[]): string =>
  words
    .map((word, index) =>
      index === 0 ? word.toLowerCase() : `${word.slice(0, 1).toUpperCase()}${word.slice(1).toLowerCase()}`,
    )
    .join('');

/** A name for what was picked: from the last name of its selector, else from its tag. */
export const suggestName = ({ selector, tag }: Pick): string => {
  const last = selector.split(' ').at(-1) ?? '';
  const [, named] = /(?:[#.]|="?)([A-Za-z][\w-]*)"?\]?(?::nth-of-type\(\d+\))?$/.exec(last) ?? [];
  const words = (named ?? BY_TAG[tag] ?? 'value').split(/[-_]+/).filter((word) => word !== '');
  return camel(words).slice(0, 40) || 'value';
};

/** What a picked element gives: its text, its address or its html. */
export type PickedOutput = 'text' | 'attribute' | 'html';

/** The rule of `extractRules` for what was picked, in its shortest form. */
export const ruleOf = (pick: Pick, isList: boolean, output: PickedOutput): unknown => {
  const selector = isList ? (pick.listSelector ?? pick.selector) : pick.selector;
  const own = output === 'attribute' ? `@${pick.attribute ?? 'href'}` : output;
  if (isList) return { selector, type: 'list', ...(own === 'text' ? {} : { output: own }) };
  if (own === 'text') return selector;
  return own.startsWith('@') ? `${selector} ${own}` : { selector, output: own };
};
