import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Resources that one process holds open. */
export interface OpenDescriptors {
  readonly all: number;
  readonly sockets: number;
}

/** Zeros for a process that is gone. */
export const openDescriptors = (pid: number): OpenDescriptors => {
  const targets = namesIn(`/proc/${pid}/fd`).map((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`);
    } catch {
      return '';
    }
  });
  const open = targets.filter((target) => target !== '');
  return { all: open.length, sockets: open.filter((target) => target.startsWith('socket:')).length };
};

/** Names in a folder; none where there is no such folder. */
export const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** Lines of the fleet's logs with Node's warning about too many listeners. */
export const listenerWarnings = (dataDir: string): string[] =>
  readdirSync(join(dataDir, 'logs'))
    .flatMap((name) => readFileSync(join(dataDir, 'logs', name), 'utf8').split('\n'))
    .filter((line) => line.includes('MaxListenersExceededWarning'));

/** Clock ticks since boot at which a process began; 0 for one that is gone. */
export const startTicksOf = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
  } catch {
    return 0;
  }
};
