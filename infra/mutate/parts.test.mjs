import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../local/setup/setup.mjs';
import { filesOf } from './instrument.mjs';
import { PARTS } from './parts.mjs';

/** A glob for each of its alternatives. */
const alternatives = (glob) => {
  const braces = /\{([^{}]*)\}/.exec(glob);
  if (!braces) return [glob];
  return braces[1].split(',').flatMap((word) => alternatives(glob.replace(braces[0], word)));
};

describe.each(Object.entries(PARTS))('%s', (_name, { sources, tests, lines = {} }) => {
  it('names files that there are', () => {
    const globs = [...sources, ...tests, ...Object.keys(lines)].flatMap(alternatives);
    expect(globs.filter((glob) => filesOf(ROOT, [glob]).length === 0)).toEqual([]);
  });
});
