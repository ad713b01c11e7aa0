import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Users that root runs the browser as; the first that exists is taken. `quarry-browser` is used for nothing else. */
const USER_NAMES = ['quarry-browser', 'nobody'];

export interface BrowserUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** How a browser is run. `user`: if not the worker's own. */
export interface Confinement {
  readonly isSandboxed: boolean;
  readonly user?: BrowserUser | undefined;
}

/** The user that root runs browsers as, from the text of `/etc/passwd`; undefined if there is no unprivileged one. */
export const findBrowserUser = (passwd: string): BrowserUser | undefined => {
  const known = new Map(
    passwd.split('\n').map((line) => {
      const [name = '', , uid, gid] = line.split(':');
      return [name, { name, uid: Number(uid), gid: Number(gid) }];
    }),
  );
  return USER_NAMES.map((name) => known.get(name)).find((user) => user !== undefined && user.uid > 0 && user.gid > 0);
};

/** The ways to run a browser, best first. For an unprivileged worker there is one: without its sandbox the browser is not run. */
export const confinementsFor = (uid: number | undefined, passwd: string): readonly Confinement[] => {
  if (uid !== 0) return [{ isSandboxed: true }];
  const user = findBrowserUser(passwd);
  // Chromium refuses to run as root with its sandbox.
  const asRoot = { isSandboxed: false };
  return user ? [{ isSandboxed: true, user }, { isSandboxed: false, user }, asRoot] : [asRoot];
};

/** The ways to run a browser on this machine. */
export const readConfinements = async (): Promise<readonly Confinement[]> => {
  const uid = process.getuid?.();
  return confinementsFor(uid, uid === 0 ? await readFile('/etc/passwd', 'utf8').catch(() => '') : '');
};

/** A warning about a browser that is run this way; undefined if it is sandboxed. `why`: why a better way failed. */
export const weaknessOf = ({ isSandboxed, user }: Confinement, why: string | undefined): string | undefined => {
  if (isSandboxed) return undefined;
  const because = why === undefined ? 'there is no user `quarry-browser` or `nobody` to run it as' : why;
  const who = user ? `as ${user.name}, but` : 'as root and';
  return `Chromium runs ${who} without its sandbox: ${because}. Run Quarry as an ordinary user where user namespaces are allowed; see docs/security.md.`;
};

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A script in `folder` that starts the browser as its user; the browser itself if it runs as the worker's user. */
export const writeStarter = async (folder: string, executablePath: string, { user }: Confinement): Promise<string> => {
  if (!user) return executablePath;
  const path = join(folder, 'start');
  // The user may have no access to the worker's current folder.
  const become = `setpriv --reuid=${user.uid} --regid=${user.gid} --clear-groups`;
  await writeFile(path, `#!/bin/sh\ncd /\nexec ${become} -- ${quote(executablePath)} "$@"\n`, { mode: 0o700 });
  return path;
};
