import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Places in /proc/<pid>/stat after the program name, which may hold spaces. */
const STATE = 0;
const PARENT = 1;
const START_TIME = 19;

const readStat = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
};

const linuxStartTime = (pid) => {
  const fields = readStat(pid);
  return fields && fields[STATE] !== 'Z' ? fields[START_TIME] : undefined;
};

const otherStartTime = (pid) => {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
};

/** When a process was started, in the system's format; undefined when there is no such process. */
export const startTimeOf = process.platform === 'linux' ? linuxStartTime : otherStartTime;

/** Distinguishes a process from a later one with the same number. */
export const identify = (pid) => ({ pid, startedAt: startTimeOf(pid) });

export const isAlive = (identity) => {
  if (!identity || !Number.isInteger(identity.pid)) return false;
  const startedAt = startTimeOf(identity.pid);
  return startedAt !== undefined && startedAt === identity.startedAt;
};

/** Writes a process to a file atomically. */
export const writeIdentity = (file, identity) => {
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, JSON.stringify(identity), { mode: 0o600 });
  renameSync(partial, file);
};

/** The process that a file records; undefined when there is none. */
export const readIdentity = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) ?? undefined;
  } catch {
    return undefined;
  }
};

/** True when the process is a shell that runs one command, as npm starts scripts. */
const isCommandShell = (pid) => {
  try {
    return /^([^\0]*\/)?(da|ba)?sh\0-c\0/.test(readFileSync(`/proc/${pid}/cmdline`, 'latin1'));
  } catch {
    return false;
  }
};

/**
 * Returns a function that is true while the program that runs this script lives: npm or pnpm, behind a shell. Where the system
 * does not show more, only our direct parent is watched.
 */
export const watchScriptRunner = () => {
  const parent = process.ppid;
  const grandparent = isCommandShell(parent) ? readStat(parent)?.[PARENT] : undefined;
  return () => process.ppid === parent && (grandparent === undefined || readStat(parent)?.[PARENT] === grandparent);
};
