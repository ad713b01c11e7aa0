import { describe, expect, it } from '@jest/globals';
import { isRecentGo } from './s3-servers.mjs';

describe('isRecentGo', () => {
  it.each(['go version go1.25.0 linux/amd64', 'go version go1.26.8 linux/amd64', 'go version go2.0 linux/arm64'])(
    'takes %s',
    (line) => expect(isRecentGo(line)).toBe(true),
  );
  it.each(['go version go1.24.9 linux/amd64', 'go version go1.9 linux/amd64', 'command not found', ''])(
    'does not take "%s"',
    (line) => expect(isRecentGo(line)).toBe(false),
  );
});
