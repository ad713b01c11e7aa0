import { describe, expect, it } from '@jest/globals';
import { startProblems } from './start-problems.js';

describe('startProblems', () => {
  it('names the wrong settings of every service at once, each once', () => {
    const problems = startProblems({
      LOG_LEVEL: 'loud',
      SLOTS: 'many',
      RETENTION_DAYS: '-1',
      ORIGIN_ENGINEA: 'nowhere',
      QUARRY_SECRT: 'x',
    });
    for (const name of ['LOG_LEVEL', 'SLOTS', 'RETENTION_DAYS', 'ORIGIN_ENGINEA', 'QUARRY_SECRT']) {
      expect(problems.filter((line) => line.startsWith(`${name} `))).toHaveLength(1);
    }
  });

  it('accepts an environment without settings, and leaves ports to the runner', () => {
    expect(startProblems({ PATH: '/bin', PORT: '0', HEALTH_PORT: '0', CONSOLE_PORT: '0' })).toEqual([]);
  });
});
