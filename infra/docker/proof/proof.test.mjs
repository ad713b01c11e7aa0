import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { specOf } from './container.mjs';
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

describe('a container of the compose file', () => {
  const spec = (service, config) =>
    specOf({
      ...{ name: 'a', service, folder, network: '/run/netns/a', init: '/usr/bin/tini', hosts: ['10.0.0.1 redis'] },
      image: imageOf(config),
      rootfs: path.join(folder, 'rootfs'),
    });

  it("runs the image's words as the image's user, behind the init process where the file asks for it", () => {
    expect(spec({}).process).toMatchObject({ args: ['node', '--flag', 'main.js'], user: { uid: 10001, gid: 10001 } });
    expect(spec({ init: true }).process.args.slice(0, 2)).toEqual(['/sbin/docker-init', '--']);
  });

  it('takes words, user and variables of the file instead', () => {
    const service = { command: ['other.js'], user: '999:998', environment: { PORT: '1', NEW: 'x', UNSET: null } };

    expect(spec(service).process).toMatchObject({
      args: ['node', '--flag', 'other.js'],
      user: { uid: 999, gid: 998 },
      env: ['PATH=/bin', 'PORT=1', 'NEW=x'],
    });
    expect(spec({ entrypoint: ['sh'] }).process.args).toEqual(['sh']);
  });

  it('has the limits, the rights and the profile that the file gives it, and no others', () => {
    const { process, root, linux } = spec({
      ...{ read_only: true, cap_drop: ['ALL'], mem_limit: '512m', pids_limit: 64 },
      security_opt: ['no-new-privileges:true', 'seccomp:./infra/docker/chromium-seccomp.json'],
    });

    expect(root.readonly).toBe(true);
    expect(process.noNewPrivileges).toBe(true);
    expect(Object.values(process.capabilities).flat()).toEqual([]);
    expect(linux.resources).toEqual({ memory: { limit: 512 * 2 ** 20 }, pids: { limit: 64 } });
    expect(linux.seccomp.defaultAction).toBe('SCMP_ACT_ERRNO');
    expect(linux.seccomp.syscalls[0].names).toContain('unshare');
    expect(spec({}).root.readonly).toBe(false);
    expect(spec({}).linux.seccomp).toBeUndefined();
  });

  it('finds volumes with the rights of the folder that they are mounted over', () => {
    mkdirSync(path.join(folder, 'rootfs', 'data'), { recursive: true, mode: 0o750 });
    const { mounts } = spec({
      volumes: [{ type: 'volume', source: 'kept', target: '/data' }],
      tmpfs: ['/tmp:size=1m,nosuid'],
    });

    const data = mounts.find(({ destination }) => destination === '/data');
    expect(statSync(data.source).mode & 0o777).toBe(0o750);
    expect(mounts.find(({ destination }) => destination === '/tmp').options).toEqual(['size=1m', 'nosuid']);
  });
});

describe('a look through an image', () => {
  const expected = { entrypoint: 'node', ports: '3000/tcp', hasChromium: false };
  const problems = (config) => imageProblems({ image: imageOf(config), rootfs: folder, expected });
  const put = (name) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), '');
  };

  it('finds nothing in a good one', () => {
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
    ['usr/bin/chromium', /Chromium/],
  ])('finds %s', (file, line) => {
    put(file);

    expect(problems()).toEqual([expect.stringMatching(line)]);
  });
});

describe('the page of signs', () => {
  const signs = Object.entries(SAMPLES).flatMap(([script, text]) =>
    [...text].map((sign) => ({ script, sign, ink: 300, sum: sign.codePointAt(0), isColoured: script === 'emoji' })),
  );
  const page = (change = (one) => one) => {
    const drawn = { none: { ink: 90, sum: 7 }, signs: signs.map(change) };
    return `<pre id="signs">SIGNS${JSON.stringify(drawn).replaceAll('"', '&quot;')}END</pre>`;
  };
  const changed = (wanted, change) => page((one) => (one.sign === wanted ? { ...one, ...change } : one));

  it('is good when each sign has a picture of its own, and emoji have colour', () => {
    expect(fontProblems(page())).toEqual([]);
  });

  it('names signs that no font has, that look alike, or that lost their colour', () => {
    expect(fontProblems(changed('語', { sum: 7 }))).toEqual(['no font has Chinese 語']);
    expect(fontProblems(changed('글', { ink: 0 }))).toEqual(['no font has Korean 글']);
    expect(fontProblems(changed('ネ', { sum: 'あ'.codePointAt(0) }))).toEqual(['Japanese ネ looks like another sign']);
    expect(fontProblems(changed('🚀', { isColoured: false }))).toEqual(['🚀 has no colour']);
    expect(fontProblems('<p>an empty page</p>')).toEqual(['the page did not draw its signs']);
  });
});
