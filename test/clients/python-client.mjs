import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from '../../infra/local/host/environment.mjs';
import { runCommand } from '../../infra/local/host/run-command.mjs';
import { pythonTools } from '../../infra/test-servers/python-tools.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const CLIENT_FOLDER = path.join(ROOT, 'packages/client-python');

/** What the client needs, and pytest: pinned, so that a new release breaks no test. */
const CORE = ['httpx==0.28.1', 'pydantic==2.14.4', 'pytest==9.2.0'];
/** What its extras need, and what checks and builds the package. */
const EXTRAS = [
  ...['langchain-core==1.8.3', 'llama-index-core==0.14.25', 'scrapy==2.19.0', 'pandas==3.1.1'],
  ...['mypy==2.4.1', 'build==1.6.1', 'hatchling==1.33.0', 'twine==7.0.0'],
];

/** A Python with the packages, or why there is none: `{ python }` or `{ missing }`. */
const find = async (name, packages) => {
  try {
    return { python: await pythonTools({ root: ROOT, env: process.env, name, packages }) };
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) };
  }
};

export const findPython = () => find('client-python-1', CORE);
export const findPythonWithExtras = () => find('client-python-extras-1', [...CORE, ...EXTRAS]);

/** Runs Python in the client's folder: `{ code, output }`. */
export const runPython = (python, args, env = {}) =>
  runCommand(python, args, {
    cwd: CLIENT_FOLDER,
    env: { ...cleanEnvironment(process.env), PYTHONDONTWRITEBYTECODE: '1', ...env },
    timeoutMs: 600_000,
  });

/** Runs tests of the client; returns the last line, such as `60 passed in 2.1s`, and the whole output if one failed. */
export const runPytest = async (python, paths, env) => {
  const { code, output } = await runPython(python, ['-m', 'pytest', '-q', ...paths], env);
  return code === 0 ? output.trim().split('\n').at(-1) : output;
};
