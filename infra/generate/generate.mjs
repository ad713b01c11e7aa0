import { runMain } from '../local/host/progress.mjs';
import { ROOT } from '../local/setup/setup.mjs';
import { outdatedFiles, writeGeneratedFiles } from './generated-files.mjs';

/** `npm run generate` writes the files that are made from the code; with `--check` it only reports outdated ones. */
await runMain(() => {
  if (!process.argv.includes('--check')) {
    const made = writeGeneratedFiles(ROOT);
    for (const file of made) console.log(`made ${file}`);
    if (made.length === 0) console.log('every generated file is as the code says');
    return 0;
  }
  const outdated = outdatedFiles(ROOT).map(({ file }) => file);
  for (const file of outdated) console.log(`${file} is outdated: run npm run generate`);
  return outdated.length > 0 ? 1 : 0;
});
