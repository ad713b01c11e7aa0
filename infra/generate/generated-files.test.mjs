import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../local/setup/setup.mjs';
import { outdatedFiles, replaceRun } from './generated-files.mjs';

const LIKE_B = { isOwn: /^b/, lines: ['b1', 'b2', 'b3'] };

describe('a generated block of lines', () => {
  it('replaces the one before, longer or shorter', () => {
    expect(replaceRun('a\nb\nc\n', LIKE_B)).toBe('a\nb1\nb2\nb3\nc\n');
    expect(replaceRun('a\nb\nb\nb\nb\n', LIKE_B)).toBe('a\nb1\nb2\nb3\n');
  });

  it.each([
    ['is not there', 'a\nc'],
    ['is in two places', 'b\na\nb'],
  ])('is refused where it %s', (_name, text) => {
    expect(() => replaceRun(text, LIKE_B)).toThrow(/like \/\^b\//);
  });
});

it('files that follow from the code are as it would make them', () => {
  expect(outdatedFiles(ROOT).map(({ file }) => file)).toEqual([]);
});
