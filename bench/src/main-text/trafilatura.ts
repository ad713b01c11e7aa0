import { spawnSync } from 'node:child_process';

const PROGRAM = `
import sys, json, time
from trafilatura import extract
for line in sys.stdin:
    html = json.loads(line)
    began = time.process_time()
    text = extract(html, include_comments=False) or ''
    print(json.dumps({'text': text, 'ms': (time.process_time() - began) * 1000}))
`;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const TIMEOUT_MS = 300_000;

export interface TimedText {
  readonly text: string;
  readonly ms: number;
}

/** Texts of the pages by trafilatura; undefined where `python` does not have it. */
export const runTrafilatura = (python: string, pages: readonly string[]): TimedText[] | undefined => {
  const run = spawnSync(python, ['-c', PROGRAM], {
    input: pages.map((html) => `${JSON.stringify(html)}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
    timeout: TIMEOUT_MS,
  });
  if (run.status !== 0) return undefined;
  return run.stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as TimedText);
};
