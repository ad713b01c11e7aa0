import { expect, it } from '@jest/globals';
import { commandOf } from './command-name.mjs';

it.each([
  ['npm', { npm_lifecycle_event: 'quarry' }, '/project/infra/local/quarry.mjs', 'npm run -s quarry --'],
  ['a link on the PATH', {}, '/usr/local/bin/quarry', 'quarry'],
  ['Node', {}, '/project/infra/local/quarry.mjs', 'node /project/infra/local/quarry.mjs'],
  ['Node, in a folder with a space', {}, '/my project/quarry.mjs', "node '/my project/quarry.mjs'"],
  ['another script of npm', { npm_lifecycle_event: 'start' }, '/usr/local/bin/quarry', 'quarry'],
])('the command line called through %s repeats that call', (_name, env, script, command) => {
  expect(commandOf({ env, script })).toBe(command);
});
