import { expect, it } from '@jest/globals';
import { notShown } from './call-pages.mjs';

it('every operation is shown by a page of docs/calls: calls.mjs names them', () => {
  expect(notShown()).toEqual([]);
});
