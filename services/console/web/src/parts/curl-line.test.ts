import { execFileSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { curlLine } from './curl-line.js';

it('is read by a shell as it is meant, whatever is in it', () => {
  const line = curlLine("http://127.0.0.1:3000/it's", 'qk_$HOME`x`"');
  const words = execFileSync('sh', ['-c', line.replace(/^curl/, String.raw`printf '%s\n'`)], { encoding: 'utf8' });
  expect(words.split('\n')).toEqual([
    '-sS',
    "http://127.0.0.1:3000/it's/scrape/web",
    '-H',
    'x-api-key: qk_$HOME`x`"',
    '-H',
    'content-type: application/json',
    '-d',
    '{"url":"https://example.com","outputFormat":["markdown"]}',
    '',
  ]);
});
