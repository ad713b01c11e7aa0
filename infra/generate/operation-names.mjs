import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../local/host/run-command.mjs';

const ID = /^([a-z][a-z0-9]{1,30})\/([a-z][a-z0-9]{1,30}(?:-[a-z0-9]{1,30})*)$/;
const OPERATIONS = 'packages/contracts/src/operations';
/** Makes an operation on an engine of which there is none yet. */
const ENGINE = '--engine';
/** Makes one that returns a list instead of a record; those of engines do by themselves. */
const LIST = '--list';
const OPTIONS = [ENGINE, LIST];
const USAGE = 'Name the operation as site/thing, in lower case: npm run new:operation -- bookshop/book';

const capitalised = (word) => `${word[0].toUpperCase()}${word.slice(1)}`;

/** The engine or site that earlier operations declare: `{ constant, file }`. Throws where they declare one that is not exported. */
const findTarget = (root, site) => {
  const folder = path.join(root, OPERATIONS, site);
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const files = names.filter((name) => name.endsWith('.ts')).map((name) => `${OPERATIONS}/${site}/${name}`);
  const declaration = new RegExp(`(export )?const (\\w+): Target = \\{\\s*name: '${site}'`);
  for (const file of files) {
    const [, exported, constant] = declaration.exec(readFileSync(path.join(root, file), 'utf8')) ?? [];
    if (constant === undefined) continue;
    if (exported === undefined) throw new Failure(`export ${constant} of ${file} first; nothing was changed`);
    return { constant, file };
  }
  if (files.length > 0) throw new Failure(`no file of ${OPERATIONS}/${site} exports its Target; nothing was changed`);
  return undefined;
};

/** What an operation `bookshop/book` is called in code, and where it belongs. */
export const operationNames = ({ root, args }) => {
  const [, site, thing] = ID.exec(args.find((arg) => !arg.startsWith('-')) ?? '') ?? [];
  if (thing === undefined) throw new Failure(USAGE);
  const unknown = args.find((arg) => arg.startsWith('-') && !OPTIONS.includes(arg));
  if (unknown !== undefined) throw new Failure(`there is no option ${unknown}, only ${OPTIONS.join(' and ')}`);
  const isEngine = args.includes(ENGINE) || existsSync(path.join(root, 'packages/scrapers/src/engines', site));
  if (isEngine && existsSync(path.join(root, 'packages/scrapers/src/sites', site))) {
    throw new Failure(`${site} is a site, not an engine; nothing was changed`);
  }
  const body = thing.split('-').map(capitalised).join('');
  return {
    id: `${site}/${thing}`,
    site,
    thing,
    isEngine,
    isList: args.includes(LIST),
    body,
    constant: `${site}${body}`,
    /** The record or list in the response. */
    key: `${body[0].toLowerCase()}${body.slice(1)}`,
    upper: thing.replaceAll('-', '_').toUpperCase(),
    folder: `packages/scrapers/src/${isEngine ? 'engines' : 'sites'}/${site}/${thing}`,
    contract: `${OPERATIONS}/${site}/${thing}.ts`,
    list: `test/spec/list/${site}-${thing}.ts`,
    target: findTarget(root, site),
  };
};
