import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Lets a child import `./x.js` of a source file `./x.ts`. */
const SOURCE_HOOK = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ resolve: (name, context, next) => {
    try { return next(name, context); }
    catch (error) { if (!/^\\.{1,2}\\/.*\\.js$/.test(name)) throw error; return next(name.replace(/js$/, 'ts'), context); }
  } });
`)}`;

/** A network of its own, gone with its last process: every address there is leads to the child itself. */
const ALL_OURS =
  'unset NODE_OPTIONS && ip link set lo up && ip route add local 0.0.0.0/0 dev lo && ip -6 route add local ::/0 dev lo && exec "$@"';
const UNSHARE = ['--net', ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'])];

/** Whether this system gives a process a network of its own; the machine's network is never touched. */
export const hasPrivateNetworks = (): boolean =>
  spawnSync('unshare', [...UNSHARE, 'sh', '-c', ALL_OURS, 'sh', 'true'], { stdio: 'ignore' }).status === 0;

export interface PrivateRun {
  readonly script: URL;
  readonly args: readonly string[];
  readonly timeoutMs: number;
}

/** Runs a script of ours in such a network; answers what it prints, as JSON. Rejects with its complaint. */
export const runInPrivateNetwork = async ({ script, args, timeoutMs }: PrivateRun): Promise<unknown> => {
  const node = [process.execPath, '--experimental-transform-types', '--disable-warning=ExperimentalWarning'];
  const command = [...node, '--import', SOURCE_HOOK, fileURLToPath(script), ...args];
  const child = spawn('unshare', [...UNSHARE, 'sh', '-c', ALL_OURS, 'sh', ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  let printed = '';
  let complaint = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`The script ended with ${String(code)}: ${complaint}`);
  return JSON.parse(printed);
};
