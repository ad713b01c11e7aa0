import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runMain } from '../local/host/progress.mjs';
import { Failure } from '../local/host/run-command.mjs';
import { ROOT } from '../local/setup/setup.mjs';
import { operationFiles, REGISTRATIONS } from './operation-files.mjs';

const ID = /^[a-z][a-z0-9]{1,30}\/[a-z][a-z0-9]{1,30}$/;

const capitalised = (word) => `${word[0].toUpperCase()}${word.slice(1)}`;

/** The names of an operation `bookshop/book` in code: `{ id, site, thing, constant, body }`. */
const operationNames = (id) => {
  if (!ID.test(id ?? '')) {
    throw new Failure(`Name the operation as site/thing, in lower case: npm run new:operation -- bookshop/book`);
  }
  const [site, thing] = id.split('/');
  return { id, site, thing, constant: `${site}${capitalised(thing)}`, body: capitalised(thing) };
};

const NEXT = `
Next, as docs/contributing.md says:
  npm run build && npm run generate     the settings of its site follow from its contract
  npm test -- packages/scrapers/src/sites/`;

/** `npm run new:operation -- bookshop/book` writes an operation that works on made-up pages, to be changed into the real one. */
await runMain(() => {
  const names = operationNames(process.argv[2]);
  const files = operationFiles(names);
  const there = Object.keys(files).find((file) => existsSync(path.join(ROOT, file)));
  if (there) throw new Failure(`${there} exists already; nothing was changed`);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(ROOT, file)), { recursive: true });
    writeFileSync(path.join(ROOT, file), text);
    console.log(`made    ${file}`);
  }
  for (const { file, edit } of REGISTRATIONS) {
    writeFileSync(path.join(ROOT, file), edit(readFileSync(path.join(ROOT, file), 'utf8'), names));
    console.log(`entered ${file}`);
  }
  console.log(`${NEXT}${names.site}`);
});
