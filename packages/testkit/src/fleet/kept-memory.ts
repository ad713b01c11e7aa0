/** Where Node listens once it was told to be inspected; one process of the machine at a time. */
const INSPECTOR = 'http://127.0.0.1:9229/json/list';
const READY_TIMEOUT_MS = 20_000;
const ANSWER_TIMEOUT_MS = 30_000;
const POLL_MS = 50;

const findInspector = async (): Promise<string | undefined> => {
  try {
    const answer = await fetch(INSPECTOR);
    // safe because what else answers there fails at the connection
    const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[];
    return target?.webSocketDebuggerUrl;
  } catch {
    return undefined;
  }
};

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, POLL_MS));

const untilInspector = async (isThere: boolean): Promise<string> => {
  const giveUpAt = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    const address = await findInspector();
    if ((address !== undefined) === isThere) return address ?? '';
    if (Date.now() > giveUpAt) throw new Error(`the inspector of Node is ${isThere ? 'not there' : 'still there'}`);
    await pause();
  }
};

type Command = (method: string, params?: object) => Promise<unknown>;

const connect = async (address: string): Promise<{ readonly command: Command; readonly close: () => void }> => {
  const socket = new WebSocket(address);
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined);
  socket.onerror = () => broken.reject(new Error('the inspector of Node broke off'));
  const late = (): void => broken.reject(new Error('the inspector of Node does not answer'));
  const timer = setTimeout(late, ANSWER_TIMEOUT_MS);
  await Promise.race([new Promise((resolve) => (socket.onopen = resolve)), broken.promise]);
  let id = 0;
  return {
    command: (method, params = {}) => {
      id += 1;
      const answered = new Promise<unknown>((resolve) => {
        socket.onmessage = ({ data }) => {
          // safe because the inspector answers so; events have no id
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
 * Bytes that the main thread of a Node process keeps in its heap and in buffers, once all garbage is collected: without that it
 * grows with its work up to a limit of V8's, which goes by the machine's memory, and tells nothing.
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
