import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROCESS = fileURLToPath(new URL('./mutant-process.mjs', import.meta.url));
const HOOKS = ['../testing/source-hooks.mjs', './mutant-hooks.mjs'].map((name) => new URL(name, import.meta.url).href);
/** Every generation of modules stays in memory; a process with more is replaced. */
const MAX_RSS_BYTES = 1_200_000_000;

/**
 * A process that runs tests, at the lowest priority; it is replaced when it dies or is ended. `ask` returns undefined after a
 * timeout.
 */
export const createJudge = ({ node, env }) => {
  let child;
  const start = () =>
    fork(PROCESS, [], {
      execPath: node,
      execArgv: [...HOOKS.flatMap((hook) => ['--import', hook]), '--disable-warning=ExperimentalWarning'],
      env,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
  const end = () => {
    child?.kill('SIGKILL');
    child = undefined;
  };
  const ask = (message, timeoutMs) =>
    new Promise((resolve) => {
      child ??= start();
      const asked = child;
      const settle = (answer) => {
        clearTimeout(late);
        asked.off('exit', onExit).off('message', settle);
        if (answer === undefined || answer.rssBytes > MAX_RSS_BYTES) end();
        resolve(answer);
      };
      const onExit = () => settle(undefined);
      const late = setTimeout(onExit, timeoutMs);
      asked.once('exit', onExit).once('message', settle);
      asked.send(message);
    });
  return { ask, end };
};
