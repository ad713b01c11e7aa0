import { runMain } from '../local/progress.mjs';
import { ROOT } from '../local/setup.mjs';
import { outdatedFiles, writeGeneratedFiles } from './generated-files.mjs';

/** `npm run generate` makes the files that follow from lists in the code; with `--check` it only says which are outdated. */
await runMain(() => {
  if (!process.argv.includes('--check')) {
    for (const file of writeGeneratedFiles(ROOT)) console.log(`made ${file}`);
    return 0;
  }
  const outdated = outdatedFiles(ROOT).map(({ file }) => file);
  for (const file of outdated) console.log(`${file} is outdated: run npm run generate`);
  return outdated.length > 0 ? 1 : 0;
});
