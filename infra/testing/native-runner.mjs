import { fork } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const WORKER = fileURLToPath(new URL('./native-worker.mjs', import.meta.url));
const HOOKS = new URL('./source-hooks.mjs', import.meta.url).href;
/** Time for the shared parts of a test process to end. */
const END_TIMEOUT_MS = 20_000;
/** Longest run of one file: a file that hangs outside of its tests is ended with its process. */
const FILE_TIMEOUT_MS = process.env.PROOF === 'long' ? 3_600_000 : 900_000;

/** A process that runs test files one after another; it is replaced when it dies. */
class TestProcess {
  #child;
  #id;

  constructor(id) {
    this.#id = id;
  }

  #start() {
    this.#child = fork(WORKER, [], {
      execArgv: ['--import', HOOKS, '--disable-warning=ExperimentalWarning', '--expose-gc'],
      env: { ...process.env, JEST_WORKER_ID: String(this.#id) },
      serialization: 'advanced',
    });
    return this.#child;
  }

  run(message) {
    const child = this.#child ?? this.#start();
    return new Promise((resolve, reject) => {
      const settle = (act) => {
        clearTimeout(late);
        child.off('message', onMessage);
        child.off('exit', onExit);
        act();
      };
      const onMessage = ({ result, error }) => settle(() => (error ? reject(error) : resolve(result)));
      const onExit = (code, signal) => {
        this.#child = undefined;
        settle(() => reject(new Error(`the test process ended with ${signal ?? `code ${code}`}`)));
      };
      const late = setTimeout(() => child.kill('SIGKILL'), FILE_TIMEOUT_MS);
      child.on('message', onMessage);
      child.once('exit', onExit);
      child.send(message);
    });
  }

  async end() {
    const child = this.#child;
    if (!child) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.send({ end: true });
    const late = setTimeout(() => child.kill('SIGKILL'), END_TIMEOUT_MS);
    await exited;
    clearTimeout(late);
  }
}

/**
 * Runs jest's test files with jest-circus in a few long-lived Node processes, whose modules are loaded once, instead of a
 * virtual context for each file.
 */
export default class NativeRunner {
  isSerial = false;
  supportsEventEmitters = false;
  #globalConfig;

  constructor(globalConfig) {
    this.#globalConfig = globalConfig;
  }

  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const waiting = [...tests];
    const runOne = async (worker, test) => {
      await onStart(test);
      try {
        const message = {
          path: path.resolve(test.path),
          globalConfig: this.#globalConfig,
          projectConfig: test.context.config,
        };
        await onResult(test, await worker.run(message));
      } catch (error) {
        await onFailure(test, error);
      }
    };
    const work = async (_, index) => {
      const worker = new TestProcess(index + 1);
      for (let test = waiting.shift(); test && !watcher.isInterrupted(); test = waiting.shift())
        await runOne(worker, test);
      await worker.end();
    };
    await Promise.all(Array.from({ length: Math.min(this.#globalConfig.maxWorkers, tests.length) }, work));
  }
}
