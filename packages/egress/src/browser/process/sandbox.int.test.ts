import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, readdir, readlink, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { launchTestBrowser, TEST_IDENTITY } from '../../../test/scene/shared-browser.js';
import { launchChromium, type ChromiumProcess } from './chromium-process.js';
import { findBrowserUser, type Confinement } from './confinement.js';
import { findChromium } from './find-chromium.js';
import { readGroup, readRenderers } from './process-tree.js';

const isRoot = process.getuid?.() === 0;
const launched: ChromiumProcess[] = [];
let root = '';
let user: ReturnType<typeof findBrowserUser>;
let grantsNamespaces = false;

/** Whether the kernel gives a user without rights what the sandbox is made of. */
const askForNamespaces = (): Promise<boolean> => {
  const ask = ['unshare', '--user', '--pid', '--fork', 'true'];
  const [program, ...rest]: readonly [string, ...string[]] =
    isRoot && user
      ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--', ...ask]
      : ['unshare', ...ask.slice(1)];
  return new Promise((resolve) => execFile(program, rest, { cwd: '/' }, (error) => resolve(error === null)));
};

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'closed-'));
  // As below the home of root: nobody else may look into it.
  await chmod(root, 0o700);
  user = findBrowserUser(await readFile('/etc/passwd', 'utf8'));
  grantsNamespaces = await askForNamespaces();
});
afterEach(() => Promise.all(launched.splice(0).map((one) => one.kill())));
afterAll(() => rm(root, { recursive: true, force: true }));

const keep = async (starting: Promise<ChromiumProcess>): Promise<ChromiumProcess> => {
  const started = await starting;
  launched.push(started);
  return started;
};
const statusOf = async (pid: number, name: string) =>
  new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
const showPage = async ({ browser, pid }: ChromiumProcess) => {
  const page = await browser.newPage();
  await page.setContent('<p>shown');
  expect(await page.evaluate('document.body.textContent')).toBe('shown');
  return (await readRenderers(pid)).map((one) => one.pid);
};
/** As a worker of root's would be left with. */
const launchAs = async (confinements: readonly Confinement[], notice: (text: string) => void) =>
  keep(
    launchChromium({
      executablePath: (await findChromium()) ?? '',
      profileRoot: root,
      identity: TEST_IDENTITY,
      confinements,
      notice,
    }),
  );

describe('a page', () => {
  it('is in the sandbox where the kernel grants one, of root’s browser too', async () => {
    const started = await keep(launchTestBrowser(root));
    const renderers = await showPage(started);
    expect(renderers.length).toBeGreaterThan(0);
    const own = await readlink('/proc/self/ns/user');
    // Elsewhere a browser is told of as not confined, which the last test is about.
    for (const pid of renderers) {
      const filtered = await statusOf(pid, 'Seccomp');
      const namespace = await readlink(`/proc/${pid}/ns/user`);
      expect({ filtered, isApart: namespace !== own }).toEqual(
        grantsNamespaces ? { filtered: '2', isApart: true } : { filtered, isApart: namespace !== own },
      );
      expect(await statusOf(pid, 'CapEff')).toMatch(isRoot && !user ? /./ : /^0+$/);
    }
  });
});

(isRoot ? describe : describe.skip)('a browser of root’s', () => {
  it('is another user’s, with all its processes and what it writes, and is ended by root', async () => {
    if (!user) throw new Error('There is no user without rights here.');
    const started = await keep(launchTestBrowser(root));
    await showPage(started);
    const group = await readGroup(started.pid);
    expect(group.length).toBeGreaterThan(3);
    for (const { pid } of group) expect(await statusOf(pid, 'Uid')).toBe(`${user.uid}`);
    const [profile = ''] = await readdir(root);
    const { temporaryDir } = JSON.parse(await readFile(join(root, profile, 'owner.json'), 'utf8')) as {
      temporaryDir: string;
    };
    expect(await stat(join(temporaryDir, 'profile'))).toMatchObject({ uid: user.uid, gid: user.gid });
    // No other user may look into it either.
    expect((await stat(temporaryDir)).mode & 0o077).toBe(0);
    await started.kill();
    // Killed processes leave the table one after the other.
    while ((await readGroup(started.pid)).length > 0) await pause(50);
    expect(await readdir(root)).toEqual([]);
    await expect(stat(temporaryDir)).rejects.toThrow('ENOENT');
  });

  it('is run in the next best way, and says so, where the best fails', async () => {
    const noSuchUser = { name: 'none', uid: -1, gid: -1 };
    const said: string[] = [];
    const ways = [{ isSandboxed: true, user: noSuchUser }, { isSandboxed: false }];
    const started = await launchAs(ways, (text) => said.push(text));
    await showPage(started);
    expect(said).toEqual([expect.stringMatching(/^Chromium runs as root and without its sandbox: .+ Run Quarry as/)]);
    expect(await statusOf(started.pid, 'Uid')).toBe('0');
  });
});
