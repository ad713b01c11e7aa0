import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { passed, warned, type CheckResult } from './check.js';

const PROBE_TIMEOUT_MS = 5_000;
const NAME = 'Sandbox';
/** As whom egress runs a browser of root's, the first that there is. */
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
  /** Whether a command ends well. */
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

/** What Chromium's sandbox is made of. */
const MAKE_NAMESPACE = ['unshare', '--user', 'true'];

/** Whether Chromium can have its sandbox here, and as whom; undefined where its sandbox is made of other things. */
export const judgeSandbox = async ({
  platform,
  uid,
  passwd,
  succeeds,
}: SandboxHost): Promise<CheckResult | undefined> => {
  if (platform !== 'linux') return undefined;
  if (uid !== 0) {
    return (await succeeds(MAKE_NAMESPACE))
      ? passed(NAME, 'user namespaces are granted')
      : warned(NAME, 'this user may make no user namespaces; Chromium may not start', TODO);
  }
  const user = findUser(passwd);
  if (!user) {
    const finding = 'off: Chromium runs as root, as there is no user `quarry-browser` or `nobody`';
    return warned(NAME, finding, `make one with useradd --system quarry-browser, or ${TODO}`);
  }
  const become = ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--'];
  return (await succeeds([...become, ...MAKE_NAMESPACE]))
    ? passed(NAME, `on: Chromium runs as ${user.name}, as root has none`)
    : warned(NAME, `off: root has none, and ${user.name} may make no user namespaces`, TODO);
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
