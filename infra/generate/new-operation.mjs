import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runMain } from '../local/host/progress.mjs';
import { Failure } from '../local/host/run-command.mjs';
import { ROOT } from '../local/setup/setup.mjs';
import { operationFiles, registrationsOf } from './operation-files.mjs';
import { operationNames } from './operation-names.mjs';

const nextSteps = ({ id, folder, list }) => `
It works on invented pages now. Change it into the real one, as docs/contributing.md says; the commands are
  npm run generate     the settings of its site follow from its contract
  npm test -- ${folder} test/spec/spec-list.test.ts
  npm run -s quarry -- parse ${id} page.html --url <url>     reads a page saved from there
  npm test -- test/spec     makes the calls of ${list}`;

/** `npm run new:operation -- bookshop/book` writes an operation that works on made-up pages, to be changed into the real one. */
await runMain(() => {
  const names = operationNames({ root: ROOT, args: process.argv.slice(2) });
  const files = operationFiles(names);
  const there = Object.keys(files).find((file) => existsSync(path.join(ROOT, file)));
  if (there) throw new Failure(`${there} exists already; nothing was changed`);
  const edits = registrationsOf(names).map(({ file, edit }) => ({
    file,
    text: edit(readFileSync(path.join(ROOT, file), 'utf8'), names),
  }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(ROOT, file)), { recursive: true });
    writeFileSync(path.join(ROOT, file), text);
    console.log(`made    ${file}`);
  }
  for (const { file, text } of edits) {
    writeFileSync(path.join(ROOT, file), text);
    console.log(`entered ${file}`);
  }
  if (names.target) console.log(`uses    ${names.target.constant} of ${names.target.file}`);
  console.log(nextSteps(names));
});
