import { runMain } from '../local/host/progress.mjs';
import { compile, ROOT } from '../local/setup/setup.mjs';

/**
 * `npm run generate` compiles what has changed and writes the files that are made from the code; with `--check` it only reports
 * outdated ones.
 */
await runMain(async () => {
  const isCheck = process.argv.includes('--check');
  if (!isCheck) await compile({ root: ROOT, env: process.env, node: process.execPath });
  // It loads the compiled code.
  const { outdatedFiles, writeGeneratedFiles } = await import('./generated-files.mjs');
  if (!isCheck) {
    const made = writeGeneratedFiles(ROOT);
    for (const file of made) console.log(`made ${file}`);
    if (made.length === 0) console.log('every generated file is as the code says');
    return 0;
  }
  const outdated = outdatedFiles(ROOT).map(({ file }) => file);
  for (const file of outdated) console.log(`${file} is outdated: run npm run generate`);
  return outdated.length > 0 ? 1 : 0;
});
