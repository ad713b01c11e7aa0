import { describe, expect, it } from '@jest/globals';
import { MAX_LISTED, ViolationGroups } from './violation-groups.js';

describe('ViolationGroups', () => {
  it('tells a repeated violation once, with its count and its last place', () => {
    const groups = new ViolationGroups();
    groups.add('line 1', ': url: url is required.');
    groups.add('line 2', ': wait: wait must be an integer, such as 10.');
    for (let line = 3; line <= 1_300; line += 1) groups.add(`line ${line}`, ': url: url is required.');
    expect(groups.count).toBe(1_300);
    expect(groups.lines()).toEqual([
      'line 1: url: url is required. (1,299 times, the last at line 1300)',
      'line 2: wait: wait must be an integer, such as 10.',
    ]);
  });

  it('lists a bounded number of different ones and counts the rest', () => {
    const groups = new ViolationGroups();
    for (let line = 1; line <= MAX_LISTED + 7; line += 1) groups.add(`line ${line}`, `: field${line} is no parameter.`);
    groups.add('line 90', ': field1 is no parameter.');
    const lines = groups.lines();
    expect(lines).toHaveLength(MAX_LISTED + 1);
    expect(lines[0]).toBe('line 1: field1 is no parameter. (2 times, the last at line 90)');
    expect(lines.at(-1)).toBe('and 7 more');
  });
});
