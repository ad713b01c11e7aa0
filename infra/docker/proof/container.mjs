import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { runCommand } from '../../local/host/run-command.mjs';
import { ROOT } from '../../local/setup/setup.mjs';
import { bytesOf } from '../compose/one-machine.mjs';

const GROUPS = '/sys/fs/cgroup';
/** Parent of the containers' control groups. */
export const GROUP = 'quarry-images';
const MASKED = [
  '/proc/acpi',
  '/proc/kcore',
  '/proc/keys',
  '/proc/latency_stats',
  '/proc/timer_list',
  '/proc/sched_debug',
  '/sys/firmware',
];
const READONLY = ['/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys', '/proc/sysrq-trigger'];
/** crun refuses a machine with both versions of control groups mounted; its own mount namespace hides one. */
const ONE_VERSION = 'umount /sys/fs/cgroup/unified 2>/dev/null; exec "$@"';

const mount = (destination, type, options, source = type) => ({ destination, type, source, options });
const bind = (source, destination, ...options) => mount(destination, 'bind', ['rbind', ...options], source);

const KERNEL_MOUNTS = [
  mount('/proc', 'proc', []),
  mount('/dev', 'tmpfs', ['nosuid', 'strictatime', 'mode=755', 'size=65536k']),
  mount('/dev/pts', 'devpts', ['nosuid', 'noexec', 'newinstance', 'ptmxmode=0666', 'mode=0620']),
  mount('/dev/shm', 'tmpfs', ['nosuid', 'noexec', 'nodev', 'mode=1777', 'size=65536k'], 'shm'),
  mount('/dev/mqueue', 'mqueue', ['nosuid', 'noexec', 'nodev']),
  mount('/sys', 'sysfs', ['nosuid', 'noexec', 'nodev', 'ro']),
  mount('/sys/fs/cgroup', 'cgroup', ['nosuid', 'noexec', 'nodev', 'relatime', 'ro']),
];

/** `/tmp:size=1g,mode=1777,nosuid` of a compose file. */
const tmpfs = (text) => {
  const [destination, options = ''] = text.split(':');
  return mount(destination, 'tmpfs', options.split(',').filter(Boolean));
};

/** A volume is a folder; as with Docker it starts with the owner and the mode of the folder that it is mounted over. */
const volume = ({ target, source, type, read_only: isReadOnly }, { rootfs, folder }) => {
  if (type === 'bind') return bind(source, target, ...(isReadOnly ? ['ro'] : ['rw']));
  const at = path.join(folder, `volume-${source ?? target.replaceAll('/', '-')}`);
  mkdirSync(at, { recursive: true });
  if (existsSync(path.join(rootfs, target))) {
    const { uid, gid, mode } = statSync(path.join(rootfs, target));
    chownSync(at, uid, gid);
    chmodSync(at, mode);
  }
  return bind(at, target, 'rw');
};

/** Docker's seccomp profile in the runtime's format. */
const seccompOf = (options = []) => {
  const file = options.find((option) => option.startsWith('seccomp:'))?.slice('seccomp:'.length);
  if (file === undefined) return undefined;
  const { defaultAction, archMap, syscalls } = JSON.parse(readFileSync(path.resolve(ROOT, file), 'utf8'));
  return {
    defaultAction,
    architectures: archMap.map(({ architecture }) => architecture),
    syscalls: syscalls.map(({ names, action, args, errnoRet }) => ({ names, action, args, errnoRet })),
  };
};

/** The image's variables, overridden by those of the compose file. A name without a value is not set. */
const variablesOf = (config, service) => {
  const given = Object.entries(service.environment ?? {}).filter(([, value]) => value !== null);
  const names = new Set(given.map(([key]) => key));
  const kept = config.Env.filter((line) => !names.has(line.split('=', 1)[0]));
  return [...kept, ...given.map((pair) => pair.join('='))];
};

/** An entrypoint of the compose file leaves the image's command out. */
const wordsOf = (config, service) => {
  const entry = service.entrypoint ?? config.Entrypoint ?? [];
  const command = service.command ?? (service.entrypoint ? [] : (config.Cmd ?? []));
  return [...(service.init ? ['/sbin/docker-init', '--'] : []), ...entry, ...command];
};

