import { describe, expect, it } from '@jest/globals';
import { judgeSandbox } from './check-sandbox.js';

const ROOT = 'root:x:0:0:root:/root:/bin/bash';
const NOBODY = 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin';

const judge = async (host: { uid?: number; passwd?: string; isGranted?: boolean; platform?: string }) => {
  const asked: string[] = [];
  const { uid = 0, passwd = `${ROOT}\n${NOBODY}\n`, isGranted = true, platform = 'linux' } = host;
  const succeeds = async (command: readonly string[]) => {
    asked.push(command.join(' '));
    return isGranted;
  };
  return { result: await judgeSandbox({ platform, uid, passwd, succeeds }), asked };
};

describe('the sandbox', () => {
  it('is on for root where another user may make namespaces', async () => {
    const { result, asked } = await judge({});
    expect(result).toMatchObject({
      mark: 'ok',
      finding: 'on: Chromium runs as nobody, because root cannot use the sandbox',
    });
    expect(asked).toEqual(['setpriv --reuid=65534 --regid=65534 --clear-groups -- unshare --user true']);
  });

  it.each([
    ['no user to become', { passwd: ROOT }, /^off: Chromium runs as root/],
    ['a user who may make none', { isGranted: false }, /^off: root cannot use the sandbox, and nobody may not create/],
  ])('is off for root with %s, which is warned of', async (_name, host, finding) => {
    const { result } = await judge(host);
    expect(result).toMatchObject({ mark: 'warn', finding: expect.stringMatching(finding) });
    expect(result?.todo).toContain('run Quarry as an ordinary user');
  });

  it('is asked for as the user itself where that is not root', async () => {
    const { result, asked } = await judge({ uid: 1_000 });
    expect(result?.mark).toBe('ok');
    expect(asked).toEqual(['unshare --user true']);
    expect((await judge({ uid: 1_000, isGranted: false })).result?.mark).toBe('warn');
  });

  it('is not looked for on other systems', async () => {
    expect((await judge({ platform: 'darwin' })).result).toBeUndefined();
  });
});
