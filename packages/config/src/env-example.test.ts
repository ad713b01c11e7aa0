import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parseConfig, renderEnvExample } from './index.js';
import { SETTING_GROUPS, settingsOf } from './settings.js';

const assignments = renderEnvExample()
  .split('\n')
  .flatMap((line) => /^#([A-Z0-9_]+)=(.*)$/.exec(line)?.slice(1, 3).join('=') ?? []);

describe('.env.example', () => {
  it('names every setting once, with its description above it', () => {
    const names = SETTING_GROUPS.flatMap((group) => settingsOf(group).map(([, { name }]) => name));
    expect(assignments.map((line) => line.split('=')[0])).toEqual(names);
    for (const group of SETTING_GROUPS) {
      for (const [, { name, description }] of settingsOf(group)) {
        expect(renderEnvExample()).toContain(`# ${description}\n#${name}=`);
      }
    }
  });

  it('changes nothing when its plain defaults are set', () => {
    const plain = assignments.filter((line) => !line.includes('<')).map((line) => line.split(/=(.*)/).slice(0, 2));
    expect(parseConfig(SETTING_GROUPS, Object.fromEntries(plain) as Record<string, string>)).toEqual(
      parseConfig(SETTING_GROUPS, {}),
    );
  });

  it('is the file at the root of the project', () => {
    const file = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
    expect(file).toBe(renderEnvExample());
  });
});
