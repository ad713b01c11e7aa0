import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Fields of /proc/<pid>/stat after the program name, which may hold spaces: field 3 is the first. */
const START_TIME_FIELD = 22 - 3;

const linuxStartTime = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[START_TIME_FIELD];
  } catch {
    return undefined;
  }
};

const otherStartTime = (pid) => {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
};

/** When a process was started, in the system's own words; undefined when there is no such process. */
export const startTimeOf = process.platform === 'linux' ? linuxStartTime : otherStartTime;

/** What tells a process from a later one with the same number. */
export const identify = (pid) => ({ pid, startedAt: startTimeOf(pid) });

export const isAlive = (identity) => {
  if (!identity || !Number.isInteger(identity.pid)) return false;
  const startedAt = startTimeOf(identity.pid);
  return startedAt !== undefined && startedAt === identity.startedAt;
};
