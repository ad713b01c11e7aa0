import { expect, it } from '@jest/globals';
import { programOf } from './note-processes.mjs';

it.each([
  [['/usr/bin/redis-server', '--port', '1'], 'redis-server'],
  [['/opt/node/bin/node', '--import', 'data:text/javascript,1', 'services/gateway/dist/main.js'], 'main.js'],
  [['node', '-e', '1'], 'node'],
  [[], ''],
])('%j starts %s', (commandLine, program) => expect(programOf(commandLine)).toBe(program));
