import { spawn } from 'node:child_process';
import { freePort, type FleetService, type Replica } from '@quarry/testkit';

const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 60_000;
const POLL_MS = 50;

/** Starts a service of the version that is built in `root`, and waits until it is ready. */
export const startVersioned = async (
  root: string,
  service: FleetService,
  env: Readonly<Record<string, string>>,
): Promise<Replica> => {
  const [port, healthPort] = [await freePort(), await freePort()];
  const own = { PORT: String(port), HEALTH_PORT: String(healthPort), QUARRY_PARENT_PIPE: 'true' };
  const child = spawn(process.execPath, [`services/${service}/dist/main.js`], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', ...env, ...own },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.on('error', () => undefined);
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const isReady = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${healthPort}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  const giveUpAt = Date.now() + READY_TIMEOUT_MS;
  while (!(await isReady())) {
    if (child.exitCode !== null || Date.now() > giveUpAt) {
      child.kill('SIGKILL');
      throw new Error(`${service} of ${root} did not get ready`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return {
    pid: child.pid ?? 0,
    baseUrl: `http://127.0.0.1:${port}`,
    isReady,
    exited,
    kill: (signal) => void child.kill(signal),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      const code = await exited;
      clearTimeout(late);
      return code;
    },
  };
};
