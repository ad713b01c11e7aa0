import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SAMPLES, fontProblems } from './font-page.mjs';
import { imageProblems } from './image-contents.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'quarry-image-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const CONFIG = {
  User: '10001:10001',
  Entrypoint: ['node', '--flag'],
  Cmd: ['main.js'],
  Env: ['PATH=/bin', 'PORT=3000'],
  WorkingDir: '/app',
  Healthcheck: { Test: ['CMD', 'node', 'probe.mjs'] },
  ExposedPorts: { '3000/tcp': {} },
};
const imageOf = (config = {}) => ({
  Docker: { config: { ...CONFIG, ...config }, history: [] },
  OCIv1: { history: [] },
});

describe('the check of an image', () => {
  const expected = { entrypoint: 'node', ports: '3000/tcp', hasChromium: false };
  const problems = (config) => imageProblems({ image: imageOf(config), rootfs: folder, expected });
  const put = (name) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), '');
  };

  it('finds nothing in a valid one', () => {
    put('app/dist/gateway.js');
    put('app/node_modules/one/index.d.ts');

    expect(problems()).toEqual([]);
  });

  it.each([
    ['root', { User: '' }, /user is root/],
    ['a missing health check', { Healthcheck: undefined }, /no health check/],
    ['a secret among the variables', { Env: ['API_TOKEN=x'] }, /looks like a secret/],
    ['another port', { ExposedPorts: {} }, /it exposes/],
  ])('finds %s', (_, config, line) => {
    expect(problems(config)).toEqual([expect.stringMatching(line)]);
  });

  it.each([
    ['usr/local/bin/npm', /npm is in it/],
    ['root/.npmrc', /settings of npm/],
    ['app/.env', /left over from the build: \.env/],
    ['app/dist/gateway.js.map', /left over from the build/],
    ['app/packages/queue/dist/lane.test.js', /left over from the build/],
    ['app/packages/mcp/package.json', /packages for users are in it: mcp/],
    ['usr/bin/chromium', /Chromium/],
  ])('finds %s', (file, line) => {
    put(file);

    expect(problems()).toEqual([expect.stringMatching(line)]);
  });
});

describe('the page of characters', () => {
  const signs = Object.entries(SAMPLES).flatMap(([script, text]) =>
    [...text].map((sign) => ({ script, sign, ink: 300, sum: sign.codePointAt(0), isColoured: script === 'emoji' })),
  );
  const page = (change = (one) => one) => {
    const drawn = { none: { ink: 90, sum: 7 }, signs: signs.map(change) };
    return `<pre id="signs">SIGNS${JSON.stringify(drawn).replaceAll('"', '&quot;')}END</pre>`;
  };
  const changed = (wanted, change) => page((one) => (one.sign === wanted ? { ...one, ...change } : one));

  it('passes when each character has its own picture, and emoji have colour', () => {
    expect(fontProblems(page())).toEqual([]);
  });

  it('names characters that no font has, that look alike, or that lost their colour', () => {
    expect(fontProblems(changed('語', { sum: 7 }))).toEqual(['no font has Chinese 語']);
    expect(fontProblems(changed('글', { ink: 0 }))).toEqual(['no font has Korean 글']);
    expect(fontProblems(changed('ネ', { sum: 'あ'.codePointAt(0) }))).toEqual(['Japanese ネ looks like another sign']);
    expect(fontProblems(changed('🚀', { isColoured: false }))).toEqual(['🚀 has no colour']);
    expect(fontProblems('<p>an empty page</p>')).toEqual(['the page did not draw its signs']);
  });
});
