import { fork, type ChildProcess } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createBrowserIdentity } from '../../identity/browser-identity.js';
import { launchChromium, type ChromiumProcess } from './chromium-process.js';
import { findChromium, readMajorVersion } from './find-chromium.js';
import { groupMemoryBytes, killGroup, readGroup, readProcess } from './process-tree.js';
import { createProfileFolder, MAKING_MS, sweepProfileFolders, type ProfileFolder } from './profile-folder.js';

const CHILD = new URL('../../../test/hold-browser.child.ts', import.meta.url);
/** Lets a child import `./x.js` of a source file `./x.ts`. */
const SOURCE_HOOK = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ resolve: (name, context, next) => {
    try { return next(name, context); }
    catch (error) { if (!/^\\.{1,2}\\/.*\\.js$/.test(name)) throw error; return next(name.replace(/js$/, 'ts'), context); }
  } });
`)}`;

const identity = createBrowserIdentity(140);
const launched: ChromiumProcess[] = [];
const children: ChildProcess[] = [];
let root = '';
let executablePath = '';

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'roots-'));
  executablePath = (await findChromium()) ?? '';
});
afterEach(async () => {
  await Promise.all(launched.splice(0).map((one) => one.kill()));
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rm(root, { recursive: true, force: true }));

const launch = async () => {
  const started = await launchChromium({ executablePath, profileRoot: root, identity });
  launched.push(started);
  return started;
};

/** Polls the process table; there is no event for the end of somebody else's child. */
const groupIsGone = async (groupId: number): Promise<boolean> => {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if ((await readGroup(groupId)).length === 0) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
};

/** A worker of its own with a browser: both living. */
const startOwner = async () => {
  const child = fork(CHILD, [executablePath, root], { execArgv: ['--import', SOURCE_HOOK] });
  children.push(child);
  const browserPid = await new Promise<number>((resolve, reject) => {
    child.once('message', (pid) => resolve(pid as number));
    child.once('exit', (code) => reject(new Error(`The child ended with ${code}.`)));
  });
  const kill = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  return { browserPid, kill };
};

const temporaryDirOf = async (profile: string) =>
  (JSON.parse(await readFile(join(root, profile, 'owner.json'), 'utf8')) as { temporaryDir: string }).temporaryDir;

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

describe('launchChromium', () => {
  it('answers while it runs, not while it hangs, and is ended all the same', async () => {
    const started = await launch();
    expect(await started.answers(10_000)).toBe(true);
    process.kill(started.pid, 'SIGSTOP');
    expect(await started.answers(200)).toBe(false);
    await started.kill();
    expect(await groupIsGone(started.pid)).toBe(true);
    expect(await started.answers(200)).toBe(false);
  });

  it('runs as a group of its own that is gone after kill, folders too', async () => {
    const started = await launch();
    const [profile = ''] = await readdir(root);
    const temporaryDir = await temporaryDirOf(profile);
    expect((await readGroup(started.pid)).length).toBeGreaterThan(2);
    expect(await started.memoryBytes()).toBeGreaterThan(20_000_000);
    expect(started.isAlive()).toBe(true);
    await Promise.all([started.kill(), started.kill()]);
    expect(started.isAlive()).toBe(false);
    expect(await groupIsGone(started.pid)).toBe(true);
    expect(await readdir(root)).toEqual([]);
    expect(await exists(temporaryDir)).toBe(false);
  });

  it('kills a browser that no longer moves', async () => {
    const started = await launch();
    process.kill(-started.pid, 'SIGSTOP');
    await started.kill();
    expect(await groupIsGone(started.pid)).toBe(true);
    expect(await readdir(root)).toEqual([]);
  });

  it('hands none of the worker’s environment to the browser', async () => {
    const { pid } = await launch();
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
    const names = environment.split('\0').map((entry) => entry.split('=')[0]);
    expect(names).toEqual(expect.arrayContaining(['HOME', 'PATH', 'TMPDIR']));
    expect(names).not.toContain('NODE_OPTIONS');
  });

  it('reaches nothing outside of a page’s own context', async () => {
    const { browser } = await launch();
    const page = await browser.newPage();
    await expect(page.goto('http://127.0.0.1:80/')).rejects.toThrow('net::ERR_PROXY_CONNECTION_FAILED');
  });

  it('leaves nothing behind when there is no such browser', async () => {
    const missing = { executablePath: join(root, 'none'), profileRoot: root, identity };
    await expect(launchChromium(missing)).rejects.toThrow();
    expect(await readdir(root)).toEqual([]);
  });
});

describe('a worker that is killed', () => {
  it('takes its browser with it, and the next one removes the folders', async () => {
    const { browserPid, kill } = await startOwner();
    expect((await readGroup(browserPid)).length).toBeGreaterThan(2);
    await kill();
    expect(await groupIsGone(browserPid)).toBe(true);
    const [profile = ''] = await readdir(root);
    const temporaryDir = await temporaryDirOf(profile);
    expect(await sweepProfileFolders(root)).toBe(1);
    expect(await readdir(root)).toEqual([]);
    expect(await exists(temporaryDir)).toBe(false);
  });

  it('whose browser is stuck leaves it to the next worker to end it', async () => {
    const { browserPid, kill } = await startOwner();
    process.kill(-browserPid, 'SIGSTOP');
    await kill();
    expect((await readGroup(browserPid)).length).toBeGreaterThan(2);
    expect(await sweepProfileFolders(root)).toBe(1);
    expect(await groupIsGone(browserPid)).toBe(true);
  });
});

describe('sweepProfileFolders', () => {
  it('spares the living, foreign folders and processes that merely bear the number', async () => {
    const started = await launch();
    const folder = await createProfileFolder(root);
    const [record] = [JSON.parse(await readFile(join(folder.path, 'owner.json'), 'utf8')) as Record<string, unknown>];
    await writeFile(
      join(folder.path, 'owner.json'),
      JSON.stringify({ ...record, ownerStartTicks: '1', browserPid: process.pid }),
    );
    await writeFile(join(root, 'notes.txt'), 'kept');
    expect(await sweepProfileFolders(root)).toBe(1);
    expect(started.isAlive()).toBe(true);
    expect(await readdir(root)).toHaveLength(2);
    await rm(join(root, 'notes.txt'));
  });

  it('by another worker spares what is just being made', async () => {
    const shared = join(root, 'shared');
    let isMaking = true;
    const swept: number[] = [];
    const sweep = async () => {
      while (isMaking) swept.push(await sweepProfileFolders(shared));
    };
    const made: ProfileFolder[] = [];
    const make = async () => {
      while (made.length < 100) {
        const folder = await createProfileFolder(shared);
        made.push(folder);
        await folder.recordBrowser(process.pid);
      }
    };
    const sweeping = sweep();
    await make().finally(() => (isMaking = false));
    await sweeping;
    await Promise.all(made.map((folder) => folder.remove()));
    expect(swept.length).toBeGreaterThan(10);
    expect(swept.filter((count) => count > 0)).toEqual([]);
    await rm(shared, { recursive: true });
  });

  it('makes the root, and removes folders without a readable record', async () => {
    const fresh = join(root, 'deep', 'er');
    expect(await sweepProfileFolders(fresh)).toBe(0);
    const folder = await createProfileFolder(fresh);
    await writeFile(join(folder.path, 'owner.json'), 'not json');
    const [halfMade, old] = [join(fresh, 'making-one'), new Date(Date.now() - 10 * MAKING_MS)];
    await mkdir(halfMade);
    await utimes(halfMade, old, old);
    expect(await sweepProfileFolders(fresh)).toBe(2);
    expect(await readdir(fresh)).toEqual([]);
    await rm(folder.temporaryDir, { recursive: true });
    await rm(join(root, 'deep'), { recursive: true });
  });
});

describe('process table', () => {
  it('knows this process and nothing of one that does not exist', async () => {
    expect(await readProcess(process.pid)).toMatchObject({ pid: process.pid, isZombie: false });
    expect(await readProcess(2 ** 30)).toBeUndefined();
    expect(await readGroup(2 ** 30)).toEqual([]);
    expect(await groupMemoryBytes(2 ** 30)).toBe(0);
    expect(killGroup(2 ** 30)).toBe(false);
  });
});

describe('findChromium', () => {
  it('finds an installed browser and its version, and prefers what it is told to', async () => {
    expect(executablePath).toMatch(/chrom/i);
    expect(await readMajorVersion(executablePath)).toBeGreaterThan(100);
    expect(await findChromium(['/nonexistent/browser', process.execPath])).toBe(process.execPath);
    expect(await readMajorVersion('/nonexistent/browser')).toBeUndefined();
  });
});
