import { poll } from '../host/poll.js';

/** Node's inspector listens here once it is enabled; for one process of the machine at a time. */
const INSPECTOR = 'http://127.0.0.1:9229/json/list';
const READY_TIMEOUT_MS = 20_000;
const ANSWER_TIMEOUT_MS = 30_000;

const findInspector = async (): Promise<string | undefined> => {
  try {
    const answer = await fetch(INSPECTOR);
    // safe because anything else there fails when it is connected to
    const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[];
    return target?.webSocketDebuggerUrl;
  } catch {
    return undefined;
  }
};

const untilInspector = async (isThere: boolean): Promise<string> => {
  const isWanted = (address: string | undefined): boolean => (address !== undefined) === isThere;
  const address = await poll(findInspector, isWanted, { timeoutMs: READY_TIMEOUT_MS });
  if (!isWanted(address)) throw new Error(`the inspector of Node ${isThere ? 'does not listen' : 'still listens'}`);
  return address ?? '';
};

type Command = (method: string, params?: object) => Promise<unknown>;

const connect = async (address: string): Promise<{ readonly command: Command; readonly close: () => void }> => {
  const socket = new WebSocket(address);
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined);
  socket.onerror = () => broken.reject(new Error('the connection to the inspector of Node broke'));
  const late = (): void => broken.reject(new Error('the inspector of Node does not respond'));
  const timer = setTimeout(late, ANSWER_TIMEOUT_MS);
  await Promise.race([new Promise((resolve) => (socket.onopen = resolve)), broken.promise]);
  let id = 0;
  return {
    command: (method, params = {}) => {
      id += 1;
      const answered = new Promise<unknown>((resolve) => {
        socket.onmessage = ({ data }) => {
          // safe because responses of the inspector have this shape; events have no id
          const answer = JSON.parse(String(data)) as { id?: number; result?: unknown };
          if (answer.id === id) resolve(answer.result);
        };
      });
      socket.send(JSON.stringify({ id, method, params }));
      return Promise.race([answered, broken.promise]);
    },
    close: () => {
      clearTimeout(timer);
      socket.close();
    },
  };
};

/** Ends the inspector, which waits until nobody is connected. */
const CLOSE_SOON = `setTimeout(() => process.getBuiltinModule('node:inspector').close(), 100), 0`;

/**
 * Bytes that the main thread of a Node process keeps in its heap and in buffers after a full garbage collection. Without one the
 * heap grows with the work up to V8's limit, which depends on the machine's memory.
 */
export const keptBytes = async (pid: number): Promise<number> => {
  if ((await findInspector()) !== undefined) throw new Error('another process of this machine is being inspected');
  process.kill(pid, 'SIGUSR1');
  const { command, close } = await connect(await untilInspector(true));
  try {
    await command('HeapProfiler.enable');
    await command('HeapProfiler.collectGarbage');
    await command('HeapProfiler.disable');
    // safe because the protocol's Runtime.getHeapUsage says so
    const usage = (await command('Runtime.getHeapUsage')) as { usedSize: number; backingStorageSize: number };
    await command('Runtime.evaluate', { expression: CLOSE_SOON });
    return usage.usedSize + usage.backingStorageSize;
  } finally {
    close();
    await untilInspector(false);
  }
};
