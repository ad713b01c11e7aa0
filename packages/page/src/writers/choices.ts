import type { Element } from 'domhandler';
import { isHidden, rawText, walk } from '@quarry/html';

const clean = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The options of a drop-down or a list box, in page order, on one line: sizes, colours and the like are content. */
export const choicesText = (select: Element): string => {
  const choices: string[] = [];
  const add = (text: string | undefined): void => {
    const choice = clean(text ?? '');
    if (choice !== '') choices.push(choice);
  };
  walk(select, {
    enter: (element) => {
      if (isHidden(element)) return false;
      if (element.name === 'optgroup') add(element.attribs['label']);
      if (element.name !== 'option') return true;
      add(element.attribs['label'] ? element.attribs['label'] : rawText(element));
      return false;
    },
  });
  return choices.join(', ');
};
