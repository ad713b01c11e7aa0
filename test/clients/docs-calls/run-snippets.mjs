import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { REPOSITORY_ROOT } from '@quarry/testkit';

const OWN = path.join(REPOSITORY_ROOT, 'test/clients/docs-calls');

/** What each of several programs printed, all run by one process. */
const byOneProcess = async (program, args, inputs, options) => {
  const child = spawn(program, args, { ...options, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(inputs));
  const [printed, [code]] = await Promise.all([json(child.stdout), once(child, 'close')]);
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
  return printed;
};

/** As in a shell of a person who has the command line installed. */
const inShell = async (code, options) => (await promisify(execFile)('sh', ['-ec', code], options)).stdout;

const oneAfterAnother = async (codes, options) => {
  const printed = [];
  for (const code of codes) printed.push(await inShell(code, options));
  return printed;
};

/** A folder in which the packages are installed: `quarry` on the PATH, and the client for TypeScript. */
export const prepareFolder = (folder) => {
  mkdirSync(path.join(folder, 'bin'));
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(path.join(REPOSITORY_ROOT, 'packages/client'), path.join(folder, 'node_modules/quarry-client'), 'dir');
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  const program = path.join(REPOSITORY_ROOT, 'packages/cli/dist/quarry.js');
  const script = `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`;
  writeFileSync(path.join(folder, 'bin/quarry'), script, { mode: 0o755 });
};

/** By language: runs programs, returns what each printed. */
export const RUNNERS = {
  curl: oneAfterAnother,
  CLI: oneAfterAnother,
  Python: (codes, { python, ...options }) =>
    byOneProcess(python, [path.join(OWN, 'run_python.py')], codes, {
      ...options,
      env: {
        ...options.env,
        PYTHONPATH: path.join(REPOSITORY_ROOT, 'packages/client-python/src'),
        PYTHONDONTWRITEBYTECODE: '1',
      },
    }),
  TypeScript: (codes, options) => {
    const files = codes.map((code, index) => {
      const file = path.join(options.cwd, `snippet-${index}.ts`);
      writeFileSync(file, code);
      return file;
    });
    return byOneProcess(process.execPath, [path.join(OWN, 'run-typescript.mjs')], files, options);
  },
};
