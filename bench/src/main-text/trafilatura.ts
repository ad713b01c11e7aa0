import { spawnSync } from 'node:child_process';
import type { PageFacts } from '../reading/judge-facts.js';

const PROGRAM = `
import sys, json, time
from trafilatura import extract, extract_metadata
for line in sys.stdin:
    page = json.loads(line)
    began = time.process_time()
    text = extract(page['html'], include_comments=False) or ''
    ms = (time.process_time() - began) * 1000
    try:
        found = extract_metadata(page['html'], default_url=page['url'])
        facts = {'title': found.title, 'byline': (found.author or '').replace(';', ','), 'published': found.date, 'description': found.description}
    except Exception:
        facts = {}
    print(json.dumps({'text': text, 'ms': ms, 'facts': {name: fact for name, fact in facts.items() if fact}}))
`;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const TIMEOUT_MS = 1_800_000;

export interface TimedReading {
  readonly text: string;
  /** Processor time of the text alone. */
  readonly ms: number;
  readonly facts: PageFacts;
}

/** Texts and facts of the pages by trafilatura; undefined where `python` does not have it. */
export const runTrafilatura = (
  python: string,
  pages: readonly { readonly html: string; readonly url: string }[],
): TimedReading[] | undefined => {
  const run = spawnSync(python, ['-c', PROGRAM], {
    input: pages.map(({ html, url }) => `${JSON.stringify({ html, url })}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
    timeout: TIMEOUT_MS,
  });
  if (run.status !== 0) return undefined;
  return run.stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as TimedReading);
};