const NO_CAPABILITIES = { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] };

const resourcesOf = ({ mem_limit: memory, pids_limit: pids }) => ({
  ...(memory ? { memory: { limit: bytesOf(memory) } } : {}),
  ...(pids ? { pids: { limit: pids } } : {}),
});

/** The runtime's spec of a container: the image's settings, overridden by those of the compose file. */
export const specOf = ({ name, service, image, rootfs, folder, network, init, hosts }) => {
  const { config } = image.Docker;
  const [uid, gid = uid] = (service.user ?? (config.User || '0')).split(':').map(Number);
  const hostsFile = path.join(folder, 'hosts');
  writeFileSync(hostsFile, ['127.0.0.1 localhost', ...hosts, ''].join('\n'));
  const files = [bind(hostsFile, '/etc/hosts', 'ro'), ...(service.init ? [bind(init, '/sbin/docker-init', 'ro')] : [])];
  const volumes = (service.volumes ?? []).map((one) => volume(one, { rootfs, folder }));
  return {
    ociVersion: '1.0.2',
    hostname: name,
    root: { path: rootfs, readonly: service.read_only === true },
    process: {
      user: { uid, gid },
      cwd: config.WorkingDir || '/',
      env: variablesOf(config, service),
      args: wordsOf(config, service),
      noNewPrivileges: service.security_opt?.includes('no-new-privileges:true') === true,
      ...(service.cap_drop?.includes('ALL') ? { capabilities: NO_CAPABILITIES } : {}),
    },
    mounts: [...KERNEL_MOUNTS, ...(service.tmpfs ?? []).map(tmpfs), ...volumes, ...files],
    linux: {
      cgroupsPath: `/${GROUP}/${name}`,
      namespaces: [...['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })), { type: 'network', path: network }],
      maskedPaths: MASKED,
      readonlyPaths: READONLY,
      seccomp: seccompOf(service.security_opt),
      resources: resourcesOf(service),
    },
  };
};

/** The parent group: one folder in version 2 of control groups, one for each controller in version 1. */
const groupFolders = () =>
  ['.', ...readdirSync(GROUPS)].map((name) => path.join(GROUPS, name, GROUP)).filter((folder) => existsSync(folder));

/** Runs containers with crun; `folder` holds their bundles and logs and the runtime's state. */
export const openRuntime = ({ crun, unshare, folder }) => {
  const state = path.join(folder, 'crun');
  const command = (args) => [
    unshare,
    ['--mount', '--propagation', 'private', 'sh', '-c', ONE_VERSION, 'sh', crun, '--root', state, ...args],
  ];
  const call = (...args) => runCommand(...command(args), { timeoutMs: 120_000 });
  const folderOf = (name) => {
    const at = path.join(folder, 'bundles', name);
    mkdirSync(at, { recursive: true });
    return at;
  };
  return {
    folderOf,
    /** Removes the parent groups. */
    close() {
      for (const group of groupFolders()) rmdirSync(group);
    },
    /** Starts a container; its output goes to the file `log`. */
    start(name, spec) {
      const at = folderOf(name);
      writeFileSync(path.join(at, 'config.json'), JSON.stringify(spec));
      const logFile = path.join(at, 'log');
      const log = openSync(logFile, 'w');
      let calls = 0;
      const child = spawn(...command(['run', '--bundle', at, name]), { stdio: ['ignore', log, log], detached: true });
      closeSync(log);
      const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
      return {
        log: () => readFileSync(logFile, 'utf8'),
        ended,
        isRunning: () => child.exitCode === null && child.signalCode === null,
        /** Like `docker exec`, with the user, environment, folder and rights of the container. */
        exec(...args) {
          calls += 1;
          const file = path.join(at, `exec-${calls}.json`);
          writeFileSync(file, JSON.stringify({ ...spec.process, args }));
          return call('exec', '--process', file, name);
        },
        /** Sends SIGTERM, and SIGKILL after the grace; returns the exit code or signal. */
        async stop(graceMs) {
          await call('kill', name, 'TERM');
          const late = setTimeout(() => call('kill', '--all', name, 'KILL'), graceMs);
          const how = await ended;
          clearTimeout(late);
          await call('delete', '--force', name);
          return how;
        },
      };
    },
  };
};
