import { describe, expect, it } from '@jest/globals';
import { confinementsFor, findBrowserUser, weaknessOf } from './confinement.js';

const ROOT = 'root:x:0:0:root:/root:/bin/bash';
const NOBODY = 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin';
const OWN = 'quarry-browser:x:998:997::/nonexistent:/usr/sbin/nologin';
const nobody = { name: 'nobody', uid: 65_534, gid: 65_534 };

describe('the user for browsers of root’s', () => {
  it.each([
    ['its own before another', [ROOT, NOBODY, OWN], { name: 'quarry-browser', uid: 998, gid: 997 }],
    ['nobody', [ROOT, NOBODY], nobody],
    ['none where there is none', [ROOT, 'ann:x:1000:1000::/home/ann:/bin/sh'], undefined],
    ['none with the rights of root', ['nobody:x:0:0::/:/bin/sh', 'quarry-browser:x:998:0::/:/bin/sh'], undefined],
    ['none from what is no such file', ['nobody', 'nobody:x:a:b:'], undefined],
  ])('is %s', (_name, lines, user) => {
    expect(findBrowserUser(`${lines.join('\n')}\n`)).toEqual(user);
  });
});

describe('the ways to run a browser', () => {
  it('are one for whoever is not root: within its sandbox', () => {
    expect(confinementsFor(1_000, NOBODY)).toEqual([{ isSandboxed: true }]);
    expect(confinementsFor(undefined, '')).toEqual([{ isSandboxed: true }]);
  });

  it('are for root the sandbox as another user first, and root without one last', () => {
    expect(confinementsFor(0, NOBODY)).toEqual([
      { isSandboxed: true, user: nobody },
      { isSandboxed: false, user: nobody },
      { isSandboxed: false },
    ]);
    expect(confinementsFor(0, ROOT)).toEqual([{ isSandboxed: false }]);
  });

  it('are told of where there is no sandbox', () => {
    expect(weaknessOf({ isSandboxed: true, user: nobody }, undefined)).toBeUndefined();
    expect(weaknessOf({ isSandboxed: false, user: nobody }, 'No usable sandbox!')).toMatch(
      /^Chromium runs as nobody, but without its sandbox: No usable sandbox!\. Run Quarry as an ordinary user/,
    );
    expect(weaknessOf({ isSandboxed: false }, undefined)).toMatch(
      /^Chromium runs as root and without its sandbox: there is no user/,
    );
  });
});
