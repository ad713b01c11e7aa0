import { spawn } from 'node:child_process';
import { pythonTools } from '../test-servers/python-tools.mjs';
import { cleanEnvironment } from './environment.mjs';
import { onInterrupt } from './interrupt.mjs';
import { runMain } from './progress.mjs';
import { ROOT, setUp } from './setup.mjs';

const VERSION = '2.3.1';

/** The Python that has trafilatura; undefined, and said so, where it cannot be had. */
const findTrafilatura = async (env) => {
  try {
    const packages = [`trafilatura==${VERSION}`, 'lxml_html_clean'];
    return await pythonTools({ root: ROOT, env, name: `trafilatura-${VERSION}`, packages });
  } catch (error) {
    console.log(`! trafilatura: ${error.message}`);
    return undefined;
  }
};

/** Main text of captured pages, ours and other libraries in one run; an argument names the pages to look at. */
await runMain(async () => {
  const { node } = await setUp({ withTools: false });
  const python = await findTrafilatura(process.env);
  const env = { ...cleanEnvironment(process.env), ...(python ? { TRAFILATURA_PYTHON: python } : {}) };
  return new Promise((resolve, reject) => {
    const child = spawn(node, ['bench/dist/main-text/compare.js', ...process.argv.slice(2)], {
      cwd: ROOT,
      env,
      stdio: 'inherit',
    });
    onInterrupt((signal) => child.kill(signal));
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
});
