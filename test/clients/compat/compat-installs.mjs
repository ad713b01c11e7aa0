import path from 'node:path';
import { spawn } from 'node:child_process';
import { json } from 'node:stream/consumers';
import { REPOSITORY_ROOT } from '@quarry/testkit';
import { nodePackages } from '../../../infra/test-servers/node-packages.mjs';
import { pythonTools } from '../../../infra/test-servers/python-tools.mjs';

const TOOLS = { root: REPOSITORY_ROOT, env: process.env };

/** What a client needs, or undefined with a line that says why there is none of it, such as a registry that is not reached. */
const find = async (name, get) => {
  try {
    return await get();
  } catch (error) {
    process.stdout.write(`${name} is left out: ${error instanceof Error ? error.message : String(error)}\n`);
    return undefined;
  }
};

/** The interpreter of an environment that several tests may share. */
export const installedPython = (name, packages) =>
  find(packages.join(' '), () => pythonTools({ ...TOOLS, name, packages }));

/** The `node_modules` of a folder that several tests may share. */
export const installedNode = (name, packages) =>
  find(packages.join(' '), () => nodePackages({ ...TOOLS, name, packages }));

/** Runs a script of this folder with JSON on its input and output. */
export const runPython = async (python, script, given, env = {}) => {
  const file = path.join(REPOSITORY_ROOT, 'test/clients/compat', script);
  const child = spawn(python, [file], {
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(given));
  return json(child.stdout);
};
