import { expect, it } from '@jest/globals';
import { parseDocument } from '@quarry/html';
import { choicesText } from './choices.js';

it.each([
  ['names the choices in order', '<option> a\n b</option><option selected>c', 'a b, c'],
  ['names groups', '<optgroup label="G"><option>a</optgroup><option>b', 'G, a, b'],
  ['prefers labels', '<option label="short">long', 'short'],
  ['leaves out what is empty or hidden', '<option></option><option hidden>a</option><option>b', 'b'],
])('%s', (_name, options, expected) => {
  const [select] = parseDocument(`<select>${options}</select>`).root.children;
  expect(choicesText(select as Parameters<typeof choicesText>[0])).toBe(expected);
});
