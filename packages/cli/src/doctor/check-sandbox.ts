import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { passed, warned, type CheckResult } from './check.js';

const PROBE_TIMEOUT_MS = 5_000;
const NAME = 'Sandbox';
/** Users that egress runs Chromium as if it is root; the first existing one. */
const USER_NAMES = ['quarry-browser', 'nobody'];
const TODO = 'run Quarry as an ordinary user where user namespaces are allowed, see docs/security.md';

interface User {
  readonly name: string;
  readonly uid: string;
  readonly gid: string;
}

export interface SandboxHost {
  readonly platform: string;
  readonly uid: number | undefined;
  /** The text of `/etc/passwd`. */
  readonly passwd: string;
  /** Whether a command succeeds. */
  readonly succeeds: (command: readonly string[]) => Promise<boolean>;
}

const findUser = (passwd: string): User | undefined => {
  for (const name of USER_NAMES) {
    const [found, , uid = '', gid = ''] =
      passwd
        .split('\n')
        .find((line) => line.startsWith(`${name}:`))
        ?.split(':') ?? [];
    if (found !== undefined && Number(uid) > 0 && Number(gid) > 0) return { name, uid, gid };
  }
  return undefined;
};

/** Chromium's sandbox needs this. */
const MAKE_NAMESPACE = ['unshare', '--user', 'true'];

/** Whether Chromium's sandbox works here, and as which user; undefined on systems with another kind of sandbox. */
export const judgeSandbox = async ({
  platform,
  uid,
  passwd,
  succeeds,
}: SandboxHost): Promise<CheckResult | undefined> => {
  if (platform !== 'linux') return undefined;
  if (uid !== 0) {
    return (await succeeds(MAKE_NAMESPACE))
      ? passed(NAME, 'user namespaces are available')
      : warned(NAME, 'this user may not create user namespaces; Chromium may not start', TODO);
  }
  const user = findUser(passwd);
  if (!user) {
    const finding = 'off: Chromium runs as root, because neither user `quarry-browser` nor `nobody` exists';
    return warned(NAME, finding, `create one with useradd --system quarry-browser, or ${TODO}`);
  }
  const become = ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--'];
  return (await succeeds([...become, ...MAKE_NAMESPACE]))
    ? passed(NAME, `on: Chromium runs as ${user.name}, because root cannot use the sandbox`)
    : warned(NAME, `off: root cannot use the sandbox, and ${user.name} may not create user namespaces`, TODO);
};

const runs = ([program = '', ...rest]: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    execFile(program, rest, { cwd: '/', timeout: PROBE_TIMEOUT_MS }, (error) => resolve(error === null));
  });

export const checkSandbox = async (): Promise<CheckResult | undefined> =>
  judgeSandbox({
    platform: process.platform,
    uid: process.getuid?.(),
    passwd: await readFile('/etc/passwd', 'utf8').catch(() => ''),
    succeeds: runs,
  });
