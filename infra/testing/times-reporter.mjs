import { appendFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** Writes how long each test file took, as a line of JSON, to the file that TEST_TIMES names. */
export default class TimesReporter {
  onTestFileResult(_test, { testFilePath, perfStats }) {
    const file = process.env.TEST_TIMES;
    if (!file || !perfStats) return;
    const { runtime, ...times } = perfStats;
    const name = path.relative(process.cwd(), testFilePath);
    const line = {
      kind: 'file',
      name,
      wallMs: runtime,
      ownMs: times.ownMs,
      childrenMs: times.childrenMs,
      loadMs: times.loadMs,
    };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  }
}
