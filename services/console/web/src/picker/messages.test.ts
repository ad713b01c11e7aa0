import { describe, expect, it } from '@jest/globals';
import { readPickerMessage } from './messages.js';

describe('readPickerMessage', () => {
  it('reads a pick with what is known of the element', () => {
    const pick = { type: 'pick', selector: 'a', listSelector: '.x', text: 'Buy', tag: 'a', attribute: 'href' };
    expect(readPickerMessage({ ...pick, more: 1 })).toEqual(pick);
    expect(readPickerMessage({ type: 'pick', selector: 'h1' })).toEqual({
      type: 'pick',
      selector: 'h1',
      text: '',
      tag: '',
    });
  });

  it.each([
    ...[null, 'pick', 5, {}, { type: 'other', selector: 'a' }, { type: 'pick' }, { type: 'pick', selector: ' ' }],
    ...[
      { type: 'pick', selector: 'a'.repeat(1025) },
      { type: 'hover', selector: {} },
    ],
  ])('ignores %j', (data) => {
    expect(readPickerMessage(data)).toBeUndefined();
  });

  it('drops parts that no picker sends', () => {
    const data = { type: 'pick', selector: 'a', text: 'x'.repeat(300), tag: 7, attribute: 'onclick', listSelector: 1 };
    expect(readPickerMessage(data)).toEqual({ type: 'pick', selector: 'a', text: '', tag: '' });
  });
});
