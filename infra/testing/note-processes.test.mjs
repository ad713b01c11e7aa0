import { expect, it } from '@jest/globals';
import { programOf } from './note-processes.mjs';

it.each([
  [['/usr/bin/redis-server', '--port', '1'], 'redis-server'],
  [['/opt/node/bin/node', '--import', 'data:text/javascript,1', 'dist/gateway.js'], 'gateway.js'],
  [['node', '-e', '1'], 'node'],
  [[], ''],
])('%j starts %s', (commandLine, program) => expect(programOf(commandLine)).toBe(program));
