import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { fleetLogsSince, forgetFleet, rememberAccount, rememberFleet } from './fleet-logs.js';

const SINCE_MS = Date.parse('2030-01-01T12:00:00.000Z');

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'quarry-logs-'));
  mkdirSync(join(dataDir, 'logs'));
});
afterEach(() => {
  forgetFleet(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
});

const line = (second: number, fields: object): string =>
  `${JSON.stringify({ time: new Date(SINCE_MS + second * 1_000).toISOString(), level: 'info', ...fields })}\n`;
const write = (name: string, ...lines: string[]): void => writeFileSync(join(dataDir, 'logs', name), lines.join(''));
const told = (): string[] => fleetLogsSince(SINCE_MS).map((text) => text.replace(/.*"message":"([^"]*)".*/, '$1'));

it('tells the lines of every log since a time, in their order', () => {
  rememberFleet(dataDir, () => '');
  write('gateway.log', line(-1, { message: 'before' }), line(1, { message: 'one' }), line(3, { message: 'three' }));
  write(
    'serp.log',
    line(-2, { message: 'old' }),
    '    at the old one\n',
    line(2, { message: 'two' }),
    '    at f (g)\n',
  );
  write('redis.log', 'ready\n');
  expect(told()).toEqual(['one', 'two', 'serp.log:     at f (g)', 'three']);
});

it('leaves out what other tests of a shared fleet did, but no trouble of nobody’s', () => {
  rememberAccount(dataDir, 'mine');
  write(
    'gateway.log',
    line(1, { message: 'mine', accountId: 'mine' }),
    line(2, { message: 'theirs', accountId: 'theirs', level: 'error' }),
    line(3, { message: 'nobody’s' }),
    line(4, { message: 'trouble', level: 'warn' }),
  );
  expect(told()).toEqual(['mine', 'trouble']);
});

it('is bounded, and silent on a fleet that is gone', () => {
  rememberFleet(dataDir, () => '');
  write('gateway.log', ...Array.from({ length: 500 }, (_, index) => line(index, { message: `m${index}` })));
  expect(told()).toEqual(Array.from({ length: 40 }, (_, index) => `m${460 + index}`));
  rmSync(dataDir, { recursive: true });
  expect(told()).toEqual([]);
});

it('tells first which processes of an own fleet ended and what went wrong in it, whenever that was', () => {
  rememberFleet(
    dataDir,
    () => 'Quarry\n  ✓ Redis (0.1 s)\n  ! gateway ended (SIGKILL); started again at once\n\nReady\n',
  );
  write('gateway.log', line(-9, { message: 'gone', level: 'error' }), line(1, { message: 'one' }));
  expect(told()).toEqual(['runner: ! gateway ended (SIGKILL); started again at once', 'gone', 'one']);
  forgetFleet(dataDir);
  expect(told()).toEqual([]);
});

it('tells of each fleet, however much another one says', () => {
  const other = mkdtempSync(join(tmpdir(), 'quarry-logs-'));
  mkdirSync(join(other, 'logs'));
  rememberFleet(dataDir, () => '  ! serp ended (code 1); started again in 0.2 s\n'.repeat(500));
  rememberFleet(other, () => '');
  write('serp.log', ...Array.from({ length: 500 }, (_, index) => line(index, { message: `m${index}` })));
  writeFileSync(join(other, 'logs', 'gateway.log'), line(1, { message: 'of the other' }));
  expect(told()[0]).toBe('runner: ! serp ended (code 1); started again in 0.2 s (500 times)');
  expect(told()).toHaveLength(42);
  expect(told()).toContain('of the other');
  forgetFleet(other);
  rmSync(other, { recursive: true });
});
