import { existsSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { GROUP } from './container.mjs';

/** Longest start of a page. */
const PAGE_TIMEOUT_MS = 60_000;
const POLL_MS = 50;

const readProc = (pid, name) => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
};

/** Processes of a container, found by its control group. */
const processesOf = (name) =>
  readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && readProc(pid, 'cgroup').includes(`/${GROUP}/${name}\n`))
    .map((pid) => ({ pid, command: readProc(pid, 'cmdline').split('\0'), status: readProc(pid, 'status') }));

const statusLine = (status, name) => new RegExp(`^${name}:\\s+(.*)$`, 'm').exec(status)?.[1] ?? '';

const namespaceOf = ({ pid }) => {
  try {
    return readlinkSync(`/proc/${pid}/ns/user`);
  } catch {
    return undefined;
  }
};

/** Problems with a container's processes: root, gaining rights, a writable root file system. */
export const confinementProblems = (name) => {
  const processes = processesOf(name).filter(({ status }) => status !== '');
  if (processes.length === 0) return [`${name} has no process`];
  return processes.flatMap(({ pid, command, status }) => {
    const who = `${name} ${command[0]} (${pid})`;
    const [, options] = /^\S+ \S+ \S+ \S+ \/ (\S+) /m.exec(readProc(pid, 'mountinfo')) ?? [];
    return [
      ...(statusLine(status, 'Uid').startsWith('0\t') ? [`${who} is root`] : []),
      ...(statusLine(status, 'NoNewPrivs') === '1' ? [] : [`${who} may gain rights`]),
      ...(options === undefined || options.split(',').includes('ro') ? [] : [`${who} writes to its root`]),
    ];
  });
};

/**
 * Waits, while a page is rendered, for a renderer that runs in its own user namespace and under Chromium's own filter in addition
 * to the container's.
 */
export const watchSandbox = async (name) => {
  const endsAt = Date.now() + PAGE_TIMEOUT_MS;
  const look = () => {
    const processes = processesOf(name);
    const service = processes.find(({ command }) => command.some((word) => /^dist\/[\w-]+\.js$/.test(word)));
    // A renderer rewrites its command line as one string.
    const pages = processes.filter(({ command }) => / --type=renderer /.test(command.join(' ')));
    const open = pages.filter(
      (page) => namespaceOf(page) === namespaceOf(service) || Number(statusLine(page.status, 'Seccomp_filters')) < 2,
    );
    return { pages: pages.length, open: open.map(({ pid }) => `page process ${pid} has no sandbox`) };
  };
  for (;;) {
    const { pages, open } = look();
    if (pages > 0 && open.length === 0) return { pages, problems: [] };
    if (Date.now() > endsAt) return { pages, problems: pages === 0 ? ['Chromium has no process of a page'] : open };
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};

/** The limit of a container's memory in bytes, by the first or the second version of control groups. */
export const readLimit = (name) => {
  const files = [`memory/${GROUP}/${name}/memory.limit_in_bytes`, `${GROUP}/${name}/memory.max`];
  const file = files.map((one) => `/sys/fs/cgroup/${one}`).find((one) => existsSync(one));
  return file ? Number(readFileSync(file, 'utf8')) : undefined;
};
