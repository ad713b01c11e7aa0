import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';

export interface MemoryLimit {
  readonly limitBytes: number;
  /**
   * `cgroup`: the limit of the container or unit; `machine`: the machine's memory, as there is no other limit; `setting`: the
   * operator's setting, which is lower than both.
   */
  readonly source: 'cgroup' | 'machine' | 'setting';
}

export interface MemoryLimitOptions {
  /** Default: `/`. */
  readonly root?: string;
  /** Default: the machine's. */
  readonly totalBytes?: number;
  /** The operator's limit for this process, if several share the memory. */
  readonly allowedBytes?: number | undefined;
}

/** Folders and limit files of the two versions of control groups. */
const HIERARCHIES = [
  { controllers: '', folders: ['sys/fs/cgroup', 'sys/fs/cgroup/unified'], file: 'memory.max' },
  { controllers: 'memory', folders: ['sys/fs/cgroup/memory'], file: 'memory.limit_in_bytes' },
] as const;
/** Most levels of groups that are read. */
const MAX_DEPTH = 64;

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** Bytes in a limit file; undefined for `max`, for a missing file and for anything else. */
const readBytes = (path: string): number | undefined => {
  const text = readText(path).trim();
  return /^\d+$/.test(text) ? Number(text) : undefined;
};

/** This process's group in each hierarchy, from lines such as `4:memory:/pods/a`. */
const groupPath = (lines: readonly string[], controllers: string): string | undefined => {
  for (const line of lines) {
    const [, names = '', ...path] = line.split(':');
    const isWanted = controllers === '' ? names === '' : names.split(',').includes(controllers);
    if (isWanted && path.length > 0) return path.join(':');
  }
  return undefined;
};

/** The folder of the group and all above it: a limit applies to all groups below. */
const foldersUpwards = (top: string, group: string): string[] => {
  const folders: string[] = [];
  for (let at = join('/', group); folders.length < MAX_DEPTH; at = dirname(at)) {
    folders.push(join(top, at));
    if (at === '/') break;
  }
  return folders;
};

/**
 * What this process and its children may use: the lowest limit of its control groups (version 2 or 1), else the
 * machine's memory, and no more than is allowed. Where the group's own folder is not mounted, as in most containers, the
 * root of the mount is it.
 */
export const readMemoryLimit = ({ allowedBytes, ...options }: MemoryLimitOptions = {}): MemoryLimit => {
  const found = findMemoryLimit(options);
  return allowedBytes !== undefined && allowedBytes < found.limitBytes
    ? { limitBytes: allowedBytes, source: 'setting' }
    : found;
};

const findMemoryLimit = ({ root = '/', totalBytes = totalmem() }: MemoryLimitOptions): MemoryLimit => {
  const lines = readText(join(root, 'proc/self/cgroup')).split('\n');
  const limits = HIERARCHIES.flatMap(({ controllers, folders, file }) => {
    const group = groupPath(lines, controllers) ?? '/';
    const paths = folders.flatMap((top) => foldersUpwards(join(root, top), group));
    return paths.map((folder) => readBytes(join(folder, file)) ?? 0);
  });
  const lowest = Math.min(...limits.filter((limit) => limit > 0), Number.POSITIVE_INFINITY);
  // Version 1 writes "no limit" as a number above any memory.
  return lowest < totalBytes ? { limitBytes: lowest, source: 'cgroup' } : { limitBytes: totalBytes, source: 'machine' };
};
